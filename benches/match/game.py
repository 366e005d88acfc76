"""One game between two engines."""

import asyncio
import time
from dataclasses import dataclass, field

import chess
import chess.engine
import chess.pgn

from player import begin_game, play as ask


@dataclass
class Rules:
    """How games are timed and ended."""

    limit: object
    # A move that comes later than this behind the clock, in seconds, loses.
    margin: float = 0.0
    # An engine that is silent for this long beyond its limit hangs: seconds.
    patience: float = 60.0
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


def play(engines, start, rules, nodes=(None, None)):
    """Plays a game from a FEN; `engines` are White and Black, `nodes` their odds. Faults lose."""
    board = chess.Board(start)
    for side, engine in enumerate(engines):
        fault = fault_of(lambda: begin_game(engine))
        if fault:
            return Result(float(side), fault, board)
    clocks = [rules.limit.time, rules.limit.time]
    wanted = chess.engine.INFO_SCORE if rules.keeps_values else chess.engine.INFO_NONE
    values = {}
    while True:
        over = ending(board, rules)
        if over:
            return Result(*over, board, values=values)
        side = 0 if board.turn == chess.WHITE else 1
        limit, patience = rules.limit.limit(clocks), rules.patience
        patience += rules.limit.longest(clocks[side])
        if nodes[side]:
            limit = chess.engine.Limit(nodes=nodes[side])
        found = None

        def move():
            nonlocal found
            found = ask(engines[side], board, limit, wanted, patience)

        began = time.perf_counter()
        fault = fault_of(move)
        took = time.perf_counter() - began
        if fault:
            return Result(float(side), fault, board, values=values)
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


def fault_of(action):
    """What an engine did wrong in it; `None` where all went well."""
    try:
        action()
    except chess.engine.EngineTerminatedError:
        return "crash"
    except chess.engine.EngineError:
        return "illegal"
    except (TimeoutError, asyncio.TimeoutError):
        return "hang"
    return None


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
