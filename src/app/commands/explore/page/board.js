// The board: pieces, arrows, and moves by click or drag.

import { piece, pieceName } from "./pieces.js";
import { apart } from "./segments.js";
import { centipawns, drawn, element, siblingColours } from "./text.js";

const SQUARE = 45;
const SIDE = 8 * SQUARE;
const FILES = "abcdefgh";
/** The edge with the coordinates, where they stand beside the board. */
const EDGE = 14;
/** A piece takes this long to where it goes: milliseconds. Where more pieces than this go somewhere, they are there at once. */
const [SLIDE, MOST_SLIDING] = [200, 4];
/** Arrows: more would hide the board. */
const MOST_ARROWS = 3;
/** The best move is the widest arrow by far; a move that loses this many centipawns against it has the thinnest one. */
const [BEST_WIDTH, OTHER_WIDTH, MOST_LOSS] = [9, 6, 150];

/** A board in `home`; `made` gets the moves that the user makes on it. */
export class Board {
  constructor(home, dialog, made) {
    this.made = made;
    this.dialog = dialog;
    this.flipped = false;
    /** Where coordinates stand: "inside", "outside", or "off". */
    this.coordinates = "inside";
    this.fen = "";
    this.pieces = new Map();
    this.legal = [];
    this.picked = null;
    this.layers = {};
    this.svg = drawn("svg", { role: "img" });
    for (const name of ["squares", "marks", "coordinates", "pieces", "arrows"]) {
      this.layers[name] = drawn("g");
      this.svg.append(this.layers[name]);
    }
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.drag(event));
    this.svg.addEventListener("pointerup", (event) => this.release(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    home.append(this.svg);
    this.drawSquares();
  }

  flip() {
    this.flipped = !this.flipped;
    this.drawSquares();
    this.drawPieces();
    this.drawMarks();
  }

  /** Shows a position: its FEN, its legal moves and the move that led to it. */
  show(fen, legal, last) {
    this.legal = legal;
    this.last = last;
    if (fen !== this.fen) {
      this.fen = fen;
      this.picked = null;
      const before = this.pieces;
      this.drawPieces();
      if (!this.isPut) this.slide(before);
    }
    this.isPut = false;
    this.drawMarks();
  }

  /** Puts the coordinates elsewhere. */
  setCoordinates(place) {
    this.coordinates = place;
    this.drawSquares();
  }

  /** Pieces slide from where they were. */
  slide(before) {
    const isElsewhere = (there) => ([square, { letter }]) => there.get(square)?.letter !== letter;
    const left = [...before].filter(isElsewhere(this.pieces));
    const arrived = [...this.pieces].filter(isElsewhere(before));
    if (arrived.length > MOST_SLIDING || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [square, { shape, letter }] of arrived) {
      const [from] = left.find(([, other]) => other.letter === letter) ?? [];
      if (!from) continue;
      const steps = [from, square].map((at) => ({ transform: `translate(${this.corner(at).x}px, ${this.corner(at).y}px)` }));
      this.layers.pieces.append(shape);
      shape.animate(steps, { duration: SLIDE, easing: "ease-out" });
    }
  }

  /** Arrows of the candidates, the best one widest: width and colour are value. `played` is the move of the game, if any. */
  showCandidates(candidates, chosen, played) {
    const worths = candidates.map(({ score }) => centipawns(score));
    const colours = siblingColours(candidates.map(({ score }) => score));
    const wishes = candidates.map(({ move }, index) => {
      const width = index === 0 ? BEST_WIDTH : OTHER_WIDTH * Math.max(0.4, 1 - (worths[0] - worths[index]) / MOST_LOSS);
      return { move, width, colour: colours[index], isSure: move === chosen || move === played || index === 0 };
    });
    if (played && !wishes.some(({ move }) => move === played)) wishes.push({ move: played, width: OTHER_WIDTH * 0.4, isSure: true });
    // The best one, the chosen one and that of the game are always there.
    wishes.sort((a, b) => b.isSure - a.isSure);
    const arrows = this.withoutOverlap(wishes).map(({ move, width, colour }) => {
      const arrow = this.arrow(move, width);
      arrow.classList.add("arrow");
      arrow.classList.toggle("chosen", move === chosen);
      if (move === played) arrow.classList.add("played");
      else arrow.style.fill = colour;
      return arrow;
    });
    this.layers.arrows.replaceChildren(...arrows.reverse());
  }

  /** The first of these arrows, as many as fit without one lying over another; those that have to be there in any case. */
  withoutOverlap(wishes) {
    const kept = [];
    for (const wish of wishes) {
      if (kept.length === MOST_ARROWS) break;
      const own = { ...this.ends(wish.move), half: headOf(wish.width) * 0.7 };
      if (wish.isSure || kept.every((other) => apart(own, other) > own.half + other.half)) kept.push({ ...wish, ...own });
    }
    return kept;
  }

  /** Arrows for successive moves, with numbers; circles around what falls, and around what guards it. */
  showLine({ moves, targets = [], guards = [] }) {
    // A recapture ends where the capture did, and has its number, too.
    const arrows = moves.flatMap((move, index) => {
      const arrow = this.arrow(move, 7);
      arrow.classList.add("step");
      arrow.classList.toggle("reply", index % 2 === 1);
      const { from, to } = this.ends(move);
      const x = from.x + (to.x - from.x) * 0.4;
      const y = from.y + (to.y - from.y) * 0.4;
      const disc = drawn("circle", { cx: x, cy: y, r: 7, class: arrow.getAttribute("class") });
      return [arrow, disc, drawn("text", { x, y: y + 3.2, class: "number", text: index + 1 })];
    });
    const circles = [["target", targets], ["guard", guards]].flatMap(([name, squares]) => squares.map((square) => {
      const { x, y } = this.corner(square);
      return drawn("circle", { cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: SQUARE / 2 - 2, class: `cause ${name}` });
    }));
    this.layers.arrows.replaceChildren(...circles, ...arrows);
  }

  corner(square) {
    const file = FILES.indexOf(square[0]);
    const rank = Number(square[1]) - 1;
    const [column, row] = this.flipped ? [7 - file, rank] : [file, 7 - rank];
    return { x: column * SQUARE, y: row * SQUARE };
  }

  ends(move) {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)].map((square) => {
      const { x, y } = this.corner(square);
      return { x: x + SQUARE / 2, y: y + SQUARE / 2 };
    });
    return { from, to };
  }

  arrow(move, width) {
    const { from, to } = this.ends(move);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const head = headOf(width);
    const at = (along, aside) => `${from.x + ux * along - uy * aside},${from.y + uy * along + ux * aside}`;
    const [half, tip, neck] = [width / 2, length - 4, length - 4 - head];
    const points = [at(10, half), at(neck, half), at(neck, head * 0.7), at(tip, 0), at(neck, -head * 0.7), at(neck, -half), at(10, -half)];
    return drawn("polygon", { points: points.join(" ") });
  }

  drawSquares() {
    const [parts, texts] = [[], []];
    const isOutside = this.coordinates === "outside";
    const edge = isOutside ? EDGE : 0;
    this.svg.setAttribute("viewBox", `${-edge} 0 ${SIDE + edge} ${SIDE + edge}`);
    // On the board they stand in corners that no piece reaches.
    const ofFile = isOutside ? [SQUARE / 2, SQUARE + 11] : [SQUARE - 3.5, SQUARE - 2];
    const ofRank = isOutside ? [-EDGE / 2, SQUARE / 2 + 3] : [3.5, 7.5];
    for (let place = 0; place < 64; place += 1) {
      const square = FILES[place % 8] + (Math.floor(place / 8) + 1);
      const { x, y } = this.corner(square);
      const shade = ((place % 8) + Math.floor(place / 8)) % 2 === 0 ? "dark" : "light";
      parts.push(drawn("rect", { x, y, width: SQUARE, height: SQUARE, class: shade }));
      const [edgeFile, edgeRank] = this.flipped ? ["8", "h"] : ["1", "a"];
      if (square[1] === edgeFile) texts.push(coordinate(x + ofFile[0], y + ofFile[1], square[0]));
      if (square[0] === edgeRank) texts.push(coordinate(x + ofRank[0], y + ofRank[1], square[1]));
    }
    this.layers.squares.replaceChildren(...parts);
    this.layers.coordinates.replaceChildren(...(this.coordinates === "off" ? [] : texts));
    this.layers.coordinates.setAttribute("class", this.coordinates);
  }

  /** The same in another look. */
  redrawPieces() {
    this.layers.pieces.replaceChildren();
    this.pieces = new Map();
    this.drawPieces();
  }

  /** Most pieces stand where they stood: these stay. */
  drawPieces() {
    const before = this.pieces;
    this.pieces = new Map();
    const names = [];
    const rows = this.fen.split(" ")[0].split("/");
    rows.forEach((row, index) => {
      let file = 0;
      for (const letter of row) {
        if (letter >= "1" && letter <= "8") {
          file += Number(letter);
        } else if (/[a-z]/i.test(letter) && file < 8) {
          const square = FILES[file] + (8 - index);
          const { x, y } = this.corner(square);
          const there = before.get(square);
          const shape = there?.letter === letter ? there.shape : piece(letter);
          shape.setAttribute("transform", `translate(${x} ${y})`);
          this.pieces.set(square, { shape, letter });
          names.push(`${pieceName(letter)} ${square}`);
          file += 1;
        }
      }
    });
    for (const [square, { shape }] of before) if (this.pieces.get(square)?.shape !== shape) shape.remove();
    this.layers.pieces.append(...[...this.pieces.values()].map(({ shape }) => shape).filter((shape) => !shape.parentNode));
    this.svg.setAttribute("aria-label", `Board: ${names.join(", ")}`);
  }

  drawMarks() {
    const mark = (square, name) => {
      const { x, y } = this.corner(square);
      return drawn("rect", { x, y, width: SQUARE, height: SQUARE, class: name });
    };
    const marks = [];
    if (this.last) {
      marks.push(mark(this.last.move.slice(0, 2), "last"), mark(this.last.move.slice(2, 4), "last"));
      if (/[+#]$/.test(this.last.san)) {
        const king = this.fen.split(" ")[1] === "w" ? "K" : "k";
        const found = [...this.pieces].find(([, { letter }]) => letter === king);
        if (found) marks.push(mark(found[0], "check"));
      }
    }
    if (this.picked) {
      marks.push(mark(this.picked, "picked"));
      if (this.over && this.legal.some(({ move }) => move.startsWith(this.picked + this.over))) marks.push(mark(this.over, "picked"));
      for (const { move } of this.legal.filter(({ move }) => move.startsWith(this.picked))) {
        const { x, y } = this.corner(move.slice(2, 4));
        marks.push(drawn("circle", { cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: 6, class: "dot" }));
      }
    }
    this.layers.marks.replaceChildren(...marks);
  }

  /** The place of a pointer on the board, and its square. */
  under(event) {
    const box = this.svg.getBoundingClientRect();
    const { x: left, width, height } = this.svg.viewBox.baseVal;
    const x = left + ((event.clientX - box.left) * width) / box.width;
    const y = ((event.clientY - box.top) * height) / box.height;
    const [column, row] = [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
    if (column < 0 || column > 7 || row < 0 || row > 7) return { x, y, square: null };
    const [file, rank] = this.flipped ? [7 - column, row] : [column, 7 - row];
    return { x, y, square: FILES[file] + (rank + 1) };
  }

  press(event) {
    const { square } = this.under(event);
    if (!square || event.button > 0) return;
    if (this.picked && this.picked !== square && this.tryMove(this.picked, square)) return;
    const canMove = this.legal.some(({ move }) => move.startsWith(square));
    this.wasPicked = this.picked === square;
    this.picked = canMove ? square : null;
    this.held = canMove ? this.pieces.get(square) : null;
    if (canMove) this.svg.setPointerCapture(event.pointerId);
    this.drawMarks();
  }

  drag(event) {
    if (!this.held) return;
    const { x, y, square } = this.under(event);
    if (square !== this.over) {
      this.over = square;
      this.drawMarks();
    }
    this.layers.pieces.append(this.held.shape);
    this.held.shape.setAttribute("transform", `translate(${x - SQUARE / 2} ${y - SQUARE / 2})`);
  }

  release(event) {
    if (!this.held) return;
    const { square } = this.under(event);
    const from = this.picked;
    this.drop();
    if (square && square !== from) {
      this.isPut = this.tryMove(from, square);
      if (!this.isPut) this.picked = null;
    } else if (this.wasPicked) {
      this.picked = null;
    }
    this.drawMarks();
  }

  /** Puts a piece that is held back where it was. */
  drop() {
    if (!this.held || !this.picked) return;
    const { x, y } = this.corner(this.picked);
    this.held.shape.setAttribute("transform", `translate(${x} ${y})`);
    this.held = this.over = null;
  }

  /** Makes the move between two squares, if there is one. A king put onto a rook of its own castles. */
  tryMove(from, to) {
    const between = this.legal.filter(({ move }) => move.slice(0, 4) === from + to);
    const moves = between.length > 0 ? between : this.castling(from, to);
    if (moves.length === 0) return false;
    this.picked = null;
    if (moves.length === 1) this.made(moves[0].move);
    else this.choosePromotion(moves);
    return true;
  }

  castling(from, to) {
    const [king, rook] = [this.pieces.get(from)?.letter, this.pieces.get(to)?.letter];
    if (king + rook !== "KR" && king + rook !== "kr") return [];
    const castles = to > from ? /^O-O[+#]?$/ : /^O-O-O[+#]?$/;
    return this.legal.filter(({ move, san }) => move.startsWith(from) && castles.test(san));
  }

  choosePromotion(moves) {
    const isWhite = this.fen.split(" ")[1] === "w";
    const button = ({ move, san }) => {
      const letter = isWhite ? move[4].toUpperCase() : move[4];
      const shape = drawn("svg", { viewBox: `0 0 ${SQUARE} ${SQUARE}`, "aria-hidden": "true" }, [piece(letter)]);
      const choose = () => {
        this.dialog.close();
        this.made(move);
      };
      return element("button", { type: "button", "aria-label": `${pieceName(letter)}: ${san}`, on: { click: choose } }, [shape]);
    };
    this.dialog.querySelector(".tools").replaceChildren(...moves.map(button));
    this.dialog.showModal();
  }
}

/** How long the head of an arrow is. */
const headOf = (width) => Math.max(9, width * 1.7);

const coordinate = (x, y, text) => drawn("text", { x, y, class: "coordinate", text });
