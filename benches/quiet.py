#!/usr/bin/env python3
"""Quiet positions of games, and what the bench of workers loses in them.

    pip install chess
    python3 benches/quiet.py choose GAMES.pgn --engine stockfish [--first 60] [--seed 1] > quiet.epd
    python3 benches/quiet.py judge LIST --engine stockfish [--judge-nodes 20000000]

`choose` takes at most one position of a game, at random, between its eighth move and the fourth before its end: nobody is in
check, the last move captures nothing, and by 200,000 nodes of the engine the position is worth at most a pawn, and
neither of the next two moves captures, promotes or gives check.

LIST is what `workers list=yes workers=0,8 quiet.epd` prints. Where its answers to a position differ, and only there, `judge`
asks the engine what each of the two moves is worth, values beyond 10 pawns counting as 10. It prints each such
position, and by how much the answers of the last row are better.
"""

import argparse
import random
import statistics
import sys

import chess
import chess.engine
import chess.pgn

from sessions import Judge, standard_error

FIRST_PLY = 16
PLIES_BEFORE_END = 8
LOOK_NODES = 200_000
LEVEL = 100


def is_quiet_move(board, move):
    return not (board.is_capture(move) or move.promotion or board.gives_check(move))


def is_quiet(board, engine):
    """Whether nothing is about to happen, by the engine."""
    if board.is_check() or board.legal_moves.count() < 2:
        return False
    found = engine.analyse(board, chess.engine.Limit(nodes=LOOK_NODES), game=object())
    line, after = found["pv"][:2], board.copy()
    if len(line) < 2 or abs(found["score"].relative.score(mate_score=30_000)) > LEVEL:
        return False
    for move in line:
        if not is_quiet_move(after, move):
            return False
        after.push(move)
    return True


def candidate(game, dice):
    """A position of a game, taken at random; `None` if the game is too short, or the move before it captures."""
    moves = list(game.mainline_moves())
    last = len(moves) - PLIES_BEFORE_END
    if last < FIRST_PLY:
        return None
    ply = dice.randint(FIRST_PLY, last)
    board = game.board()
    for move in moves[: ply - 1]:
        board.push(move)
    if board.is_capture(moves[ply - 1]):
        return None
    board.push(moves[ply - 1])
    return board


def choose(path, engine, first, dice):
    found = 0
    with open(path, encoding="utf-8") as games:
        while found < first and (game := chess.pgn.read_game(games)):
            board = candidate(game, dice)
            if board is not None and is_quiet(board, engine):
                found += 1
                print(f'{board.epd()} id "quiet {found}";', flush=True)
    if found < first:
        sys.exit(f"{path} has only {found} of {first} positions")


def listed(text):
    """The answers of each row of the bench by position, as it lists them before the row."""
    rows, answers = [], {}
    for line in text.splitlines():
        parts = line.split("; ")
        if len(parts) > 1:
            answers[parts[0].split(" ", 1)[1]] = parts[1]
        elif answers:
            rows.append(answers)
            answers = {}
    return rows


def judged(first, second, worth):
    """How much better the second answers are, position by position; only where two differ is anything asked."""
    return [0 if first[fen] == second[fen] else worth(fen, second[fen]) - worth(fen, first[fen]) for fen in first]


def told(judge, fen, move):
    """What a move is worth by the judge, who searches nothing else; it is printed, since it takes long."""
    worth = judge.value(fen, [chess.Move.from_uci(move)])[1]
    print(f"{fen}; {move} {worth}", flush=True)
    return worth


def tell(better):
    """What was found, in a sentence."""
    differ = [one for one in better if one]
    return (
        f"{len(better)} positions: the answers of the last row are {statistics.mean(better):.1f} centipawns a move better "
        f"(standard error {standard_error(better)}); better in {sum(one > 0 for one in differ)}, worse in {sum(one < 0 for one in differ)}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["choose", "judge"])
    parser.add_argument("file")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--judge-nodes", type=int, default=20_000_000)
    parser.add_argument("--first", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    judge = Judge(args.engine, args.judge_nodes)
    try:
        if args.kind == "choose":
            return choose(args.file, judge.engine, args.first, random.Random(args.seed))
        with open(args.file, encoding="utf-8") as file:
            rows = listed(file.read())
        print(tell(judged(rows[0], rows[-1], lambda fen, move: told(judge, fen, move))))
    finally:
        judge.quit()


if __name__ == "__main__":
    main()
