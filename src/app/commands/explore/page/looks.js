// How the board looks: its colours, and where its coordinates stand. The choice is remembered.

import { byId } from "./text.js";

/** Follows a select whose choice is remembered under its name. */
function follow(id, act) {
  const select = byId(id);
  const known = localStorage.getItem(id);
  if ([...select.options].some(({ value }) => value === known)) select.value = known;
  act(select.value);
  select.addEventListener("change", () => {
    localStorage.setItem(id, select.value);
    act(select.value);
  });
}

export function listenToLooks(board) {
  follow("board-colours", (colours) => (document.documentElement.dataset.board = colours));
  follow("coordinates", (place) => board.setCoordinates(place));
}
