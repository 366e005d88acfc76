#!/usr/bin/env python3
"""How wrong the values are that a tree shows of the positions of lines which were put into it.

    pip install chess
    python3 benches/hollow.py PROGRAM GAMES.pgn... --engine stockfish [--way include|import|game] [--nodes 1m]
        [--over ENGINE] [--plies 32] [--every 4] [--judge-nodes 150000] [--keep JUDGED.json] [--json]

Each game's first --plies moves become a line of a tree of the first position (`--include`, or `import` and `resume`, or
the line of `game`, in which every move is analysed), searched with --nodes. Then the value of every --every-th position
of the line is compared with that of the engine. Both are taken from the side to move and cut at ten pawns. Told: positions
that differ by a pawn and by half a pawn, those of them that are told as settled, how many are told as unsettled, and
the mean difference.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

import chess
import chess.engine
import chess.pgn

DECIDED = 1000


def lines_of(paths, plies):
    """The first moves of each game from the first position, as SAN."""
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                if game.board().fen() != chess.STARTING_FEN:
                    continue
                board, words = game.board(), []
                for move in list(game.mainline_moves())[:plies]:
                    # A null move ends what a tree can hold.
                    if not move:
                        break
                    words.append(board.san(move))
                    board.push(move)
                if len(words) >= 8:
                    yield words


class Judge:
    """The engine's values, kept in a file."""

    def __init__(self, engine, nodes, path):
        self.nodes, self.path = nodes, path
        self.engine = chess.engine.SimpleEngine.popen_uci(engine)
        self.engine.configure({"Threads": 1, "Hash": 64})
        self.kept = {}
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.kept = json.load(file)

    def value(self, board):
        key = f"{board.fen()} {self.nodes}"
        if key not in self.kept:
            info = self.engine.analyse(board, chess.engine.Limit(nodes=self.nodes), game=object())
            self.kept[key] = info["score"].relative.score(mate_score=100000)
        return cut(self.kept[key])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.engine.quit()
        if self.path:
            with open(self.path, "w", encoding="utf-8") as file:
                json.dump(self.kept, file)


def cut(value):
    return max(-DECIDED, min(DECIDED, value))


def value_of(score):
    """Centipawns of a score of the program."""
    if "cp" in score:
        return cut(score["cp"])
    wins = score["mate"] > 0 if "mate" in score else score.get("won", False)
    return DECIDED if wins else -DECIDED


def grow(arguments, words, folder):
    """The tree of a line, and what leads to its first position there."""
    tree = os.path.join(folder, "line.tree")
    pgn = os.path.join(folder, "line.pgn")
    with open(pgn, "w", encoding="utf-8") as file:
        file.write('[Event "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n' + " ".join(words) + " *\n")
    over = ["--engine", arguments.over] if arguments.over else []
    common = ["--threads", "1", "--quiet", "--nodes", arguments.nodes, *over]
    if arguments.way == "include":
        commands = [["analyze", "startpos", "--include", " ".join(words), *common, "--save", tree]]
    elif arguments.way == "import":
        commands = [
            ["analyze", "startpos", "--threads", "1", "--quiet", "--nodes", "20k", *over, "--save", tree],
            ["import", tree, pgn],
            ["resume", tree, *common],
        ]
    else:
        commands = [["game", pgn, *common, "--save", tree, "-o", os.path.join(folder, "out.pgn")]]
    for command in commands:
        done = subprocess.run([arguments.program, *command], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(command)}: {done.stderr}")
    return tree


def shown(arguments, tree, moves):
    """What the tree tells of a position; `None` where it ends before, as at a repetition."""
    command = [arguments.program, "show", tree, *moves, "--depth", "1", "--width", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def measured(arguments, judge):
    """The differences of all positions of all lines."""
    found = []
    for number, words in enumerate(lines_of(arguments.games, arguments.plies), 1):
        with tempfile.TemporaryDirectory() as folder:
            tree = grow(arguments, words, folder)
            board = chess.Board()
            for ply, word in enumerate(words):
                if ply and ply % arguments.every == 0:
                    report = shown(arguments, tree, words[:ply])
                    if report is None:
                        break
                    difference = value_of(report["score"]) - judge.value(board)
                    found.append({"game": number, "ply": ply, "difference": difference, "unsettled": report["unsettled"]})
                    if abs(difference) >= 100 and not arguments.json:
                        mark = "unsettled" if report["unsettled"] else "settled"
                        print(f"game {number}, ply {ply}: {difference:+} ({mark})", flush=True)
                board.push_san(word)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--way", choices=["include", "import", "game"], default="include")
    parser.add_argument("--nodes", default="1m")
    parser.add_argument("--over", help="the engine that searches leaves, in place of the program's own search")
    parser.add_argument("--plies", type=int, default=32)
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--judge-nodes", type=int, default=150_000)
    parser.add_argument("--keep", help="the engine's values, kept from run to run")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with Judge(arguments.engine, arguments.judge_nodes, arguments.keep) as judge:
        found = measured(arguments, judge)
    wrong = lambda least: [it for it in found if abs(it["difference"]) >= least]
    figures = {
        "positions": len(found),
        "wrong_by_100": len(wrong(100)),
        "wrong_by_50": len(wrong(50)),
        "wrong_and_settled": sum(not it["unsettled"] for it in wrong(100)),
        "unsettled": sum(it["unsettled"] for it in found),
        "mean_difference": round(statistics.mean(abs(it["difference"]) for it in found), 1),
    }
    print(json.dumps(figures) if arguments.json else "\n".join(f"{name}: {figures[name]}" for name in figures))


if __name__ == "__main__":
    main()
