// Tabs: one of several panels is shown.

import { byId } from "./text.js";

/** The tabs in this list; the arrow keys go from one to the next, as everywhere. */
export function listenToTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  list.addEventListener("click", ({ target, detail }) => {
    if (!tabs.includes(target)) return;
    showTab(target.id);
    // After a click of the mouse, the arrow keys are for the board again.
    if (detail > 0) target.blur();
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    // The board has these keys elsewhere.
    event.stopPropagation();
    const at = tabs.indexOf(document.activeElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    showTab(next.id);
    next.focus();
  });
}

/** Shows the panel of this tab. */
export function showTab(id) {
  const shown = byId(id);
  for (const tab of shown.parentElement.querySelectorAll("[role=tab]")) {
    const is = tab === shown;
    tab.setAttribute("aria-selected", String(is));
    tab.tabIndex = is ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !is;
  }
}
