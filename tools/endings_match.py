#!/usr/bin/env python3
"""Plays won endings against another engine: none may be thrown away.

    python3 tools/endings_match.py TABLES ENGINE OPPONENT GAMES [NODES]

ENGINE is a command like "target/release/shans uci"; it has the tables and the winning side, and it moves.
OPPONENT has the tables, too, where it knows SyzygyPath. Clocks at the start are 0 to 60; the zeroing move
comes in time. Every game that is not won is told with its moves.
"""

import random
import shlex
import sys

import chess
import chess.engine
import chess.syzygy

import endings_positions


def starts(tables, names, count):
    """Positions that are won for the side to move."""
    chance = random.Random(300)
    while count > 0:
        clock = chance.randint(0, 60)
        board = endings_positions.position_of(chance.choice(names), clock, chance)
        if tables.probe_wdl(board) == 2 and tables.probe_dtz(board) + clock < 100:
            count -= 1
            yield board


def play(board, winner, loser, nodes):
    """Plays on until the rules end the game; returns the result."""
    own = board.turn
    while not board.is_game_over(claim_draw=False) and not board.can_claim_draw():
        engine, limit = (winner, nodes) if board.turn == own else (loser, 20_000)
        board.push(engine.play(board, chess.engine.Limit(nodes=limit), game=id(board)).move)
    outcome = board.outcome(claim_draw=False)
    return outcome is not None and outcome.winner == own


def engine_of(command, folder):
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(command), timeout=120)
    if "SyzygyPath" in engine.options:
        engine.configure({"SyzygyPath": folder})
    return engine


def main():
    folder, own, other, games = sys.argv[1:5]
    nodes = int(sys.argv[5]) if len(sys.argv) > 5 else 2_000
    tables = chess.syzygy.open_tablebase(folder)
    names = endings_positions.names_in(folder)
    winner, loser = engine_of(own, folder), engine_of(other, folder)
    won = 0
    for number, board in enumerate(starts(tables, names, int(games)), 1):
        start = board.fen()
        if play(board, winner, loser, nodes):
            won += 1
        else:
            moves = " ".join(move.uci() for move in board.move_stack)
            print(f"game {number} is not won: {start} moves {moves}", flush=True)
    print(f"{won} of {games} won")
    winner.quit()
    loser.quit()


if __name__ == "__main__":
    main()
