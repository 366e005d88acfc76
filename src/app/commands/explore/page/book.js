// The notation as the program keeps it: what is changed here is sent there, what is changed elsewhere comes back.

import { Notation } from "./notation.js";
import { NotationView } from "./notationview.js";
import { parse, print, toggleShape } from "./said.js";
import { source } from "./source.js";
import { byId, lineText } from "./text.js";
import { History, saidIn } from "./undo.js";

/** `go` leads to a position, `attempt` does what may fail, `before` are the steps of the game before the root of the tree. */
export class Book {
  constructor({ go, attempt, before }) {
    Object.assign(this, { go, attempt, before });
    this.notation = new Notation();
    /** The errors of the main line, as the program judges them. */
    this.errors = [];
    this.judgedAs = "";
    /** The path shown. */
    this.path = [];
    this.history = new History();
    /** Which state of the program this one is: changes are counted there. And of which tree. */
    this.notes = null;
    /** Whether something is being opened: what is heard of it meanwhile is taken then. */
    this.isOpening = false;
    this.tree = null;
    /** What is sent, one after another. */
    this.sending = Promise.resolve();
    this.waiting = 0;
    /** How much was sent so far. */
    this.sent = 0;
    this.isUnsent = false;
    this.view = new NotationView({
      go,
      say: (moves, said, tree) => this.say(moves, said, tree),
      tree: () => this.tree,
      promote: () => this.change((moves) => this.notation.promote(moves)),
      remove: () => this.remove(),
      keep: () => this.visit(this.path, true),
    });
  }

  get moves() {
    return this.path.map(({ move }) => move);
  }

  /** Takes the notation as the program keeps it; of another tree, nothing that was here stays. */
  async reload(isOther = false) {
    const { sent } = this;
    const kept = await this.attempt(() => source.notation());
    // An answer of an earlier tree comes too late; and what was changed here meanwhile is newer than what was asked for before.
    if (!kept || kept.tree < this.tree || (!isOther && sent !== this.sent)) return;
    if (isOther) {
      [this.path, this.isUnsent] = [[], false];
      this.judge([]);
    }
    // What somebody else has changed is not taken back here.
    this.history.clear();
    this.take(kept);
  }

  /** Shows the notation that the program keeps. */
  take(kept) {
    this.notes = kept.notes;
    this.tree = kept.tree;
    this.notation = new Notation(kept);
    this.notation.judge(this.errors);
    this.notation.visit(this.path, false);
    this.draw();
  }

  /** The position after the steps of a path is shown; it is kept where somebody made the last of them. */
  visit(path, isKept) {
    const before = this.state();
    this.path = path;
    if (this.notation.visit(path, isKept)) {
      this.history.note(before);
      this.send();
    }
    this.draw();
  }

  /** Keeps a line of steps from the position shown on. */
  keepLine(steps) {
    const before = this.state();
    const isNew = this.notation.visit([...this.path, ...steps], true);
    this.notation.visit(this.path, false);
    if (!isNew) return;
    this.history.note(before);
    this.send();
    this.draw();
  }

  /** Opens a game by `act`. If it is one of this tree, its notation, the next one there is, is in the place of this one then. */
  async open(act) {
    await this.sending;
    const { notes } = this;
    this.isOpening = true;
    try {
      const opened = await act();
      const kept = await this.attempt(() => source.notation());
      if (kept?.tree === this.tree && kept.notes > notes) {
        this.history.note(this.state());
        this.path = [];
        this.take(kept);
      }
      return opened;
    } finally {
      this.isOpening = false;
    }
  }

  draw() {
    this.view.draw(this.notation, lineText(this.before()));
    this.show(this.chosen);
  }

  /** Takes the errors of the main line as the program judges them. */
  judge(errors) {
    const told = JSON.stringify(errors);
    if (told === this.judgedAs) return;
    this.judgedAs = told;
    this.notation.judge(errors);
    this.errors = errors;
    this.draw();
  }

  /** Marks the position shown, and the move that would be made next. */
  show(chosen) {
    this.chosen = chosen;
    byId("undo").disabled = this.history.before.length === 0;
    byId("redo").disabled = this.history.after.length === 0;
    this.view.mark(this.moves, chosen);
  }

  /** Something is known anew about the position shown. */
  heard(look) {
    const { notes, phase } = look.status;
    if (this.isUnsent && this.waiting === 0 && phase !== "checking") this.send();
    // What is on its way is newer than what was heard.
    if (this.notes === null || this.waiting > 0 || this.isOpening || notes < this.notes) return;
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

  /** Says something about a position of the notation, unless that is of another `tree`. */
  say(moves, said, tree = this.tree) {
    if (tree !== this.tree) return;
    const node = this.notation.at(moves);
    if (node?.said === said) return;
    this.history.note(this.state());
    if (node) node.said = said;
    // Where something is said, the line is one's own.
    const isShown = moves.join() === this.moves.join();
    if (isShown && this.notation.visit(this.path, true)) this.send();
    this.comment(moves, said);
    this.draw();
  }

  /** Changes lines by `act`, which tells whether anything is different then. */
  change(act) {
    const state = this.state();
    if (!act(this.moves)) return;
    this.history.note(state);
    this.send();
    this.draw();
  }

  remove() {
    const size = this.notation.size(this.moves);
    if (size > 1 && !window.confirm(`Delete this move and ${size - 1} more behind it?`)) return;
    this.history.note(this.state());
    const before = this.notation.remove(this.moves);
    this.send();
    this.draw();
    this.go(before);
  }

  /** What is kept, and where one is. */
  state() {
    return { ...this.notation.snapshot(), at: this.moves };
  }

  undo() {
    this.restore(this.history.back(this.state()));
  }

  redo() {
    this.restore(this.history.forth(this.state()));
  }

  /** Brings back a state: the moves, and whatever was said. */
  restore(state) {
    if (!state) return;
    const [now, then] = [saidIn(this.notation.snapshot()), saidIn(state)];
    this.notation = new Notation(state);
    this.notation.judge(this.errors);
    for (const line of new Set([...now.keys(), ...then.keys()])) {
      const said = then.get(line) ?? "";
      if (said !== (now.get(line) ?? "")) this.comment(line.split(".").filter(Boolean), said);
    }
    this.send();
    const length = state.at.findIndex((_, index) => !this.notation.at(state.at.slice(0, index + 1)));
    this.go(length < 0 ? state.at : state.at.slice(0, length));
  }

  /** By the time that it is sent, another tree may be shown. */
  comment(moves, said) {
    const { tree } = this;
    this.queue(() => source.comment(tree, moves, said));
  }

  send() {
    this.isUnsent = true;
    this.queue(() => this.keep());
  }

  async keep() {
    const { tree } = this;
    this.isUnsent = false;
    try {
      return await source.keepNotation(tree, this.notation.kept());
    } catch (error) {
      // It is sent again as soon as the program can keep it.
      this.isUnsent = tree === this.tree;
      throw error;
    }
  }

  queue(act) {
    this.waiting += 1;
    this.sent += 1;
    this.sending = this.sending.then(async () => {
      const done = await this.attempt(act);
      this.waiting -= 1;
      if (done) this.notes = Math.max(this.notes ?? 0, done.notes);
    });
  }
}
