#!/usr/bin/env python3
"""Games of players of several strengths, with ratings and results in their tags.

    pip install chess
    python3 benches/repertoires/generate.py OUT.pgn [--games 20000] [--seed 1] [--engine stockfish] [--plies 30]

Who plays whom is a matter of chance (policy.py has the players). A player whose move is worth 8 pawns less than nothing gives
up. A game that is not over after --plies is decided by the value of its last move: from 2 pawns on it is won, otherwise drawn.
"""

import argparse
import random
import time

import chess

import policy

GIVES_UP = 800
WON = 200


def game(engine, dice, plies):
    """The moves of a game, its result for White (1, 0.5 or 0), and the two depths."""
    depths = [dice.choice(policy.DEPTHS), dice.choice(policy.DEPTHS)]
    board = chess.Board()
    points = play(engine, board, depths, dice, plies)
    again, moves = chess.Board(), []
    for move in board.move_stack:
        moves.append(again.san(move))
        again.push(move)
    return moves, points, depths


def play(engine, board, depths, dice, plies):
    """Plays on for at most so many plies; the points of White."""
    value = 0
    for _ in range(plies):
        outcome = board.outcome(claim_draw=True)
        if outcome:
            return {True: 1.0, False: 0.0, None: 0.5}[outcome.winner]
        depth = depths[0 if board.turn else 1]
        text, value = policy.choose(engine.moves(board, depth), depth, dice)
        if value <= -GIVES_UP:
            return 0.0 if board.turn else 1.0
        value = value if board.turn else -value
        board.push_uci(text)
    return 1.0 if value >= WON else 0.0 if value <= -WON else 0.5


def written(number, found):
    """A game as PGN."""
    moves, points, depths = found
    result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[points]
    text = " ".join(f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san for ply, san in enumerate(moves))
    white, black = (f'[{side} "Depth {depth}"]\n' for side, depth in zip(("White", "Black"), depths))
    elos = "".join(f'[{side}Elo "{policy.rating(depth)}"]\n' for side, depth in zip(("White", "Black"), depths))
    head = f'[Event "Players by chance"]\n[Site "?"]\n[Date "2026.01.01"]\n[Round "{number}"]\n'
    return f'{head}{white}{black}[Result "{result}"]\n{elos}\n{text} {result}\n\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--plies", type=int, default=30)
    args = parser.parse_args()
    dice, engine, began = random.Random(args.seed), policy.Engine(args.engine), time.monotonic()
    plies = 0
    with open(args.out, "w", encoding="utf-8") as file:
        for number in range(1, args.games + 1):
            found = game(engine, dice, args.plies)
            plies += len(found[0])
            file.write(written(number, found))
    engine.quit()
    print(f"{args.games:,} games, {plies:,} plies in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
