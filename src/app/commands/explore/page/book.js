// The notation as the program keeps it: what is changed here is sent there, what is changed elsewhere comes back.

import * as api from "./api.js";
import { Notation } from "./notation.js";
import { NotationView } from "./notationview.js";
import { parse, print, toggleShape } from "./said.js";
import { lineText } from "./text.js";

/** `go` leads to a position, `attempt` does what may fail, `before` are the steps of the game before the root of the tree. */
export class Book {
  constructor({ go, attempt, before }) {
    Object.assign(this, { go, attempt, before });
    this.notation = new Notation();
    /** The path shown. */
    this.path = [];
    /** Which state of the program this one is: changes are counted there. */
    this.notes = null;
    /** What is sent, one after another. */
    this.sending = Promise.resolve();
    this.waiting = 0;
    this.isUnsent = false;
    this.view = new NotationView({
      go,
      say: (moves, said) => this.say(moves, said),
      promote: () => this.change((moves) => this.notation.promote(moves)),
      remove: () => this.remove(),
      keep: () => this.visit(this.path, true),
    });
  }

  get moves() {
    return this.path.map(({ move }) => move);
  }

  /** Takes the notation as the program keeps it. */
  async reload() {
    const kept = await this.attempt(() => api.notation());
    if (!kept) return;
    this.notes = kept.notes;
    this.notation = new Notation(kept);
    this.notation.visit(this.path, false);
    this.draw();
  }

  /** The position after the steps of a path is shown; it is kept where somebody made the last of them. */
  visit(path, isKept) {
    this.path = path;
    if (this.notation.visit(path, isKept)) this.send();
    this.draw();
  }

  draw() {
    this.view.draw(this.notation, lineText(this.before()));
    this.show(this.chosen);
  }

  /** Marks the position shown, and the move that would be made next. */
  show(chosen) {
    this.chosen = chosen;
    this.view.mark(this.moves, chosen);
  }

  /** Something is known anew about the position shown. */
  heard(look) {
    const { notes, phase } = look.status;
    if (this.isUnsent && this.waiting === 0 && phase !== "checking") this.send();
    // What is on its way is newer than what was heard.
    if (this.notes === null || this.waiting > 0 || notes < this.notes) return;
    if (notes > this.notes) this.reload();
    const node = this.notation.at(look.path.map(({ move }) => move));
    if (!node || node.said === (look.comment ?? "")) return;
    node.said = look.comment ?? "";
    this.draw();
  }

  /** The arrows and circles of the position shown. */
  shapes() {
    return parse(this.notation.at(this.moves)?.said ?? "").shapes;
  }

  toggleShape(shape) {
    const parts = parse(this.notation.at(this.moves)?.said ?? "");
    this.say(this.moves, print(toggleShape(parts, shape)));
  }

  /** Says something about a position of the notation. */
  say(moves, said) {
    const node = this.notation.at(moves);
    if (node?.said === said) return;
    if (node) node.said = said;
    // Where something is said, the line is one's own.
    const isShown = moves.join() === this.moves.join();
    if (isShown && this.notation.visit(this.path, true)) this.send();
    this.queue(() => api.comment(moves, said));
    this.draw();
  }

  /** Changes lines by `act`, which tells whether anything is different then. */
  change(act) {
    if (!act(this.moves)) return;
    this.send();
    this.draw();
  }

  remove() {
    const before = this.notation.remove(this.moves);
    this.send();
    this.draw();
    this.go(before);
  }

  send() {
    this.isUnsent = true;
    this.queue(() => this.keep());
  }

  async keep() {
    this.isUnsent = false;
    try {
      return await api.keepNotation(this.notation.kept());
    } catch (error) {
      // It is sent again as soon as the program can keep it.
      this.isUnsent = true;
      throw error;
    }
  }

  queue(act) {
    this.waiting += 1;
    this.sending = this.sending.then(async () => {
      const done = await this.attempt(act);
      this.waiting -= 1;
      if (done) this.notes = Math.max(this.notes ?? 0, done.notes);
    });
  }
}
