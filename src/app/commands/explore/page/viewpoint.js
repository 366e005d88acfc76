// From whose point of view scores are shown: White's, as on other boards, or that of the side to move.

import { byId } from "./text.js";

const KEY = "viewpoint";
const WHITE = "white";

const chosen = () => byId("viewpoint").value;

const isWhites = (look) => look.fen.split(" ")[1] === "w";

/** 1 where scores of a look, which are those of its side to move, are shown as they are; -1 for the other side's. */
export const sideOf = (look) => (chosen() === WHITE && !isWhites(look) ? -1 : 1);

/** Whose scores are shown. */
export const viewer = (look) => (chosen() === WHITE ? "White" : look.to_move);

/** Whom the scores are against. */
export const opponent = (look) => (viewer(look) === "White" ? "Black" : "White");

/** The choice is remembered; `changed` is called whenever it is another one. */
export function listenToViewpoint(changed) {
  const select = byId("viewpoint");
  select.value = localStorage.getItem(KEY) === "mover" ? "mover" : WHITE;
  select.addEventListener("change", () => {
    localStorage.setItem(KEY, select.value);
    changed();
  });
}
