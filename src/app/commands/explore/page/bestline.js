// The best line of the search under the notation: each of its moves leads to its position.

import { byId, element, lineButtons, lineText, scoreText } from "./text.js";
import { sideOf } from "./viewpoint.js";

/** Shows the best line from the position; `go` gets the moves from the position on. */
export function showBestLine(look, go) {
  const home = byId("best");
  const { line } = look;
  home.hidden = line.length === 0;
  const score = look.known_of_it ? scoreText(look.known_of_it.score, sideOf(look)) : "";
  const text = `${line.map(({ move }) => move).join(".")} ${score}`;
  if (home.dataset.shown === text) return;
  home.dataset.shown = text;
  const focused = [...home.querySelectorAll("button")].indexOf(document.activeElement);
  home.replaceChildren(element("span", { class: "label", text: "Search" }), element("b", { text: score }), ...lineButtons(line, go, "Best line"));
  if (focused >= 0) home.querySelectorAll("button")[Math.min(focused, line.length - 1)]?.focus({ preventScroll: true });
}

/** Tells of the other places of the tree at which the position stands. */
export function showTranspositions(look, go) {
  const home = byId("also");
  const also = look.transpositions ?? [];
  home.hidden = also.length === 0;
  const side = sideOf(look);
  const text = JSON.stringify(also) + side;
  if (home.dataset.shown === text) return;
  home.dataset.shown = text;
  const button = ({ path, score }) =>
    element("button", {
      type: "button",
      text: `${lineText(path)} (${scoreText(score, side)})`,
      on: { click: () => go(path.map(({ move }) => move)) },
    });
  home.replaceChildren("The same position is reached by ", ...also.map(button));
}
