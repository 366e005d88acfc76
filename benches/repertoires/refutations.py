#!/usr/bin/env python3
"""Whether the errors that `shans prepare --why-not` tells are errors, refuted as told.

    pip install chess
    python3 benches/repertoires/refutations.py REPORT.json [--first 200] [--nodes 3000000] [--engine stockfish] [--seed 1]
    python3 benches/repertoires/refutations.py --study STUDY.pgn

REPORT.json is what `--json` prints. Of the errors so many are drawn by chance; the engine judges the position, the position after the error, and the one
after the reply that is told, with so many nodes each. An error is refuted as told if it costs at least --least (0.25, half of what is told) for whoever makes
it, both with the engine's best reply and with the reply that is told.

`--study` reads a study with python-chess, writes it, reads it again, and compares all moves, marks and comments.
"""

import argparse
import io
import json
import random
from collections import Counter

import chess
import chess.engine
import chess.pgn


def errors(report):
    """The position, the error, the reply, what it loses as told, and who makes it."""
    for place in report["positions"]:
        board = chess.Board(report["fen"])
        for step in place["line"]:
            board.push_uci(step["move"])
        for error in place.get("errors", []):
            # A move that leads to a place of the repertoire has no line of its own.
            if error["refutation"]:
                yield board, error, place["is_own_turn"]


class Judge:
    def __init__(self, command, nodes):
        self.engine = chess.engine.SimpleEngine.popen_uci(command.split())
        self.engine.configure({"Hash": 128, "Threads": 1})
        self.limit = chess.engine.Limit(nodes=nodes)

    def value(self, board, side):
        """Centipawns for a side; a mate is 20 pawns."""
        outcome = board.outcome()
        if outcome:
            return {None: 0, side: 2_000}.get(outcome.winner, -2_000)
        told = self.engine.analyse(board, self.limit, game=object())["score"].pov(side)
        return max(-2_000, min(2_000, told.score(mate_score=100_000)))


def judged(judge, board, error):
    """What the error costs with the best reply, and with the one that is told."""
    side = board.turn
    best = judge.value(board, side)
    behind = board.copy()
    behind.push_uci(error["move"])
    cost = best - judge.value(behind, side)
    behind.push_uci(error["refutation"][0][0]["move"])
    return cost, best - judge.value(behind, side)


def measure(given):
    report = json.load(open(given.report))
    found = list(errors(report))
    random.Random(given.seed).shuffle(found)
    judge, counts, bad = Judge(given.engine, given.nodes), Counter(), []
    for board, error, is_own in found[: given.first]:
        cost, told = judged(judge, board, error)
        whose = "own" if is_own else "opponent's"
        is_refuted = min(cost, told) >= given.least
        counts[whose, is_refuted] += 1
        counts["cause"] += "why" in error
        counts["half a pawn"] += min(cost, told) >= 50
        if not is_refuted:
            bad.append((board.fen(), error["san"], error["refutation"][0][0]["san"], error["loss_cp"], cost, told))
    judge.engine.quit()
    all_of = sum(count for (key, count) in counts.items() if isinstance(key, tuple))
    refuted = sum(count for (key, count) in counts.items() if isinstance(key, tuple) and key[1])
    print(f"{len(found)} errors in {len(report['positions'])} positions; judged with {given.nodes} nodes: {refuted} of {all_of} refuted as told")
    for whose in ("own", "opponent's"):
        print(f"  {whose}: {counts[whose, True]} of {counts[whose, True] + counts[whose, False]}")
    print(f"  that cost half a pawn or more: {counts['half a pawn']}; with a cause: {counts['cause']}")
    for one in bad:
        print("  not so:", *one)


def games(text):
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream):
        yield game


def parts(node):
    """All that is in a game, in order."""
    return [(node.move and node.move.uci(), sorted(node.nags), " ".join(node.comment.split()), [parts(next) for next in node.variations])]


def study(path):
    text = open(path).read()
    read = list(games(text))
    faults = [fault for game in read for fault in game.errors]
    again = list(games("\n\n".join(str(game) for game in read)))
    same = [parts(game) for game in read] == [parts(game) for game in again]
    count = lambda node: len(node.variations) + sum(count(next) for next in node.variations)
    moves = sum(count(game) for game in read)
    print(f"{len(read)} games, {moves} moves, {len(faults)} faults, {'the same' if same else 'NOT the same'} when it is written and read again")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("report", nargs="?")
    arguments.add_argument("--study")
    arguments.add_argument("--first", type=int, default=200)
    arguments.add_argument("--nodes", type=int, default=3_000_000)
    arguments.add_argument("--least", type=int, default=25)
    arguments.add_argument("--engine", default="stockfish")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    study(given.study) if given.study else measure(given)


if __name__ == "__main__":
    main()
