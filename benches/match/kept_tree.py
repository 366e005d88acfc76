#!/usr/bin/env python3
"""What a kept tree saves: nodes to the same depth, with it and without.

    pip install chess
    python3 benches/match/kept_tree.py "target/release/shans uci;Hash=256" GAME.pgn --depth 8

Walks through a game forwards, then backwards, and asks for an analysis of each position to the same
depth: once with the tree kept, once with a fresh search each time.
"""

import argparse

import chess
import chess.engine
import chess.pgn

from player import Engines, Player


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine", type=Player.read)
    parser.add_argument("game", help="a PGN file; its first game is taken")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--from-ply", type=int, default=10)
    parser.add_argument("--plies", type=int, default=20)
    return parser.parse_args()


def boards(args):
    """The positions of a part of the game, with the moves before them."""
    with open(args.game, encoding="utf-8") as file:
        board = chess.pgn.read_game(file).end().board()
    while len(board.move_stack) > args.from_ply + args.plies:
        board.pop()
    walked = []
    while len(board.move_stack) >= args.from_ply:
        walked.append(board.copy())
        board.pop()
    return walked[::-1]


def nodes(engine, walk, depth, is_kept):
    """Nodes spent on all positions of the walk."""
    spent = 0
    for board in walk:
        if not is_kept:
            engine.configure({"Clear Hash": None})
        info = engine.analyse(board, chess.engine.Limit(depth=depth))
        spent += info["nodes"]
    return spent


def main():
    args = arguments()
    forwards = boards(args)
    with Engines() as engines:
        engine = engines.start(args.engine, 600.0)
        for name, walk in [("forwards", forwards), ("backwards", forwards[::-1])]:
            fresh = nodes(engine, walk, args.depth, False)
            engine.configure({"Clear Hash": None})
            kept = nodes(engine, walk, args.depth, True)
            print(f"{name}, {len(walk)} positions: {kept} nodes kept, {fresh} fresh, {fresh / kept:.2f}")
        # Both ways in one go: on the way back the tree knows everything already.
        engine.configure({"Clear Hash": None})
        nodes(engine, forwards, args.depth, True)
        back = nodes(engine, forwards[::-1], args.depth, True)
        print(f"back after forwards: {back} nodes")


if __name__ == "__main__":
    main()
