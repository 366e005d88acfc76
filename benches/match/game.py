"""One game between two engines."""

import time
from dataclasses import dataclass, field

import chess
import chess.engine
import chess.pgn

from player import begin_game


@dataclass
class Rules:
    """How games are timed and ended."""

    limit: object
    # A move that comes later than this behind the clock, in seconds, loses.
    margin: float = 0.0
    # A longer game is a draw: plies.
    longest: int = 400
    # Whether the engines' values are kept.
    keeps_values: bool = False


@dataclass
class Result:
    """How a game ended."""

    # Points of White: 1, 1/2 or 0.
    points: float
    # checkmate, stalemate, repetition ..., or what went wrong: time, illegal, crash, hang.
    reason: str
    board: chess.Board
    # More about a fault.
    detail: str = ""
    # What the engines said of the positions, by ply: values alone, no bounds.
    values: dict = field(default_factory=dict)


def play(engines, start, rules):
    """Plays a game from a FEN; `engines` are White and Black. Faults lose."""
    for engine in engines:
        begin_game(engine)
    board = chess.Board(start)
    clocks = [rules.limit.time, rules.limit.time]
    wanted = chess.engine.INFO_SCORE if rules.keeps_values else chess.engine.INFO_NONE
    values = {}
    while True:
        over = ending(board, rules)
        if over:
            return Result(*over, board, values=values)
        side = 0 if board.turn == chess.WHITE else 1
        began = time.perf_counter()
        try:
            found = engines[side].play(board, rules.limit.limit(clocks), info=wanted)
        except chess.engine.EngineTerminatedError:
            return Result(float(side), "crash", board)
        except chess.engine.EngineError:
            return Result(float(side), "illegal", board)
        except TimeoutError:
            return Result(float(side), "hang", board)
        took = time.perf_counter() - began
        if found.move is None:
            return Result(float(side), "no move", board)
        if clocks[side] is not None:
            clocks[side] -= took
            if clocks[side] < -rules.margin:
                late = f"{-1000 * clocks[side]:.0f} ms late after {1000 * took:.0f} ms"
                return Result(float(side), "time", board, late)
            clocks[side] = max(clocks[side], 0.0) + rules.limit.increment
        if "score" in found.info and not {"lowerbound", "upperbound"} & found.info.keys():
            values[len(board.move_stack)] = found.info["score"]
        board.push(found.move)


def ending(board, rules):
    """The points of White and the rule, if the game is over."""
    outcome = board.outcome(claim_draw=True)
    if outcome:
        points = {True: 1.0, False: 0.0, None: 0.5}[outcome.winner]
        return points, outcome.termination.name.lower().replace("_", " ")
    if board.ply() >= rules.longest:
        return 0.5, "length"
    return None


def as_pgn(result, names, round_number):
    """The game as PGN."""
    game = chess.pgn.Game.from_board(result.board)
    game.headers["White"], game.headers["Black"] = names
    game.headers["Round"] = str(round_number)
    game.headers["Result"] = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[result.points]
    game.headers["Termination"] = result.reason
    for ply, node in enumerate(game.mainline()):
        if ply in result.values:
            node.set_eval(result.values[ply])
    return str(game)
