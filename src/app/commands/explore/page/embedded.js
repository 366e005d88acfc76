// A file as a source: the page stands in it with a part of a tree. What follows from other positions of the file is found out here.

import { Problem } from "./problem.js";
import { picture } from "./seen.js";
import { numbered } from "./text.js";

/** Moves of a line behind a move, and of the best line of a position: as many as the program tells. */
const [LINE_PLIES, BEST_LINE_PLIES] = [16, 24];

/** The content of a file, of the text that stands in it: base64 of data packed as zlib does. */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** `e2e4 e4 e7e5 e5` as moves. */
function movesOf(text) {
  const words = text ? text.split(" ") : [];
  return words.flatMap((move, index) => (index % 2 === 0 ? [{ move, san: words[index + 1] }] : []));
}

/** A position of the file. What takes time is found out when it is asked for: a page of 10,000 positions shows a few. */
class Row {
  constructor(packed, above) {
    Object.assign(this, packed);
    this.above = above;
    this.below = new Map();
    above?.below.set(this.move, this);
    this.opening ??= above?.opening;
  }

  get moves() {
    return (this.named ??= movesOf(this.legal));
  }

  get san() {
    return this.above.moves.find(({ move }) => move === this.move).san;
  }
}

/** The rows of a content, and what the program would answer about them. */
class Rows {
  constructor({ rows, status, left_out: leftOut }) {
    Object.assign(this, { rows: [], status, leftOut });
    this.analysed = status.analysed.map(({ move }) => move).join(".");
    rows.forEach((row) => this.rows.push(new Row(row, this.rows[row.parent])));
  }

  /** The row after these moves. */
  at(moves) {
    let row = this.rows[0];
    for (const move of moves) {
      const next = row.below.get(move);
      if (next) {
        row = next;
        continue;
      }
      const made = row.moves.find((legal) => legal.move === move);
      throw new Problem(made ? `The position after ${made.san} is not in this file.` : `There is no move ${move} here.`);
    }
    return row;
  }

  path(row) {
    const line = [];
    let at = row;
    for (; at.above; at = at.above) line.unshift({ move: at.move, san: at.san });
    return numbered(at.fen, line);
  }

  /** The rows behind the moves that were tried. */
  tried = (row) => row.moves.slice(0, row.known?.tried.length ?? 0).map(({ move }) => row.below.get(move));

  /** The best line of a row. Lines behind it are found out first, so that long ones take no long way. */
  line(row) {
    if (typeof row.line === "string") row.line = movesOf(row.line);
    const [best] = this.tried(row);
    row.line ??= best ? [{ move: best.move, san: best.san }, ...this.line(best)].slice(0, BEST_LINE_PLIES) : [];
    return row.line;
  }

  look(row) {
    const { fen, moves, known, comment = null, ending = null, opening, story = null } = row;
    const path = this.path(row);
    const inTree = path.length - pathOutside(row);
    const look = { status: this.status, fen, to_move: fen.split(" ")[1] === "w" ? "White" : "Black", path, known: inTree, comment, ending };
    return {
      ...look,
      analysed: Boolean(known) && this.analysed === path.map(({ move }) => move).join("."),
      ...(this.leftOut ? { left_out: this.leftOut } : {}),
      ...(opening ? { opening } : {}),
      legal: moves,
      line: numbered(fen, this.line(row)),
      known_of_it: known ? this.known(row) : null,
      transpositions: (known?.also ?? []).map(([place, score, effort]) => ({ path: this.path(this.rows[place]), score, effort })),
      story,
    };
  }

  why(row, move) {
    const packed = row.why?.[move];
    if (!packed) return null;
    const { verdict, pv, refutation, chance, sentences, of_white: ofWhite = sentences } = packed;
    const { san } = row.moves.find((legal) => legal.move === move);
    return {
      ...{ nodes: this.status.nodes, quick: true, move, san, verdict, refutation, sentences, sentences_of_white: ofWhite },
      candidate: pv ? { pv: pv.split(" ") } : null,
      chance: chance ? { ...chance, line: chance.line.split(" ") } : null,
    };
  }

  known(row) {
    const { own, untried, others = null, tried, also, ...numbers } = row.known;
    const candidate = ({ line, ...rest }, index) => {
      const behind = this.line(row.below.get(row.moves[index].move));
      return { ...row.moves[index], ...whole(rest), line: line === undefined ? [row.moves[index], ...behind].slice(0, LINE_PLIES) : movesOf(line) };
    };
    return {
      ...whole(numbers),
      candidates: tried.map(candidate),
      untried: row.moves.slice(tried.length, tried.length + untried),
      others,
      picture: picture(row, this.tried),
    };
  }
}

/** Numbers with what goes without saying. */
const whole = (numbers) => ({ unsettled: false, proven: false, ...numbers });

/** How many of the last moves to a row lead on behind the tree. */
function pathOutside(row) {
  let count = 0;
  for (let at = row; at && !at.known; at = at.above) count += 1;
  return count;
}

/** The source of a page with this text in it. */
export function embedded(text) {
  let content = null;
  let rows = null;
  const kept = async () => ({ notes: 0 });
  return {
    isLive: false,

    async ready() {
      content = await unpack(text);
      rows = new Rows(content);
    },

    /** The moves to the position that is shown first. */
    first: () => content.first,

    look: async (moves) => rows.look(rows.at(moves)),

    async why(moves, move) {
      const answer = rows.why(rows.at(moves), move);
      if (!answer) throw new Problem("This file has answers only for the moves that were searched most.");
      return answer;
    },

    async curve(moves) {
      const [line, told] = content.curve ?? [];
      return line?.join() === moves.join() ? told : null;
    },

    notation: async () => content.notation,
    games: async () => content.games,

    /** There is one tree. */
    shows: () => {},

    /** What is changed stays in the page. */
    comment: kept,
    keepNotation: kept,

    /** Goes along moves as people write them. */
    async open({ text: words, moves }) {
      const line = [...moves];
      for (const word of words.replace(/\d+\.+/g, " ").split(/\s+/).filter(Boolean)) {
        const bare = (name) => name.replace(/[+#!?]+$/, "");
        const found = rows.at(line).moves.find(({ move, san }) => move === word || bare(san) === bare(word));
        if (!found) throw new Problem(`"${word}" is not legal here.`);
        line.push(found.move);
      }
      rows.at(line);
      return { moves: line, asks: null, notes: [] };
    },

    /** Nothing changes. */
    listen: () => () => {},
  };
}
