// The keyboard.

/** Whether somebody is typing, or a control needs the keys itself. */
function isBusy(target) {
  return target instanceof HTMLElement && target.closest("input, select, textarea, dialog[open]") !== null;
}

/** Calls the act of each key. */
export function listenToKeys(acts) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isBusy(event.target)) return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
