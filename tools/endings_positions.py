#!/usr/bin/env python3
"""Writes random positions with what endgame tables say about them, as python-chess reads the tables.

    python3 tools/endings_positions.py TABLES COUNT LEAST_CLOCK MOST_CLOCK > positions.txt
    SHANS_SYZYGY=TABLES SHANS_SYZYGY_POSITIONS=positions.txt cargo test --test all real_tables

A line is `FEN;wdl;dtz;value`. The value is who wins under the fifty-move rule with the clock of the position:
white, black or draw, or border where a table that rounds leaves that open.
"""

import os
import random
import sys

import chess
import chess.syzygy


def position_of(name, clock, chance):
    """A position of this endgame in which the game is not over."""
    sides = name.split("v")
    chance.shuffle(sides)
    while True:
        board = chess.Board(None)
        if not all(place(board, men, color, chance) for men, color in zip(sides, chess.COLORS)):
            continue
        board.turn = chance.random() < 0.5
        board.halfmove_clock, board.fullmove_number = clock, 100
        if board.is_valid() and any(board.legal_moves):
            return board


def place(board, men, color, chance):
    """Puts men on random squares; False where one does not fit."""
    for letter in men:
        square = chance.randrange(64)
        piece = chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color)
        is_on_edge = chess.square_rank(square) in (0, 7)
        if board.piece_at(square) or (piece.piece_type == chess.PAWN and is_on_edge):
            return False
        board.set_piece_at(square, piece)
    return True


def value(board, wdl, dtz):
    """Who wins under the fifty-move rule."""
    if abs(wdl) < 2:
        return "draw"
    winner = "white" if (wdl > 0) == board.turn else "black"
    left = 100 - board.halfmove_clock - abs(dtz)
    if board.halfmove_clock == 0 or left > 0:
        return winner
    return "border" if left == 0 else "draw"


def names_in(folder):
    """The endings whose tables are there."""
    return sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".rtbw"))


def main():
    folder, count, least, most = sys.argv[1], *map(int, sys.argv[2:5])
    tables = chess.syzygy.open_tablebase(folder)
    names = names_in(folder)
    chance = random.Random(31)
    for index in range(count):
        board = position_of(names[index % len(names)], chance.randint(least, most), chance)
        wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
        print(board.fen(en_passant="fen"), wdl, dtz, value(board, wdl, dtz), sep=";")


if __name__ == "__main__":
    main()
