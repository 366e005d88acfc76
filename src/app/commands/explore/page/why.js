// Why a move is preferred, or is not: sentences, and the line behind it.

import { comparison } from "./compare.js";
import { byId, element, lineText, roughly, scoreText, tied } from "./text.js";
import { sideOf, viewer } from "./viewpoint.js";

/** While a search runs, it is asked again after this time: milliseconds. */
const LIVE = 1000;
/** Moves of the line that are drawn on the board. */
const DRAWN = 3;

/** The first reason that holds, with the squares that it is about; else the line that the sentences tell. */
function toDraw({ causes = [], candidate, move }) {
  const [told] = causes.filter(({ weight }) => weight === "because");
  if (told) return { moves: told.line.slice(0, Math.max(told.ply + 1, Math.min(DRAWN, told.line.length))), targets: told.targets, guards: told.guards };
  // Where leaves are searched, it goes on behind the last node.
  return { moves: (candidate?.pv ?? [move]).slice(0, DRAWN) };
}

/** The panel; `go` walks along moves, `close` is called when it was closed, `prove` has a move searched; nothing where none can be. */
export class WhyPanel {
  constructor({ go, close, prove }) {
    this.home = byId("why");
    Object.assign(this, { go, close, prove });
  }

  /** The move to ask about again, the tree being another one by now; nothing where the answer is as new as can be. */
  asksAgain({ nodes, phase }) {
    const { asked } = this;
    if (!asked || asked.isWaiting || asked.nodes === nodes) return null;
    if (phase !== "resting" && Date.now() - asked.at < LIVE) return null;
    asked.isWaiting = true;
    return asked.move;
  }

  isAbout(move) {
    return this.asked?.move === move;
  }

  /** It could not be asked again: the answer is marked as one of an older tree. */
  isOld() {
    const { asked } = this;
    this.home.classList.add("old");
    const again = element("button", { type: "button", text: "Ask again", on: { click: () => Object.assign(asked, { isWaiting: false, at: 0 }) } });
    this.home.querySelector(".head")?.append(again);
  }

  hide() {
    this.asked = null;
    this.home.hidden = true;
    byId("why-empty").hidden = false;
    this.home.replaceChildren();
  }

  /** Shows an answer about a move of the position of a `look`, in place of an older one if `isAgain`. Returns what to draw on the board. */
  show(answer, look, isAgain = false) {
    this.asked = { move: answer.move, nodes: answer.nodes, at: Date.now(), isWaiting: false };
    this.side = sideOf(look);
    const parts = [];
    const sentences = viewer(look) === "White" ? answer.sentences_of_white : answer.sentences;
    parts.push(...sentences.filter(Boolean).map((text) => element("p", { text: tied(text) })));
    if (answer.refutation.length > 0) parts.push(this.table(answer, look));
    parts.push(...this.waitsFor(answer), ...comparison(look, answer.move));
    const source = `${answer.quick ? "a quick answer" : "searched for"}, at ${roughly(answer.nodes)} nodes`;
    this.fill(`Why ${answer.san}?`, source, [...parts, ...this.offer(answer)], isAgain);
    return toDraw(answer);
  }

  /** Offers to search until both moves can be told apart, where that was not done. */
  offer({ quick, move }) {
    if (!quick || !this.prove) return [];
    const title = "Search this move and the best other one, 200,000 nodes each, and more where they are close";
    return [element("p", {}, [element("button", { type: "button", text: "Prove it", title, on: { click: () => this.prove(move) } })])];
  }

  /** Shows what the other side would play in the position of a `look`. Returns what to draw. */
  showThreat({ side, line, score, nodes }, look) {
    // The score is that of the one who threatens, who is not to move.
    const text = `${scoreText(score, -sideOf(look))} for ${viewer(look)}`;
    const told = line.length > 0 ? `If it were ${side}'s turn: ${lineText(line)}, ${text}.` : `${side} has no move.`;
    this.asked = null;
    this.fill("Threat", `a quick search of ${roughly(nodes)} nodes`, [element("p", { text: told })]);
    return { moves: line.slice(0, 1).map(({ move }) => move) };
  }

  /** `source` is what the answer rests on. Whoever reads an older answer, and has chosen something in it, stays there. */
  fill(name, source, parts, isAgain = false) {
    const title = element("h2", { tabindex: "-1" }, [name, element("small", { text: ` ${source}` })]);
    const close = element("button", { type: "button", text: "Close", on: { click: () => this.close() } });
    const nameOf = (it) => `${it.tagName} ${it.getAttribute("aria-label") ?? (it.matches("button") ? it.textContent : "")}`;
    const focused = this.home.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    const compared = this.home.querySelector("select")?.value;
    this.home.replaceChildren(element("div", { class: "head" }, [title, close]), ...parts);
    this.home.classList.remove("old");
    this.home.hidden = false;
    byId("why-empty").hidden = true;
    if (!isAgain) return title.focus({ preventScroll: true });
    const select = this.home.querySelector("select");
    if (select && [...select.options].some(({ value }) => value === compared)) {
      select.value = compared;
      select.dispatchEvent(new Event("change"));
    }
    if (focused === null) return undefined;
    // What is gone leaves the keys to the board: a list in its place would take them.
    const same = [...this.home.querySelectorAll("button, select, h2")].find((it) => nameOf(it) === focused);
    return (same ?? title).focus({ preventScroll: true });
  }

  table({ refutation, verdict }, look) {
    // As in the terminal: where leaves are searched, static values have no part in the score.
    const tellsDrop = !look.status.leaves_searched && verdict !== "preferred";
    const head = ["Line", "Score", "Static eval", "Alternative"];
    const moves = [];
    const rows = refutation.map((step) => {
      moves.push(step.move);
      const to = [...moves];
      const other = step.alternative ? `${step.alternative.san} ${scoreText(step.alternative.score, this.side)}` : "";
      const isTold = tellsDrop && step.greatest_drop;
      const drop = isTold ? " (greatest loss)" : "";
      return element("tr", { class: isTold ? "drop" : undefined }, [
        element("th", { scope: "row" }, [element("button", { type: "button", text: step.san, "aria-label": `Go to the position after ${step.san}`, on: { click: () => this.go(to) } })]),
        element("td", { class: "number", text: scoreText(step.score, this.side) }),
        element("td", { class: "number", text: scoreText(step.first_sight, this.side) + drop }),
        element("td", { text: other }),
      ]);
    });
    return element("div", { class: "scroll" }, [
      element("table", {}, [
        element("thead", {}, [element("tr", {}, head.map((text) => element("th", { scope: "col", text })))]),
        element("tbody", {}, rows),
      ]),
    ]);
  }

  /** A way to the position on which the chance of the move depends. */
  waitsFor({ chance }) {
    if (!chance || chance.line.length === 0) return [];
    const untried = chance.untried ? `, where ${chance.untried.san} is next to be searched` : "";
    const go = () => this.go(chance.line);
    return [
      element("p", {}, [
        element("button", { type: "button", text: `To the critical position${untried}`, on: { click: go } }),
      ]),
    ];
  }
}
