// A game in PGN: headers, moves with variations, marks, comments, arrows and circles.

import { isNumbered } from "./notation.js";
import { JUDGING, inPgn, markText, parse } from "./said.js";

/** The headers that every game has, in their order. */
const ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/** What a header says of which nothing is known. */
const UNKNOWN = { Date: "????.??.??", Result: "*" };
const WIDTH = 79;
/** Between a number and its move, which stay in one line. */
const TIED = "\u0001";

/** The game: `tags` say where it begins, `headers` who played it, `before` are the steps before the root of the notation. With what
 * a review thinks of its moves, if they are `judged`. */
export function pgn({ tags, headers, before }, notation, judged = false) {
  const known = new Map([...ROSTER.map((name) => [name, UNKNOWN[name] ?? "?"]), ...headers, ...tags]);
  const head = [...known].map(([name, value]) => `[${name} "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]`);
  const words = [...before.map(step), ...inPgn(parse(notation.root.said)), ...line(notation.root, before.length === 0 || notation.root.said !== "", judged)];
  return [...head, "", wrapped([...words, known.get("Result")].join(" ").split(" ")), ""].join("\n");
}

/** The moves from a node on; `startsLine` is whether the first one has its number in any case. */
function line(from, startsLine, judged) {
  const words = [];
  for (let node = from; ; ) {
    const [main, ...others] = node.children.filter(({ isKept }) => isKept);
    if (!main) return words;
    const said = inPgn(parse(main.said));
    words.push(...move(main, startsLine), ...(judged ? nag(main) : []), ...said);
    for (const other of others) {
      const inner = [...move(other, true), ...inPgn(parse(other.said)), ...line(other, other.said !== "", judged)];
      words.push(`(${inner.join(" ")})`);
    }
    const better = judged ? betterThan(main, others) : [];
    if (better.length > 0) words.push(`(${better.map(step).join(" ")})`);
    startsLine = others.length + better.length > 0 || said.some((word) => word.startsWith("{"));
    node = main;
  }
}

/** The mark of a move that a review thinks bad, where nobody has marked it. */
function nag({ error, said }) {
  return error && parse(said).marks.length === 0 ? [`$${JUDGING.find((mark) => markText(mark) === error.sign)}`] : [];
}

/** What a review thinks better than a move, where none of the other moves is that one. */
function betterThan({ error }, others) {
  const line = error?.better ?? [];
  return others.some(({ move }) => move === line[0]?.move) ? [] : line;
}

const step = ({ number, san }) => (number ? `${number}${TIED}${san}` : san);

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
