// Opening positions, games and lines, and the games of a file.

import { limit } from "./controls.js";
import { Games } from "./games.js";
import { Problem } from "./problem.js";
import { SetUp } from "./setup.js";
import { source } from "./source.js";
import { byId, setText } from "./text.js";

/** Requests are not much longer: characters of a text, and bytes of a file of games. */
const [LONGEST_TEXT, LONGEST_GAMES] = [200_000, 15_000_000];

/** The text of a file: in UTF-16 with its mark, in UTF-8, or in the code page of Windows, as older programs write. */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The dialogs and the list of games; `shown` are the moves to the position shown, `go` leads elsewhere, `move` makes a move,
 * `attempt` does what may fail, `tell` gets what could not be read, `opening` gets what opens something, and does it. */
export class Workplace {
  constructor(acts) {
    const { shown, fen, go, tell, opening } = acts;
    this.shown = shown;
    this.go = go;
    this.opening = opening;
    this.tell = tell;
    /** The game before the root of the tree, and the tags that say where it begins. */
    this.before = [];
    this.tags = [];
    /** Who played the game that is open, where and when. */
    this.headers = [];
    this.setUp = new SetUp((text) => this.open({ text }));
    byId("set-up").addEventListener("click", () => this.setUp.show(fen()));
    byId("open").addEventListener("click", () => this.showDialog());
    byId("open-go").addEventListener("click", (event) => this.paste(event, (text) => this.open({ text })));
    byId("import-go").addEventListener("click", (event) => this.paste(event, (text) => this.importLines(text)));
    byId("pasted-file").addEventListener("change", () => this.readFile());
    byId("games-file").addEventListener("change", () => this.listFile());
    this.games = new Games({ ...acts, open: (game) => this.openGame(game) });
  }

  showDialog() {
    byId("open-problem").textContent = "";
    byId("open-dialog").showModal();
    byId("pasted").select();
  }

  /** Puts the text of a file where text is pasted. */
  async readFile() {
    const [file] = byId("pasted-file").files;
    if (!file) return;
    const isLong = file.size > LONGEST_TEXT;
    byId("open-problem").textContent = isLong ? `${file.name} is longer than ${LONGEST_TEXT / 1000} kB; use shans import` : "";
    if (!isLong) byId("pasted").value = await textOf(file);
    // The same file can be chosen again after a change.
    byId("pasted-file").value = "";
  }

  /** Lists the games of a file; the tree stays. */
  async listFile() {
    const [file] = byId("games-file").files;
    byId("games-file").value = "";
    if (!file) return;
    try {
      if (file.size > LONGEST_GAMES) throw new Problem(`${file.name} is longer than ${LONGEST_GAMES / 1e6} MB; start shans explore with --games`);
      await source.listGames(file.name, await textOf(file));
      byId("open-dialog").close();
      await this.list();
      this.games.showHere();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      byId("open-problem").textContent = error.message;
    }
  }

  /** Does something with the text; the dialog shows what is wrong with it, and stays open then. */
  async paste(event, act) {
    event.preventDefault();
    const wrong = await act(byId("pasted").value);
    byId("open-problem").textContent = wrong ?? "";
    if (!wrong) byId("open-dialog").close();
  }

  /** Has the lines of a text searched first. Returns what is wrong with it; otherwise the analysis tells what is new. */
  async importLines(text) {
    try {
      await source.importLines(this.shown(), text, limit());
      return null;
    } catch (error) {
      if (error instanceof Problem) return error.message;
      throw error;
    }
  }

  async openGame(game) {
    const wrong = await this.open({ game });
    if (wrong) {
      byId("problem").hidden = false;
      byId("problem").textContent = wrong;
      await this.list();
    }
  }

  /** Opens something. Returns what is wrong with it, and nothing where it is open. */
  async open(what) {
    const ask = (replace) => this.opening(() => source.open({ ...what, moves: this.shown(), replace }));
    try {
      let opened = await ask(false);
      if (opened.asks && !window.confirm(opened.asks)) return "Nothing was opened.";
      if (opened.asks) opened = await ask(true);
      await this.list();
      await this.go(opened.moves);
      this.tell(opened.notes);
      return null;
    } catch (error) {
      if (error instanceof Problem) return error.message;
      throw error;
    }
  }

  /** Lists the games. */
  async list() {
    const { before, tags, headers, games, open } = await source.games();
    Object.assign(this, { before, tags, headers, isGame: open !== null || headers.length > 0 });
    this.games.list({ games, open });
    // In a list of games it is told which one is open.
    setText(byId("players"), games > 0 ? "" : this.title());
  }

  /** What a tag of the game says, if anything. */
  known(name) {
    const [, value = ""] = this.headers.find(([known]) => known === name) ?? [];
    return /[^?*.\s-]/.test(value) ? value : "";
  }

  /** Who plays this side. */
  player(side) {
    return this.known(side) || side;
  }

  /** `Anna – Bert, Club, 1999.01.02, 1-0`; nothing where nobody knows who played. */
  title() {
    const players = this.known("White") || this.known("Black") ? `${this.player("White")} \u2013 ${this.player("Black")}` : "";
    return players && [players, ...["Event", "Date", "Result"].map((name) => this.known(name))].filter(Boolean).join(", ");
  }
}
