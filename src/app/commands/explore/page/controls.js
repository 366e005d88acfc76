// Starting, stopping, limits, saving, and how the analysis stands.

import { source } from "./source.js";
import { byId, element, lineText, percent, plural, roughly, setText } from "./text.js";

const PHASES = { resting: "Stopped", looking: "Looking", checking: "Checking the tree", searching: "Analysing", reviewing: "Reviewing the game", proving: "Searching two moves until they can be told apart" };
const STOPS = {
  reviewed: "the game is reviewed",
  settled: "settled",
  proven: "proven",
  "only-move": "only one move to choose from",
  nodes: "at the node limit",
  time: "at the time limit",
  memory: "the tree is full",
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
    const label = line.length > 0 ? lineText(line) : "first position";
    return element("button", { type: "button", text: label, on: { click: () => go(line.map(({ move }) => move)) } });
  };
  home.replaceChildren(...(earlier.length > 0 ? ["Analysed before: ", ...earlier.map(button)] : []));
}

const isSame = (a, b) => a.length === b.length && a.every(({ move }, index) => move === b[index].move);

/** Whether the position shown lies below the one that was asked for. */
const isBelow = ({ path, status }) => path.length > status.home.length && isSame(path.slice(0, status.home.length), status.home);

/** Whether a search is under way that somebody may stop. */
export const isRunning = ({ status }) => ["searching", "checking", "reviewing", "proving"].includes(status.phase);

/** Shows how the analysis stands; `go` leads to a position. */
export function showStatus(look, go) {
  const { status } = look;
  const running = isRunning(look);
  const run = byId("run");
  setText(run, running ? "Stop" : "Start");
  run.classList.toggle("main", !running);
  byId("here").disabled = (look.analysed && isSame(look.path, status.home)) || Boolean(look.ending && look.legal.length === 0);
  byId("include").disabled = !isBelow(look);
  byId("exclude").disabled = !isBelow(look);
  byId("drill").hidden = !status.drills;
  const save = byId("save");
  save.title = status.file ? `Save to ${status.file}` : "Save as a new file";
  setText(save, status.unsaved ? "Save •" : "Save");
  save.setAttribute("aria-label", status.unsaved ? "Save, there is unsaved work" : "Save");
  setText(byId("standing"), standing(look));
  setText(byId("notice"), status.notice ?? "");
  showEarlier(status, go);
}

function standing({ status, path }) {
  let phase = PHASES[status.phase];
  if (status.phase === "checking" && status.checked !== null) {
    phase += ` (${percent(status.checked, status.tree_nodes)})`;
  }
  if (status.phase === "resting" && status.stopped && status.stopped !== "interrupted") phase += ` (${STOPS[status.stopped] ?? status.stopped})`;
  if (status.phase === "searching") phase += ` ${place(status.analysed, path)}`;
  const parts = [...(source.isLive ? [phase] : []), `${roughly(status.nodes)} nodes searched`];
  if (status.speed > 0) parts.push(`${roughly(status.speed)} a second`);
  const room = status.tree_room ? `, ${percent(status.tree_nodes, status.tree_room)} of its room` : "";
  parts.push(`tree of ${plural(status.tree_nodes, "node")}${room}`);
  if (status.engine) parts.push(`leaves searched by ${status.engine}`);
  if (status.workers) parts.push(status.workers);
  if (status.answer_holds !== null) {
    const where = isSame(status.analysed, path) ? "" : `, for ${place(status.analysed, path)}`;
    parts.push(`confidence ${Math.floor(status.answer_holds * 100)}\u00a0% that no move is better by 0.30${where}`);
  }
  if (status.no_progress) parts.push(status.no_progress);
  return `${parts.join(" · ")}.`;
}

/** What is analysed, as seen from the position shown. */
function place(analysed, path) {
  if (isSame(analysed, path)) return "this position";
  return analysed.length > 0 ? `the position after ${lineText(analysed)}` : "the first position";
}
