"""A repertoire that a script here measures: the arguments that say which, and what `shans prepare` tells of it."""

import argparse
import json
import os
import subprocess
import tempfile

import chess


def arguments(description, cover="1%"):
    """What all of these scripts take."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("database")
    parser.add_argument("--side", required=True, choices=["white", "black"])
    parser.add_argument("--cover", default=cover)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--prepare-engine", help="the engine that searches the repertoire")
    parser.add_argument("--json", action="store_true")
    return parser


def of(args):
    """What is told of the repertoire that the arguments ask for."""
    engine = ["--engine", args.prepare_engine] if args.prepare_engine else []
    return repertoire(args.program, args.side, args.database, "--nodes", str(args.nodes), "--cover", args.cover, *engine)


def repertoire(program, side, games, *options):
    """What `shans prepare` tells of a repertoire in a tree of its own."""
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        command = [program, "prepare", tree, "--side", side, "--games", games, "--json", "--quiet", "--threads", "1", *options]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def board_at(found, line):
    """The position behind these moves of a repertoire."""
    board = chess.Board(found["fen"])
    for move in line:
        board.push_uci(move["move"])
    return board
