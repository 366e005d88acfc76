// Endgame tables: what each move of the position leads to for certain.

import { byId, count, element, plural } from "./text.js";

const WORDS = { win: "wins", "cursed-win": "wins without the fifty-move rule", draw: "draws", "blessed-loss": "loses without the fifty-move rule", loss: "loses" };
const SUMMARY = { win: ["wins", "win"], "cursed-win": ["wins", "win"], draw: ["draws", "draw"], "blessed-loss": ["loses", "lose"], loss: ["loses", "lose"] };

function distance({ mate, plies }) {
  if (mate !== undefined) return `mate in ${count(mate)}`;
  return plies === undefined ? "" : `${plural(plies, "ply").replace("plys", "plies")} to a capture, a move of a pawn or mate`;
}

/** `2 moves win, 1 draws, 5 lose`. */
function summary(certain) {
  const counts = new Map();
  for (const { outcome } of certain) counts.set(SUMMARY[outcome], (counts.get(SUMMARY[outcome]) ?? 0) + 1);
  const merged = new Map();
  for (const [[one, many], number] of counts) merged.set(many, [one, (merged.get(many)?.[1] ?? 0) + number]);
  const parts = [...merged].map(([many, [one, number]]) => `${count(number)} ${number === 1 ? one : many}`);
  return `Endgame tables, of ${plural(certain.length, "move")}: ${parts.join(", ")}`;
}

/** Shows the tables for the position of a `look`; `go` makes a move. */
export function showTables({ certain = [], fen }, go) {
  const home = byId("certain");
  home.hidden = certain.length === 0;
  if (home.dataset.shown === fen) return;
  home.dataset.shown = fen;
  home.querySelector("summary").textContent = summary(certain);
  const row = (known) =>
    element("tr", {}, [
      element("th", { scope: "row" }, [element("button", { type: "button", text: known.san, on: { click: () => go(known.move) } })]),
      element("td", { text: WORDS[known.outcome] }),
      element("td", { text: distance(known) }),
    ]);
  const head = ["Move", "Result", "Distance"].map((text) => element("th", { scope: "col", text }));
  home.querySelector("div").replaceChildren(element("table", {}, [element("thead", {}, [element("tr", {}, head)]), element("tbody", {}, certain.map(row))]));
}
