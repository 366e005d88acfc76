// The table of moves, and those that were never tried.

import { fillPlayed, fillWdl, playedBar, pointsOf, turned, wdlBar } from "./bars.js";
import { SmallBoard } from "./smallboard.js";
import { byId, centipawns, count, element, notSettled, numbersFrom, onceLaidOut, percent, plural, proofText, restsOn, scoreText, setText, siblingColours } from "./text.js";
import { sideOf, viewer } from "./viewpoint.js";

/** The table; `go` walks along a move, `goOn` along several, `choose` marks a move, `why` asks about it, `keepLine` puts its line into
 * the notation, `isFlipped` tells how the board lies. */
export class MoveTable {
  constructor(acts) {
    this.acts = acts;
    this.small = new SmallBoard();
    this.rows = new Map();
    this.order = "";
    this.waiting = "";
  }

  show(look, chosen) {
    const known = look.known_of_it;
    const candidates = known?.candidates ?? [];
    const order = candidates.map(({ move }) => move).join(" ");
    if (order !== this.order) {
      this.order = order;
      this.rebuild(candidates);
    }
    const efforts = candidates.map(({ effort }) => effort);
    const whole = { most: Math.max(1, ...efforts), all: Math.max(1, known?.effort ?? 0) };
    const hasWdl = candidates.some((candidate) => candidate.wdl);
    byId("wdl-head").hidden = !hasWdl;
    const has = { played: candidates.some(({ played_share: share }) => share !== undefined), practical: candidates.some(({ practical }) => practical !== undefined) };
    byId("played-head").hidden = !has.played;
    byId("practical-head").hidden = !has.practical;
    byId("tried").hidden = candidates.length === 0 && !look.second && !look.certain;
    const colours = siblingColours(candidates.map(({ score }) => score));
    candidates.forEach((candidate, index) => {
      this.fill(this.rows.get(candidate.move), candidate, whole, { hasWdl, has, colour: colours[index], look });
    });
    this.choose(chosen);
    this.showUntried(look, known?.untried ?? [], known);
  }

  /** New rows in a new order; whoever was on a button of one stays there. */
  rebuild(candidates) {
    const body = byId("candidates");
    const focused = body.contains(document.activeElement) ? document.activeElement : null;
    const [move, kind] = [focused?.closest("tr")?.dataset.move, focused?.dataset.kind];
    this.rows = new Map(candidates.map((candidate) => [candidate.move, this.row(candidate)]));
    this.small.hide();
    body.replaceChildren(...[...this.rows.values()].map(({ row }) => row));
    if (move) this.rows.get(move)?.row.querySelector(`[data-kind="${kind}"]`)?.focus({ preventScroll: true });
  }

  row({ move, san }) {
    const { go, choose, why } = this.acts;
    const stop = (act) => (event) => {
      event.stopPropagation();
      act(move);
    };
    const cells = {
      score: element("span"),
      mark: element("small"),
      wdl: element("td", { role: "cell", class: "chances" }, [wdlBar()]),
      played: element("td", { role: "cell" }, [playedBar()]),
      practical: element("td", { role: "cell", class: "practical number" }),
      bar: element("div"),
      share: element("span", { class: "number" }),
      depth: element("td", { role: "cell", class: "depth number" }),
      line: element("td", { role: "cell", class: "line" }, [element("div")]),
    };
    const button = element("button", { type: "button", "data-kind": "go", text: san, "aria-label": `Go to ${san}`, on: { click: stop(go) } });
    const ask = element("button", { type: "button", "data-kind": "why", text: "why?", "aria-label": `Why ${san}?`, on: { click: stop(why) } });
    const keep = element("button", { type: "button", "data-kind": "keep", text: "+", title: "Put the line into the notation", "aria-label": `Put the line of ${san} into the notation`, on: { click: stop(this.acts.keepLine) } });
    const effort = element("div", { class: "effort" }, [
      element("div", { class: "bar", "aria-hidden": "true" }, [cells.bar]),
      cells.share,
    ]);
    const row = element("tr", { role: "row", "data-move": move, on: { click: () => choose(move), dblclick: () => go(move) } }, [
      element("th", { role: "rowheader", scope: "row" }, [button]),
      element("td", { role: "cell", class: "number" }, [cells.score, cells.mark]),
      cells.wdl,
      cells.played,
      cells.practical,
      element("td", { role: "cell" }, [effort]),
      cells.depth,
      cells.line,
      element("td", { role: "cell", class: "asks" }, [ask, " ", keep]),
    ]);
    return { row, cells };
  }

