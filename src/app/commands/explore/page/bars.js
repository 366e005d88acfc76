// What a position is worth, as bars: beside the board, and a win, a draw and a loss below it.

import { byId, element, percent, plural, scoreShare, scoreText, setText } from "./text.js";
import { sideOf, viewer } from "./viewpoint.js";

const PARTS = ["win", "draw", "loss"];

/** `win 31 %, draw 52 %, loss 17 %`, 100 together as in the terminal; the numbers are thousandths. */
export function wdlText({ win, loss }) {
  const won = Math.round(win / 10);
  const lost = Math.min(Math.round(loss / 10), 100 - won);
  const shares = [won, 100 - won - lost, lost];
  return PARTS.map((part, index) => `${part} ${shares[index]}\u00a0%`).join(", ");
}

/** A bar of three colours. */
export function wdlBar() {
  return element("div", { class: "wdl", role: "img" }, PARTS.map((part) => element("div", { class: part })));
}

/** The same chances as the other side has them. */
export const turned = ({ win, draw, loss }) => ({ win: loss, draw, loss: win });

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

/** How often a move is played, as a bar with its number. */
export function playedBar() {
  const bar = element("div", { class: "bar", "aria-hidden": "true" }, [element("div")]);
  return element("div", { class: "played" }, [bar, element("span", { class: "number" })]);
}

/** Points as the side in question has them: those of the side to move where `side` is 1, the rest of each point where it is -1. */
export const pointsOf = (points, side) => (side > 0 ? points : 1 - points);

/** Fills it; `side` is 1 where points are those of the side to move, and -1 where they are the other side's. */
export function fillPlayed(played, { played_share: share, played_games: games, played_points: points }, side) {
  played.hidden = share === undefined;
  if (share === undefined) return;
  played.firstChild.firstChild.style.width = `${100 * share}%`;
  setText(played.lastChild, percent(share, 1));
  const scored = points === undefined ? "" : `, scored ${Math.round(100 * pointsOf(points, side))}\u00a0%`;
  played.title = games ? `${plural(games, "game")}${scored}` : "as an engine tells";
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
  // What is not settled is faint: it may be worth something else.
  bar.classList.toggle("unknown", !known || known.unsettled);
  const share = known ? whiteShare(known, isWhite) : 0.5;
  bar.querySelector(".white").style.height = `${(100 * share).toFixed(1)}%`;
  const text = known ? scoreText(known.score, sideOf(look)) : "";
  bar.querySelector("span").textContent = text;
  bar.setAttribute("aria-label", known ? `Evaluation: ${text} for ${viewer(look)}` : "No evaluation yet");
  const below = byId("wdl");
  // Its room stays: nothing moves when it is filled.
  // On a telephone the score stands there, too.
  if (!below.firstChild) below.append(wdlBar(), element("span", {}, [element("span", { class: "narrow" }), element("span")]));
  const [narrow, chances] = below.lastChild.children;
  setText(narrow, text && `${text}\u00a0 `);
  below.classList.toggle("unknown", !known?.wdl);
  if (!known?.wdl) return;
  const wdl = sideOf(look) > 0 ? known.wdl : turned(known.wdl);
  fillWdl(below.firstChild, wdl);
  const told = `${viewer(look)}: ${wdlText(wdl)}`;
  setText(chances, told);
}
