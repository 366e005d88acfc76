#!/usr/bin/env python3
"""How often moves are played, as `shans prepare` counts them, against a count by python-chess.

    pip install chess
    python3 benches/repertoires/frequencies.py PROGRAM GAMES.pgn [--sides white,black] [--cover 0.3%] [--nodes 1000]
        [--least 10] [--json]

A repertoire is made for each side. Of each move of the opponent that leads to one of its positions from a position of --least
games or more, the games, the share and the points have to be those that python-chess counts in the first 60 plies of the main lines.
"""

import argparse
import collections
import os
import sys

import chess
import chess.pgn

import prepared

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from sessions import tell  # noqa: E402

PLIES = 60
POINTS = {"1-0": 1.0, "0-1": 0.0}


def key(board):
    """What makes positions the same: en passant counts only where it can be played."""
    return board.epd(en_passant="legal")


def counted(file):
    """Of each position the moves, and of each move the games and the points that White made in them."""
    counts = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0.0]))
    while game := chess.pgn.read_game(file):
        points, board = POINTS.get(game.headers["Result"], 0.5), game.board()
        for move in list(game.mainline_moves())[:PLIES]:
            entry = counts[key(board)][move.uci()]
            entry[0] += 1
            entry[1] += points
            board.push(move)
    return counts


def compared(counts, found, least=10):
    """The number of moves that were compared, and what differs."""
    moves, differences = 0, []
    for place in found["positions"]:
        if place["played_games"] is None:
            continue
        known = counts[key(prepared.board_at(found, place["line"][:-1]))]
        of = sum(games for games, _ in known.values())
        if of < least:
            continue
        moves += 1
        last = place["line"][-1]["move"]
        games, points = known.get(last, (0, 0.0))
        points = points / games if games else 0.0
        told = (place["played_games"], place["played_share"], place["played_points"])
        ours = (games, games / of, points if found["side"] == "white" else 1 - points)
        if any(abs(one - other) > 0.00051 for one, other in zip(told, ours)):
            differences.append({"line": " ".join(move["san"] for move in place["line"]), "told": told, "counted": ours})
    return moves, differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("games")
    parser.add_argument("--sides", default="white,black")
    parser.add_argument("--cover", default="0.3%")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--least", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with open(args.games, encoding="utf-8") as file:
        counts = counted(file)
    moves, differences, positions = 0, [], 0
    options = ["--nodes", str(args.nodes), "--cover", args.cover]
    for side in args.sides.split(","):
        found = prepared.repertoire(args.program, side, args.games, *options)
        here, wrong = compared(counts, found, args.least)
        moves, differences, positions = moves + here, differences + wrong, positions + len(found["positions"])
    games = sum(played for played, _ in counts[key(chess.Board())].values())
    tell({"games": games, "positions": positions, "moves": moves, "differences": differences}, args.json)


if __name__ == "__main__":
    main()
