// A second engine beside the tree: what it says of the position shown, in the last rows of the table, and where it disagrees.

import { limit } from "./controls.js";
import { source } from "./source.js";
import { byId, centipawns, element, lineText, numbered, plural, roughly, scoreText, setText } from "./text.js";
import { sideOf } from "./viewpoint.js";

/** Whoever walks fast does not stay to listen: milliseconds. */
const STAY = 300;
/** Lines that are shown. */
const LINES = 3;
/** Scores that differ by so much are told to: centipawns. */
const DISAGREE = 50;
/** What is won by more is won either way: centipawns. */
const DECIDED = 500;
/** Before this depth an engine has hardly begun: plies. */
const LEAST_DEPTH = 12;

/** Whether the tree and a line of the engine are half a pawn apart, and it matters. */
function isApart(known, said) {
  if (!known || known.unsettled) return false;
  const [tree, engine] = [known.score, said.score].map(centipawns);
  const isDecided = Math.sign(tree) === Math.sign(engine) && Math.min(Math.abs(tree), Math.abs(engine)) > DECIDED;
  return Math.abs(tree - engine) >= DISAGREE && !isDecided;
}

/**
 * The rows. `attempt` does what may fail, `shown` are the moves to the position shown, `goOn` walks along moves from there,
 * `fillLine` shows the moves of a line, `keepLine` puts steps into the notation.
 */
export class Second {
  constructor(acts) {
    this.acts = acts;
    this.rows = Array.from({ length: LINES }, (_, index) => this.row(index));
    this.head = element("td", { role: "cell", colspan: 9 });
    byId("second").append(element("tr", { role: "row", class: "head" }, [this.head]), ...this.rows.map(({ row }) => row));
    byId("compare").addEventListener("change", () => this.ask());
    byId("second-search").addEventListener("click", () => this.search());
  }

  /** Lists the engines that there are. */
  async list() {
    const { compare } = (await this.acts.attempt(() => source.settings())) ?? { compare: [] };
    const select = byId("compare");
    select.append(...compare.map((name) => element("option", { value: name, text: name })));
    select.disabled = compare.length === 0;
    if (select.disabled) select.title = "No other engine was found; --compare-with names one";
  }

  /** Another position is shown. */
  arrive() {
    clearTimeout(this.timer);
    if (byId("compare").value) this.timer = setTimeout(() => this.ask(), STAY);
  }

  ask() {
    const { time_ms: time } = limit();
    this.acts.attempt(() => source.compare(this.acts.shown(), byId("compare").value, time));
  }

  /** Has the line of the engine searched in the tree before anything else. */
  search() {
    const words = this.best.line.map(({ move }) => move).join(" ");
    this.acts.attempt(() => source.importLines(this.acts.shown(), words, limit()));
  }

  row(index) {
    const line = () => this.lines[index];
    const go = element("button", { type: "button", on: { click: () => this.acts.goOn([line().line[0].move]) } });
    const keep = element("button", { type: "button", text: "+", title: "Put the line into the notation", on: { click: () => this.acts.keepLine(numbered(this.fen, line().line)) } });
    const score = element("td", { role: "cell", class: "number" });
    const depth = element("td", { role: "cell", class: "number depth" });
    const rest = ["chances", "", "practical", ""].map((name) => element("td", { role: "cell", class: name || undefined }));
    const moves = element("td", { role: "cell", class: "line" }, [element("div")]);
    const cells = [element("th", { role: "rowheader", scope: "row" }, [go]), score, ...rest, depth, moves, element("td", { role: "cell", class: "asks" }, [keep])];
    return { row: element("tr", { role: "row" }, cells), go, keep, score, rest, depth, moves: moves.firstChild };
  }

  show(look) {
    const { second } = look;
    byId("second").hidden = !second;
    this.lines = second?.lines ?? [];
    this.fen = look.fen;
    [this.best] = this.lines;
    this.rows.forEach((cells, index) => this.fill(cells, this.lines[index], look));
    if (second) setText(this.head, told(second));
    this.showDisagreement(look);
  }

  fill({ row, go, keep, score, rest, depth, moves }, line, look) {
    row.hidden = !line;
    if (!line) return;
    const { san } = line.line[0];
    setText(go, san);
    go.setAttribute("aria-label", `Go to ${san}, of the second engine`);
    keep.setAttribute("aria-label", `Put the line of ${san} of the second engine into the notation`);
    setText(score, scoreText(line.score, sideOf(look)));
    setText(depth, line.depth);
    // As wide as the table of the tree, whose columns come and go.
    ["wdl-head", "played-head", "practical-head"].forEach((id, index) => (rest[index].hidden = byId(id).hidden));
    this.acts.fillLine(moves, line, look);
  }

  /** Where it sees the position otherwise than the tree by half a pawn. */
  showDisagreement(look) {
    const { known_of_it: known, second } = look;
    const isTold = Boolean(this.best) && isApart(known, this.best) && (!second.searching || this.best.depth >= LEAST_DEPTH);
    byId("second-told").hidden = !isTold;
    if (!isTold) return;
    const side = sideOf(look);
    const move = (line) => lineText(numbered(look.fen, line.slice(0, 1)));
    const [own] = known.candidates;
    const ours = own ? `, ${move(own.line)}` : "";
    const said = `${second.engine}: ${scoreText(this.best.score, side)}, ${move(this.best.line)}; the tree: ${scoreText(known.score, side)}${ours}.`;
    setText(byId("second-told").firstElementChild, said);
  }
}

/** `Stockfish 15.1, 1.2 million nodes, depth 22/31`: whose lines these are. */
function told({ engine, nodes, seldepth, searching, problem, lines }) {
  if (problem) return problem;
  if (!engine) return "The engine starts";
  const depth = lines.length > 0 ? [`depth ${lines[0].depth}${seldepth > 0 ? `, ${seldepth} at most` : ""}`] : [];
  const work = nodes > 0 ? [nodes < 1e6 ? plural(nodes, "node") : `${roughly(nodes)} nodes`] : [];
  return [engine, ...depth, ...work, searching ? "searching" : "done"].join(" · ");
}
