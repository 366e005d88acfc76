// How the evaluation changed: the value over the work done, and when another move became the best one.

import { byId, drawn, element, onWidth, roughly, scoreText } from "./text.js";
import { sideOf } from "./viewpoint.js";

const HEIGHT = 120;
const LEFT = 46;
const BOTTOM = 18;
/** Room for the name of a move: pixels. */
const LABEL = 48;
/** Changes that are listed, the newest. */
const MOST_CHANGES = 8;
/** Values beyond are drawn at the edge: centipawns. */
const MOST = 1000;

const centipawns = (score) => {
  const isWon = score.won ?? score.mate > 0;
  const cp = score.cp ?? (isWon ? MOST : -MOST);
  return Math.max(-MOST, Math.min(MOST, cp));
};

/** How the value of a position came about, with buttons that ask `why` about a move, or `go` where it is known. */
export class Story {
  constructor({ why, go }) {
    Object.assign(this, { why, go, look: null, width: 0 });
    onWidth(byId("story"), (width) => {
      this.width = width;
      this.draw();
    });
  }

  show(look) {
    this.look = look;
    this.draw();
  }

  draw() {
    const { look, width } = this;
    // While the panel is hidden there is nothing to draw in.
    if (!look || width === 0) return;
    const home = byId("story");
    const story = look.story;
    const text = JSON.stringify([story, sideOf(look), width]);
    if (home.dataset.shown === text) return;
    home.dataset.shown = text;
    if (!story) {
      const there = element("button", { type: "button", text: "Go there", on: { click: () => this.go(look.status.analysed.map(({ move }) => move)) } });
      home.replaceChildren(element("p", { class: "empty", text: "This is known for the position analysed only. " }, [there]));
      return;
    }
    const parts = [];
    if (story.values.length > 1) parts.push(curve(story, sideOf(look), width));
    else parts.push(element("p", { class: "empty", text: "The curve begins when the search does." }));
    if (story.answers.length > 0) parts.push(changes(story.answers, sideOf(look), this.why));
    home.replaceChildren(...parts);
  }
}

/** When another move became the best one, the newest change first; `why` asks about the one before. */
function changes(answers, side, why) {
  const row = (answer, before) => {
    const first = `${roughly(answer.nodes)} nodes: ${answer.san}`;
    if (!before) return element("li", { text: first });
    const ask = element("button", { type: "button", text: `why not ${before.san}?`, on: { click: () => why(before.move) } });
    return element("li", {}, [`${first} instead of ${before.san}${cause(answer, before, side)} `, ask]);
  };
  const rows = answers.map((answer, index) => row(answer, answers[index - 1]));
  return element("ul", { class: "changes" }, rows.slice(-MOST_CHANGES).reverse());
}

/** What made another move the best one, where the page was looking. */
function cause({ san, seen }, before, side) {
  if (!seen) return "";
  const text = (score) => scoreText(score, side);
  const from = (first, last) => `from ${text(first)} to ${text(last)}`;
  const { old_before, old_after, new_before, new_after } = seen;
  if (!new_before) return `: found at ${text(new_after)}, beside ${text(old_after)}`;
  const worse = centipawns(old_before) - centipawns(old_after);
  const better = centipawns(new_after) - centipawns(new_before);
  if (worse > Math.max(better, 0)) return `: ${before.san} got worse, ${from(old_before, old_after)}`;
  return better > 0 ? `: ${san} got better, ${from(new_before, new_after)}` : "";
}

function curve({ values, answers }, side, width) {
  const numbers = values.map(({ score }) => side * centipawns(score));
  const last = values.at(-1);
  const [first, end] = [values[0].nodes, last.nodes];
  const middle = (Math.max(...numbers) + Math.min(...numbers)) / 2;
  const half = Math.max(25, (Math.max(...numbers) - Math.min(...numbers)) / 2) * 1.15;
  const x = (nodes) => LEFT + ((nodes - first) / Math.max(1, end - first)) * (width - LEFT - 8);
  const y = (cp) => 6 + ((middle + half - cp) / (2 * half)) * (HEIGHT - BOTTOM - 8);
  const path = values.map(({ nodes }, index) => `${index ? "L" : "M"}${x(nodes).toFixed(1)} ${y(numbers[index]).toFixed(1)}`);
  const label = `Value over ${roughly(end)} nodes: from ${scoreText(values[0].score, side)} to ${scoreText(last.score, side)}`;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
  for (const cp of [middle + half * 0.87, middle, middle - half * 0.87]) {
    svg.append(drawn("line", { x1: LEFT, x2: width - 8, y1: y(cp), y2: y(cp), class: "axis" }));
    svg.append(drawn("text", { x: 2, y: y(cp) + 4, text: scoreText({ cp: Math.round(cp) }) }));
  }
  let free = width;
  for (const { nodes, san } of answers.filter(({ nodes }) => nodes > first && nodes <= end).reverse()) {
    const at = x(nodes);
    svg.append(drawn("line", { x1: at, x2: at, y1: 4, y2: HEIGHT - BOTTOM, class: "change" }));
    // The newest are named, as far as there is room.
    if (at + LABEL > free) continue;
    svg.append(drawn("text", { x: at + 3, y: 14, text: san }));
    free = at;
  }
  svg.append(drawn("path", { d: path.join(""), class: "curve" }));
  svg.append(drawn("text", { x: LEFT, y: HEIGHT - 4, text: `${roughly(first)} nodes` }));
  svg.append(drawn("text", { x: width - 8, y: HEIGHT - 4, "text-anchor": "end", text: `${roughly(end)} nodes` }));
  return svg;
}
