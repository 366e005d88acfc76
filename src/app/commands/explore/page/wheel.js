// The mouse wheel over the board goes from move to move.

/** How far the wheel is turned for a step: pixels. */
const STEP = 40;

/** Calls `step` with 1 or -1, one after another. */
export function listenToWheel(home, step) {
  let [turned, isBusy] = [0, false];
  home.addEventListener(
    "wheel",
    async (event) => {
      // With a key, the wheel is the browser's.
      if (event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : STEP * event.deltaY;
      if (isBusy || Math.abs(turned) < STEP) return;
      const direction = Math.sign(turned);
      turned = 0;
      isBusy = true;
      await step(direction);
      isBusy = false;
    },
    { passive: false },
  );
}
