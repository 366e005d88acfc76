#!/usr/bin/env python3
"""Plays won endings against another engine: none may be thrown away.

    python3 tools/endings_match.py TABLES "target/release/shans uci" stockfish --games 300

The program has the tables and the winning side, and it moves. The opponent has the tables, too, where it knows
SyzygyPath. Clocks at the start are 0 to 60; the zeroing move comes in time. Every game that is not won is reported with its
moves.
"""

import argparse
import random
import shlex

import chess
import chess.engine
import chess.syzygy

import endings_positions


def starts(tables, names, count, seed):
    """Positions that are won for the side to move."""
    chance = random.Random(seed)
    while count > 0:
        clock = chance.randint(0, 60)
        board = endings_positions.position_of(chance.choice(names), clock, chance)
        if tables.probe_wdl(board) == 2 and tables.probe_dtz(board) + clock < 100:
            count -= 1
            yield board


def play(board, winner, loser, args):
    """Plays on until the rules end the game; says whether it is won."""
    own = board.turn
    while not board.is_game_over(claim_draw=False) and not board.can_claim_draw():
        engine, limit = (winner, args.nodes) if board.turn == own else (loser, args.opponent_nodes)
        board.push(engine.play(board, chess.engine.Limit(nodes=limit), game=id(board)).move)
    outcome = board.outcome(claim_draw=False)
    return outcome is not None and outcome.winner == own


def engine_of(command, folder):
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(command), timeout=120)
    if "SyzygyPath" in engine.options:
        engine.configure({"SyzygyPath": folder})
    return engine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tables")
    parser.add_argument("program")
    parser.add_argument("opponent")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--opponent-nodes", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=300)
    args = parser.parse_args()
    tables = chess.syzygy.open_tablebase(args.tables)
    names = endings_positions.names_in(args.tables)
    won = 0
    with engine_of(args.program, args.tables) as winner, engine_of(args.opponent, args.tables) as loser:
        for number, board in enumerate(starts(tables, names, args.games, args.seed), 1):
            start = board.fen()
            if play(board, winner, loser, args):
                won += 1
            else:
                moves = " ".join(move.uci() for move in board.move_stack)
                print(f"game {number} is not won: {start} moves {moves}", flush=True)
    print(f"{won} of {args.games} won")


if __name__ == "__main__":
    main()
