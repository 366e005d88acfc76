// The value over the moves of the game, as far as its positions are analysed, and the moves that cost most. The
// program judges and draws.

import * as api from "./api.js";
import { byId, element, plural, scoreText } from "./text.js";

/** Shows the curve of the main line of the notation; `steps` are its moves, `go` leads to a position. */
export async function showGameCurve(steps, go) {
  const moves = steps.map(({ move }) => move);
  const { svg, positions, analysed, errors } = await api.curve(moves);
  const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  picture.addEventListener("click", ({ target }) => {
    const column = target.closest("[data-place]");
    if (column) go(moves.slice(0, Number(column.dataset.place)));
  });
  const row = ({ place, text, name, before, after }) => {
    const button = element("button", { type: "button", text, on: { click: () => go(moves.slice(0, place)) } });
    return element("li", {}, [button, ` ${name}: from ${scoreText(before)} to ${scoreText(after)}`]);
  };
  const rest = analysed < positions ? " The others are worth what follows in the game: “Analyse this position” searches one of them, the command “shans game” all." : "";
  const told = `${analysed} of ${plural(positions, "position")} of the game analysed.${rest}`;
  byId("game-curve").replaceChildren(picture, element("p", { text: told }), element("ul", { class: "changes" }, errors.map(row)));
}
