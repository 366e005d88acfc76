// The games of a file: found by words and by the position on the board, with what was played there.

import { source } from "./source.js";
import { byId, count, element, percent, plural, setText } from "./text.js";

/** Nobody types faster than this: milliseconds. */
const PAUSE = 150;

const named = ({ title, result, opening }) => [title, result, opening].filter(Boolean).join(", ");

/** The panel. `attempt` does what may fail, `open` opens a game of the list, `move` makes a move, `shown` are the moves to the position shown. */
export class Games {
  constructor(acts) {
    this.acts = acts;
    this.all = 0;
    byId("game-words").addEventListener("input", () => this.findSoon());
    byId("game-here").addEventListener("change", () => this.find());
    byId("games").addEventListener("toggle", () => byId("games").open && this.find());
  }

  /** There are other games, or another one is open. */
  list({ games, open }) {
    this.all = games;
    byId("games").hidden = games === 0;
    if (games === 0) byId("games").open = false;
    const of = games > 1 ? `${open ? `${count(open.index + 1)} of ` : ""}${plural(games, "game")}` : "";
    setText(byId("games").querySelector("summary"), [open && named(open), of].filter(Boolean).join(" · "));
    if (byId("games").open) this.find();
  }

  /** Opens the panel with what was played in the position shown. */
  showHere() {
    byId("game-here").checked = true;
    // Opening it asks.
    if (byId("games").open) this.find();
    else byId("games").open = true;
  }

  /** Another position is shown. */
  moved() {
    if (byId("games").open && byId("game-here").checked) this.findSoon();
  }

  findSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.find(), PAUSE);
  }

  async find() {
    const place = byId("game-here").checked ? this.acts.shown() : null;
    const asked = (this.asked = (this.asked ?? 0) + 1);
    const told = await this.acts.attempt(() => source.find(byId("game-words").value, place));
    if (!told || asked !== this.asked) return;
    const more = told.found > told.games.length ? `, the first ${told.games.length} are listed` : "";
    setText(byId("game-found"), `${count(told.found)} of ${plural(this.all, "game")}${more}`);
    const row = (game) => element("button", { type: "button", text: named(game), title: named(game), on: { click: () => this.acts.open(game.index) } });
    byId("game-list").replaceChildren(...told.games.map(row));
    byId("game-moves").replaceChildren(...(told.moves.length > 0 ? [this.table(told)] : []));
  }

  /** What was played in the position: how often, with which results. */
  table({ moves }) {
    const all = moves.reduce((sum, { games }) => sum + games, 0);
    const cell = (text) => element("td", { class: "number", text });
    const row = ({ move, san, games, white, drawn, black, rating, year }) =>
      element("tr", {}, [
        element("th", { scope: "row" }, [element("button", { type: "button", text: san, on: { click: () => this.acts.move(move) } })]),
        cell(count(games)),
        cell(percent(games, all)),
        cell(`${percent(white, games)} / ${percent(drawn, games)} / ${percent(black, games)}`),
        cell(rating ?? ""),
        cell(year ?? ""),
      ]);
    const head = ["Move", "Games", "Share", "White won / drawn / Black won", "Rating", "Last"];
    return element("table", {}, [
      element("thead", {}, [element("tr", {}, head.map((text) => element("th", { scope: "col", text })))]),
      element("tbody", {}, moves.map(row)),
    ]);
  }
}
