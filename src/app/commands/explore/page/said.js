// What is said about a position, as in a comment of PGN: words, marks of the move, arrows and circles.

/** The marks that people give to moves and positions, by their number in PGN. */
const MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };
/** Those that judge a move: it has one of them at most. */
export const JUDGING = [3, 1, 5, 6, 2, 4];

/** A mark as people write it. */
export const markText = (number) => MARKS[number] ?? `$${number}`;

const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;
const SHAPE = /^([GRBY])([a-h][1-8])([a-h][1-8])?$/;

/** `{ text, marks, shapes, rest }`: words, numbers, `{ colour, from, to }`, and commands that only other programs know. */
export function parse(said) {
  const parts = { text: "", marks: [], shapes: [], rest: [] };
  parts.text = said.replace(COMMAND, (command, name, value) => {
    if (name === "nag") parts.marks.push(Number(value));
    else if (name === "cal" || name === "csl") parts.shapes.push(...shapes(value));
    else parts.rest.push(command);
    return " ";
  });
  // Only what a person has set apart stays apart.
  parts.text = parts.text.replace(/[ \t]+/g, " ").trim();
  return parts;
}

const shapes = (value) =>
  value.split(",").flatMap((text) => {
    const [, colour, from, to] = SHAPE.exec(text.trim()) ?? [];
    return colour ? [{ colour, from, to }] : [];
  });

const drawings = (parts) => {
  const of = (name, kept) => (kept.length > 0 ? [`[%${name} ${kept.map(({ colour, from, to }) => colour + from + (to ?? "")).join(",")}]`] : []);
  return [...of("csl", parts.shapes.filter(({ to }) => !to)), ...of("cal", parts.shapes.filter(({ to }) => to))];
};

/** The same as text that is kept with the tree. */
export const print = (parts) => [...parts.marks.map((mark) => `[%nag ${mark}]`), parts.text.trim(), ...drawings(parts), ...parts.rest].filter(Boolean).join(" ");

/** The same as PGN writes it: marks as `$1`, the rest in braces. */
export function inPgn(parts) {
  const inBraces = [parts.text.trim(), ...drawings(parts), ...parts.rest].filter(Boolean).join(" ").replaceAll("}", ")");
  return [...parts.marks.map((mark) => `$${mark}`), ...(inBraces ? [`{${inBraces}}`] : [])];
}

/** With this mark, or without it where it has it. A move is judged once. */
export function toggleMark(parts, mark) {
  const others = parts.marks.filter((other) => other !== mark && !(JUDGING.includes(mark) && JUDGING.includes(other)));
  return { ...parts, marks: parts.marks.includes(mark) ? others : [mark, ...others] };
}

/** With this arrow or circle, or without it where it has it in the same colour. */
export function toggleShape(parts, shape) {
  const isThere = ({ from, to }) => from === shape.from && to === shape.to;
  const known = parts.shapes.find(isThere);
  const others = parts.shapes.filter((other) => !isThere(other));
  return { ...parts, shapes: known?.colour === shape.colour ? others : [...others, shape] };
}
