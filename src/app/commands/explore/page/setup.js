// Setting up a position: pieces are put on squares by mouse or keyboard, and the FEN follows.

import { piece, pieceName } from "./pieces.js";
import { squares } from "./smallboard.js";
import { byId, drawn, element } from "./text.js";

const FILES = "abcdefgh";
const PIECES = [..."KQRBNPkqrbnp"];
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const picture = (letter) => drawn("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" }, letter ? [piece(letter)] : []);

/** The board of these letters as FEN writes it. */
function board(letters) {
  const row = (index) => letters.slice(8 * index, 8 * index + 8).map((letter) => letter || "1").join("").replace(/1+/g, (ones) => ones.length);
  return Array.from({ length: 8 }, (_, index) => row(index)).join("/");
}

/** Whether king and rook stand on a board as a castling right needs them: `K`, `q`, or the file of the rook. */
function fits(letters, right) {
  const isWhite = right === right.toUpperCase();
  const row = letters.slice(isWhite ? 56 : 0, isWhite ? 64 : 8);
  const [king, rook] = isWhite ? ["K", "R"] : ["k", "r"];
  const at = row.indexOf(king);
  const side = { k: row.lastIndexOf(rook), q: row.indexOf(rook) }[right.toLowerCase()] ?? FILES.indexOf(right.toLowerCase());
  if (at < 0 || side < 0 || row[side] !== rook) return false;
  if (right.toLowerCase() === "k") return at === 4 ? side === 7 : side > at;
  if (right.toLowerCase() === "q") return at === 4 ? side === 0 : side < at;
  return true;
}

/** The dialog; `open` gets the FEN, and returns what is wrong with it. */
export class SetUp {
  constructor(open) {
    this.open = open;
    this.letters = squares(START.split(" ")[0]);
    this.held = "P";
    this.dialog = byId("set-up-dialog");
    const names = [...PIECES.map((letter) => [letter, pieceName(letter)]), ["", "nothing"]];
    this.palette = names.map(([letter, name]) =>
      element("button", { type: "button", "aria-label": name, "aria-pressed": "false", on: { click: () => this.hold(letter) } }, letter ? [picture(letter)] : ["×"]),
    );
    byId("set-up-pieces").replaceChildren(...this.palette);
    this.cells = this.letters.map((_, place) => {
      const shade = (place + Math.floor(place / 8)) % 2 === 0 ? "light" : "dark";
      return element("button", { type: "button", class: shade, on: { click: () => this.put(place) } });
    });
    byId("set-up-board").replaceChildren(...this.cells);
    byId("set-up-board").addEventListener("keydown", (event) => this.walk(event));
    byId("set-up-turn").addEventListener("change", () => this.tell());
    byId("set-up-castling").addEventListener("change", () => this.tell());
    byId("set-up-fen").addEventListener("change", () => this.take(byId("set-up-fen").value.trim()));
    byId("set-up-clear").addEventListener("click", () => this.take("8/8/8/8/8/8/8/8 w - - 0 1"));
    byId("set-up-start").addEventListener("click", () => this.take(START));
    byId("set-up-cancel").addEventListener("click", () => this.dialog.close());
    byId("set-up-go").addEventListener("click", () => this.finish());
  }

  show(fen) {
    byId("set-up-problem").textContent = "";
    this.take(fen);
    this.hold(this.held);
    this.dialog.showModal();
  }

  hold(letter) {
    this.held = letter;
    [...PIECES, ""].forEach((known, index) => this.palette[index].setAttribute("aria-pressed", String(known === letter)));
  }

  put(place) {
    const before = [...this.letters];
    this.letters[place] = this.letters[place] === this.held ? "" : this.held;
    this.dropRights(before);
    this.draw(place);
    this.tell();
  }

  /** Takes away the castling rights whose king or rook has moved, or is gone. */
  dropRights(before) {
    const field = byId("set-up-castling");
    const kept = [...field.value.trim()].filter((right) => !fits(before, right) || fits(this.letters, right));
    field.value = kept.join("") || "-";
  }

  /** The arrow keys go from square to square. */
  walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key];
    const place = this.cells.indexOf(document.activeElement);
    if (!step || !this.cells[place + step]) return;
    event.preventDefault();
    this.cells[place + step].focus();
  }

  take(fen) {
    const [places = "", turn = "w", castling = "-"] = fen.split(/\s+/);
    this.letters = squares(places);
    byId("set-up-turn").value = turn === "b" ? "b" : "w";
    byId("set-up-castling").value = castling;
    this.letters.forEach((_, place) => this.draw(place));
    byId("set-up-fen").value = fen;
  }

  draw(place) {
    const letter = this.letters[place];
    const square = FILES[place % 8] + (8 - Math.floor(place / 8));
    this.cells[place].setAttribute("aria-label", `${square}: ${letter ? pieceName(letter) : "empty"}`);
    this.cells[place].replaceChildren(picture(letter));
  }

  tell() {
    const castling = byId("set-up-castling").value.trim() || "-";
    byId("set-up-fen").value = `${board(this.letters)} ${byId("set-up-turn").value} ${castling} - 0 1`;
  }

  async finish() {
    const wrong = await this.open(byId("set-up-fen").value);
    byId("set-up-problem").textContent = wrong ?? "";
    if (!wrong) this.dialog.close();
  }
}
