#!/usr/bin/env python3
"""What answers lose, by another engine: centipawns below its best move.

    pip install chess
    python3 tools/loss.py ANSWERS --engine COMMAND [--nodes 5000000]

ANSWERS has a FEN and a move in each line, a tab between them; what follows is repeated. The engine
searches each position, and the move alone where it prefers another one, with one thread and an
empty table each time. Values beyond 10 pawns count as 10 pawns.
"""

import argparse
import sys

import chess
import chess.engine

DECIDED = 1000


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--nodes", type=int, default=5_000_000)
    parser.add_argument("--limit", type=int, default=30, help="losses above it are counted")
    return parser.parse_args()


def value(engine, board, nodes, moves=None):
    """The best of these moves and its value for the side to move."""
    limit = chess.engine.Limit(nodes=nodes)
    found = engine.analyse(board, limit, root_moves=moves, game=object())
    cp = found["score"].relative.score(mate_score=30_000)
    return found["pv"][0], max(-DECIDED, min(DECIDED, cp))


def main():
    args = arguments()
    losses = []
    with chess.engine.SimpleEngine.popen_uci(args.engine.split()) as engine:
        engine.configure({"Hash": 64, "Threads": 1})
        for line in open(args.answers, encoding="utf-8"):
            fen, text, *rest = line.rstrip("\n").split("\t")
            board = chess.Board(fen)
            move = board.parse_uci(text)
            best, most = value(engine, board, args.nodes)
            loss = 0
            if best != move:
                loss = max(0, most - value(engine, board, args.nodes, [move])[1])
            losses.append(loss)
            print(loss, best, fen, text, *rest, sep="\t", flush=True)
    many = sum(loss > args.limit for loss in losses)
    print(f"{len(losses)} answers, {many} lose more than {args.limit} cp", file=sys.stderr)


if __name__ == "__main__":
    main()
