"""Whether `shans prepare --check` names the move with which each game left the repertoire.

Usage: departures.py SHANS REPERTOIRE.pgn CHECK.pgn [--side white] [--nodes 2k] [--cover 1%]

The repertoire grows from the first file. Where a game leaves it is worked out again by python-chess: the move after the last position of
the game that is among the positions of the repertoire, in whatever order its moves came.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import chess
import chess.pgn


def positions(told):
    known = {}
    for place in told["positions"]:
        board = chess.Board(told["fen"])
        for move in place["line"]:
            board.push_uci(move["move"])
        known[board.epd()] = place["line"]
    return known


def leaves(game, known):
    """How many moves come before the one that leaves; `None` where the game never comes there, or stays to its end."""
    board, last = game.board(), None
    if board.epd() in known:
        last = 0
    moves = list(game.mainline_moves())
    for ply, move in enumerate(moves, 1):
        board.push(move)
        if board.epd() in known:
            last = ply
    return None if last in (None, len(moves)) else (last, moves[last].uci())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shans")
    parser.add_argument("repertoire")
    parser.add_argument("check")
    parser.add_argument("--side", default="white")
    parser.add_argument("--nodes", default="2k")
    parser.add_argument("--cover", default="1%")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [given.shans, "prepare", Path(folder) / "tree", "--side", given.side, "--games", given.repertoire, "--nodes", given.nodes,
                   "--cover", given.cover, "--check", given.check, "--json", "--quiet"]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    known = positions(told)
    departures = {one["game"]: (one["ply"], one["move"]) for one in told["check"]["departures"]}
    games, right = 0, 0
    with open(given.check, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games += 1
            wanted = leaves(game, known)
            right += departures.get(games) == wanted
            if departures.get(games) != wanted:
                print(f"game {games}: {departures.get(games)}, and not {wanted}")
    print(f"{len(known)} positions; {right} of {games} games leave where python-chess says, {len(departures)} leave at all")


if __name__ == "__main__":
    main()
