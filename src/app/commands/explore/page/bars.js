// What a position is worth, as bars: beside the board, and a win, a draw and a loss below it.

import { byId, element, scoreShare, scoreText } from "./text.js";

const PARTS = ["win", "draw", "loss"];

/** `win 31 %, draw 52 %, loss 17 %`; the numbers are thousandths. */
export const wdlText = (wdl) => PARTS.map((part) => `${part} ${Math.round(wdl[part] / 10)}\u00a0%`).join(", ");

/** A bar of three colours. */
export function wdlBar() {
  return element("div", { class: "wdl", role: "img" }, PARTS.map((part) => element("div", { class: part })));
}

/** Fills a bar of three colours. */
export function fillWdl(bar, wdl) {
  PARTS.forEach((part, index) => {
    bar.children[index].style.width = `${wdl[part] / 10}%`;
  });
  const text = wdlText(wdl);
  if (bar.getAttribute("aria-label") === text) return;
  bar.setAttribute("aria-label", text);
  bar.title = text;
}

/** White's part of a point, from 0 to 1, that is expected of a position. */
function whiteShare({ score, wdl }, isWhite) {
  const own = wdl ? (wdl.win + wdl.draw / 2) / 1000 : (1 + scoreShare(score)) / 2;
  return isWhite ? own : 1 - own;
}

/** The bar beside the board, White's part at his side, and the chances below the board. */
export function showBars(look, isFlipped) {
  const known = look.known_of_it;
  const isWhite = look.fen.split(" ")[1] === "w";
  const bar = byId("eval");
  bar.classList.toggle("flipped", isFlipped);
  bar.classList.toggle("unknown", !known);
  const share = known ? whiteShare(known, isWhite) : 0.5;
  bar.querySelector(".white").style.height = `${(100 * share).toFixed(1)}%`;
  const text = known ? scoreText(known.score) : "";
  bar.querySelector("span").textContent = known ? scoreText(known.score, isWhite ? 1 : -1) : "";
  bar.setAttribute("aria-label", known ? `Evaluation: ${text} for ${look.to_move}` : "No evaluation yet");
  const below = byId("wdl");
  below.hidden = !known?.wdl;
  if (!known?.wdl) return;
  if (!below.firstChild) below.append(wdlBar(), element("span"));
  fillWdl(below.firstChild, known.wdl);
  const told = `${look.to_move}: ${wdlText(known.wdl)}`;
  if (below.lastChild.textContent !== told) below.lastChild.textContent = told;
}
