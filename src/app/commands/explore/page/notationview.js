// The notation on the page: its moves, and what can be done with the one that is shown.

import { isNumbered } from "./notation.js";
import { JUDGING, markText, parse, print, toggleMark } from "./said.js";
import { byId, element, lineButtons, onceLaidOut, scoreText, setText } from "./text.js";

/**
 * The panel. `go` leads to the position after some moves, `say` keeps what is said about one of a tree, `tree` tells which is
 * shown, `promote` and `remove` change the line of the position shown.
 */
export class NotationView {
  constructor(acts) {
    this.acts = acts;
    this.buttons = new Map();
    this.moves = [];
    this.parts = parse("");
    byId("promote").addEventListener("click", () => acts.promote());
    byId("remove").addEventListener("click", () => acts.remove());
    byId("keep").addEventListener("click", () => acts.keep());
    byId("marks").append(...JUDGING.map((mark) => this.markButton(mark)));
    this.listenToComment();
  }

  markButton(mark) {
    const act = () => this.acts.say(this.moves, print(toggleMark(this.parts, mark)));
    return element("button", { type: "button", text: markText(mark), "aria-label": `Mark the move with ${markText(mark)}`, "aria-pressed": "false", "data-mark": mark, on: { click: act } });
  }

  /** Words are of the position that was shown when somebody began to write them. */
  listenToComment() {
    const box = byId("comment");
    let [moves, parts, tree] = [[], this.parts, null];
    box.addEventListener("focus", () => ([moves, parts, tree] = [this.moves, this.parts, this.acts.tree()]));
    box.addEventListener("change", () => this.acts.say(moves, print({ ...parts, text: box.value }), tree));
  }

  /** Draws all moves: they are others now. `before` is the game before the root of the tree, as text. */
  draw(notation, before) {
    this.notation = notation;
    this.buttons = new Map();
    const home = byId("notation-moves");
    const played = before ? [element("span", { class: "before", text: before, title: "The game before the root of the tree" }), " "] : [];
    const { text } = parse(notation.root.said);
    const words = text ? [element("span", { class: "comment-text", text }), " "] : [];
    const moves = this.line(notation.root, true);
    const none = element("p", { class: "empty", text: "Moves that you make on the board stand here, with your comments, marks and arrows." });
    home.replaceChildren(...played, ...words, ...(moves.length > 0 ? moves : [none]));
  }

  line(from, startsLine) {
    const parts = [];
    for (let node = from; node.children.length > 0; ) {
      const [main, ...others] = node.children;
      const comment = this.comment(main);
      const better = this.better(main);
      parts.push(this.move(main, startsLine), " ", ...comment, ...better);
      parts.push(...others.map((other) => this.variation(other)));
      startsLine = others.length > 0 || comment.length + better.length > 0;
      node = main;
    }
    return parts;
  }

  /** What would have been better than a move that the program thinks bad; nothing where it stands there already. */
  better(node) {
    const line = node.error?.better ?? [];
    if (line.length === 0 || node.parent.children.some(({ move }) => move === line[0].move)) return [];
    const go = (moves) => this.acts.go([...movesTo(node.parent), ...moves]);
    return [element("div", { class: "variation better" }, ["better ", ...lineButtons(line, go, "Better")])];
  }

  variation(node) {
    const rest = this.line(node, this.comment(node).length > 0);
    return element("div", { class: "variation" }, [this.move(node, true), " ", ...this.comment(node), ...rest]);
  }

  comment(node) {
    const { text } = parse(node.said);
    return text ? [element("span", { class: "comment-text", text }), " "] : [];
  }

  move(node, startsLine) {
    const { marks, shapes, rest } = parse(node.said);
    const number = node.number && (startsLine || isNumbered(node)) ? `${node.number}\u00a0` : "";
    const text = number + node.san + marks.map(markText).join("");
    const drawn = shapes.length > 0 ? [element("span", { class: "has-drawing", title: "with arrows", text: "\u00a0➚", "aria-hidden": "true" })] : [];
    const go = () => this.acts.go(movesTo(node));
    const button = element("button", { type: "button", class: node.isKept ? undefined : "walked", title: clock(rest), on: { click: go } }, [text, ...judged(node, marks), ...drawn]);
    this.buttons.set(node, button);
    return button;
  }

  /** Marks the position shown, the move that would be made next, and what is said there. */
  mark(moves, next) {
    this.moves = moves;
    const node = this.notation.at(moves);
    const following = node?.children.find(({ move }) => move === next);
    for (const [of, button] of this.buttons) {
      if (of === node) button.setAttribute("aria-current", "location");
      else button.removeAttribute("aria-current");
      button.classList.toggle("next", of === following && node.children.length > 1);
    }
    onceLaidOut(() => this.reveal(this.buttons.get(node)));
    this.parts = parse(node?.said ?? "");
    for (const button of byId("marks").children) {
      button.disabled = moves.length === 0;
      button.setAttribute("aria-pressed", String(this.parts.marks.includes(Number(button.dataset.mark))));
    }
    byId("promote").disabled = !canBePromoted(node);
    byId("remove").disabled = moves.length === 0;
    byId("keep").disabled = !node || node.isKept;
    const box = byId("comment");
    if (document.activeElement !== box) box.value = this.parts.text;
    setText(byId("comment-of"), node?.san ? `Comment on ${node.number ? `${node.number}\u00a0` : ""}${node.san}` : "Comment on this position");
  }

  /** Only the panel moves, never the page. */
  reveal(button) {
    const home = byId("notation-moves");
    if (!button) return home.scrollTo({ top: 0 });
    const [move, panel] = [button, home].map((it) => it.getBoundingClientRect());
    if (move.top < panel.top || move.bottom > panel.bottom) home.scrollBy({ top: move.top - panel.top - home.clientHeight / 2 });
  }
}

/** What the clock showed after a move. */
function clock(commands) {
  const [, time] = /\[%clk\s+([^\]]+)\]/.exec(commands.join("")) ?? [];
  return time ? `Clock: ${time.trim()}` : undefined;
}

/** The mark of the program, where it is not that of the people who wrote the notation. */
function judged({ error }, marks) {
  if (!error || marks.some((mark) => markText(mark) === error.sign)) return [];
  const title = `${error.name}: from ${scoreText(error.before)} to ${scoreText(error.after)}`;
  return [element("span", { class: `judged judged-${error.name}`, title, text: error.sign })];
}

/** Whether a line is not the main one. */
function canBePromoted(node) {
  for (let at = node; at?.parent; at = at.parent) if (at.parent.children[0] !== at) return true;
  return false;
}

function movesTo(node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}
