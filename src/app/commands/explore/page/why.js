// Why a move is preferred, or is not: sentences, and the line behind it.

import { byId, element, scoreText } from "./text.js";
import { sideOf } from "./viewpoint.js";

/** Moves of the line that are drawn on the board. */
const DRAWN = 3;

/** The panel; `go` walks along moves, `close` is called when it was closed. */
export class WhyPanel {
  constructor(go, close) {
    this.home = byId("why");
    this.go = go;
    this.close = close;
  }

  hide() {
    this.home.hidden = true;
    byId("why-empty").hidden = false;
    this.home.replaceChildren();
  }

  /** Shows an answer about a move of the position of a `look`. Returns the moves to draw on the board. */
  show(answer, look) {
    this.side = sideOf(look);
    const title = element("h2", { text: `Why ${answer.san}?`, tabindex: "-1" });
    const close = element("button", { type: "button", text: "Close", on: { click: () => this.close() } });
    const parts = [element("div", { class: "head" }, [title, close])];
    parts.push(...answer.sentences.filter(Boolean).map((text) => element("p", { text })));
    if (answer.refutation.length > 0) parts.push(this.table(answer));
    parts.push(...this.waitsFor(answer));
    this.home.replaceChildren(...parts);
    this.home.hidden = false;
    byId("why-empty").hidden = true;
    title.focus({ preventScroll: true });
    const line = answer.refutation.map(({ move }) => move);
    return (line.length > 0 ? line : [answer.move]).slice(0, DRAWN);
  }

  table({ refutation }) {
    const head = ["Line", "Score", "Static eval", "Alternative"];
    const moves = [];
    const rows = refutation.map((step) => {
      moves.push(step.move);
      const to = [...moves];
      const other = step.alternative ? `${step.alternative.san} ${scoreText(step.alternative.score, this.side)}` : "";
      const drop = step.greatest_drop ? " (greatest loss)" : "";
      return element("tr", { class: step.greatest_drop ? "drop" : undefined }, [
        element("th", { scope: "row" }, [element("button", { type: "button", text: step.san, "aria-label": `Go to the position after ${step.san}`, on: { click: () => this.go(to) } })]),
        element("td", { class: "number", text: scoreText(step.score, this.side) }),
        element("td", { class: "number", text: scoreText(step.first_sight, this.side) + drop }),
        element("td", { text: other }),
      ]);
    });
    return element("div", { class: "scroll" }, [
      element("table", {}, [
        element("thead", {}, [element("tr", {}, head.map((text) => element("th", { scope: "col", text })))]),
        element("tbody", {}, rows),
      ]),
    ]);
  }

  /** A way to the position on which the chance of the move depends. */
  waitsFor({ chance }) {
    if (!chance || chance.line.length === 0) return [];
    const untried = chance.untried ? `, where ${chance.untried.san} is next to be searched` : "";
    const go = () => this.go(chance.line);
    return [
      element("p", {}, [
        element("button", { type: "button", text: `To the critical position${untried}`, on: { click: go } }),
      ]),
    ];
  }
}
