// Arrows and circles that people draw on the board with the right mouse button.

import { drawn } from "./text.js";

const SQUARE = 45;

/** The colour that goes with the keys held: as on other boards, none is green, Shift red, Alt blue, both yellow. */
const colourOf = ({ shiftKey, ctrlKey, altKey }) => ["G", "R", "B", "Y"][Number(shiftKey || ctrlKey) + 2 * Number(altKey)];

/** Draws on a `board`; `made` gets each `{ colour, from, to }` that somebody drew. */
export class Shapes {
  constructor(board, made) {
    this.board = board;
    this.shapes = [];
    this.layer = drawn("g");
    board.svg.append(this.layer);
    let begun = null;
    const at = (event) => board.under(event).square;
    const shape = (event) => {
      const to = at(event);
      return to && { colour: colourOf(event), from: begun, to: to === begun ? undefined : to };
    };
    board.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    board.svg.addEventListener("pointerdown", (event) => {
      begun = event.button === 2 ? at(event) : null;
      if (begun) board.svg.setPointerCapture(event.pointerId);
    });
    board.svg.addEventListener("pointermove", (event) => begun && this.draw([...this.shapes, shape(event)].filter(Boolean)));
    board.svg.addEventListener("pointercancel", () => this.show(this.shapes, (begun = null)));
    board.svg.addEventListener("pointerup", (event) => {
      const drawnShape = begun && event.button === 2 ? shape(event) : null;
      begun = null;
      this.draw(this.shapes);
      if (drawnShape) made(drawnShape);
    });
  }

  show(shapes) {
    this.shapes = shapes;
    this.draw(shapes);
  }

  draw(shapes) {
    this.layer.replaceChildren(...shapes.map((shape) => this.picture(shape)));
  }

  picture({ colour, from, to }) {
    const name = `drawn drawn-${colour}`;
    if (!to) {
      const { x, y } = this.board.corner(from);
      return drawn("circle", { cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: SQUARE / 2 - 2, class: `${name} circle` });
    }
    const arrow = this.board.arrow(from + to, 6);
    arrow.setAttribute("class", name);
    return arrow;
  }
}
