// The page: what is shown, and what happens when something is clicked or pressed.

import * as api from "./api.js";
import { watchAbsence } from "./away.js";
import { showBars } from "./bars.js";
import { showBestLine, showTranspositions } from "./bestline.js";
import { Board } from "./board.js";
import { isRunning, limit, showStatus } from "./controls.js";
import { copyText, download, pgn, pictureIn } from "./copy.js";
import { Icicle } from "./icicle.js";
import { listenToKeys } from "./keys.js";
import { MoveTable } from "./moves.js";
import { listenToSaving } from "./saving.js";
import { showStory } from "./story.js";
import { byId, count, element, lineText, proofText, scoreText, setText } from "./text.js";
import { WhyPanel } from "./why.js";
import { Workplace } from "./workplace.js";

/** The moves to the position shown, what is known about it, the move that the user chose in it. */
const state = { moves: [], look: null, chosen: null, drawn: null, asked: 0, isLost: false, leave: () => {} };

const board = new Board(byId("board"), byId("promotion"), (move) => go([...state.moves, move]));
const table = new MoveTable({
  go: (move) => go([...state.moves, move]),
  choose: (move) => choose(move),
  why: (move) => askWhy(move),
});
const goOn = (moves) => go([...state.moves, ...moves]);
const icicle = new Icicle(goOn);
const why = new WhyPanel(goOn, closeWhy);
const workplace = new Workplace(() => state.moves, () => state.look.fen, (moves) => go(moves), (notes) => problem(notes.join(" ")));

/** Does something that may fail, and says so. */
async function attempt(act) {
  try {
    const result = await act();
    problem("");
    return result;
  } catch (error) {
    if (!(error instanceof api.Problem)) throw error;
    problem(error.message);
    return undefined;
  }
}

function problem(text, isLost = false) {
  state.isLost = isLost;
  byId("problem").hidden = text === "";
  setText(byId("problem"), text);
}

/** Goes to the position after these moves. `choice` is the move to choose there. Returns whether there is one. */
async function go(moves, { choice = null, replaces = false } = {}) {
  const asked = (state.asked += 1);
  const look = await attempt(() => api.look(moves));
  if (!look) return false;
  if (asked !== state.asked) return true;
  state.leave();
  Object.assign(state, { moves, look, chosen: choice, drawn: null });
  why.hide();
  const place = `#${moves.join(".")}`;
  if (replaces) history.replaceState(null, "", place);
  else if (location.hash !== place) history.pushState(null, "", place);
  show();
  say();
  state.leave = api.listen(moves, heard, lost);
  if (follows()) attempt(() => api.visit(moves));
  return true;
}

/** Whether the search comes along. */
const follows = () => byId("follow").checked;

function heard(look) {
  state.look = look;
  // What else went wrong stays until something succeeds.
  if (state.isLost) problem("");
  show();
}

function lost() {
  problem("shans explore does not answer: it has ended, or is busy. The page shows what it knew last.", true);
}

const candidates = () => state.look?.known_of_it?.candidates ?? [];

/** The move chosen: the preferred one, until somebody chooses another. */
function chosen() {
  const is = candidates().some(({ move }) => move === state.chosen);
  return is ? state.chosen : (candidates()[0]?.move ?? null);
}

function show() {
  const { look } = state;
  board.show(look.fen, look.legal, look.path.at(-1));
  showArrows();
  showBars(look, board.flipped);
  showBestLine(look, goOn);
  showTranspositions(look, (moves) => go(moves));
  table.show(look, chosen());
  icicle.show(look, chosen());
  showStatus(look, go);
  showStory(look);
  showPath(look);
  showSummary(look);
  showComment(look);
}

/** What people say about the position; not while somebody writes it. */
function showComment(look) {
  const box = byId("comment");
  if (document.activeElement !== box) box.value = look.comment ?? "";
}

function listenToComment() {
  const box = byId("comment");
  let moves = [];
  box.addEventListener("focus", () => (moves = state.moves));
  box.addEventListener("change", () => attempt(() => api.comment(moves, box.value)));
}

function showArrows() {
  if (state.drawn) board.showLine(state.drawn);
  else board.showCandidates(candidates(), chosen());
}

function showPath({ path, known }) {
  const text = path.map(({ move }) => move).join(".") + known;
  const home = byId("path");
  if (home.dataset.shown === text) return;
  home.dataset.shown = text;
  const crumb = (label, moves, name) =>
    element("button", {
      type: "button",
      text: label,
      class: moves.length > known ? "beyond" : undefined,
      "aria-label": name,
      "aria-current": moves.length === path.length ? "location" : undefined,
      on: { click: () => go(moves) },
    });
  const steps = path.map((step, index) => {
    const moves = path.slice(0, index + 1).map(({ move }) => move);
    return crumb(lineText([step]), moves, `Back to ${lineText([step])}`);
  });
  const { before } = workplace;
  const played = before.length > 0 ? [element("span", { class: "before", text: lineText(before), title: "The game before the root of the tree" })] : [];
  home.replaceChildren(...played, crumb("top", [], "Root of the tree"), ...steps);
  home.lastChild.scrollIntoView({ block: "nearest", inline: "end" });
  workplace.mark(path);
  const list = state.look.legal.map(({ san }) => element("option", { value: san }));
  byId("legal").replaceChildren(...list);
}

function showSummary(look) {
  const known = look.known_of_it;
  setText(byId("place"), look.fen);
  byId("back").disabled = state.moves.length === 0;
  byId("first").disabled = state.moves.length === 0;
  byId("forward").disabled = !chosen();
  setText(byId("summary"), summary(look, known));
}

