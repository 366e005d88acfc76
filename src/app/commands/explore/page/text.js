// Numbers and moves as text, and elements.

const GROUPS = new Intl.NumberFormat("en");

/** `+0.31`, `#3`, `tb+12`, `#3?`, `won?`. `side` is -1 for the other side's view. */
export function scoreText(score, side = 1) {
  if (score.mate !== undefined) return `#${side * score.mate}`;
  if (score.tb !== undefined) return `tb${score.won === side > 0 ? "+" : "-"}${score.tb}`;
  if (score.mate_seen !== undefined) return `#${side * score.mate_seen}?`;
  if (score.won !== undefined) return score.won === side > 0 ? "won?" : "lost?";
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  const sign = side * score.cp > 0 ? "+" : score.cp < 0 || score.cp > 0 ? "−" : "";
  return sign + pawns;
}

/** What keeps a score from being settled, in a sentence; `side` is -1 for the other side's view. */
export const notSettled = ({ not_settled: sentences }, side) => tied(sentences?.[side > 0 ? 0 : 1] ?? "");

/** `rests on 3,642 of 5,000,000 nodes`, where that is little. */
export const restsOn = ({ rests_on: rests }) => (rests ? `rests on ${count(rests.nodes)} of ${count(rests.of)} nodes` : "");

/** What stands behind the score of a result that is certain. */
export function proofText({ proven, conditional }) {
  if (!proven) return "";
  return conditional ? "proven with moves left out" : "proven";
}

/** A score from -1 (lost) to 1 (won). */
export function scoreShare(score) {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : -1;
  if (score.won !== undefined) return score.won ? 1 : -1;
  return 2 / (1 + Math.exp(-score.cp / 150)) - 1;
}

/** As much as a win is worth where scores are compared: centipawns. */
const WON = 2000;
/** Moves that lose this much against the best have the last colour: centipawns. */
const MOST_LOSS = 150;

/** A score in centipawns; wins and losses as the most of them. */
export function centipawns(score) {
  const isWon = score.won ?? score.mate > 0;
  return score.cp ?? (isWon ? WON : -WON);
}

/** The colour of a move that is worth so many centipawns less than the best of its siblings: none of those of the two sides. */
function lossColour(loss) {
  const percent = 100 * (1 - Math.min(1, Math.max(0, loss) / MOST_LOSS));
  return `color-mix(in oklab, var(--best) ${Math.round(percent)}%, var(--draw))`;
}

/** The colour of a value: the better for the one whose `side` is 1, the more of one colour; the worse, of the other. */
export function valueColour(score, side) {
  const share = side * scoreShare(score);
  // Small advantages are to be seen, too.
  const percent = Math.round(100 * Math.abs(share) ** 0.6);
  return `color-mix(in oklab, var(${share > 0 ? "--good" : "--bad"}) ${percent}%, var(--even))`;
}

/** The colours of scores of the same position, for the side to move, by what they are worth less than the best. */
export function siblingColours(scores) {
  const best = Math.max(...scores.map(centipawns));
  return scores.map((score) => lossColour(best - centipawns(score)));
}

/** `1,234,567`. */
export const count = (number) => GROUPS.format(number);

/** `1.2 million`. */
export function roughly(number) {
  if (number >= 1e12) return `${(number / 1e12).toFixed(2)} trillion`;
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} billion`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(2)} million`;
  return count(number);
}

/** `3 moves`, `1 move`. */
export const plural = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;

/** `12.3 %` of a whole. */
export function percent(part, whole) {
  const share = whole > 0 ? (100 * part) / whole : 0;
  if (share === 0) return "0\u00a0%";
  if (share < 0.1) return "<\u00a00.1\u00a0%";
  return `${share.toFixed(share < 10 ? 1 : 0)}\u00a0%`;
}

/** Moves of a path with their numbers, from which no line end parts them. */
export const lineText = (path) =>
  path.map((step) => (step.number ? `${step.number}\u00a0${step.san}` : step.san)).join(" ");

/** The moves of a line as buttons of which each leads to its position; `go` gets the moves of the line up to there. */
export const lineButtons = (line, go, label) =>
  line.map((step, index) =>
    element("button", {
      type: "button",
      text: lineText([step]),
      "aria-label": `${label}, move ${index + 1}: ${step.san}`,
      on: { click: () => go(line.slice(0, index + 1).map(({ move }) => move)) },
    }),
  );

/** A sentence of the program, in which no line end parts a number from its move, with the page's minus sign. */
export const tied = (sentence) => sentence.replace(/(\d\.+) (?=[a-hKQRBNO])/g, "$1\u00a0").replace(/(?<=^|[\s(])-(?=\d)/g, "\u2212");

/** Moves from a position on with their numbers: `12. Nf3 d5 13. e5`. */
export function numberedLine(fen, sans) {
  const number = numbersFrom(fen);
  return sans.map((san, index) => number(index) + san).join(" ");
}

/** What stands before each move of a line from a position on: `12. `, `12... ` before a first move of Black, or nothing. */
export function numbersFrom(fen) {
  const fields = fen.split(" ");
  const first = 2 * Number(fields[5]) + (fields[1] === "w" ? 0 : 1);
  const number = (ply) => (ply % 2 === 0 ? `${ply / 2}.\u00a0` : ply === first ? `${(ply - 1) / 2}...\u00a0` : "");
  return (index) => (first > 0 ? number(first + index) : "");
}

/** Moves with their numbers from a position on, `1.` and `1...` without the space behind them. */
export function numbered(fen, line) {
  const number = numbersFrom(fen);
  return line.map((move, index) => ({ ...move, number: number(index).trim() || null }));
}

/** An element with attributes (`text` is its text) and children. */
export function element(name, attributes = {}, children = []) {
  return filled(document.createElement(name), attributes, children);
}

/** The same of SVG. */
export function drawn(name, attributes = {}, children = []) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") made.textContent = value;
    else if (key === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** The element of this id. */
export const byId = (id) => document.getElementById(id);

/** Does what asks where things are after everything has been changed: the page is laid out once then, and not each time. */
export const onceLaidOut = (act) => requestAnimationFrame(act);

/** Calls `act` with the width of an element, in whole pixels (0 while it is hidden), now and whenever it is another one. To ask for it would lay the page out. */
export function onWidth(home, act) {
  let width = null;
  new ResizeObserver(([{ contentRect }]) => {
    const isOther = Math.round(contentRect.width) !== width;
    width = Math.round(contentRect.width);
    if (isOther) act(width);
  }).observe(home);
}

/** Does what may come later, once the browser has painted what was changed, and nothing else to do. */
export const onceIdle = (act) => (window.requestIdleCallback ? requestIdleCallback(act, { timeout: 200 }) : setTimeout(act, 50));

/** Changes a text only where it is another one, so that nothing is read aloud twice. */
export function setText(made, text) {
  if (made.textContent !== text) made.textContent = text;
}
