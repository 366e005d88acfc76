#!/usr/bin/env python3
"""Looks for false wins and false draws: proofs of the program in random positions, beside another engine.

    python3 tools/endings_verdicts.py TABLES target/release/shans stockfish --count 500

The positions have 5 to 8 men and clocks from 0 to 60. Of those that the program proves, with the tables, to be won,
lost or drawn the other engine, which has the tables, too, is asked with many nodes: where it sees less than a decisive advantage in
a win, or one in a draw, it is asked again with ten times as many. What it still denies is reported.
"""

import argparse
import json
import random
import subprocess

import chess.engine

import endings_match
import endings_positions

# Centipawns for the side to move: a win is worth more, a draw less.
DECISIVE = 200
PIECES = "QRRBBNNPPPP"


def positions(count, seed):
    chance = random.Random(seed)
    for index in range(count):
        men = chance.choices(PIECES, k=3 + index % 4)
        split = chance.randint(1, len(men) // 2 + 1)
        sides = "v".join("K" + "".join(side) for side in (men[:split], men[split:]))
        yield endings_positions.position_of(sides, chance.randint(0, 60), chance)


def proven(args, boards):
    """What the program has proven of each: 1 for a win of the side to move, 0, -1, or None. Those that no game
    leads to it refuses; they are left out."""
    fens = [board.fen(en_passant="fen") for board in boards]
    command = [args.program, "analyze", "-", "--syzygy", args.tables, "--nodes", str(args.nodes), "--json", "--quiet"]
    ran = subprocess.run(command, input="\n".join(fens), capture_output=True, text=True)
    records = map(json.loads, ran.stdout.splitlines())
    told = {record["fen"]: verdict(record) for record in records if "fen" in record}
    return [(board, told[fen]) for board, fen in zip(boards, fens) if fen in told]


def verdict(record):
    score = record["score"]
    if not record["proven"] or score.get("bound"):
        return None
    if "mate" in score:
        return 1 if score["mate"] > 0 else -1
    if "won" in score:
        return 1 if score["won"] else -1
    return 0


def is_denied(engine, board, verdict, nodes):
    """Whether the other engine, asked twice, does not see what is proven. That is reported."""
    if verdict is None:
        return False
    for limit in (nodes, 10 * nodes):
        info = engine.analyse(board, chess.engine.Limit(nodes=limit), game=object())
        score = info["score"].pov(board.turn).score(mate_score=100_000)
        if verdict * score >= DECISIVE if verdict else abs(score) < DECISIVE:
            return False
    print(f"{board.fen()}: proven {verdict}, the other engine says {score}", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tables")
    parser.add_argument("program")
    parser.add_argument("engine")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--engine-nodes", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=58)
    args = parser.parse_args()
    judged = proven(args, list(positions(args.count, args.seed)))
    with endings_match.engine_of(args.engine, args.tables) as engine:
        denied = sum(is_denied(engine, board, verdict, args.engine_nodes) for board, verdict in judged)
    verdicts = [verdict for _, verdict in judged]
    told = ", ".join(f"{verdicts.count(verdict)} {name}" for name, verdict in (("won", 1), ("drawn", 0), ("lost", -1)))
    print(f"{len(judged)} positions; proven: {told}; denied: {denied}")


if __name__ == "__main__":
    main()
