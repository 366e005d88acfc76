// What can be taken back in the notation, and made again.

/** Steps that are remembered. */
const MOST = 200;

/** States of something, of which one is shown: `{ said, moves }` and where one was. */
export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.before = [];
    this.after = [];
  }

  /** A change is about to be made: `state` is what is shown before it. */
  note(state) {
    this.before = [...this.before.slice(1 - MOST), state];
    this.after = [];
  }

  /** The state before, `state` being shown; nothing where there is none. */
  back(state) {
    return this.step(this.before, this.after, state);
  }

  /** The state that was taken back last. */
  forth(state) {
    return this.step(this.after, this.before, state);
  }

  step(from, to, state) {
    const found = from.pop();
    if (found) to.push(state);
    return found;
  }
}

/** What is said where in a state: the moves to each position with words, as text, and the words. */
export function saidIn({ said, moves }) {
  const lines = [[]];
  const found = new Map(said ? [["", said]] : []);
  for (const step of moves) {
    const line = [...lines[step.parent], step.move];
    lines.push(line);
    if (step.said) found.set(line.join("."), step.said);
  }
  return found;
}
