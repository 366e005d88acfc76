// The program as a source. All addresses are relative: they carry the token of the page.

import { Problem } from "./problem.js";

/** Whoever looks at a board needs no FEN. */
const withoutFen = (text) => text.replace(/ in [1-8a-zA-Z]+(\/[1-8a-zA-Z]+){7} [wb] \S+ \S+( \d+ \d+)?/g, "");

async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Problem("shans explore does not answer: it has ended. The page shows what it knew last.");
  }
  const text = await response.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Problem(text.trim() || `the answer was ${response.status}`);
  }
  if (!response.ok) throw new Problem(withoutFen(data.error ?? `the answer was ${response.status}`));
  return data;
}

/** The tree that is shown: whatever is asked or wanted is about that one, and refused where another one was opened meanwhile. */
let shown = 0;

const of = (address, tree = shown) => `${address}${address.includes("?") ? "&" : "?"}tree=${tree}`;

const post = (address, body, tree) =>
  ask(of(address, tree), { method: "POST", body: body === undefined ? "" : JSON.stringify(body) });

/** Whoever walks fast does not stay to listen: milliseconds. */
const STAY = 150;
/** Until somebody is asked again who had no time: milliseconds. */
const PATIENCE = 2000;

/**
 * Tells `heard` whatever changes in the position after these moves, `gone` when there is no such position any more, and `lost`
 * when nobody tells any more. Nobody listens
 * while the page is hidden: a browser has six connections to one program, and each page that listens keeps one. Returns
 * what ends it.
 */
function listen(moves, heard, lost, gone) {
  let events = null;
  let timer = null;
  function open() {
    events = new EventSource(`events?moves=${moves.join(".")}`);
    events.onmessage = (event) => heard(JSON.parse(event.data));
    events.addEventListener("gone", gone);
    events.onerror = () => {
      lost();
      if (events.readyState === EventSource.CLOSED) timer = setTimeout(open, PATIENCE);
    };
  }
  function close() {
    clearTimeout(timer);
    events?.close();
  }
  function follow() {
    close();
    if (!document.hidden) timer = setTimeout(open, STAY);
  }
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}

export const server = {
  /** Whether it can search and save. */
  isLive: true,

  /** Resolves when questions can be asked. */
  ready: () => Promise.resolve(),

  /** The moves to the position that is shown first. */
  first: () => [],

  /** The tree of this number is shown from now on. */
  shows: (tree) => (shown = tree),

  /** What is known about the position after these moves. */
  look: (moves) => ask(`look?moves=${moves.join(".")}`),

  /** Has all positions of the game with these moves searched; `limit` is what each gets on average. */
  review: (moves, limit) => post("review", { moves, ...limit }),

  /** The curve of the game with these moves, as far as its positions are analysed, and its errors. */
  curve: (moves) => ask(of(`curve?moves=${moves.join(".")}`)),

  /** Why a move is preferred there, or is not. */
  why: (moves, move) => ask(of(`why?moves=${moves.join(".")}&move=${move}`)),

  /** Has a move and the best other one there searched until they can be told apart. */
  prove: (moves, move) => post("prove", { moves, move }),

  /** Searches the position after these moves, within `limit`: `nodes` or `time_ms`. */
  start: (moves, limit) => post("start", { moves, ...limit }),

  /** The same, the line `include` from there on before anything else. */
  include: (moves, line, limit) => post("start", { moves, include: line, ...limit }),

  /** The same, without the last move of `line` from there on. */
  exclude: (moves, line, limit) => post("start", { moves, exclude: line, ...limit }),

  /** Searches the position after these moves because somebody looks at it. */
  follow: (moves, limit) => post("start", { moves, follow: true, ...limit }),

  /** The position after these moves is shown: a search comes along, a leaf is looked into. */
  visit: (moves) => post("visit", { moves }),

  /** Games of the list with all these words in their tags, and with the position after `moves` where they are not null. */
  find: (text, moves) => post("find", { text, moves }),

  /** Lists the games of a file of this name in place of the others. */
  listGames: (name, text) => post("games", { name, text }),

  /** How many games the file has, the one that is open, and the moves before the root of the tree. */
  games: () => ask("games"),

  /** Opens a `text` or a `game` of the list. Returns the moves to it, or what it `asks` before. */
  open: (what) => post("open", what),

  /** Has the lines of a `text` searched first, within `limit`; text that is not a whole game continues after these moves. */
  importLines: (moves, text, limit) => post("import", { moves, text, ...limit }),

  /** Says something about the position after these moves of a tree; an empty text removes what was said. */
  comment: (tree, moves, text) => post("comment", { moves, text }, tree),

  /** What the other side would play after these moves if it were its turn. */
  threat: (moves) => ask(of(`threat?moves=${moves.join(".")}`)),

  /** Has another engine say something of the position after these moves, for so many milliseconds; none any more where it has no name. */
  compare: (moves, engine, time) => post("compare", { moves, engine, time_ms: time }),

  /** The question of the drill that is next at this time. */
  drill: (now) => ask(of(`drill?now=${now}`)),

  /** Judges an answer to it, and keeps that. */
  drillAnswer: (answer) => post("drill-answer", answer),

  /** Gives a hint to it. */
  drillHint: (wanted) => post("drill-hint", wanted),

  /** What searches, with how much, and what can be chosen. */
  settings: () => ask("settings"),

  /** Has it searched in another way: `engine`, `threads`, `memory_mib`, `lines`. Returns what it `asks` before, if anything. */
  choose: (choice) => post("settings", choice),

  /** The notation: `said` about the root of the tree, `moves`, the number of its state, and that of the tree. */
  notation: () => ask("notation"),

  /** Keeps these moves, each with the place of its parent, as the notation of a tree. */
  keepNotation: (tree, moves) => post("notation", { moves }, tree),

  /** Stops the search. */
  stop: () => post("stop"),

  /** Saves the tree. */
  save: () => post("save"),

  /** Saves the tree as a new file of this name, in the folder in which the program was started. */
  saveAs: (name) => post("save-as", { name }),

  listen,
};
