// Saving the tree, and the question before work that is in no file is left.

import { Problem } from "./problem.js";
import { source } from "./source.js";
import { byId } from "./text.js";

/** The buttons and the dialog; `attempt` does what may fail, `shown` is what is known about the position shown. */
export function listenToSaving(attempt, shown) {
  const dialog = byId("save-dialog");
  const ask = () => {
    byId("save-problem").textContent = "";
    dialog.showModal();
    byId("save-name").select();
  };
  byId("save").addEventListener("click", () => (shown()?.status.file ? attempt(() => source.save()) : ask()));
  byId("save-as").addEventListener("click", ask);
  byId("save-cancel").addEventListener("click", () => dialog.close());
  byId("save-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await source.saveAs(byId("save-name").value);
      dialog.close();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      byId("save-problem").textContent = error.message;
    }
  });
  // A file is saved when the program ends; what has none is lost then.
  window.addEventListener("beforeunload", (event) => {
    const status = shown()?.status;
    if (status?.unsaved && !status.file) event.preventDefault();
  });
}
