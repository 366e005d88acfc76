"""Moves as text, and boards and moves of python-chess, which need not be installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Union

from .errors import BadTree

if TYPE_CHECKING:
    import chess

#: A move as people and programs give it: UCI, or a move of python-chess.
AnyMove = Union[str, "chess.Move"]
#: A position: a FEN, ``startpos``, or a board of python-chess with the game that led to it.
AnyPosition = Union[str, "chess.Board"]

FILES = "abcdefgh"
PROMOTIONS = {0: "", 2: "n", 3: "b", 4: "r", 5: "q"}
#: How people write castling, by the first square and the one where the king goes; where the rook is.
CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}


def move_text(code: int) -> str:
    """A code of a tree file as in UCI. Castling is the king taking its own rook, as in Chess960."""
    promotion = PROMOTIONS.get(code >> 12)
    if promotion is None:
        raise BadTree(f"the move {code:#06x} is impossible")
    return _square(code & 63) + _square(code >> 6 & 63) + promotion


def _square(index: int) -> str:
    return FILES[index % 8] + str(index // 8 + 1)


def uci(move: AnyMove) -> str:
    """The move as text."""
    return move if isinstance(move, str) else move.uci()


def king_square(fen: str, white: bool) -> str:
    """Where the king stands; empty where the text does not say so."""
    king = "K" if white else "k"
    for rank, row in enumerate(fen.split(" ")[0].split("/")):
        file = 0
        for letter in row:
            if letter == king:
                return FILES[min(file, 7)] + str(8 - rank)
            file += int(letter) if letter.isdigit() else 1
    return ""


def king_after(square: str, moves: Iterable[str]) -> str:
    """Where a king has gone that stood there before these moves, those of both sides. It is castled where it ends on
    a corner of its rank, farther than a step away."""
    for move in moves:
        if move[:2] == square:
            castles = abs(FILES.index(move[0]) - FILES.index(move[2])) > 1
            file = move[2] if not castles else "g" if move[2] > move[0] else "c"
            square = file + move[3]
    return square


def position_arguments(position: AnyPosition) -> Sequence[str]:
    """The position as the last arguments of the program, with the moves that led to it."""
    if isinstance(position, str):
        if position == "-":
            raise ValueError("many positions (-) are for the command line")
        return ["--", position]
    if position.uci_variant != "chess":
        raise ValueError(f"a board of {position.uci_variant}; only chess is analysed")
    root = position.root()
    fen = root.shredder_fen() if position.chess960 else root.fen(en_passant="fen")
    moves = [move.uci() for move in position.move_stack]
    return ["--moves", *moves, "--", fen] if moves else ["--", fen]
