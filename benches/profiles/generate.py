#!/usr/bin/env python3
"""Games of one player with habits that are built in, and of one without any: what `shans profile` has to find, and what it must not.

Usage: generate.py FILE.pgn [--games 300] [--habits] [--errors 0.03] [--seed 1] [--stockfish stockfish]

Both players choose among the moves that Stockfish lists with few nodes; now and then each of them plays one that loses. The player called
Habit plays like all others without `--habits`. With it he

* hangs pieces on the queen's side: once in 25 moves that allow it he makes one behind which something is taken on the files a to c;
* loses won endings: every sixth move or so there gives the win away;
* plays fast: he takes a second or two for most moves, and errs more often then.
"""

import argparse
import datetime
import random

import chess
import chess.engine
import chess.pgn

PLAYER = "Habit"
NODES = 1500
MOST_PLIES = 180
DECIDED = 1200
CLOCK = 600.0
OPENING = 10


def is_ending(board):
    pieces = board.knights | board.bishops | board.rooks | board.queens
    return chess.popcount(pieces) <= 6


def candidates(engine, board):
    """The moves, what each is worth in centipawns to the side to move, and the answer to it."""
    limit = chess.engine.Limit(nodes=NODES)
    infos = engine.analyse(board, limit, multipv=256, game=object())
    found = []
    for info in infos:
        if info.get("pv"):
            score = info["score"].relative.score(mate_score=3000)
            found.append((info["pv"][0], score, info["pv"][1] if len(info["pv"]) > 1 else None))
    return sorted(found, key=lambda one: -one[1])


def loses(found, least, most):
    best = found[0][1]
    return [one for one in found if least <= best - one[1] <= most]


def hangs_on_wing(board, one):
    """Whether the answer takes something on the files a to c."""
    move, _, answer = one
    if answer is None or chess.square_file(answer.to_square) > 2:
        return False
    after = board.copy(stack=False)
    after.push(move)
    taken = after.piece_type_at(answer.to_square)
    return taken not in (None, chess.PAWN)


def choose(rng, board, found, given, has_habits, seconds):
    best = found[0][1]
    errors = loses(found, 150, 500) if board.ply() >= OPENING else []
    if has_habits:
        hanging = [one for one in errors if hangs_on_wing(board, one)]
        if hanging and rng.random() < 1 / 25:
            return rng.choice(hanging)
        if is_ending(board) and best >= 300:
            given_away = [one for one in found if -100 <= one[1] <= 60]
            if given_away and rng.random() < 1 / 6:
                return rng.choice(given_away)
        if errors and seconds < 3 and rng.random() < given.errors:
            return rng.choice(errors)
    if errors and rng.random() < given.errors:
        return rng.choice(errors)
    width = 60 if board.ply() < OPENING else 25
    return rng.choice([one for one in found[:4] if best - one[1] <= width])


def seconds_for(rng, has_habits):
    if has_habits and rng.random() < 0.7:
        return rng.uniform(0.6, 2.4)
    return min(60.0, rng.lognormvariate(1.9, 0.8))


def clock_text(seconds):
    whole = max(0, int(seconds))
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def play(engine, rng, number, given):
    game = chess.pgn.Game()
    is_white = number % 2 == 0
    names = [PLAYER, f"Opponent {rng.randrange(1, 80)}"]
    game.headers["Event"] = "generated"
    game.headers["Site"] = "?"
    day = datetime.date(2025, 1, 1) + datetime.timedelta(days=number * 360 // 300)
    game.headers["Date"] = day.strftime("%Y.%m.%d")
    game.headers["White"], game.headers["Black"] = names if is_white else names[::-1]
    game.headers["TimeControl"] = f"{CLOCK:.0f}+0"
    node, board, clocks = game, game.board(), {chess.WHITE: CLOCK, chess.BLACK: CLOCK}
    result = None
    while board.ply() < MOST_PLIES and not board.is_game_over(claim_draw=True):
        found = candidates(engine, board)
        if not found:
            break
        is_player = (board.turn == chess.WHITE) == is_white
        if abs(found[0][1]) >= DECIDED:
            wins = (found[0][1] > 0) == (board.turn == chess.WHITE)
            result = "1-0" if wins else "0-1"
            break
        habits = given.habits and is_player
        seconds = min(seconds_for(rng, habits), clocks[board.turn] / 12)
        clocks[board.turn] -= seconds
        move = choose(rng, board, found, given, habits, seconds)[0]
        node = node.add_variation(move)
        node.comment = f"[%clk {clock_text(clocks[board.turn])}]"
        board.push(move)
    game.headers["Result"] = result or board.result(claim_draw=True).replace("*", "1/2-1/2")
    return game


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--habits", action="store_true")
    parser.add_argument("--errors", type=float, default=0.03, help="the part of the moves that lose on purpose")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stockfish", default="stockfish")
    given = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci(given.stockfish) as engine, open(given.file, "w", encoding="utf-8") as out:
        for number in range(given.games):
            rng = random.Random(f"{given.seed} {number}")
            print(play(engine, rng, number, given), file=out, end="\n\n")


if __name__ == "__main__":
    main()
