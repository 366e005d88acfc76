// The notation: the moves of a game and of one's own lines as a tree. It knows nothing of the page.

/** A node: the move to it, what is said there, and the moves from there, the main line first. */
const made = ({ move, san, number, said = "" }, parent, isKept) => ({ move, san, number, said, parent, isKept, children: [], last: null });

export class Notation {
  /** From what the program keeps: `said` about the root, and `moves`, each behind its parent. */
  constructor({ said, moves } = { said: "", moves: [] }) {
    this.root = made({ said }, null, true);
    /** The moves to the end of a line that was only walked: it goes when it is left. */
    this.walked = [];
    const nodes = [this.root];
    for (const told of moves) {
      const node = made(told, nodes[told.parent], true);
      node.parent.children.push(node);
      nodes.push(node);
    }
  }

  /** The node after these moves; nothing where the notation ends before. */
  at(moves) {
    return moves.reduce((node, move) => node?.children.find((child) => child.move === move), this.root);
  }

  /**
   * Goes along a path, a list of steps `{ move, san, number }`. What is new in it is kept, or is a line that was only walked.
   * Returns whether anything more is kept now.
   */
  visit(path, isKept) {
    const moves = path.map(({ move }) => move);
    const isBack = moves.every((move, index) => move === this.walked[index]) && moves.length <= this.walked.length;
    if (!isBack) this.leave(moves);
    let [node, isNew] = [this.root, false];
    path.forEach((step, index) => {
      let next = node.children.find((child) => child.move === step.move);
      if (!next) {
        next = made({ ...step, number: step.number ?? numberAfter(path[index - 1]) }, node, false);
        node.children.push(next);
      }
      isNew ||= isKept && !next.isKept;
      next.isKept ||= isKept;
      node.last = next;
      node = next;
    });
    if (!isBack) this.walked = node.isKept ? [] : moves;
    return isNew;
  }

  /** Forgets the line that was only walked, but for what it has in common with these moves. */
  leave(moves) {
    let [node, isShared] = [this.root, true];
    for (const [index, move] of this.walked.entries()) {
      isShared &&= moves[index] === move;
      node = node.children.find((child) => child.move === move);
      if (!node) break;
      if (node.isKept || isShared) continue;
      remove(node);
      break;
    }
    this.walked = [];
  }

  /** The move that goes on in the line one is in: the one that was taken back, or that of the main line. */
  next(moves) {
    const node = this.at(moves);
    return (node?.last ?? node?.children[0])?.move ?? null;
  }

  /** The move that the line one is in goes on with, whatever was taken back. */
  played(moves) {
    const next = this.at(moves)?.children[0];
    return next?.isKept ? next.move : null;
  }

  /** The moves among which there is a choice after these. */
  branches(moves) {
    return (this.at(moves)?.children ?? []).map(({ move }) => move);
  }

  /** Makes the line that goes through these moves the first one where it branches off last. Returns whether it was not. */
  promote(moves) {
    for (let node = this.at(moves); node?.parent; node = node.parent) {
      const { children } = node.parent;
      if (children[0] === node) continue;
      node.parent.children = [node, ...children.filter((child) => child !== node)];
      return true;
    }
    return false;
  }

  /** Removes the last of these moves with all that follows it. Returns the moves before it. */
  remove(moves) {
    const node = this.at(moves);
    if (!node?.parent) return moves;
    remove(node);
    this.walked = [];
    return moves.slice(0, -1);
  }

  /** The steps of the main line, each with its number. */
  mainLine() {
    const steps = [];
    for (let node = this.root.children[0]; node?.isKept; node = node.children[0]) steps.push(node);
    return steps;
  }

  /** Takes what the program thinks of the moves of the main line: `errors` that each name the place behind the move. */
  judge(errors) {
    this.mainLine().forEach((node, index) => (node.error = errors.find(({ place }) => place === index + 1)));
  }

  /** All that would be needed to bring back what is here now. */
  snapshot() {
    const moves = [];
    const waiting = [[this.root, 0]];
    while (waiting.length > 0) {
      const [node, place] = waiting.pop();
      const children = node.children.filter(({ isKept }) => isKept);
      const places = children.map(({ move, san, number, said }) => moves.push({ parent: place, move, san, number, said }));
      children.forEach((child, index) => waiting.push([child, places[index]]));
    }
    return { said: this.root.said, moves };
  }

  /** How many moves would go with this one, itself included. */
  size(moves) {
    const sizeOf = (node) => 1 + node.children.reduce((sum, child) => sum + sizeOf(child), 0);
    const node = this.at(moves);
    return node?.parent ? sizeOf(node) : 0;
  }

  /** What is to be kept: each move with the place of its parent, 0 being the root. */
  kept() {
    const list = [];
    const waiting = [[this.root, 0]];
    while (waiting.length > 0) {
      const [node, place] = waiting.pop();
      const children = node.children.filter(({ isKept }) => isKept);
      const places = children.map((child) => list.push([place, child.move]));
      children.forEach((child, index) => waiting.push([child, places[index]]));
    }
    return list;
  }
}

function remove(node) {
  const { parent } = node;
  parent.children = parent.children.filter((child) => child !== node);
  if (parent.last === node) parent.last = null;
}

/** The number of the move after a move with a number: `3...` after `3.`. */
const numberAfter = (before) => (before?.number?.endsWith("..") ? undefined : before?.number?.replace(/\.+$/, "..."));

/** Whether a move has its number wherever it stands: one of White has. */
export const isNumbered = ({ number }) => Boolean(number) && !number.endsWith("..");
