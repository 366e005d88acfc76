// The page: what is shown, and what happens when something is clicked or pressed.

import { watchAbsence } from "./away.js";
import { showBars } from "./bars.js";
import { showBestLine, showTranspositions } from "./bestline.js";
import { Board } from "./board.js";
import { Book } from "./book.js";
import { listenToChoice } from "./choice.js";
import { isRunning, limit, showStatus } from "./controls.js";
import { copyText, download, downloadText, pictureIn } from "./copy.js";
import { Drill } from "./drill.js";
import { Guess } from "./guess.js";
import { Icicle } from "./icicle.js";
import { listenToKeys } from "./keys.js";
import { listenToLooks } from "./looks.js";
import { MoveTable } from "./moves.js";
import { pgn } from "./pgn.js";
import { Problem } from "./problem.js";
import { Review } from "./review.js";
import { listenToSaving } from "./saving.js";
import { Second } from "./second.js";
import { Shapes } from "./shapes.js";
import { Sound } from "./sound.js";
import { source } from "./source.js";
import { Story } from "./story.js";
import { showTables } from "./tables.js";
import { listenToTabs, showTab } from "./tabs.js";
import { byId, count, element, lineText, notSettled, numbered, numberedLine, onceLaidOut, proofText, restsOn, scoreText, setText } from "./text.js";
import { listenToViewpoint, sideOf, viewer } from "./viewpoint.js";
import { listenToWheel } from "./wheel.js";
import { WhyPanel } from "./why.js";
import { Workplace } from "./workplace.js";

/** The moves to the position shown, what is known about it, the move that the user chose in it. */
const state = { moves: [], look: null, chosen: null, drawn: null, asked: 0, isLost: false, tree: null, taken: null, isGoing: false, leave: () => {} };

const board = new Board(byId("board"), byId("promotion"), make);
const table = new MoveTable({
  go: (move) => go([...state.moves, move]),
  choose: (move) => choose(move),
  why: (move) => askWhy(move),
  goOn: (moves) => goOn(moves),
  keepLine: (move) => keepLine(move),
  isFlipped: () => board.flipped,
});
const second = new Second({
  attempt,
  shown: () => state.moves,
  goOn: (moves) => goOn(moves),
  fillLine: (home, line, look) => table.fillLine(home, line, look),
  keepLine: (steps) => keepSteps(steps),
});
const goOn = (moves) => go([...state.moves, ...moves]);
/** Goes there from a panel, below which the board may be out of sight on a narrow screen. */
const goInSight = async (moves) => {
  await go(moves);
  byId("board").scrollIntoView({ block: "nearest" });
};
const icicle = new Icicle(goOn);
const story = new Story({ why: (move) => askWhy(move), go: (moves) => go(moves) });
const why = new WhyPanel({
  go: (moves) => goInSight([...state.moves, ...moves]),
  close: closeWhy,
  prove: source.isLive ? (move) => attempt(() => source.prove(state.moves, move)) : null,
});
const workplace = new Workplace({
  shown: () => state.moves,
  fen: () => state.look.fen,
  go: (moves) => go(moves, { isKept: true }),
  move: (move) => go([...state.moves, move]),
  attempt,
  tell: leftOut,
  opening,
});
const book = new Book({ go: goInSight, attempt, before: () => workplace.before });
const review = new Review({
  attempt,
  go: goInSight,
  line: () => book.notation.mainLine(),
  why: async (moves, move) => (await go(moves)) && askWhy(move),
  isGame: () => workplace.isGame,
  player: (side) => workplace.player(side),
  judged: (errors) => book.judge(errors),
});
const sound = new Sound();
const guess = new Guess({ changed: () => state.look && show(), next: goOnFromGuess });
new Drill({ go: (moves) => go(moves) });
const shapes = new Shapes(board, (shape) => {
  book.toggleShape(shape);
  shapes.show(book.shapes());
});

/** Somebody makes a move on the board. Whoever guesses stays to see what it is worth. */
function make(move) {
  if (!guess.isHiding) return go([...state.moves, move], { isKept: true });
  state.chosen = move;
  return guess.attempt(move, workplace.isGame ? book.notation.played(state.moves) : null);
}

