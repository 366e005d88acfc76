// Guess the move: scores and lines are hidden until the reader has tried a move on the board.

import { byId, centipawns, plural, scoreText, setText } from "./text.js";
import { sideOf, viewer } from "./viewpoint.js";

const PLACES = ["the best move", "the second best move", "the third best move"];

/** What the tree says of a tried move. `played` is the move of the game, if any. */
export function verdict(look, move, played) {
  const { candidates } = look.known_of_it;
  const told = ({ san, score }) => `${san} (${scoreText(score, sideOf(look))})`;
  const best = candidates[0];
  const place = candidates.findIndex((candidate) => candidate.move === move);
  const san = look.legal.find((legal) => legal.move === move)?.san ?? move;
  const ofGame = played === move ? " It was played in the game." : "";
  if (place === 0) return `${told(best)} is the best move.${ofGame}`;
  const instead = `The best move is ${told(best)}.${ofGame}`;
  if (place < 0) return `${san} was not searched by itself: it promised less. ${instead}`;
  const loss = (centipawns(best.score) - centipawns(candidates[place].score)) / 100;
  const less = loss > 0 ? `, ${loss.toFixed(2)} pawns less` : ", as good";
  return `${told(candidates[place])} is ${PLACES[place] ?? `number ${place + 1} of ${plural(candidates.length, "move")}`}${less}. ${instead}`;
}

/** The panel. `changed` is called when something is shown or hidden, `next` goes on to the next position. */
export class Guess {
  constructor({ changed, next }) {
    Object.assign(this, { changed, isOn: false, isHiding: false, tried: 0, found: 0 });
    byId("guess").addEventListener("click", () => this.turn(!this.isOn));
    byId("guess-next").addEventListener("click", next);
    byId("guess-show").addEventListener("click", () => this.reveal(""));
  }

  turn(isOn) {
    Object.assign(this, { isOn, tried: 0, found: 0 });
    byId("guess").setAttribute("aria-pressed", String(isOn));
    byId("guessing").hidden = !isOn;
    this.arrive(this.look);
    this.changed();
  }

  /** Another position is shown. Where the tree knows no move, there is nothing to guess. */
  arrive(look) {
    this.look = look;
    const isKnown = look?.known_of_it?.candidates.length > 0;
    this.hide(this.isOn && isKnown);
    if (!this.isOn) return;
    const ask = isKnown ? `Find a move for ${look.to_move}: make it on the board.` : "The tree knows no move here.";
    this.tell(ask);
  }

  hide(isHiding) {
    this.isHiding = isHiding;
    document.body.classList.toggle("hides-scores", isHiding);
    byId("guess-show").hidden = !isHiding;
    byId("guess-next").hidden = isHiding;
  }

  /** A move was tried; `played` is that of the game. */
  attempt(move, played) {
    this.tried += 1;
    this.found += Number(this.look.known_of_it.candidates[0].move === move);
    this.reveal(`${verdict(this.look, move, played)} Scores are for ${viewer(this.look)}.`);
  }

  reveal(text) {
    this.hide(false);
    this.tell(text);
    this.changed();
  }

  tell(text) {
    const count = this.tried > 0 ? ` ${this.found} of ${this.tried} found.` : "";
    setText(byId("guess-told"), text + count);
  }
}
