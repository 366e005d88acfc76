#!/usr/bin/env python3
"""Whether `no progress found: looks like a fortress` is said of fortresses, and not of wins that look like them.

Usage: no_progress.py SHANS benches/fortresses.epd benches/wins_like_fortresses.epd [--nodes 1m,4m,16m]
       no_progress.py --judge stockfish benches/fortresses.epd benches/wins_like_fortresses.epd

Each position is searched with the first number of nodes, and its tree resumed with the others. A row has the score after
each of them, for the side to move, with `!` where it is said; a position that is not worth a pawn cannot have it.

With `--judge`, an engine searches each position and plays it against itself instead: fortresses must end in a draw, the
others in a win. The engine keeps its table from move to move, so games with other tables and nodes differ.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import chess
import chess.engine

UNITS = {"k": 1_000, "m": 1_000_000}
MOST_PLIES = 300


def positions(path):
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            board = chess.Board()
            operations = board.set_epd(line)
            yield operations["id"], board


def count(text):
    return int(text[:-1]) * UNITS[text[-1]] if text[-1] in UNITS else int(text)


def searches(shans, board, budgets):
    """The result after each number of nodes."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        spent = 0
        for budget in budgets:
            first = ["analyze", board.fen(), "--save", tree]
            command = [shans, *(["resume", tree] if spent else first)]
            told = subprocess.run(
                [*command, "--nodes", str(budget - spent), "--json"], check=True, capture_output=True, text=True
            )
            spent = budget
            yield json.loads(told.stdout)


def said_of(shans, path, budgets):
    """Prints a row for each position; how often it is said after each number of nodes."""
    said, all_positions = [0] * len(budgets), 0
    for name, board in positions(path):
        cells = []
        for index, told in enumerate(searches(shans, board, budgets)):
            is_said = "no_progress_nodes" in told
            said[index] += is_said
            score = told["score"]
            text = f"{score['cp'] / 100:+.2f}" if "cp" in score else "mate" if "mate" in score else "won?"
            cells.append(f"{text}{'!' if is_said else ' '}")
        all_positions += 1
        print(f"{name:<34} {' '.join(f'{cell:>8}' for cell in cells)}", flush=True)
    return all_positions, said


def game(engine, board, nodes):
    board = board.copy()
    for _ in range(MOST_PLIES):
        if board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves():
            break
        board.push(engine.play(board, chess.engine.Limit(nodes=nodes)).move)
    return board.result() if board.is_game_over() else "1/2-1/2"


def judge(engine, path, nodes, game_nodes):
    for name, board in positions(path):
        score = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())["score"].white()
        results = [game(engine, board, nodes) for nodes in game_nodes]
        print(f"{name:<34} {board.epd():<60} {score} {' '.join(results)}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shans", nargs="?")
    parser.add_argument("fortresses")
    parser.add_argument("wins")
    parser.add_argument("--nodes", default="1m,4m,16m")
    parser.add_argument("--judge")
    parser.add_argument("--judge-nodes", default="20m")
    parser.add_argument("--game-nodes", default="10k,20k,40k")
    given = parser.parse_args()
    lists = {"fortresses": given.fortresses, "wins": given.wins}
    if given.judge:
        with chess.engine.SimpleEngine.popen_uci(given.judge) as engine:
            for path in lists.values():
                judge(engine, path, count(given.judge_nodes), [count(nodes) for nodes in given.game_nodes.split(",")])
        return
    budgets = [count(nodes) for nodes in given.nodes.split(",")]
    for what, path in lists.items():
        all_positions, said = said_of(given.shans, path, budgets)
        print(f"said of {what}: {', '.join(f'{found} of {all_positions}' for found in said)}")


if __name__ == "__main__":
    main()
