#!/usr/bin/env python3
"""How many inserted errors `shans game` finds, and how many of its marks are false alarms.

Stockfish plays strong games against itself. Into each one an error is put at a random ply: a legal move that the judge
(Stockfish with many nodes) says loses at least 0.3 of the winning chances. Stockfish plays on from there. All searchers analyse the same
games with the same nodes a move. An error is found if the move is marked as a mistake or a blunder; a
false alarm is such a mark on a move that loses less than 0.1 by the judge.

Usage: errors.py PROGRAM [--games 100] [--nodes 10000,100000] [--searchers best-first,pvs] [--judge-nodes 1000000]
    [--play-nodes 100000] [--stockfish CMD] [--seed 1] [--options OPTIONS] [--keep FILE] [--verbose] [--json]

It needs python-chess (PyPI: chess). With --keep each game is written to a file when it is made, and what the judge says
to FILE.judge; what is there is not made again.
"""

import argparse
import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.engine
import chess.pgn

ERROR, HARMLESS = 0.3, 0.1
PLIES = 80


def chances(score):
    """Winning chances of a score, by lichess's formula."""
    if score.is_mate():
        return 1.0 if score > chess.engine.Cp(0) else -1.0
    return 2 / (1 + math.exp(-0.00368208 * score.score())) - 1


class Judge:
    """What moves lose; each position is asked about once."""

    def __init__(self, engine, nodes, path=None):
        self.engine, self.limit, self.known, self.path = engine, chess.engine.Limit(nodes=nodes), {}, path
        if path and Path(path).exists():
            with open(path) as file:
                for line in file:
                    key, told = line.rsplit(";", 1)
                    self.known[key] = float(told)

    def value(self, board, viewer):
        key = f"{self.limit.nodes};{board.fen()}"
        if key not in self.known:
            self.known[key] = self.ask(board)
            if self.path:
                with open(self.path, "a") as file:
                    print(key, self.known[key], sep=";", file=file)
        return self.known[key] if viewer else -self.known[key]

    def ask(self, board):
        if board.is_game_over():
            result = board.outcome().winner
            return 0.0 if result is None else (1.0 if result else -1.0)
        return chances(self.engine.analyse(board, self.limit, game=object())["score"].white())

    def loss(self, board, move):
        after = board.copy()
        after.push(move)
        return self.value(board, board.turn) - self.value(after, board.turn)


def with_error(engine, judge, rough, limit, dice):
    """The moves of a game, and the ply of its error; None where none was found."""
    board, moves = chess.Board(), []
    for _ in range(6):
        board.push(dice.choice(list(board.legal_moves)))
    if board.is_game_over() or abs(rough.value(board, True)) > 0.4:
        return None
    at = dice.randrange(8, PLIES - 12)
    while len(board.move_stack) < PLIES and not board.is_game_over():
        ply = len(board.move_stack)
        error = None
        if ply >= at and not moves and abs(rough.value(board, True)) < 0.6:
            candidates = list(board.legal_moves)
            dice.shuffle(candidates)
            found = (move for move in candidates[:12] if rough.loss(board, move) >= ERROR)
            error = next((move for move in found if judge.loss(board, move) >= ERROR), None)
            if error:
                moves.append(ply)
        board.push(error or engine.play(board, limit, game=object()).move)
    return (board.move_stack, moves[0]) if moves else None


def kept(path):
    """The games of a file with the plies of their errors, and the seed of each."""
    with open(path) as file:
        while game := chess.pgn.read_game(file):
            yield list(game.mainline_moves()), int(game.headers["ErrorPly"]), int(game.headers["Round"])


def make_games(args, path, engine, judge):
    """Adds games to the file until there are enough."""
    limit, rough = chess.engine.Limit(nodes=args.play_nodes), Judge(engine, args.play_nodes)
    seeds = [seed for _, _, seed in kept(path)] if Path(path).exists() else []
    seed, made = max(seeds, default=0), len(seeds)
    while made < args.games:
        seed += 1
        found = with_error(engine, judge, rough, limit, random.Random(f"{args.seed} {seed}"))
        if not found:
            continue
        game = chess.pgn.Game()
        game.headers.update(Round=str(seed), ErrorPly=str(found[1]))
        game.add_line(found[0])
        with open(path, "a") as file:
            print(game, file=file, end="\n\n")
        made += 1


def analysed(args, path, searcher, nodes):
    command = [args.program, "game", path, "--searcher", searcher, "--nodes", str(nodes), "--json", "--quiet"]
    # A depth-limited searcher knows no rounds.
    command += args.options.split() if searcher.startswith("best-first") else []
    for number in range(args.games):
        command += ["--game", str(number + 1)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in told.splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", default="10000,100000")
    parser.add_argument("--searchers", default="best-first,pvs")
    parser.add_argument("--judge-nodes", type=int, default=1_000_000)
    parser.add_argument("--play-nodes", type=int, default=100_000)
    parser.add_argument("--stockfish", default="stockfish")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="", help="further options of `shans game` for best-first, such as \"--rounds 4\"")
    parser.add_argument("--keep")
    parser.add_argument("--verbose", action="store_true", help="name what was missed and each false alarm")
    parser.add_argument("--json", action="store_true", help="the counts as an object")
    args = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci(args.stockfish) as engine, tempfile.TemporaryDirectory() as folder:
        judge = Judge(engine, args.judge_nodes, args.keep and args.keep + ".judge")
        path = args.keep or str(Path(folder, "all.pgn"))
        make_games(args, path, engine, judge)
        found = list(kept(path))[: args.games]
        if not args.json:
            print(f"{len(found)} games with an error each")
        runs = []
        for nodes in map(int, args.nodes.split(",")):
            for searcher in args.searchers.split(","):
                told = analysed(args, path, searcher, nodes)
                title = f"{searcher:24} {nodes:>9} nodes"
                counts = counted(title, found, told, judge, args.verbose)
                runs.append({"nodes": nodes, "searcher": searcher, **counts})
                if not args.json:
                    print("{}: {found} found, {marks} marks, {false_alarms} false alarms".format(title, **counts), flush=True)
    if args.json:
        print(json.dumps({"errors": len(found), "runs": runs}))


def counted(title, games, told, judge, is_verbose):
    """How many errors were found in games, and how many moves were marked besides."""
    hits, marks, alarms = 0, 0, 0
    for number, ((moves, error, _), game) in enumerate(zip(games, told), 1):
        board = chess.Board()
        for ply, (move, position) in enumerate(zip(moves, game["positions"])):
            # The last position, or one in which the game is over by its rules.
            if "played" not in position:
                break
            is_marked = position["played"]["mark"] in ("mistake", "blunder")
            is_alarm = is_marked and ply != error and judge.loss(board, move) < HARMLESS
            marks, hits, alarms = marks + is_marked, hits + (is_marked and ply == error), alarms + is_alarm
            if is_verbose and (is_alarm or (ply == error and not is_marked)):
                what, by = ("false alarm", position["played"]["loss"]) if is_alarm else ("missed", judge.loss(board, move))
                print(f"{title}: {what} in game {number}: {board.fen()} {move.uci()} {by:.2f}", file=sys.stderr)
            board.push(move)
    return {"found": hits, "marks": marks, "false_alarms": alarms}


if __name__ == "__main__":
    main()
