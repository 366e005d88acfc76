"""`analyze`: a search of one position by the program."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import program
from .moves import AnyPosition, position_arguments
from .tree import Tree

if TYPE_CHECKING:
    import chess


@dataclass(frozen=True)
class Score:
    """What a position or a move is worth to the side to move in the position analysed. One of the fields is set, or
    `won` with `table_plies` or `mate_seen` beside it."""

    #: Centipawns.
    cp: int | None = None
    #: A proven mate in so many moves; negative for being mated.
    mate: int | None = None
    #: A win, or a loss, whose length is not known.
    won: bool | None = None
    #: The mate in which the line ends, where that is not proven.
    mate_seen: int | None = None
    #: Plies to the next capture, pawn move or mate in a win or loss that endgame tables know.
    table_plies: int | None = None

    @classmethod
    def of(cls, told: dict[str, Any]) -> Score:
        """A `score` of docs/json.md."""
        return cls(told.get("cp"), told.get("mate"), told.get("won"), told.get("mate_seen"), told.get("tb"))

    def __str__(self) -> str:
        if self.cp is not None:
            return f"{self.cp / 100:+.2f}"
        if self.mate is not None:
            return f"#{self.mate}"
        if self.table_plies is not None:
            return f"tb{'+' if self.won else '-'}{self.table_plies}"
        if self.mate_seen is not None:
            return f"#{self.mate_seen}?"
        return "won?" if self.won else "lost?"


@dataclass(frozen=True)
class Candidate:
    """A move with a value."""

    #: In UCI, and as people write it.
    move: str
    san: str
    score: Score
    #: Probabilities for the side to move to win, draw and lose, which add up to 1; ``None`` if the score is not settled.
    wdl: tuple[float, float, float] | None
    #: Positions searched for it.
    effort: int
    #: The best moves of both sides, this one first, in UCI.
    line: Sequence[str]

    @classmethod
    def of(cls, told: dict[str, Any]) -> Candidate:
        """One of `lines` of docs/json.md."""
        score, wdl = Score.of(told["score"]), _wdl(told)
        return cls(told["move"], told["san"], score, wdl, told["effort"], tuple(told["pv"]))


@dataclass(frozen=True)
class Analysis:
    """What the program reports."""

    #: The position.
    fen: str
    #: The answer, in UCI and as people write it; ``None`` where there is no move.
    best_move: str | None
    best_move_san: str | None
    score: Score
    wdl: tuple[float, float, float] | None
    #: The probability that ten times the work finds nothing that is more than 0.30 better; ``None`` where that is not known.
    confidence: float | None
    #: Positions searched.
    nodes: int
    #: The best moves of both sides, in UCI.
    line: Sequence[str]
    #: The moves that have a value, the answer first.
    candidates: Sequence[Candidate]
    #: Where the tree was saved, if it was.
    saved: str | None
    #: All that the program says, as docs/json.md describes it.
    report: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, report: dict[str, Any]) -> Analysis:
        """A report of `shans analyze --json`."""
        return cls(
            fen=report["fen"],
            best_move=report["best_move"],
            best_move_san=report["best_move_san"],
            score=Score.of(report["score"]),
            wdl=_wdl(report),
            confidence=report["answer_holds"],
            nodes=report["nodes"],
            line=tuple(report["pv"]),
            candidates=tuple(Candidate.of(line) for line in report["lines"]),
            saved=report.get("saved"),
            report=report,
        )

    @property
    def move(self) -> chess.Move | None:
        """The answer as a move of python-chess."""
        import chess

        return None if self.best_move is None else chess.Board(self.fen).parse_uci(self.best_move)

    def tree(self) -> Tree:
        """The tree that was saved. Raises `ValueError` if none was."""
        if self.saved is None:
            raise ValueError("the tree was not saved: analyze(..., save=FILE)")
        return Tree(self.saved)


def analyze(
    position: AnyPosition = "startpos",
    *,
    nodes: int | None = None,
    time: float | None = None,
    engine: str | None = None,
    lines: int | None = None,
    save: str | os.PathLike[str] | None = None,
    options: Sequence[str] = (),
) -> Analysis:
    """Analyses a position: a FEN, `startpos`, or a board of python-chess with the game that led to it.

    `nodes` and `time` (seconds) limit the search; without them it ends when the answer is likely to hold, or after
    10 s. `engine` names a UCI engine that searches the leaves. `lines` is how many moves are to have a value. `save` is
    a new file for the tree. `options` are further options of `shans analyze`.

    Raises `ProgramError` if the program refuses the position or fails."""
    chosen = {"--nodes": nodes, "--time": None if time is None else f"{round(1000 * time)}ms"}
    chosen |= {"--engine": engine, "--lines": lines, "--save": None if save is None else os.fspath(save)}
    given = [word for name, value in chosen.items() if value is not None for word in (name, str(value))]
    return Analysis.of(program.json_of(["analyze", *given, *options, "--json", *position_arguments(position)]))


def _wdl(told: dict[str, Any]) -> tuple[float, float, float] | None:
    wdl = told.get("wdl")
    return None if wdl is None else (wdl["win"] / 1000, wdl["draw"] / 1000, wdl["loss"] / 1000)
