// How the board looks and sounds: its colours, its pieces, where its coordinates stand. The choice is remembered.

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

export function listenToLooks(board, sound) {
  follow("board-colours", (colours) => (document.documentElement.dataset.board = colours));
  follow("coordinates", (place) => board.setCoordinates(place));
  follow("piece-set", (name) => {
    document.documentElement.dataset.pieces = name;
    board.redrawPieces();
  });
  follow("sound", (choice) => (sound.isOn = choice === "on"));
}
