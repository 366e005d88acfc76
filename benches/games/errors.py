"""How many inserted errors `shans game` finds, and how many of its marks are false alarms.

Stockfish plays strong games against itself. Into each one an error is put at a random ply: a legal move that the judge
(Stockfish with many nodes) says loses at least 0.3 of the winning chances. Stockfish plays on from there. All searchers analyse the same
games with the same nodes a move. An error is found if the move is marked as a mistake or a blunder; a
false alarm is such a mark on a move that loses less than 0.1 by the judge.

Usage: errors.py PROGRAM [--games 100] [--nodes 10000,100000] [--searchers best-first,pvs] [--judge-nodes 1000000]
    [--play-nodes 100000] [--stockfish CMD] [--seed 1] [--keep FILE]

It needs python-chess (PyPI: chess). With --keep the games are written to a file, and read from it if it is there.
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
    """What moves lose; each is asked about once."""

    def __init__(self, engine, nodes):
        self.engine, self.limit, self.known = engine, chess.engine.Limit(nodes=nodes), {}

    def value(self, board, viewer):
        key = board.fen()
        if key not in self.known:
            if board.is_game_over():
                result = board.outcome().winner
                self.known[key] = 0.0 if result is None else (1.0 if result else -1.0)
            else:
                score = self.engine.analyse(board, self.limit, game=object())["score"].white()
                self.known[key] = chances(score)
        return self.known[key] if viewer else -self.known[key]

    def loss(self, board, move):
        after = board.copy()
        after.push(move)
        return self.value(board, board.turn) - self.value(after, board.turn)


def with_error(engine, judge, limit, dice):
    """The moves of a game, and the ply of its error; None where none was found."""
    board, moves = chess.Board(), []
    for _ in range(6):
        board.push(dice.choice(list(board.legal_moves)))
    if board.is_game_over() or abs(judge.value(board, True)) > 0.4:
        return None
    at = dice.randrange(8, PLIES - 12)
    while len(board.move_stack) < PLIES and not board.is_game_over():
        ply = len(board.move_stack)
        error = None
        if ply >= at and not moves and abs(judge.value(board, True)) < 0.6:
            candidates = list(board.legal_moves)
            dice.shuffle(candidates)
            error = next((move for move in candidates[:12] if judge.loss(board, move) >= ERROR), None)
            if error:
                moves.append(ply)
        board.push(error or engine.play(board, limit, game=object()).move)
    return (board.move_stack, moves[0]) if moves else None


def games(args, engine, judge):
    if args.keep and Path(args.keep).exists():
        with open(args.keep) as file:
            while game := chess.pgn.read_game(file):
                yield list(game.mainline_moves()), int(game.headers["ErrorPly"])
        return
    dice, made = random.Random(args.seed), 0
    limit = chess.engine.Limit(nodes=args.play_nodes)
    while made < args.games:
        found = with_error(engine, judge, limit, dice)
        if found:
            made += 1
            yield found


def analysed(program, path, searcher, nodes):
    command = [program, "game", path, "--searcher", searcher, "--nodes", str(nodes), "--json", "--quiet"]
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
    parser.add_argument("--keep")
    args = parser.parse_args()
    engine = chess.engine.SimpleEngine.popen_uci(args.stockfish)
    judge = Judge(engine, args.judge_nodes)
    found = list(games(args, engine, judge))
    with tempfile.TemporaryDirectory() as folder:
        path = args.keep or str(Path(folder, "games.pgn"))
        if not Path(path).exists():
            with open(path, "w") as file:
                for number, (moves, ply) in enumerate(found):
                    game = chess.pgn.Game()
                    game.headers.update(White=f"Game {number}", ErrorPly=str(ply))
                    game.add_line(moves)
                    print(game, file=file, end="\n\n")
        print(f"{len(found)} games with an error each")
        for nodes in map(int, args.nodes.split(",")):
            for searcher in args.searchers.split(","):
                hits, marks, alarms = 0, 0, 0
                for (moves, error), told in zip(found, analysed(args.program, path, searcher, nodes)):
                    board = chess.Board()
                    for ply, (move, position) in enumerate(zip(moves, told["positions"])):
                        if position["played"]["mark"] in ("mistake", "blunder"):
                            marks += 1
                            hits += ply == error
                            alarms += ply != error and judge.loss(board, move) < HARMLESS
                        board.push(move)
                print(f"{searcher:24} {nodes:>9} nodes: {hits} found, {marks} marks, {alarms} false alarms")
                sys.stdout.flush()
    engine.quit()


if __name__ == "__main__":
    main()
