// The keyboard.

const WALKING = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Escape"];

/** Whether somebody is typing, or a control needs the key itself. */
function isBusy({ target, key }) {
  if (!(target instanceof HTMLElement)) return false;
  // In an empty field there is nothing to walk through.
  if (target.matches("#move") && target.value === "" && WALKING.includes(key)) return false;
  return target.closest("input:not([type=checkbox]), select, textarea, dialog[open]") !== null;
}

/** The name of what is pressed: `Ctrl+z` with that key. */
const nameOf = ({ ctrlKey, metaKey, shiftKey, key }) => (ctrlKey || metaKey ? `Ctrl+${shiftKey ? "Shift+" : ""}${key.toLowerCase()}` : key);

/** What was chosen in a list with the mouse is chosen; the keys are those of the board again. */
function leaveLists() {
  let isPointed = false;
  document.addEventListener("pointerdown", () => (isPointed = true), true);
  document.addEventListener("keydown", () => (isPointed = false), true);
  document.addEventListener("change", ({ target }) => isPointed && target.matches("select") && target.blur(), true);
}

/** Calls the act of each key. */
export function listenToKeys(acts) {
  leaveLists();
  document.addEventListener("keydown", (event) => {
    if (event.altKey || isBusy(event)) return;
    const act = acts[nameOf(event)];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