/** The line that one is in goes on, whatever was tried. */
function goOnFromGuess() {
  const next = book.notation.next(state.moves) ?? candidates()[0]?.move;
  return next && go([...state.moves, next]);
}

/** Does something that may fail, and says so. */
async function attempt(act) {
  try {
    const result = await act();
    problem("");
    return result;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem(error.message);
    return undefined;
  }
}

function problem(text, isLost = false) {
  state.isLost = isLost;
  byId("problem").hidden = text === "";
  setText(byId("problem"), text);
}

/** What could not be read stays until somebody closes it. */
function leftOut(notes) {
  byId("left-out").hidden = notes.length === 0;
  setText(byId("left-out").firstElementChild, notes.join(" "));
}

/**
 * Goes to the position after these moves. `choice` is the move to choose there; `isKept` is whether somebody made the moves,
 * who did not only walk along a line. Returns whether there is such a position.
 */
async function go(moves, { choice = null, replaces = false, isKept = false } = {}) {
  const asked = (state.asked += 1);
  state.isGoing = true;
  const look = await attempt(() => source.look(moves));
  if (look) await takeTree(look);
  if (asked !== state.asked) return Boolean(look);
  state.isGoing = false;
  if (!look) return false;
  state.leave();
  const isStep = moves.length === state.moves.length + 1;
  Object.assign(state, { moves, look, chosen: choice, drawn: null });
  source.shows(look.status.tree);
  why.hide();
  const place = `#${moves.join(".")}`;
  if (replaces) history.replaceState(null, "", place);
  else if (location.hash !== place) history.pushState(null, "", place);
  book.visit(look.path, isKept);
  guess.arrive(look);
  show();
  table.toTop();
  say();
  if (isStep) sound.play(look.path.at(-1).san);
  workplace.games.moved();
  second.arrive();
  state.leave = source.listen(moves, heard, lost, () => beginAgain([]));
  if (follows()) attempt(() => source.visit(moves));
  return true;
}

/** Opens something by `act`: whoever is on the way to a position of what was there before does not arrive. */
async function opening(act) {
  const asked = (state.asked += 1);
  try {
    return await book.open(act);
  } finally {
    if (asked === state.asked) state.isGoing = false;
  }
}

/** Where a look is of another tree than what is shown, nothing of that one stays. */
function takeTree({ status }) {
  if (status.tree === state.tree) return state.taken;
  const isFirst = state.tree === null;
  state.tree = status.tree;
  // Whoever else goes somewhere meanwhile waits, too.
  if (!isFirst) state.taken = workplace.list().then(() => book.reload(true));
  return state.taken;
}

/** There is another tree now: its position after these moves is shown, unless somebody is on the way to another one. */
function beginAgain(moves) {
  if (!state.isGoing) go(moves, { replaces: true });
}

/** Whether the search comes along. */
const follows = () => source.isLive && byId("follow").checked;

function heard(look) {
  if (look.status.tree !== state.tree) return beginAgain(state.moves);
  state.look = look;
  // What else went wrong stays until something succeeds.
  if (state.isLost) problem("");
  show();
}

function lost() {
  problem("shans explore does not answer: it has ended, or is busy. The page shows what it knew last.", true);
}

const candidates = () => state.look?.known_of_it?.candidates ?? [];

/** The move chosen: that of the line one is in, or else the preferred one, until somebody chooses another. */
function chosen() {
  const is = (move) => state.look.legal.some((legal) => legal.move === move);
  const wishes = [state.chosen, book.notation.next(state.moves), candidates()[0]?.move];
  return wishes.find((move) => move && is(move)) ?? null;
}

/** What the up and down keys choose from: where the notation has a choice, that; otherwise the table. */
function choices() {
  const [branches, moves] = [book.notation.branches(state.moves), candidates().map(({ move }) => move)];
  if (branches.length > 1) return branches;
  return [...branches.filter((move) => !moves.includes(move)), ...moves];
}

function show() {
  const { look } = state;
  board.show(look.fen, look.legal, look.path.at(-1));
  showArrows();
  showBars(look, board.flipped);
  showBestLine(look, goOn);
  showTranspositions(look, (moves) => go(moves));
  showTables(look, (move) => go([...state.moves, move]));
  table.show(look, chosen());
  second.show(look);
  icicle.show(look, chosen());
  showStatus(look, go);
  story.show(look);
  showPath(look);
  showSummary(look);
  book.heard(look);
  book.show(chosen());
  review.heard(look);
  askAgain();
  shapes.show(book.shapes());
}

