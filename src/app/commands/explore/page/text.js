// Numbers and moves as text, and elements.

const GROUPS = new Intl.NumberFormat("en");
const BOUNDS = { lower: "≥ ", upper: "≤ ", open: "~ " };

/** `+0.31`, `#3`, `tb+12`, `won?`; a bound in front of it. */
export function scoreText(score) {
  if (score.mate !== undefined) return `#${score.mate}`;
  const bound = BOUNDS[score.bound] ?? "";
  if (score.tb !== undefined) return `tb${score.won ? "+" : "-"}${score.tb}`;
  if (score.won !== undefined) return score.won ? "won?" : "lost?";
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  const sign = score.cp > 0 ? "+" : score.cp < 0 ? "−" : "";
  return bound + sign + pawns;
}

/** A score from -1 (lost) to 1 (won). */
function scoreShare(score) {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : -1;
  if (score.won !== undefined) return score.won ? 1 : -1;
  return 2 / (1 + Math.exp(-score.cp / 150)) - 1;
}

/** The colour of a score. */
export function scoreColour(score) {
  const share = scoreShare(score);
  const end = share > 0 ? "--good" : "--bad";
  const percent = Math.round(Math.min(1, Math.abs(share) * 1.25) * 100);
  return `color-mix(in oklab, var(${end}) ${percent}%, var(--even))`;
}

/** `1,234,567`. */
export const count = (number) => GROUPS.format(number);

/** `1.2 million`. */
export function roughly(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} billion`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(2)} million`;
  return count(number);
}

/** `3 moves`, `1 move`. */
export const plural = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;

/** `12.3 %` of a whole. */
export function percent(part, whole) {
  const share = whole > 0 ? (100 * part) / whole : 0;
  if (share > 0 && share < 0.1) return "< 0.1 %";
  return `${share.toFixed(share < 10 ? 1 : 0)} %`;
}

/** Moves of a path with their numbers. */
export const lineText = (path) =>
  path.map((step) => (step.number ? `${step.number} ${step.san}` : step.san)).join(" ");

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

/** Changes a text only where it is another one, so that nothing is read aloud twice. */
export function setText(made, text) {
  if (made.textContent !== text) made.textContent = text;
}
