// The drill: positions as questions, on a board of its own. The program says which one is next, what an answer is worth, and when it
// comes again; it goes by the clock of the page.

import { Board } from "./board.js";
import { Problem } from "./problem.js";
import { source } from "./source.js";
import { byId, element, lineText, plural, setText } from "./text.js";

const HINTS = 3;
/** From so much on a number says nothing: a win is missed, or the game is lost. Centipawns. */
const FAR = 1000;
/** Moves of a refutation that are drawn. */
const DRAWN = 3;

/** `2.4 % of games`, where that says something. */
const share = (reach) => (reach < 1 ? ` ${(100 * reach).toFixed(1)} % of games come here.` : "");

/** What is asked. */
export function asking({ path, to_move: side, reach, answers: [times, wrong] }) {
  const way = path.length > 0 ? `${lineText(path)}. ` : "";
  const known = times > 0 ? ` Asked ${plural(times, "time")} before, ${wrong} wrong.` : " New.";
  return `${way}Your move as ${side}.${share(reach)}${known}`;
}

/** What is said of an answer. */
export function verdict({ verdict: kind, san, answer, loss_cp: loss, why, refutation }) {
  if (kind === "right") return [`${san} is right.`];
  const less = `${(Math.abs(loss) / 100).toFixed(2)}`;
  if (kind === "alternative") {
    const worth = loss > 0 ? `worth ${less} less than` : "as good as";
    return [`${san} is accepted: it is ${worth} ${answer.san}, which was asked for.`];
  }
  const line = refutation.length > 0 ? [`The refutation: ${lineText(refutation)}.`] : [];
  const lost = loss >= FAR ? `${san} is worse by far.` : `${san} loses ${less}.`;
  return [why ?? lost, ...line, `${answer.san} is right.`];
}

/** What is told where nothing is due. */
function rest({ questions, later_ms: later }) {
  if (questions === 0) return "There is nothing to ask: this tree holds no repertoire. shans prepare makes one.";
  return later === null ? "There is nothing to ask." : `Nothing is due. The next question comes on ${new Date(later).toLocaleString()}.`;
}

/** The window; `go` leads to a position of the tree. */
export class Drill {
  constructor({ go }) {
    Object.assign(this, { go, question: null, isOver: true, hints: 0, deck: "repertoire" });
    this.board = new Board(byId("drill-board"), byId("promotion"), (move) => this.answer(move));
    byId("drill").addEventListener("click", () => this.open());
    byId("drill-next").addEventListener("click", () => this.next());
    byId("drill-hint").addEventListener("click", () => this.hint());
    byId("drill-close").addEventListener("click", () => byId("drill-window").close());
    byId("drill-tree").addEventListener("click", () => this.show());
    byId("drill-typed").addEventListener("submit", (event) => this.typed(event));
  }

  async open() {
    byId("drill-window").showModal();
    await this.next();
  }

  /** Does something that may fail, and says so here. */
  async attempt(act) {
    try {
      const result = await act();
      setText(byId("drill-problem"), "");
      return result;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setText(byId("drill-problem"), error.message);
      return undefined;
    }
  }

  async next() {
    const asked = await this.attempt(() => source.drill(Date.now()));
    if (!asked) return;
    this.hints = 0;
    this.deck = asked.deck;
    const kept = asked.file ? "" : " Answers are not kept: the tree has no file.";
    const leftOut = asked.left_out > 0 ? ` ${plural(asked.left_out, "puzzle")} cannot be read.` : "";
    setText(byId("drill-count"), `${asked.due} due, ${asked.fresh} new, of ${plural(asked.questions, "question")}.${kept}${leftOut}`);
    if (asked.question) this.put(asked.question);
    else this.end(rest(asked));
  }

  /** Puts a question. */
  put(question) {
    Object.assign(this, { question, isOver: false });
    this.turn(question.to_move === "Black");
    this.board.show(question.fen, question.legal, question.path.at(-1));
    this.board.showCandidates([], null, null);
    setText(byId("drill-asked"), asking(question));
    this.tell([]);
    this.buttons();
  }

  turn(isBlack) {
    if (this.board.flipped !== isBlack) this.board.flip();
  }

  /** There is nothing more to ask now. */
  end(text) {
    Object.assign(this, { question: null, isOver: true });
    setText(byId("drill-asked"), text);
    this.tell([]);
    this.buttons();
  }

  buttons() {
    byId("drill-hint").hidden = this.isOver;
    byId("drill-typed").hidden = this.isOver;
    byId("drill-next").hidden = !this.isOver || !this.question;
    byId("drill-tree").hidden = !this.isOver || !this.question || this.deck === "puzzles";
    if (!byId("drill-next").hidden) byId("drill-next").focus();
  }

  tell(lines) {
    byId("drill-told").replaceChildren(...lines.map((text) => element("p", { text })));
  }

  async answer(move) {
    if (this.isOver) return;
    const { question, hints } = this;
    // What is on its way is not answered twice.
    this.isOver = true;
    const told = await this.attempt(() => source.drillAnswer({ question: question.name, played: question.played, move, hints, now: Date.now() }));
    if (!told) {
      this.isOver = false;
      this.board.show(question.fen, question.legal, question.path.at(-1));
      return;
    }
    if (told.goes_on) {
      this.put(told.goes_on);
      this.tell(verdict(told));
      return;
    }
    if (told.verdict === "wrong") {
      // The board stays, so that one sees what was overlooked.
      this.board.fen = "";
      this.board.show(question.fen, [], question.path.at(-1));
      this.board.showLine({ moves: [told.move, ...told.refutation.map((step) => step.move)].slice(0, DRAWN) });
    } else {
      this.board.show(told.fen, [], told);
    }
    this.tell(verdict(told));
    this.buttons();
  }

  async typed(event) {
    event.preventDefault();
    const field = byId("drill-move");
    const text = field.value.trim();
    field.value = "";
    if (text) await this.answer(text);
  }

  async hint() {
    if (this.isOver) return;
    const hint = Math.min(this.hints + 1, HINTS);
    const told = await this.attempt(() => source.drillHint({ question: this.question.name, played: this.question.played, hint }));
    if (!told || this.isOver) return;
    this.hints = hint;
    this.tell([told.text]);
  }

  /** Shows the position in the tree. */
  show() {
    byId("drill-window").close();
    this.go(this.question.path.map(({ move }) => move));
  }
}
