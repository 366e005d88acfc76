// The picture of the tree: a row for each move deeper, width is effort, colour is value.

import { byId, count, drawn, element, scoreText, setText, valueColour } from "./text.js";
import { opponent, sideOf, viewer } from "./viewpoint.js";

const ROW = 24;
const MOST_ROWS = 14;
/** Narrower than this, nothing can be seen: pixels. */
const LEAST_WIDTH = 1.5;

/** The picture; `go` gets the moves from the position to the clicked node. */
export class Icicle {
  constructor(go) {
    this.go = go;
    this.home = byId("icicle");
    // Its height is the picture's own doing: to draw again for it would take a click away.
    new ResizeObserver(() => this.home.clientWidth !== this.width && this.draw()).observe(this.home);
  }

  show(look, chosen) {
    this.nodes = look.known_of_it?.picture ?? [];
    this.side = sideOf(look);
    this.chosen = chosen;
    setText(byId("legend-own"), viewer(look));
    setText(byId("legend-other"), opponent(look));
    this.unit = look.status.leaves_searched ? "position" : "tree node";
    this.draw();
  }

  draw() {
    if (!this.nodes) return;
    if (this.nodes.length < 2) {
      this.home.replaceChildren(element("p", { class: "empty", text: "Nothing was searched here yet." }));
      return;
    }
    const width = this.home.clientWidth;
    this.width = width;
    const places = this.places(width);
    const rows = 1 + Math.max(...places.filter(Boolean).map(({ row }) => row));
    const label = `${count(this.nodes.length - 1)} nodes with most effort; the table of lines lists the first moves`;
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${rows * ROW}`, role: "group", "aria-label": label });
    this.nodes.forEach((node, index) => {
      if (places[index] && index > 0) svg.append(...this.node(node, index, places[index]));
    });
    this.home.replaceChildren(svg);
  }

  /** Where each node is; nothing for those that cannot be seen. */
  places(width) {
    const places = [{ x: 0, width, row: -1 }];
    const used = new Array(this.nodes.length).fill(0);
    this.nodes.forEach((node, index) => {
      if (index === 0) return;
      const above = places[node.parent];
      places[index] = null;
      if (!above) return;
      const share = node.effort / Math.max(1, this.nodes[node.parent].effort);
      const own = above.width * share;
      if (own < LEAST_WIDTH || above.row + 1 >= MOST_ROWS) return;
      places[index] = { x: above.x + used[node.parent], width: own, row: above.row + 1 };
      used[node.parent] += own;
    });
    return places;
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
