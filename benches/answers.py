#!/usr/bin/env python3
"""What the answers of searchers lose by the judgement of an engine.

    pip install chess
    python3 benches/answers.py PROGRAM POSITIONS.epd --engine stockfish [--judge-nodes 1000000] [--nodes 300000]
        [--searchers best-first,pvs] [--memory 128MiB] [--every N] [--first N] [--json]

Each position is searched by each searcher with as many nodes, one thread and one line. An answer loses what it is worth less to
that engine than the engine's best move, values beyond 10 pawns counting as 10. The first two searchers are compared position
by position.
"""

import argparse
import json
import statistics
import subprocess

from sessions import Judge, positions_of, standard_error, tell

# In centipawns: what a player would call an error.
MUCH = 30


def answers(program, searcher, positions, nodes, memory):
    """The best move of each position."""
    options = ["--searcher", searcher, "--nodes", str(nodes), "--memory", memory, "--threads", "1", "--lines", "1"]
    done = subprocess.run(
        [program, "analyze", "-", *options, "--json"],
        input="\n".join(positions), check=True, capture_output=True, text=True,
    )
    moves = [json.loads(line)["best_move"] for line in done.stdout.splitlines()]
    if len(moves) != len(positions):
        raise SystemExit(f"{searcher} answers {len(moves)} of {len(positions)} positions: {done.stderr.strip()}")
    return moves


def compared(lost):
    """What is kept of the losses of each searcher, in the order of the positions."""
    found = {
        "lose": {name: round(statistics.mean(each), 1) for name, each in lost.items()},
        "errors": {name: sum(loss > MUCH for loss in each) for name, each in lost.items()},
    }
    if len(lost) > 1:
        first, second = list(lost.values())[:2]
        more = [a - b for a, b in zip(first, second)]
        found["difference"] = round(statistics.mean(more), 1)
        found["error"] = standard_error(more)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("suites", nargs="+")
    parser.add_argument("--engine", required=True, help="the judge: a UCI engine")
    parser.add_argument("--judge-nodes", type=int, default=1_000_000)
    parser.add_argument("--nodes", type=int, default=300_000)
    parser.add_argument("--searchers", default="best-first,pvs")
    parser.add_argument("--memory", default="128MiB")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="of those, at most this many")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    positions = positions_of(args.suites, args.every, args.first)
    judge = Judge(args.engine, args.judge_nodes)
    try:
        lost = {}
        for searcher in args.searchers.split(","):
            moves = answers(args.program, searcher, positions, args.nodes, args.memory)
            lost[searcher] = [judge.loss(fen, move) for fen, move in zip(positions, moves)]
    finally:
        judge.quit()
    found = {"positions": len(positions), "nodes": args.nodes, "judge_nodes": args.judge_nodes, **compared(lost)}
    tell(found, args.json)


if __name__ == "__main__":
    main()
