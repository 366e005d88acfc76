// Positions of a file as they are seen from one above them: scores, and the picture of the tree. The program does the same
// (`Perspective` and `TreeSelection` of its library).

/** Nodes of a picture, and plies below its position. */
const [MOST_NODES, MOST_PLIES] = [300, 60];

/** A number of moves to a win, counted from so many plies earlier; negative where the player looking loses. `isOwn` is whether he is the one who has it. */
function movesSeen(moves, plies, isOwn) {
  // Whoever is mated has lost in no move.
  const own = moves > 0 ? 2 * moves - 1 : -2 * moves;
  const isWin = moves > 0 === isOwn;
  const seen = Math.ceil((own + plies) / 2);
  return isWin ? seen : -Math.floor((own + plies) / 2);
}

/** The score of a position, of its side to move, as the side to move sees it so many plies above. */
export function scoreSeen(score, plies) {
  const isOwn = plies % 2 === 0;
  if (score.mate !== undefined) return { mate: movesSeen(score.mate, plies, isOwn) };
  if (score.won === undefined) return { cp: isOwn ? score.cp : -score.cp || 0 };
  const seen = { ...score, won: score.won === isOwn };
  if (score.tb !== undefined) seen.tb = score.tb + plies;
  if (score.mate_seen !== undefined) seen.mate_seen = movesSeen(score.mate_seen, plies, isOwn);
  return seen;
}

/** Whether an offer goes before another one: the best line, then effort, then what was offered first. */
function goesBefore(a, b) {
  if (a.isPrincipal !== b.isPrincipal) return a.isPrincipal;
  if (a.effort !== b.effort) return a.effort > b.effort;
  return a.parent !== b.parent ? a.parent < b.parent : a.place < b.place;
}

/** The positions below a row into which most effort went, each behind the one above it. `triedOf` gives the rows behind the moves of a row, the best one first. */
export function picture(row, triedOf) {
  const nodes = [{ parent: null, effort: row.known.effort, score: row.known.score }];
  const taken = [{ row, plies: 0, isPrincipal: true }];
  let offers = [];
  const offer = (parent) => {
    const { row: above, plies, isPrincipal } = taken[parent];
    if (plies >= MOST_PLIES) return;
    const tried = triedOf(above);
    const most = Math.max(0, ...tried.map(ownEffort));
    // The preferred one goes before its siblings.
    offers.push(...tried.map((below, place) => ({ row: below, plies: plies + 1, parent, place, isPrincipal: isPrincipal && place === 0, effort: place === 0 ? most : ownEffort(below) })));
  };
  offer(0);
  while (nodes.length < MOST_NODES && offers.length > 0) {
    const next = offers.reduce((best, other) => (goesBefore(other, best) ? other : best));
    offers = offers.filter((other) => other !== next);
    const { move, san, known } = next.row;
    nodes.push({ parent: next.parent, move, san, effort: known.effort, score: scoreSeen(known.score, next.plies) });
    taken.push(next);
    offer(taken.length - 1);
  }
  return nodes;
}

const ownEffort = ({ known }) => known.own ?? known.effort;
