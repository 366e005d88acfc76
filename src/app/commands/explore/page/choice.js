// What searches, and with how much: engine, threads, memory, lines.

import { source } from "./source.js";
import { byId, element } from "./text.js";

/** What the select says where the engine is one that was named on the command line. */
const AS_STARTED = "as-started";

const option = (value, text) => element("option", { value, text });

/** Shows what is chosen, and what can be. */
function show({ engines, engine, threads, memory_mib: memory, lines }) {
  const others = engine === null ? [option(AS_STARTED, "as started")] : [];
  byId("engine").replaceChildren(...others, option("", "shans itself"), ...engines.map((name) => option(name, name)));
  byId("engine").value = engine ?? AS_STARTED;
  byId("threads").value = threads;
  byId("memory").value = memory;
  byId("lines").value = lines;
  byId("no-engine").hidden = engines.length > 0;
}

/** The controls; `attempt` does what may fail, `renewed` is called when there is another tree. */
export function listenToChoice(attempt, renewed) {
  const shown = async () => {
    const chosen = await attempt(() => source.settings());
    if (chosen) show(chosen);
  };
  byId("lines").addEventListener("change", () => attempt(() => source.choose({ lines: number("lines") })));
  byId("settings").addEventListener("toggle", () => byId("settings").open && shown());
  const use = async () => {
    const engine = byId("engine").value;
    const choice = { threads: number("threads"), memory_mib: number("memory"), ...(engine === AS_STARTED ? {} : { engine }) };
    let chosen = await attempt(() => source.choose(choice));
    if (chosen?.asks && window.confirm(chosen.asks)) chosen = await attempt(() => source.choose({ ...choice, replace: true }));
    if (!chosen || chosen.asks) return;
    await renewed();
    await shown();
  };
  byId("use").addEventListener("click", async ({ target }) => {
    // An engine may take a while to start.
    target.disabled = true;
    await use().finally(() => (target.disabled = false));
  });
}

const number = (id) => Math.max(1, Math.round(Number(byId(id).value)) || 1);