function showArrows() {
  if (guess.isHiding) board.showCandidates([], null, null);
  else if (state.drawn) board.showLine(state.drawn);
  else board.showCandidates(candidates(), chosen(), workplace.isGame ? book.notation.played(state.moves) : null);
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
  home.replaceChildren(crumb("First position", [], "First position"), ...steps);
  onceLaidOut(() => {
    home.scrollTo({ left: home.scrollWidth });
    home.classList.toggle("cut", home.scrollLeft > 0);
  });
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
  setText(byId("opening"), look.opening ?? "");
  byId("summary").classList.toggle("unsettled", Boolean(known?.unsettled));
}

function summary(look, known) {
  if (look.ending) return `${capital(look.ending)}.`;
  if (!known) return `${look.to_move} to move. ${source.isLive ? "Not analysed yet: press “Analyse this position”" : "The tree does not have this position"}.`;
  const tried = `${count(known.candidates.length)} of ${count(look.legal.length)} moves searched one by one`;
  const certain = [known.proven && proofText(known), restsOn(known)].filter(Boolean).map((text) => `, ${text}`).join("");
  const score = `${scoreText(known.score, sideOf(look))} for ${viewer(look)}${certain}`;
  const doubt = notSettled(known, sideOf(look));
  return [`${look.to_move} to move, ${score}; ${tried}.`, doubt && `${capital(doubt)}.`, look.left_out].filter(Boolean).join(" ");
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
  book.show(move);
  const found = candidates().find((candidate) => candidate.move === move);
  if (found) setText(byId("said"), `${found.san}, ${scoreText(found.score, sideOf(state.look))}`);
}

function chooseBy(step) {
  const moves = choices();
  const place = Math.max(0, moves.indexOf(chosen()));
  choose(moves[Math.max(0, Math.min(moves.length - 1, place + step))]);
}

function back() {
  if (state.moves.length > 0) return go(state.moves.slice(0, -1), { choice: state.moves.at(-1) });
  return undefined;
}

function forward() {
  return chosen() ? go([...state.moves, chosen()]) : undefined;
}

async function askWhy(move) {
  if (!move) return;
  const moves = state.moves;
  const answer = await attempt(() => source.why(moves, move));
  if (!answer || moves !== state.moves) return;
  choose(move);
  state.drawn = why.show(answer, state.look);
  showTab("tab-why");
  showArrows();
}

/** Answers are live: once the tree has moved on, it is asked again. */
async function askAgain() {
  const moves = state.moves;
  const move = why.asksAgain(state.look.status);
  if (!move) return;
  const answer = await attempt(() => source.why(moves, move));
  if (moves !== state.moves || !why.isAbout(move)) return;
  if (!answer) return void why.isOld();
  state.drawn = why.show(answer, state.look, true);
  showArrows();
}

/** Puts the line of a move into the notation; the board stays where it is. */
function keepLine(move) {
  const { line } = candidates().find((candidate) => candidate.move === move) ?? { line: [] };
  keepSteps(numbered(state.look.fen, line));
}

function keepSteps(steps) {
  book.keepLine(steps);
  setText(byId("said"), "The line is in the notation");
}

/** Shows what the other side would play if it were its turn. */
async function askThreat() {
  const moves = state.moves;
  const threat = await attempt(() => source.threat(moves));
  if (!threat || moves !== state.moves) return;
  state.drawn = why.showThreat(threat, state.look);
  showTab("tab-why");
  showArrows();
}

function closeWhy() {
  why.hide();
  showTab("tab-notation");
  state.drawn = null;
  showArrows();
}

/** The moves to the position that was asked for. */
const home = () => state.look.status.home.map(({ move }) => move);

function run() {
  const start = () => (follows() ? source.follow(state.moves, limit()) : source.start(home(), limit()));
  attempt(() => (isRunning(state.look) ? source.stop() : start()));
}

