// The value over the moves of the game, as far as its positions are analysed, and the moves that cost most.

import * as api from "./api.js";
import { byId, drawn, element, plural, scoreText } from "./text.js";

const [WIDTH, HEIGHT, MARGIN] = [600, 120, 6];
/** A move that costs this much of the winning chances, in per cent, is an error of that kind: as on lichess.org. */
const ERRORS = [
  [30, "??", "blunder"],
  [20, "?", "mistake"],
  [10, "?!", "inaccuracy"],
];

/** White's winning chances in per cent. */
function chances({ cp, mate, won }) {
  if (cp === undefined) return (won ?? mate > 0) ? 100 : 0;
  return 100 / (1 + Math.exp(-0.00368208 * cp));
}

/** What is known of each position along these moves; nothing of those that are not analysed. */
async function values(moves) {
  const list = [];
  for (let plies = 0; plies <= moves.length; plies += 1) {
    const look = await api.look(moves.slice(0, plies));
    const score = look.known_of_it?.score;
    const isWhite = look.fen.split(" ")[1] === "w";
    const own = score && chances(score);
    list.push(score && { plies, isWhite, white: isWhite ? own : 100 - own, text: scoreText(score, isWhite ? 1 : -1) });
  }
  return list;
}

/** The errors: moves between two positions that are known, which cost the one who made them. */
function errors(list) {
  return list.flatMap((after, index) => {
    const before = list[index - 1];
    if (!before || !after) return [];
    const loss = before.isWhite ? before.white - after.white : after.white - before.white;
    const kind = ERRORS.find(([least]) => loss >= least);
    return kind ? [{ ...after, mark: kind[1], name: kind[2], before: before.text }] : [];
  });
}

/** Shows the curve of the main line of the notation; `steps` are its moves, `go` leads to a position. */
export async function showGameCurve(steps, go) {
  const moves = steps.map(({ move }) => move);
  const list = await values(moves);
  const known = list.filter(Boolean);
  const found = errors(list);
  const to = (plies) => () => go(moves.slice(0, plies));
  const x = (plies) => MARGIN + (plies / Math.max(1, moves.length)) * (WIDTH - 2 * MARGIN);
  const y = (white) => MARGIN + ((100 - white) / 100) * (HEIGHT - 2 * MARGIN);
  const label = `White's chances over ${plural(moves.length, "half-move")}, ${plural(found.length, "error")}`;
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  svg.append(drawn("line", { x1: 0, x2: WIDTH, y1: y(50), y2: y(50), class: "axis" }));
  const path = list.map((it, index) => it && `${list[index - 1] ? "L" : "M"}${x(it.plies).toFixed(1)} ${y(it.white).toFixed(1)}`);
  svg.append(drawn("path", { d: path.filter(Boolean).join(""), class: "curve" }));
  svg.append(...found.map(({ plies, white, mark }) => drawn("circle", { cx: x(plies), cy: y(white), r: 4, class: mark === "?!" ? "error light" : "error", on: { click: to(plies) } })));
  const row = ({ plies, mark, name, before, text }) => {
    const { san, number } = steps[plies - 1];
    const button = element("button", { type: "button", text: `${number ? `${number} ` : ""}${san}${mark}`, on: { click: to(plies) } });
    return element("li", {}, [button, ` ${name}: from ${before} to ${text}`]);
  };
  const told = `${known.length} of ${plural(list.length, "position")} of the game analysed${known.length < list.length ? "; “Analyse this line first” at its end has all of them searched" : ""}.`;
  byId("game-curve").replaceChildren(svg, element("p", { text: told }), element("ul", { class: "changes" }, found.map(row)));
}
