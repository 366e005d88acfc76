// A small board beside the pointer: the position after some moves of a line.

import { piece } from "./pieces.js";
import { drawn, element } from "./text.js";

const SQUARE = 45;
const FILES = "abcdefgh";
/** The side of the picture, and its distance from the pointer: pixels. */
const [SIDE, GAP] = [200, 14];

const place = (square) => FILES.indexOf(square[0]) + 8 * (8 - Number(square[1]));

/** The letters of the 64 squares of a position, a8 first. */
export function squares(fen) {
  const letters = [...fen.split(" ")[0]].flatMap((letter) => (letter === "/" ? [] : letter > "0" && letter < "9" ? Array(Number(letter)).fill("") : [letter]));
  return Array.from({ length: 64 }, (_, index) => letters[index] ?? "");
}

/** Makes a legal move, as programs write it, on these squares. */
function play(letters, move) {
  const [from, to] = [place(move), place(move.slice(2))];
  const mover = letters[from];
  const isKing = mover.toLowerCase() === "k";
  const takesOwnRook = isKing && letters[to].toLowerCase() === "r" && (letters[to] === "R") === (mover === "K");
  if (takesOwnRook || (isKing && Math.abs(from - to) === 2)) return castle(letters, from, to);
  // A pawn that changes its file without taking anything takes in passing.
  if (mover.toLowerCase() === "p" && from % 8 !== to % 8 && !letters[to]) letters[8 * Math.floor(from / 8) + (to % 8)] = "";
  const promoted = move[4] && (mover === "P" ? move[4].toUpperCase() : move[4].toLowerCase());
  letters[from] = "";
  letters[to] = promoted || mover;
}

function castle(letters, from, to) {
  const row = from - (from % 8);
  const [king, rook] = letters[from] === "K" ? ["K", "R"] : ["k", "r"];
  const isShort = to > from;
  const ranks = letters.slice(row, row + 8);
  letters[letters[to] === rook ? to : row + (isShort ? ranks.lastIndexOf(rook) : ranks.indexOf(rook))] = "";
  letters[from] = "";
  letters[row + (isShort ? 6 : 2)] = king;
  letters[row + (isShort ? 5 : 3)] = rook;
}

/** A picture of the position after these moves. */
function picture(fen, moves, isFlipped) {
  const letters = squares(fen);
  moves.forEach((move) => play(letters, move));
  const last = moves.at(-1);
  const marked = [place(last), place(last.slice(2))];
  const parts = letters.flatMap((letter, index) => {
    const at = isFlipped ? 63 - index : index;
    const [x, y] = [(at % 8) * SQUARE, Math.floor(at / 8) * SQUARE];
    const shade = (index + Math.floor(index / 8)) % 2 === 0 ? "light" : "dark";
    const square = (name) => drawn("rect", { x, y, width: SQUARE, height: SQUARE, class: name });
    const shape = letter ? piece(letter) : null;
    shape?.setAttribute("transform", `translate(${x} ${y})`);
    return [square(shade), ...(marked.includes(index) ? [square("last")] : []), ...(shape ? [shape] : [])];
  });
  return drawn("svg", { viewBox: `0 0 ${8 * SQUARE} ${8 * SQUARE}`, width: SIDE, height: SIDE, "aria-hidden": "true" }, parts);
}

/** The small board; whoever points at a move gets it. */
export class SmallBoard {
  constructor() {
    this.home = element("div", { class: "small-board", hidden: true });
    document.body.append(this.home);
  }

  /** Shows the position after these moves of a position beside an element. */
  show(beside, fen, moves, isFlipped) {
    const box = beside.getBoundingClientRect();
    const isAbove = box.bottom + GAP + SIDE > window.innerHeight;
    this.home.replaceChildren(picture(fen, moves, isFlipped));
    this.home.style.left = `${Math.max(0, Math.min(box.left, window.innerWidth - SIDE - GAP))}px`;
    this.home.style.top = `${isAbove ? box.top - GAP / 2 - SIDE : box.bottom + GAP / 2}px`;
    this.home.hidden = false;
  }

  hide() {
    this.home.hidden = true;
  }
}
