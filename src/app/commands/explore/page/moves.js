// The table of moves, and those that were never tried.

import { fillWdl, wdlBar } from "./bars.js";
import { byId, count, element, percent, scoreText, setText, siblingColours } from "./text.js";

/** The table; `go` walks along a move, `choose` marks it, `why` asks about it. */
export class MoveTable {
  constructor(acts) {
    this.acts = acts;
    this.rows = new Map();
    this.order = "";
    /** The row that stands for moves only known to be no better than something. */
    this.more = this.moreRow();
    this.rest = new Set();
    this.isOpen = false;
    this.waiting = "";
  }

  show(look, chosen) {
    const known = look.known_of_it;
    const candidates = known?.candidates ?? [];
    const rest = candidates.filter(isRest);
    const order = `${candidates.map(({ move }) => move).join(" ")} ${rest.length}`;
    if (order !== this.order) {
      this.order = order;
      this.rest = new Set(rest.length > 1 ? rest.map(({ move }) => move) : []);
      this.rebuild(candidates);
    }
    if (this.rest.size > 0) setText(this.more.querySelector("button"), restText(rest));
    const efforts = candidates.map(({ effort }) => effort);
    const whole = { most: Math.max(1, ...efforts), all: Math.max(1, known?.effort ?? 0) };
    const hasWdl = candidates.some((candidate) => candidate.wdl);
    byId("wdl-head").hidden = !hasWdl;
    byId("tried").hidden = candidates.length === 0;
    const colours = siblingColours(candidates.map(({ score }) => score));
    candidates.forEach((candidate, index) => {
      this.fill(this.rows.get(candidate.move), candidate, whole, { hasWdl, colour: colours[index] });
    });
    this.choose(chosen);
    this.showUntried(known?.untried ?? []);
  }

  /** New rows in a new order; whoever was on a button of one stays there. */
  rebuild(candidates) {
    const body = byId("candidates");
    const focused = body.contains(document.activeElement) ? document.activeElement : null;
    const [move, kind] = [focused?.closest("tr")?.dataset.move, focused?.dataset.kind];
    this.rows = new Map(candidates.map((candidate) => [candidate.move, this.row(candidate)]));
    const rows = [...this.rows.values()].map(({ row }) => row);
    if (this.rest.size > 0) rows.splice(rows.length - this.rest.size, 0, this.more);
    body.replaceChildren(...rows);
    if (this.more.contains(focused)) focused.focus({ preventScroll: true });
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
      checked: element("td", { role: "cell", class: "number checked" }),
      bar: element("div"),
      share: element("span", { class: "number" }),
      line: element("td", { role: "cell", class: "line" }),
    };
    const button = element("button", { type: "button", "data-kind": "go", text: san, "aria-label": `Go to ${san}`, on: { click: stop(go) } });
    const ask = element("button", { type: "button", "data-kind": "why", text: "why?", "aria-label": `Why ${san}?`, on: { click: stop(why) } });
    const effort = element("div", { class: "effort" }, [
      element("div", { class: "bar", "aria-hidden": "true" }, [cells.bar]),
      cells.share,
    ]);
    const row = element("tr", { role: "row", "data-move": move, on: { click: () => choose(move), dblclick: () => go(move) } }, [
      element("th", { role: "rowheader", scope: "row" }, [button]),
      element("td", { role: "cell", class: "number" }, [cells.score, cells.mark]),
      cells.wdl,
      cells.checked,
      element("td", { role: "cell" }, [effort]),
      cells.line,
      element("td", { role: "cell" }, [ask]),
    ]);
    return { row, cells };
  }

  fill({ cells }, candidate, whole, { hasWdl, colour }) {
    setText(cells.score, scoreText(candidate.score));
    setText(cells.mark, candidate.on_trial ? " on trial" : candidate.proven ? " proven" : "");
    cells.wdl.hidden = !hasWdl;
    cells.wdl.firstChild.hidden = !candidate.wdl;
    if (candidate.wdl) fillWdl(cells.wdl.firstChild, candidate.wdl);
    setText(cells.checked, checkedText(candidate));
    cells.bar.style.width = `${(100 * candidate.effort) / whole.most}%`;
    cells.bar.style.background = colour;
    setText(cells.share, percent(candidate.effort, whole.all));
    cells.share.title = count(candidate.effort);
    const line = candidate.line.slice(1).map(({ san }) => san).join(" ");
    setText(cells.line, line);
    cells.line.title = line;
  }

  moreRow() {
    const toggle = () => {
      this.isOpen = !this.isOpen;
      this.fold();
    };
    const button = element("button", { type: "button", "aria-expanded": "false", on: { click: toggle } });
    return element("tr", { role: "row", class: "more" }, [element("td", { role: "cell", colspan: 7 }, [button])]);
  }

  fold() {
    for (const move of this.rest) this.rows.get(move).row.hidden = !this.isOpen;
    this.more.querySelector("button").setAttribute("aria-expanded", String(this.isOpen));
  }

  choose(chosen) {
    this.isOpen ||= this.rest.has(chosen);
    this.fold();
    for (const [move, { row }] of this.rows) {
      const is = move === chosen;
      if (row.classList.contains("chosen") === is) continue;
      row.classList.toggle("chosen", is);
      if (is) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  reveal(chosen) {
    this.rows.get(chosen)?.row.scrollIntoView({ block: "nearest" });
  }

  showUntried(untried) {
    const waiting = untried.map(({ move }) => move).join(" ");
    byId("waiting").hidden = untried.length === 0;
    if (waiting === this.waiting) return;
    this.waiting = waiting;
    const summary = untried.length === 1 ? "1 move was never tried" : `${untried.length} moves were never tried`;
    byId("waiting").querySelector("summary").textContent = summary;
    const button = (text, name, click) => element("button", { type: "button", text, "aria-label": name, on: { click } });
    const pair = ({ move, san }) =>
      element("span", {}, [
        button(san, `Go to ${san}, never tried`, () => this.acts.go(move)),
        button("?", `Why was ${san} never tried?`, () => this.acts.why(move)),
      ]);
    byId("untried").replaceChildren(...untried.map(pair));
  }
}

/** Whether a move is only known to be no better than something. The first one is the preferred one. */
const isRest = ({ score }, index) => index > 0 && score.bound === "upper";

/** `31 more, no better than +0.19`: they come by value. */
function restText(rest) {
  const [{ score }] = rest;
  return `${count(rest.length)} more, no better than ${scoreText({ ...score, bound: undefined })}`;
}

/** How deep all was looked at that either side could still try. */
export function checkedText({ own_plies_checked: own, opponent_plies_checked: other }) {
  const plies = [own, other].filter((number) => number !== null && number !== undefined);
  return plies.length === 0 ? "all" : String(Math.min(...plies));
}