function summary(look, known) {
  if (look.ending) return `${capital(look.ending)}.`;
  if (!known) return `${look.to_move} to move. The tree has not been here: "Search here" adds this position and searches it.`;
  const tried = `${count(known.candidates.length)} of ${count(look.legal.length)} moves tried`;
  const score = `${scoreText(known.score)} for ${look.to_move}${known.proven ? `, ${proofText(known)}` : ""}`;
  return [`${look.to_move} to move, ${score}; ${tried}.`, look.left_out].filter(Boolean).join(" ");
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Tells whoever cannot see the board where he is. */
function say() {
  const last = state.look.path.at(-1);
  setText(byId("said"), `${last ? `After ${last.san}. ` : ""}${byId("summary").textContent}`);
}

function choose(move) {
  if (!move) return;
  state.chosen = move;
  state.drawn = null;
  showArrows();
  table.choose(move);
  table.reveal(move);
  icicle.show(state.look, move);
  const found = candidates().find((candidate) => candidate.move === move);
  if (found) setText(byId("said"), `${found.san}, ${scoreText(found.score)}`);
}

function chooseBy(step) {
  const moves = candidates().map(({ move }) => move);
  const place = Math.max(0, moves.indexOf(chosen()));
  choose(moves[Math.max(0, Math.min(moves.length - 1, place + step))]);
}

function back() {
  if (state.moves.length > 0) go(state.moves.slice(0, -1), { choice: state.moves.at(-1) });
}

function forward() {
  if (chosen()) go([...state.moves, chosen()]);
}

async function askWhy(move) {
  if (!move) return;
  const moves = state.moves;
  const answer = await attempt(() => api.why(moves, move));
  if (!answer || moves !== state.moves) return;
  if (candidates().some((candidate) => candidate.move === move)) choose(move);
  state.drawn = why.show(answer);
  showArrows();
}

function closeWhy() {
  why.hide();
  state.drawn = null;
  showArrows();
}

/** The moves to the position that was asked for. */
const home = () => state.look.status.home.map(({ move }) => move);

function run() {
  const start = () => (follows() ? api.follow(state.moves, limit()) : api.start(home(), limit()));
  attempt(() => (isRunning(state.look) ? api.stop() : start()));
}

/** Makes the move, or several, in any form that the program reads. */
async function typed(event) {
  event.preventDefault();
  const field = byId("move");
  const text = field.value.trim();
  if (!text) return problem("Type a move, such as Nf3 or g1f3");
  // The keys walk again at once; / comes back here.
  field.blur();
  const wrong = await workplace.open({ text });
  if (wrong) {
    field.focus();
    return problem(wrong);
  }
  field.value = "";
}

/** Has the line to the position shown searched before anything else. */
function include() {
  const before = home();
  attempt(() => api.include(before, state.moves.slice(before.length), limit()));
}

/** Leaves the last move out, and goes to the position in which it was one. */
function exclude() {
  const before = home();
  const line = state.moves.slice(before.length);
  attempt(async () => {
    await api.exclude(before, line, limit());
    go(state.moves.slice(0, -1));
  });
}

/** The game to the position shown. */
const game = () => pgn(workplace.tags, [...workplace.before, ...state.look.path]);

async function copy(text) {
  await copyText(text);
  setText(byId("said"), "Copied");
}

function listenToCopies() {
  byId("copy-fen").addEventListener("click", () => copy(state.look.fen));
  byId("copy-pgn").addEventListener("click", () => copy(game()));
  const save = (home, name) => pictureIn(home) && download(pictureIn(home), name, byId("picture-kind").value);
  byId("board-picture").addEventListener("click", () => save("board", "board"));
  byId("tree-picture").addEventListener("click", () => save("icicle", "tree"));
}

const placeInAddress = () => location.hash.slice(1).split(".").filter(Boolean);

async function begin() {
  byId("first").addEventListener("click", () => go([]));
  byId("back").addEventListener("click", back);
  byId("forward").addEventListener("click", forward);
  byId("flip").addEventListener("click", flip);
  byId("run").addEventListener("click", run);
  byId("here").addEventListener("click", () => attempt(() => api.start(state.moves, limit())));
  byId("include").addEventListener("click", include);
  byId("exclude").addEventListener("click", exclude);
  listenToSaving(attempt, () => state.look);
  byId("typed").addEventListener("submit", typed);
  window.addEventListener("popstate", () => go(placeInAddress(), { replaces: true }));
  listenToKeys({
    ArrowLeft: back,
    ArrowRight: forward,
    ArrowUp: () => chooseBy(-1),
    ArrowDown: () => chooseBy(1),
    // At the root already: going there again would close what was asked about it meanwhile.
    Home: () => state.moves.length > 0 && go([]),
    End: () => go(home()),
    Escape: closeWhy,
    w: () => askWhy(chosen()),
    s: run,
    f: flip,
    o: () => workplace.showDialog(),
    "/": () => byId("move").focus(),
  });
  listenToCopies();
  listenToComment();
  byId("follow").addEventListener("change", () => follows() && attempt(() => api.visit(state.moves)));
  await attempt(() => workplace.list());
  // An address may name moves of another tree.
  if (!(await go(placeInAddress(), { replaces: true }))) await go([], { replaces: true });
  watchAbsence(() => state.look, (moves) => attempt(() => api.look(moves)));
}

function flip() {
  board.flip();
  showArrows();
  showBars(state.look, board.flipped);
}

begin();