/** Makes the move, or several, in any form that the program reads. */
async function typed(event) {
  event.preventDefault();
  const field = byId("move");
  const text = field.value.trim();
  if (!text) return problem("Type a move, such as Nf3 or g1f3");
  // The keys walk again at once; / comes back here.
  field.blur();
  const guessed = guess.isHiding && state.look.legal.find(({ move, san }) => move === text || san.replace(/[+#]$/, "") === text.replace(/[+#]$/, ""));
  if (guessed) {
    field.value = "";
    return make(guessed.move);
  }
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
  attempt(() => source.include(before, state.moves.slice(before.length), limit()));
}

/** Leaves the last move out, and goes to the position in which it was one. */
function exclude() {
  const before = home();
  const line = state.moves.slice(before.length);
  attempt(async () => {
    await source.exclude(before, line, limit());
    go(state.moves.slice(0, -1));
  });
}

/** The moves of the table as text, a line each, the best one first. */
function tableText(most = Infinity) {
  const row = ({ score, line }) => `${scoreText(score, sideOf(state.look))}  ${numberedLine(state.look.fen, line.map(({ san }) => san)).replaceAll("\u00a0", " ")}`;
  return candidates().slice(0, most).map(row).join("\n");
}

/** The notation as a game. */
const game = () => pgn(workplace, book.notation, byId("pgn-judged").checked);

async function copy(text) {
  await copyText(text);
  setText(byId("said"), "Copied");
}

function listenToCopies() {
  byId("copy-fen").addEventListener("click", () => copy(state.look.fen));
  byId("copy-pgn").addEventListener("click", () => copy(game()));
  byId("copy-line").addEventListener("click", () => copy(tableText(1)));
  byId("copy-table").addEventListener("click", () => copy(tableText()));
  byId("save-pgn").addEventListener("click", () => downloadText(game(), "game.pgn", "application/x-chess-pgn"));
  const save = (home, name) => pictureIn(home) && download(pictureIn(home), name, byId("picture-kind").value);
  byId("board-picture").addEventListener("click", () => save("board", "board"));
  byId("tree-picture").addEventListener("click", () => save("icicle", "tree"));
}

const placeInAddress = () => location.hash.slice(1).split(".").filter(Boolean);

/** What only a program can do. */
const LIVE_KEYS = { x: askThreat, s: run, o: () => workplace.showDialog() };

async function begin() {
  document.body.classList.toggle("file", !source.isLive);
  byId("first").addEventListener("click", () => go([]));
  byId("back").addEventListener("click", back);
  byId("forward").addEventListener("click", forward);
  byId("flip").addEventListener("click", flip);
  byId("run").addEventListener("click", run);
  byId("threat").addEventListener("click", askThreat);
  byId("here").addEventListener("click", () => attempt(() => source.start(state.moves, limit())));
  byId("include").addEventListener("click", include);
  byId("exclude").addEventListener("click", exclude);
  byId("undo").addEventListener("click", () => book.undo());
  byId("redo").addEventListener("click", () => book.redo());
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
    e: () => review.nextError(),
    f: flip,
    ...(source.isLive ? LIVE_KEYS : {}),
    "/": () => byId("move").focus(),
    "Ctrl+z": () => book.undo(),
    "Ctrl+y": () => book.redo(),
    "Ctrl+Shift+z": () => book.redo(),
  });
  byId("left-out").querySelector("button").addEventListener("click", () => leftOut([]));
  listenToCopies();
  listenToWheel(byId("board"), (step) => (step > 0 ? forward() : back()));
  listenToTabs(document.querySelector("[role=tablist]"));
  listenToViewpoint(() => show());
  listenToLooks(board, sound);
  const renewed = async () => {
    await book.reload();
    await go(state.moves);
  };
  if (source.isLive) listenToChoice(attempt, renewed);
  byId("follow").addEventListener("change", () => follows() && attempt(() => source.visit(state.moves)));
  await source.ready();
  if (source.isLive) second.list();
  await attempt(() => workplace.list());
  await book.reload();
  const first = placeInAddress();
  // An address may name moves of another tree.
  if (!(await go(first.length > 0 ? first : source.first(), { replaces: true }))) await go([], { replaces: true });
  watchAbsence(() => state.look, (moves) => attempt(() => source.look(moves)));
}

function flip() {
  board.flip();
  showArrows();
  shapes.show(book.shapes());
  showBars(state.look, board.flipped);
}

begin();
