// The picture of the tree: a row for each move deeper, width is effort, colour is value. The work that no move has for
// itself is hatched.

import { byId, count, drawn, element, onWidth, onceIdle, scoreText, setText, valueColour } from "./text.js";
import { opponent, sideOf, viewer } from "./viewpoint.js";

const ROW = 24;
const MOST_ROWS = 14;
/** Narrower than this, nothing can be seen: pixels. */
const LEAST_WIDTH = 1.5;
const TOGETHER = "searched together, not move by move";
const SMALL = "moves too small to be shown";

const hatch = () =>
  drawn("defs", {}, [
    drawn("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, [
      drawn("line", { x1: 0, y1: 0, x2: 0, y2: 6, class: "hatch" }),
    ]),
  ]);

/** The picture; `go` gets the moves from the position to the clicked node. */
export class Icicle {
  constructor(go) {
    this.go = go;
    this.isComing = false;
    this.home = byId("icicle");
    // Its height is the picture's own doing: to draw again for it would take a click away.
    onWidth(this.home, (width) => {
      this.width = width;
      this.draw();
    });
  }

  show(look, chosen) {
    this.nodes = look.known_of_it?.picture ?? [];
    this.side = sideOf(look);
    this.chosen = chosen;
    setText(byId("legend-own"), viewer(look));
    setText(byId("legend-other"), opponent(look));
    this.isTogether = look.status.leaves_searched;
    this.unit = this.isTogether ? "position" : "tree node";
    setText(byId("legend-together"), this.isTogether ? TOGETHER : SMALL);
    // Board and table come first: the picture is a sixth of the work of a step.
    if (!this.isComing) onceIdle(() => this.come());
    this.isComing = true;
  }

  come() {
    this.isComing = false;
    this.draw();
  }

  draw() {
    // Until it is known how wide it is, there is nothing to draw in.
    if (!this.nodes || !this.width) return;
    if (this.nodes.length < 2) {
      this.home.replaceChildren(element("p", { class: "empty", text: "Nothing was searched here yet." }));
      return;
    }
    const { width } = this;
    const places = this.places(width);
    const rows = 1 + Math.max(...places.filter(Boolean).map(({ row }) => row));
    const label = `${count(this.nodes.length - 1)} nodes with most effort; the table of lines lists the first moves`;
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${rows * ROW}`, role: "group", "aria-label": label }, [hatch()]);
    this.nodes.forEach((node, index) => {
      if (places[index] && index > 0) svg.append(...this.node(node, index, places[index]));
      if (places[index]) svg.append(...this.rest(node, index, places[index]));
    });
    this.home.replaceChildren(svg);
  }

  /** Where each node is; nothing for those that cannot be seen. */
  places(width) {
    const places = [{ x: 0, width, row: -1, used: 0 }];
    this.nodes.forEach((node, index) => {
      if (index === 0) return;
      const above = places[node.parent];
      places[index] = null;
      if (!above) return;
      const share = node.effort / Math.max(1, this.nodes[node.parent].effort);
      const own = above.width * share;
      if (own < LEAST_WIDTH || above.row + 1 >= MOST_ROWS) return;
      places[index] = { x: above.x + above.used, width: own, row: above.row + 1, used: 0 };
      above.used += own;
    });
    return places;
  }

  /** What no move below a node has for itself, where the moves below it can be seen. */
  rest(node, index, { x, width, row, used }) {
    const left = width - used;
    if (used === 0 || left < LEAST_WIDTH) return [];
    const line = this.movesTo(index).map(({ san }) => san).join(" ");
    const effort = Math.round((node.effort * left) / width);
    const name = `${line}${line && ": "}${count(effort)} ${this.unit}${effort === 1 ? "" : "s"}, ${this.isTogether ? `${TOGETHER}, or below ${SMALL}` : SMALL}`;
    const at = { x: x + used, y: (row + 1) * ROW };
    const shape = drawn("rect", { ...at, width: left, height: ROW - 1, rx: 2, class: "together", fill: "url(#hatch)" }, [drawn("title", { text: name })]);
    const told = this.isTogether ? TOGETHER : SMALL;
    if (left < 7 * told.length + 16) return [shape];
    return [shape, drawn("text", { x: at.x + 8, y: at.y + 16, class: "said", text: told })];
  }

  node(node, index, { x, width, row }) {
    const moves = this.movesTo(index);
    const isChosen = moves[0].move === this.chosen && row === 0;
    const text = moves.map(({ san }) => san).join(" ");
    const name = `${text}: ${scoreText(node.score, this.side)}, ${count(node.effort)} ${this.unit}${node.effort === 1 ? "" : "s"}`;
    const act = () => this.go(moves.map(({ move }) => move));
    const shape = drawn("rect", { x, y: row * ROW, width, height: ROW - 1, rx: 2, "data-moves": moves.map(({ move }) => move).join("."), role: "button", "aria-label": name, class: isChosen ? "chosen" : undefined, on: { click: act } }, [drawn("title", { text: name })]);
    shape.style.fill = valueColour(node.score, this.side);
    const parts = [shape];
    if (width > 9 * node.san.length + 8) {
      parts.push(drawn("text", { x: x + 5, y: row * ROW + 16, text: node.san }));
    }
    return parts;
  }

  movesTo(index) {
    const moves = [];
    for (let at = index; at > 0; at = this.nodes[at].parent) moves.unshift(this.nodes[at]);
    return moves;
  }
}