  fill({ cells }, candidate, whole, { hasWdl, has, colour, look }) {
    const side = sideOf(look);
    setText(cells.score, scoreText(candidate.score, side));
    setText(cells.mark, candidate.proven ? ` ${proofText(candidate)}` : "");
    cells.score.classList.toggle("unsettled", candidate.unsettled);
    cells.score.title = [notSettled(candidate, side), restsOn(candidate)].filter(Boolean).join("; ");
    cells.wdl.hidden = !hasWdl;
    cells.wdl.firstChild.hidden = !candidate.wdl;
    if (candidate.wdl) fillWdl(cells.wdl.firstChild, side > 0 ? candidate.wdl : turned(candidate.wdl));
    cells.played.hidden = !has.played;
    cells.practical.hidden = !has.practical;
    fillPlayed(cells.played.firstChild, candidate, side);
    const points = candidate.practical;
    setText(cells.practical, points === undefined ? "" : percent(pointsOf(points, side), 1));
    cells.bar.style.width = `${(100 * candidate.effort) / whole.most}%`;
    cells.bar.style.background = colour;
    setText(cells.share, percent(candidate.effort, whole.all));
    cells.share.title = count(candidate.effort);
    setText(cells.depth, candidate.depth);
    this.fillLine(cells.line.firstChild, candidate, look);
  }

  /** The moves of a line: each leads to its position, and whoever points at it sees that. */
  fillLine(home, { line }, { fen }) {
    const text = `${fen} ${line.map(({ move }) => move).join(" ")}`;
    if (home.dataset.shown === text) return;
    home.dataset.shown = text;
    const numbers = numbersFrom(fen);
    const step = ({ san }, index) => element("span", { class: "step", "data-index": index, text: numbers(index) + san });
    home.replaceChildren(...line.flatMap((move, index) => [step(move, index), " "]));
    const moves = (target) => {
      const found = target.closest("[data-index]");
      return found && line.slice(0, Number(found.dataset.index) + 1).map(({ move }) => move);
    };
    home.onclick = (event) => {
      const found = moves(event.target);
      if (!found) return;
      event.stopPropagation();
      this.small.hide();
      this.acts.goOn(found);
    };
    home.onpointerover = (event) => {
      const found = moves(event.target);
      if (found && event.pointerType === "mouse") this.small.show(event.target, fen, found, this.acts.isFlipped());
    };
    home.onpointerleave = () => this.small.hide();
  }

  choose(chosen) {
    for (const [move, { row }] of this.rows) {
      const is = move === chosen;
      if (row.classList.contains("chosen") === is) continue;
      row.classList.toggle("chosen", is);
      if (is) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  /** The best move is on the screen. */
  toTop() {
    onceLaidOut(() => byId("tried").scrollTo({ top: 0 }));
  }

  reveal(chosen) {
    this.rows.get(chosen)?.row.scrollIntoView({ block: "nearest" });
  }

  showUntried(look, untried, known) {
    byId("waiting").hidden = untried.length === 0;
    setText(byId("waiting").querySelector("summary"), untriedText(look, untried.length, known));
    const waiting = untried.map(({ move }) => move).join(" ");
    if (waiting === this.waiting) return;
    this.waiting = waiting;
    const button = (text, name, click) => element("button", { type: "button", text, "aria-label": name, on: { click } });
    const pair = ({ move, san }) =>
      element("span", {}, [
        button(san, `Go to ${san}, not searched yet`, () => this.acts.go(move)),
        button("why?", `Why not ${san}?`, () => this.acts.why(move)),
      ]);
    byId("untried").replaceChildren(...untried.map(pair));
  }
}

/** A bound beyond this says nothing: centipawns. */
const MOST_BOUND = 5000;
/** Moves are no better than the best one where they cannot be worth more by so much, centipawns. */
const CLEAR_LEAD = 15;

/** `31 others: at most +0.19 for White`, or how many were not searched where nothing is known of them. */
function untriedText(look, number, known) {
  const others = known?.others;
  if (others && centipawns(others.at_most) - centipawns(known.score) <= CLEAR_LEAD) return `${plural(number, "other")}: no better so far`;
  if (!others || Math.abs(centipawns(others.at_most)) > MOST_BOUND) return `${plural(number, "move")} not searched yet`;
  const bound = sideOf(look) > 0 ? "at most" : "at least";
  return `${plural(number, "other")}: ${bound} ${scoreText(others.at_most, sideOf(look))} for ${viewer(look)}`;
}
