#!/usr/bin/env python3
"""Whether the puzzles of `shans profile` have one solution, as Stockfish says.

Usage: puzzles.py PUZZLES.json [--nodes 3m] [--most 300] [--stockfish stockfish]

Stockfish looks for its two best moves, each with so many nodes. The solution is right if it is the best one, or worth as much to 0.30. A second
one is there if another move is less than 1.50 worse and has the same result: win, draw or loss as seen from 2.00 on.
"""

import argparse
import json

import chess
import chess.engine

CEILING = 1500


def number(text):
    return int(float(text[:-1]) * {"k": 1e3, "m": 1e6}[text[-1]]) if text[-1] in "km" else int(text)


def result(worth):
    return (worth >= 200) - (worth <= -200)


def worth(info):
    return max(-CEILING, min(CEILING, info["score"].relative.score(mate_score=10000)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzles")
    parser.add_argument("--nodes", type=number, default=3_000_000)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--stockfish", default="stockfish")
    given = parser.parse_args()
    with open(given.puzzles, encoding="utf-8") as file:
        puzzles = json.load(file)
    # As many as are wanted, from all games.
    step = max(1, len(puzzles) // given.most)
    puzzles = puzzles[::step][: given.most]
    right, alone = 0, 0
    with chess.engine.SimpleEngine.popen_uci(given.stockfish) as engine:
        engine.configure({"Hash": 64})
        for puzzle in puzzles:
            board = chess.Board(puzzle["fen"])
            limit = chess.engine.Limit(nodes=given.nodes)
            solution = chess.Move.from_uci(puzzle["solution"][0])
            others = [move for move in board.legal_moves if move != solution]
            own, other = (
                worth(engine.analyse(board, limit, root_moves=moves, game=object())) for moves in ([solution], others)
            )
            is_right = own >= other - 30
            is_alone = own - other >= 150 or result(own) > result(other)
            right, alone = right + is_right, alone + is_alone
            if not (is_right and is_alone):
                print(f"{puzzle['id']} {puzzle['fen']} {solution}: {own}, the others {other}", flush=True)
    print(f"{len(puzzles)} puzzles at {given.nodes} nodes: solution right in {right}, no second solution in {alone}")


if __name__ == "__main__":
    main()
