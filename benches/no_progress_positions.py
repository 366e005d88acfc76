#!/usr/bin/env python3
"""Sets up positions for `no_progress.py`: draws that look like an advantage, and wins that look like such draws.

Usage: no_progress_positions.py FORTRESSES.epd WINS.epd [--engine stockfish] [--each 20] [--seed 1]

Positions are put together by chance, in turn from each family below. One is kept if an engine holds White better by a
pawn or more, and if all its games against itself from there, with 5,000, 10,000 and 20,000 nodes a move, end the same
way: drawn in the first list, won by White in the other. No family fills more than half of a list. Lists that are there
are filled up; give another seed then.
"""

import argparse
import random
from collections import Counter
from pathlib import Path

import chess
import chess.engine

from no_progress import game, positions

LEAST_ADVANTAGE = 100
GAME_NODES = (5_000, 10_000, 20_000)


def free(board, chosen, ranks, files=range(8)):
    """A square of these ranks and files on which nothing stands."""
    squares = [chess.square(file, rank) for file in files for rank in ranks]
    return chosen.choice([square for square in squares if board.piece_at(square) is None])


def put(board, chosen, pieces, ranks, files=range(8)):
    for symbol in pieces:
        board.set_piece_at(free(board, chosen, ranks, files), chess.Piece.from_symbol(symbol))


def chain(board, chosen, files):
    """Pawns that block each other on neighbouring files, none of which can take another one."""
    rank = chosen.choice((2, 3, 4))
    for file in files:
        board.set_piece_at(chess.square(file, rank), chess.Piece.from_symbol("P"))
        board.set_piece_at(chess.square(file, rank + 1), chess.Piece.from_symbol("p"))
        rank = chosen.choice([near for near in (rank - 1, rank + 1) if 2 <= near <= 4])


def closed(board, chosen):
    """A wall of pawns from edge to edge, and a piece more behind it."""
    chain(board, chosen, range(8))
    put(board, chosen, chosen.choice(("KB", "KN", "KR", "KQ", "KBB", "KRB")), (0, 1))
    black = {"R": "r", "B": "b"}.get(chosen.choice("RB-"), "")
    put(board, chosen, "k" + black, (6, 7))


def nearly_closed(board, chosen):
    """A wall with a gap of a file or two at one edge."""
    gap = chosen.choice((1, 2))
    chain(board, chosen, range(gap, 8) if chosen.random() < 0.5 else range(8 - gap))
    put(board, chosen, chosen.choice(("KB", "KN", "KR")), (0, 1))
    put(board, chosen, "k", (6, 7))


def queen_against_rook(board, chosen):
    """Pawns on one wing, a queen against a rook."""
    put(board, chosen, "k", (6, 7), (5, 6, 7))
    put(board, chosen, "p" * chosen.choice((1, 2)), (4, 5, 6), (4, 5, 6, 7))
    put(board, chosen, "r", (4, 5), range(2, 7))
    put(board, chosen, "P" * chosen.choice((0, 1, 2)), (1, 2, 3), (5, 6, 7))
    put(board, chosen, "KQ", (0, 1, 2), range(2, 8))


def rook_against_piece(board, chosen):
    """Pawns on one wing, a rook against a bishop or a knight."""
    count = chosen.choice((2, 3))
    put(board, chosen, "k", (6, 7), (5, 6, 7))
    put(board, chosen, "p" * count, (4, 5, 6), (5, 6, 7))
    put(board, chosen, chosen.choice("bn"), (3, 4, 5), range(2, 7))
    put(board, chosen, "P" * count, (1, 2, 3), (5, 6, 7))
    put(board, chosen, "KR", (0, 1, 2), range(2, 8))


def opposite_bishops(board, chosen):
    """Bishops on different colours and two or three pawns more."""
    put(board, chosen, "k", (4, 5, 6), range(2, 6))
    put(board, chosen, "P" * chosen.choice((2, 3)), (3, 4), range(1, 7))
    put(board, chosen, "K", (1, 2, 3), range(2, 6))
    put(board, chosen, "p" * chosen.choice((0, 1)), (5, 6), range(8))
    put(board, chosen, "Bb", range(1, 7))


def wrong_bishop(board, chosen):
    """A pawn at the edge whose corner the bishop does not control, and pawns that block each other."""
    edge = chosen.choice((0, 7))
    board.set_piece_at(chess.square(edge, chosen.choice((2, 3, 4))), chess.Piece.from_symbol("P"))
    corner = chess.square(edge, 7)
    own = [square for square in chess.SquareSet(chess.BB_RANK_2 | chess.BB_RANK_3) if board.piece_at(square) is None]
    is_light = bool(chess.BB_SQUARES[corner] & chess.BB_LIGHT_SQUARES)
    other = [square for square in own if bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES) != is_light]
    board.set_piece_at(chosen.choice(other), chess.Piece.from_symbol("B"))
    file = chosen.choice((3, 4))
    rank = chosen.choice((2, 3))
    for symbol, at in (("P", rank), ("p", rank + 1)):
        if board.piece_at(chess.square(file, at)) is None:
            board.set_piece_at(chess.square(file, at), chess.Piece.from_symbol(symbol))
    put(board, chosen, "k", (5, 6, 7), range(abs(edge - 3), abs(edge - 3) + 2))
    put(board, chosen, "K", (1, 2, 3), range(2, 6))


FAMILIES = (closed, nearly_closed, queen_against_rook, rook_against_piece, opposite_bishops, wrong_bishop)


def sound(board):
    """Whether nothing is hanging at once: White has no capture, and nobody is in check."""
    pieces = chess.popcount(board.occupied)
    return (
        board.is_valid()
        and not board.is_check()
        and not any(board.is_capture(move) for move in board.legal_moves)
        and pieces > 4
    )


ENDS = {"1/2-1/2": "draw", "1-0": "win"}


def verdict(engine, board, wanted):
    """`draw` or `win` where the engine holds White better and all games end so, as far as that is wanted."""
    score = engine.analyse(board, chess.engine.Limit(nodes=100_000), game=object())["score"].white()
    if score.score(mate_score=10_000) < LEAST_ADVANTAGE or score.is_mate():
        return None
    for nodes in GAME_NODES:
        end = ENDS.get(game(engine, board, nodes))
        if end not in wanted:
            return None
        wanted = (end,)
    return end


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fortresses", type=Path)
    parser.add_argument("wins", type=Path)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chosen = random.Random(given.seed)
    most = given.each // 2
    files = {"draw": given.fortresses, "win": given.wins}
    found, counts = Counter(), Counter()
    for what, path in files.items():
        for name, _ in positions(path) if path.exists() else ():
            found[what] += 1
            counts[name.rstrip(" 0123456789"), what] += 1
    with chess.engine.SimpleEngine.popen_uci(given.engine) as engine:
        while min(found["draw"], found["win"]) < given.each:
            for family in FAMILIES:
                of_family = family.__name__.replace("_", " ")
                wanted = [what for what in files if counts[of_family, what] < most and found[what] < given.each]
                board = chess.Board(None)
                family(board, chosen)
                what = verdict(engine, board, wanted) if wanted and sound(board) else None
                if what is None:
                    continue
                found[what] += 1
                counts[of_family, what] += 1
                name = f"{of_family} {counts[of_family, what]}"
                with files[what].open("a", encoding="utf-8") as file:
                    file.write(f'{board.epd(id=name)}\n')


if __name__ == "__main__":
    main()
