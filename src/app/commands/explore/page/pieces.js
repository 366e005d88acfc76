// The pieces, drawn for this program: simple shapes in a square of 45 by 45. There are two sets.

import { drawn } from "./text.js";

const BASE = "M11 39.5v-3q0-1.5 1.5-1.5h20q1.5 0 1.5 1.5v3z";

/** Filled outlines, and lines inside them. */
const OUTLINED = {
  p: {
    outline: ["M15 35l2-6q4-3 3-9h5q-1 6 3 9l2 6z", "M22.5 8.5a6 6 0 1 1-.01 0z"],
    inner: [],
  },
  r: {
    outline: ["M12 8.5h5v4h3.5v-4h4v4H28v-4h5v9l-4 3.5v9.5l3 4.5H13l3-4.5V21l-4-3.5z"],
    inner: ["M16 21h13", "M16 30.5h13"],
  },
  n: {
    outline: ["M14 35c0-9 6.5-10.5 7-16l-5 3.5c-3 2-6.5-.5-5.5-4l5.5-8L16.5 6l4.5 2.5c8 .5 12 9.5 11 26.5z"],
    inner: ["M18.8 14.2l.6-.4", "M27.5 14q3 5.5 2.5 16"],
  },
  b: {
    outline: ["M16.5 29h12l2.5 6h-17z", "M22.5 10.5c-8 5.5-9.5 13-5.5 18.5h11c4-5.5 2.5-13-5.5-18.5z", "M22.5 5.5a2.6 2.6 0 1 1-.01 0z"],
    inner: ["M22.5 16v7.5", "M19 19.5h7", "M17 29h11"],
  },
  q: {
    outline: ["M14 29h17l2 6H12z", "M8.5 14l5.5 15h17l5.5-15-7 6.5-2.5-11-4.5 10.5L18 9.5l-2.5 11z", "M8.5 9.5a2.3 2.3 0 1 1-.01 0z", "M18 5.5a2.3 2.3 0 1 1-.01 0z", "M27 5.5a2.3 2.3 0 1 1-.01 0z", "M36.5 9.5a2.3 2.3 0 1 1-.01 0z"],
    inner: ["M14 29h17"],
  },
  k: {
    outline: ["M15 29h15l2.5 6h-20z", "M22.5 15.5c5-7 15.5-2.5 11 6L30 29H15l-3.5-7.5c-4.5-8.5 6-13 11-6z", "M21.2 4.5h2.6v2.7h2.7v2.6h-2.7V14h-2.6V9.8h-2.7V7.2h2.7z"],
    inner: ["M22.5 15.5V29", "M15 29h15"],
  },
};

const FOOT = "M10 39v-4h25v4z";

/** The same, without lines inside: to be told apart from far away. */
const PLAIN = {
  p: ["M22.5 11a6 6 0 0 1 3.6 10.8L30 35H15l3.9-13.2A6 6 0 0 1 22.5 11z"],
  r: ["M11 8h6v5h3V8h5v5h3V8h6v10h-4l2 17H13l2-17h-4z"],
  n: ["M14 35l4-12-7 4-3-6 9-13 2-4 3 4c9 1 13 12 12 27z"],
  b: ["M22.5 9l7 10-4.5 5 5 11H15l5-11-4.5-5z", "M22.5 3.5a3 3 0 1 1-.01 0z"],
  q: ["M13 35L7 12l8 8 2-13 5.5 11L28 7l2 13 8-8-6 23z"],
  k: ["M20.5 4h4v4h4v4h-4v5l9 3 1 15h-24l1-15 9-3v-5h-4V8h4z"],
};

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** The name of a piece as FEN writes it: `white knight`. */
export function pieceName(letter) {
  const kind = letter.toLowerCase();
  return `${letter === kind ? "black" : "white"} ${NAMES[kind]}`;
}

/** A piece as FEN writes it, with its corner at the origin. */
export function piece(letter) {
  const kind = letter.toLowerCase();
  const colour = letter === kind ? "black-piece" : "white-piece";
  const path = (d, name) => drawn("path", { d, class: name });
  const isPlain = document.documentElement.dataset.pieces === "plain";
  const { outline, inner } = isPlain ? { outline: PLAIN[kind], inner: [] } : OUTLINED[kind];
  return drawn("g", { class: `piece ${colour}` }, [
    ...[isPlain ? FOOT : BASE, ...outline].map((d) => path(d, "outline")),
    ...inner.map((d) => path(d, "inner")),
  ]);
}
