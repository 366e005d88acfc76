// Two moves of a position side by side.

import { element, numberedLine, percent, scoreText } from "./text.js";
import { sideOf } from "./viewpoint.js";

/** A choice of the other candidates of a `look`, and what is known about a move and the one chosen. */
export function comparison(look, move) {
  const candidates = look.known_of_it?.candidates ?? [];
  const own = candidates.find((candidate) => candidate.move === move);
  const others = candidates.filter((candidate) => candidate !== own);
  if (!own || others.length === 0) return [];
  const home = element("div", { class: "scroll" });
  const select = element("select", {}, others.map(({ move: other, san }) => element("option", { value: other, text: san })));
  const show = () => home.replaceChildren(table(look, [own, others.find((other) => other.move === select.value)]));
  select.addEventListener("change", show);
  show();
  return [element("p", {}, [element("label", {}, [`Compare ${own.san} with `, select])]), home];
}

function table(look, moves) {
  const all = look.known_of_it.effort;
  const rows = [
    ["Score", ({ score }) => scoreText(score, sideOf(look))],
    ["Effort", ({ effort }) => percent(effort, all)],
    ["Line", ({ line }) => numberedLine(look.fen, line.map(({ san }) => san))],
  ];
  const cells = (text) => moves.map((move) => element("td", { text: text(move) }));
  return element("table", { class: "compared" }, [
    element("thead", {}, [element("tr", {}, [element("td"), ...moves.map(({ san }) => element("th", { scope: "col", text: san }))])]),
    element("tbody", {}, rows.map(([name, text]) => element("tr", {}, [element("th", { scope: "row", text: name }), ...cells(text)]))),
  ]);
}
