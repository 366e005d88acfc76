// The review of the game: how far it is, the curve of the game, and the moves that cost most. The program judges and draws.

import { source } from "./source.js";
import { byId, drawn, element, lineButtons, plural, scoreText, setText, tied } from "./text.js";

/** What each position of the game gets on average, by the name of the choice. */
const LIMITS = { quick: { nodes: 20_000 }, usual: { nodes: 100_000 }, deep: { nodes: 1_000_000 }, second: { time_ms: 1_000 } };

/**
 * The panel. `attempt` does what may fail, `go` leads to a position, `line` tells the steps of the game, `isGame` whether it
 * is one that was opened, `player` names a side, and `judged` gets the errors of the game whenever they are others.
 */
export class Review {
  constructor(acts) {
    this.acts = acts;
    /** What the curve shown was drawn from. */
    this.drawn = "";
    this.rested = 0;
    this.known = null;
    this.isAsking = false;
    byId("review").addEventListener("click", () => this.click());
    byId("game-curve").addEventListener("click", ({ target }) => {
      const column = target.closest("[data-place]");
      if (column) this.acts.go(this.moves().slice(0, Number(column.dataset.place)));
    });
  }

  moves() {
    return this.acts.line().map(({ move }) => move);
  }

  click() {
    const limit = LIMITS[byId("review-limit").value];
    this.acts.attempt(() => (this.isUnderWay ? source.stop() : source.review(this.moves(), limit)));
  }

  /** Something is known anew, or there is another game; `path` are the steps to the position shown. */
  heard({ status, path }) {
    this.path = path.map(({ move }) => move);
    this.isUnderWay = status.phase === "reviewing";
    if (status.phase === "resting") this.rested = status.nodes;
    this.showStatus(status.review);
    this.showCursor();
    this.wanted = [this.moves().join("."), status.judged, this.rested].join(" ");
    this.renew();
  }

  /** Asks for what there is by now, where that is not drawn and nothing is asked yet. */
  renew() {
    if (this.wanted === this.drawn || this.isAsking) return;
    this.drawn = this.wanted;
    const moves = this.moves();
    if (moves.length === 0) this.take(null, []);
    else this.ask(moves);
  }

  async ask(moves) {
    this.isAsking = true;
    const known = await this.acts.attempt(() => source.curve(moves));
    this.isAsking = false;
    if (known && moves.join() === this.moves().join()) this.take(known, moves);
    else this.drawn = "";
    // News that came meanwhile may have been the last.
    if (known) this.renew();
  }

  /** Shows what is known of the game with these moves. */
  take(known, moves) {
    this.known = known;
    byId("game-curve").replaceChildren(...(known ? this.picture(known, moves) : []));
    this.acts.judged(known?.errors ?? []);
    this.showStatus(null);
    this.showCursor();
  }

  picture({ svg, positions, analysed, unsettled, accuracy, errors, found = [] }, moves) {
    const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
    const open = unsettled > 0 ? ` ${plural(unsettled, "value")} not settled: a move beside one is marked only where it is bad either way.` : "";
    const told = `${analysed} of ${plural(positions, "position")} of the game analysed.${open}`;
    const shares = (accuracy ?? []).map((share, index) => {
      const side = index === 0 ? "White" : "Black";
      return ` ${this.acts.player(side)}: accuracy ${Math.round(share)}\u00a0%${slips(errors, side)}.`;
    });
    const next = element("button", { type: "button", text: "Next error", title: "To the next move that cost much (e)", on: { click: () => this.nextError() } });
    const rows = [...errors, ...found].sort((one, other) => one.place - other.place);
    return [
      picture,
      element("p", {}, [told + shares.join(""), ...(errors.length > 0 ? [" ", next] : [])]),
      element("ul", { class: "changes" }, rows.map((row) => this.row(row, moves))),
    ];
  }

  row({ place, text, name, before, after, better = [], why = [] }, moves) {
    const link = (label, to) => element("button", { type: "button", text: label, on: { click: () => this.acts.go(to) } });
    const cost = name ? ` ${name}: from ${scoreText(before)} to ${scoreText(after)}` : "";
    const go = (further) => this.acts.go([...moves.slice(0, place - 1), ...further]);
    const line = better.length > 0 ? ["; better ", element("span", { class: "better" }, lineButtons(better, go, "Better"))] : [];
    const ask = name && why.length === 0 ? [" ", element("button", { type: "button", text: "why?", title: `Why ${text} is bad`, on: { click: () => this.acts.why(moves.slice(0, place - 1), moves[place - 1]) } })] : [];
    const reasons = why.map((sentence) => element("span", { class: "reason", text: tied(sentence) }));
    return element("li", {}, [link(tied(text), moves.slice(0, place)), cost, ...line, ...ask, ...reasons]);
  }

  /** Goes to the next error of the game, and behind the last one to the first. */
  nextError() {
    const errors = this.known?.errors ?? [];
    const next = errors.find(({ place }) => place > this.path.length) ?? errors[0];
    if (next) this.acts.go(this.moves().slice(0, next.place));
  }

  /** The row with the button: while a review is under way, how far it is. */
  showStatus(review) {
    const { known, isUnderWay } = this;
    const length = this.acts.line().length;
    const isWhole = Boolean(known) && known.analysed === known.positions;
    const isWanted = this.acts.isGame() && !isWhole;
    byId("review-row").hidden = length === 0;
    byId("review-row").classList.toggle("offered", isUnderWay || isWanted);
    byId("review").classList.toggle("main", isWanted && !isUnderWay);
    setText(byId("review"), isUnderWay ? "Stop the review" : isWhole ? "Review again" : "Review the game");
    byId("review-limit").hidden = isUnderWay;
    byId("review-done").hidden = !isUnderWay;
    if (isUnderWay && !review) return;
    if (review) byId("review-done").value = review.done;
    const left = review?.left_s > 1 ? `, about ${review.left_s > 90 ? `${Math.round(review.left_s / 60)} min` : `${review.left_s} s`} left` : "";
    setText(byId("review-told"), review ? `${Math.floor(100 * review.done)}\u00a0%: ${review.text}${left}` : "");
  }

  /** A line in the curve at the position shown, where it is of the game. */
  showCursor() {
    const picture = byId("game-curve").querySelector("svg");
    if (!picture) return;
    const moves = this.moves();
    const isOfGame = this.path.length <= moves.length && this.path.every((move, index) => move === moves[index]);
    const column = isOfGame ? picture.querySelector(`[data-place="${this.path.length}"]`) : null;
    picture.querySelector(".cursor")?.remove();
    if (!column) return;
    const { width, height } = picture.viewBox.baseVal;
    const x = (Number(column.dataset.at) * width) / 100;
    picture.append(drawn("line", { x1: x, x2: x, y1: 0, y2: height, class: "cursor" }));
  }
}

/** `, 1 blunder, 2 mistakes`: what a side did wrong. */
function slips(errors, side) {
  const own = errors.filter((error) => error.side === side);
  const kinds = [["blunder", "blunders"], ["mistake", "mistakes"], ["inaccuracy", "inaccuracies"]];
  const counts = kinds.map(([one, many]) => [own.filter(({ name }) => name === one).length, one, many]);
  return counts.filter(([count]) => count > 0).map(([count, one, many]) => `, ${count} ${count === 1 ? one : many}`).join("");
}
