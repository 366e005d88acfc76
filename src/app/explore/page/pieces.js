// The pieces, drawn for this program: simple shapes in a square of 45 by 45.

import { drawn } from "./text.js";

const BASE = "M11 39.5v-3q0-1.5 1.5-1.5h20q1.5 0 1.5 1.5v3z";

/** Filled outlines, and lines inside them. */
const SHAPES = {
  p: {
    outline: ["M15 35l2-6q4-3 3-9h5q-1 6 3 9l2 6z", "M22.5 8.5a6 6 0 1 1-.01 0z"],
    inner: [],
  },
  r: {
    outline: ["M12 8.5h5v4h3.5v-4h4v4H28v-4h5v9l-4 3.5v9.5l3 4.5H13l3-4.5V21l-4-3.5z"],
    inner: ["M16 21h13", "M16 30.5h13"],
  },
  n: {
    outline: ["M14 35c0-9 6.500-10.500 7-16l-5 3.500c-3 2-6.500-.5-5.500-4l5.500-8L16.500 6l4.500 2.500c8 .5 12 9.500 11 26.500z"],
    inner: ["M18.800 14.200l.6-.4", "M27.500 14q3 5.500 2.500 16"],
  },
  b: {
    outline: ["M16.500 29h12l2.500 6h-17z", "M22.500 10.500c-8 5.500-9.500 13-5.500 18.500h11c4-5.500 2.500-13-5.500-18.500z", "M22.500 5.500a2.600 2.600 0 1 1-.01 0z"],
    inner: ["M22.500 16v7.500", "M19 19.500h7", "M17 29h11"],
  },
  q: {
    outline: ["M14 29h17l2 6H12z", "M8.500 14l5.500 15h17l5.500-15-7 6.500-2.500-11-4.500 10.500L18 9.500l-2.500 11z", "M8.500 9.500a2.300 2.300 0 1 1-.01 0z", "M18 5.500a2.300 2.300 0 1 1-.01 0z", "M27 5.500a2.300 2.300 0 1 1-.01 0z", "M36.500 9.500a2.300 2.300 0 1 1-.01 0z"],
    inner: ["M14 29h17"],
  },
  k: {
    outline: ["M15 29h15l2.500 6h-20z", "M22.500 15.500c5-7 15.500-2.500 11 6L30 29H15l-3.500-7.500c-4.500-8.500 6-13 11-6z", "M21.200 4.500h2.600v2.700h2.700v2.600h-2.700V14h-2.600V9.800h-2.700V7.200h2.700z"],
    inner: ["M22.500 15.500V29", "M15 29h15"],
  },
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
  const { outline, inner } = SHAPES[kind];
  return drawn("g", { class: `piece ${colour}` }, [
    ...[BASE, ...outline].map((d) => path(d, "outline")),
    ...inner.map((d) => path(d, "inner")),
  ]);
}
