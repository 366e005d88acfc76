// Why a move is preferred, or is not: sentences, and the line behind it.

import { comparison } from "./compare.js";
import { byId, element, lineText, scoreText } from "./text.js";
import { sideOf, viewer } from "./viewpoint.js";

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
    const parts = [];
    const sentences = viewer(look) === "White" ? answer.sentences_of_white : answer.sentences;
    parts.push(...sentences.filter(Boolean).map((text) => element("p", { text })));
    if (answer.refutation.length > 0) parts.push(this.table(answer, look));
    parts.push(...this.waitsFor(answer), ...comparison(look, answer.move));
    this.fill(`Why ${answer.san}?`, parts);
    // The line that the sentences tell: where leaves are searched, it goes on behind the last node.
    return (answer.candidate?.pv ?? [answer.move]).slice(0, DRAWN);
  }

  /** Shows what the other side would play in the position of a `look`. Returns the moves to draw. */
  showThreat({ side, line, score }, look) {
    // The score is that of the one who threatens, who is not to move.
    const text = `${scoreText(score, -sideOf(look))} for ${viewer(look)}`;
    const told = line.length > 0 ? `If it were ${side}'s turn: ${lineText(line)}, ${text}.` : `${side} has no move.`;
    this.fill("Threat", [element("p", { text: told })]);
    return line.slice(0, 1).map(({ move }) => move);
  }

  fill(name, parts) {
    const title = element("h2", { text: name, tabindex: "-1" });
    const close = element("button", { type: "button", text: "Close", on: { click: () => this.close() } });
    this.home.replaceChildren(element("div", { class: "head" }, [title, close]), ...parts);
    this.home.hidden = false;
    byId("why-empty").hidden = true;
    title.focus({ preventScroll: true });
  }

  table({ refutation, verdict }, look) {
    // As in the terminal: where leaves are searched, static values have no part in the score.
    const tellsDrop = !look.status.leaves_searched && verdict !== "preferred";
    const head = ["Line", "Score", "Static eval", "Alternative"];
    const moves = [];
    const rows = refutation.map((step) => {
      moves.push(step.move);
      const to = [...moves];
      const other = step.alternative ? `${step.alternative.san} ${scoreText(step.alternative.score, this.side)}` : "";
      const isTold = tellsDrop && step.greatest_drop;
      const drop = isTold ? " (greatest loss)" : "";
      return element("tr", { class: isTold ? "drop" : undefined }, [
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
