// Starting, stopping, limits, saving, and how the analysis stands.

import { byId, element, lineText, percent, plural, roughly, setText } from "./text.js";

const PHASES = { resting: "Resting", checking: "Checking the tree", searching: "Searching" };
const STOPS = {
  settled: "settled",
  proven: "proven",
  "only-move": "only one move to choose from",
  nodes: "at the node limit",
  time: "at the time limit",
  memory: "the tree is full",
  interrupted: "stopped",
  finished: "the game is over",
  "too-many-moves": "a position has too many moves",
  unanswered: "the engine does not answer",
};

/** The limit in the fields; empty where there is none. */
export function limit() {
  const amount = Number(byId("amount").value);
  if (!(amount > 0)) return {};
  switch (byId("unit").value) {
    case "meganodes":
      return { nodes: Math.round(amount * 1e6) };
    case "kilonodes":
      return { nodes: Math.round(amount * 1e3) };
    case "seconds":
      return { time_ms: Math.round(amount * 1e3) };
    default:
      return { time_ms: Math.round(amount * 6e4) };
  }
}

/** Ways back to the positions that were analysed before. */
function showEarlier({ earlier }, go) {
  const home = byId("earlier");
  const text = earlier.map(lineText).join(";") + earlier.length;
  if (home.dataset.shown === text) return;
  home.dataset.shown = text;
  const button = (line) => {
    const label = line.length > 0 ? lineText(line) : "root of the tree";
    return element("button", { type: "button", text: label, on: { click: () => go(line.map(({ move }) => move)) } });
  };
  home.replaceChildren(...(earlier.length > 0 ? ["Searched before: ", ...earlier.map(button)] : []));
}

/** Whether the position shown lies below the position analysed. */
function isBelow({ path, status }) {
  const { analysed } = status;
  return path.length > analysed.length && analysed.every(({ move }, index) => move === path[index].move);
}

/** Shows how the analysis stands; `go` leads to a position. */
export function showStatus(look, go) {
  const { status } = look;
  const isRunning = status.phase !== "resting";
  const run = byId("run");
  setText(run, isRunning ? "Stop" : "Start");
  run.classList.toggle("main", !isRunning);
  byId("here").disabled = look.analysed || Boolean(look.ending && look.legal.length === 0);
  byId("include").disabled = !isBelow(look);
  const save = byId("save");
  save.disabled = !status.file;
  save.title = status.file ? `Save to ${status.file}` : "There is no file: start with --save FILE";
  setText(save, status.unsaved && status.file ? "Save •" : "Save");
  save.setAttribute("aria-label", status.unsaved && status.file ? "Save, there is unsaved work" : "Save");
  setText(byId("standing"), standing(status));
  setText(byId("notice"), status.notice ?? "");
  showEarlier(status, go);
}

function standing(status) {
  const where = status.analysed.length > 0 ? `after ${lineText(status.analysed)}` : "the root of the tree";
  let phase = PHASES[status.phase];
  if (status.phase === "checking" && status.checked !== null) {
    phase += ` (${percent(status.checked, status.tree_nodes)})`;
  }
  if (status.phase === "resting" && status.stopped) phase += ` (${STOPS[status.stopped] ?? status.stopped})`;
  const parts = [`${phase}: ${where}`, `${roughly(status.nodes)} nodes`];
  if (status.speed > 0) parts.push(`${roughly(status.speed)} a second`);
  const room = status.tree_room ? `, ${percent(status.tree_nodes, status.tree_room)} of its room` : "";
  parts.push(`tree of ${plural(status.tree_nodes, "node")}${room}`);
  if (status.engine) parts.push(`leaves searched by ${status.engine}`);
  if (status.answer_holds !== null) parts.push(`the answer holds with ${Math.floor(status.answer_holds * 100)} %`);
  return `${parts.join(" · ")}.`;
}
