#!/usr/bin/env python3
"""Whether `shans why` answers right: its claims about moves of games, judged by a strong engine.

Usage: why_questions.py SHANS GAMES.pgn --engine stockfish [--questions 40] [--judge-nodes 5000000] [--over stockfish]

A question is a move that somebody played, or the move that looks best to a search of 2,000 nodes among
those that he did not play. The answer is asked of a tree of 100,000 nodes, over another engine with --over. What is claimed is right where the judge,
who searches the position and the move, agrees: a move said to be worse loses 30 centipawns or more, one said to lose or miss
material 50, and one said to be best or equal is within 50 of the best. One said to win, too, is worth 300 or more, and one said
to lose, too, is a move of a position that is worth -300 or less. A mate that is claimed is one that the judge sees, or that costs
50. Claims that say themselves that they are not certain are counted apart.
"""

import argparse
import json
import random
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import chess
import chess.engine
import chess.pgn

WORSE = {"worse": 30, "only-draws": 50, "loses-material": 50, "misses-material": 50}
WON = 300
MATE = 10_000
# From here on a value is a mate.
SEEN = 9_000


def questions(path, count, engine, seed):
    """Positions of games with a move each, from move 8 on, as many played as not."""
    chosen = random.Random(seed)
    games = []
    with open(path, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games.append(game)
    found = []
    while len(found) < count:
        nodes = [node for node in chosen.choice(games).mainline() if node.ply() > 15]
        if not nodes:
            continue
        node = chosen.choice(nodes)
        board = node.parent.board()
        played = node.move
        # A null move stands for a remark in some games.
        if board.legal_moves.count() < 5 or not played:
            continue
        if len(found) % 2:
            others = [move for move in board.legal_moves if move != played]
            told = engine.analyse(board, chess.engine.Limit(nodes=2000), root_moves=others)
            move = told["pv"][0]
        else:
            move = played
        found.append((board, move))
    return found


def why(shans, board, move, over):
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        engine = ["--engine", over] if over else []
        run = lambda *arguments: subprocess.run([shans, *arguments], check=True, capture_output=True, text=True).stdout
        run("analyze", board.fen(), "--nodes", "100k", "--save", tree, "--quiet", *engine)
        return json.loads(run("why", tree, move.uci(), "--json", *engine))


def judged(engine, board, move, nodes):
    """What the position and the move are worth for the side to move, in centipawns."""
    limit = chess.engine.Limit(nodes=nodes)
    value = lambda moves: engine.analyse(board, limit, root_moves=moves)["score"].relative.score(mate_score=MATE)
    return value(None), value([move])


def is_right(claim, best, value):
    lost = best - value
    match claim["kind"]:
        case "wins-too":
            return value >= WON
        case "loses-too":
            return best <= -WON
        case "allows-mate":
            return lost >= 50 or value <= -SEEN
        case "misses-mate":
            return lost >= 50 or best >= SEEN
        case kind if kind in WORSE:
            return lost >= WORSE[kind]
        case _:
            return lost <= 50


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shans")
    parser.add_argument("games")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--judge-nodes", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--over")
    given = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci(given.engine) as engine:
        counts = Counter()
        for board, move in questions(given.games, given.questions, engine, given.seed):
            told = why(given.shans, board, move, given.over)
            claim, behind = told["claim"], told["behind_cp"]
            best, value = judged(engine, board, move, given.judge_nodes)
            said = "right" if is_right(claim, best, value) else "wrong"
            if not claim["sure"]:
                said += ", said to be close"
            counts[said] += 1
            text = claim.get("text", claim["kind"])
            print(f"{said}: {board.fen()} {board.san(move)} {text} {claim['score']}, {behind} behind, judge: {best - value} less", flush=True)
        print(", ".join(f"{count} {said}" for said, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
