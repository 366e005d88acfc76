// A game in PGN: headers, moves with variations, marks, comments, arrows and circles.

import { isNumbered } from "./notation.js";
import { inPgn, parse } from "./said.js";

/** The headers that every game has, in their order. */
const ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/** What a header says of which nothing is known. */
const UNKNOWN = { Date: "????.??.??", Result: "*" };
const WIDTH = 79;
/** Between a number and its move, which stay in one line. */
const TIED = "\u0001";

/** The game: `tags` say where it begins, `headers` who played it, `before` are the steps before the root of the notation. */
export function pgn({ tags, headers, before }, notation) {
  const known = new Map([...ROSTER.map((name) => [name, UNKNOWN[name] ?? "?"]), ...headers, ...tags]);
  const head = [...known].map(([name, value]) => `[${name} "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]`);
  const steps = before.map(({ san, number }) => (number ? `${number}${TIED}${san}` : san));
  const words = [...steps, ...inPgn(parse(notation.root.said)), ...line(notation.root, before.length === 0 || notation.root.said !== "")];
  return [...head, "", wrapped([...words, known.get("Result")].join(" ").split(" ")), ""].join("\n");
}

/** The moves from a node on; `startsLine` is whether the first one has its number in any case. */
function line(from, startsLine) {
  const words = [];
  for (let node = from; ; ) {
    const [main, ...others] = node.children.filter(({ isKept }) => isKept);
    if (!main) return words;
    const said = inPgn(parse(main.said));
    words.push(...move(main, startsLine), ...said);
    for (const other of others) {
      const inner = [...move(other, true), ...inPgn(parse(other.said)), ...line(other, other.said !== "")];
      words.push(`(${inner.join(" ")})`);
    }
    startsLine = others.length > 0 || said.some((word) => word.startsWith("{"));
    node = main;
  }
}

const move = (node, startsLine) => (node.number && (startsLine || isNumbered(node)) ? [`${node.number}${TIED}${node.san}`] : [node.san]);

/** Lines that are no longer than PGN wants them. */
function wrapped(words) {
  const lines = [""];
  for (const word of words) {
    const last = lines.length - 1;
    if (lines[last] && lines[last].length + word.length + 1 > WIDTH) lines.push(word);
    else lines[last] += (lines[last] && " ") + word;
  }
  return lines.join("\n").replaceAll(TIED, " ");
}
