#!/usr/bin/env python3
"""The practical points of a repertoire, against games that are played on from its first position.

    pip install chess
    python3 benches/repertoires/points.py PROGRAM GAMES.pgn --side white [--cover 1%] [--nodes 20000] [--prepare-engine CMD]
        [--games 2000] [--on 200] [--seed 1] [--engine stockfish] [--judge-nodes 100000] [--json]

GAMES are those of generate.py. The opponent of each game is one of its players (policy.py), whose strength is a matter of chance; the
side of the repertoire plays its moves, until the opponent plays one that it does not know. The last position before that and the one
behind are judged by the program over --engine with --judge-nodes, in points of the same scale as those that were predicted. What was predicted is
the mean of the first: from there on it counts the best play of both. From the second the first --on games are also played on to the end
by two of the players, who make errors that no repertoire knows of.
"""

import json
import math
import random
import statistics
import subprocess

import chess

import frequencies
import generate
import policy
import prepared

ON = 40


def answers(found):
    """One's own move of each position of a repertoire, by the position."""
    known = {}
    for place in found["positions"]:
        if place["answer"]:
            board = prepared.board_at(found, place["line"])
            known[frequencies.key(board)] = chess.Move.from_uci(place["answer"]["move"])
    return known


def to_the_end(board, own, known, engine, depth, dice):
    """Plays until the repertoire or the game ends; the last position that the repertoire knows."""
    last = board.copy()
    while not board.is_game_over(claim_draw=True):
        if board.turn == own:
            move = known.get(frequencies.key(board))
            if move is None:
                return last
            board.push(move)
            last = board.copy()
        else:
            board.push_uci(policy.choose(engine.moves(board, depth), depth, dice)[0])
    return board.copy()


def played_on(board, engine, depths, dice):
    """The points of White where two players go on."""
    return generate.play(engine, board.copy(), depths, dice, ON)


def judged(program, engine, nodes, boards, own):
    """The points of a side in each position, by the program over an engine."""
    fens = sorted({board.fen() for board in boards if not board.is_game_over(claim_draw=True)})
    command = [program, "analyze", "-", "--engine", engine, "--nodes", str(nodes), "--threads", "1", "--json", "--quiet"]
    done = subprocess.run(command, input="\n".join(fens), check=True, capture_output=True, text=True)
    found = {}
    for fen, line in zip(fens, done.stdout.splitlines(), strict=True):
        chances = json.loads(line)["wdl"]
        mover = (chances["win"] + chances["draw"] / 2) / 1000
        found[fen] = mover if chess.Board(fen).turn == own else 1 - mover
    return found


def worth(board, points, own):
    """The points of a side in a position: a game that is over counts as it ended."""
    outcome = board.outcome(claim_draw=True)
    if outcome is None:
        return points[board.fen()]
    return {own: 1.0, not own: 0.0, None: 0.5}[outcome.winner]


def mean(points):
    """The mean, and the half of its interval of 95 %."""
    error = statistics.stdev(points) / math.sqrt(len(points)) if len(points) > 1 else 0.0
    return round(statistics.mean(points), 4), round(1.96 * error, 4)


def main():
    parser = prepared.arguments(__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--on", type=int, default=200, help="of those, so many are played to the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--judge-nodes", type=int, default=100_000)
    args = parser.parse_args()
    found = prepared.of(args)
    known, own, dice = answers(found), args.side == "white", random.Random(args.seed)
    engine, ends, behind, after = policy.Engine(args.engine), [], [], []
    for _ in range(args.games):
        board, depth = chess.Board(found["fen"]), dice.choice(policy.DEPTHS)
        ends.append(to_the_end(board, own, known, engine, depth, dice))
        behind.append(board)
        if len(after) == args.on:
            continue
        mine = dice.choice(policy.DEPTHS)
        white = played_on(board, engine, [mine, depth] if own else [depth, mine], dice)
        after.append(white if own else 1 - white)
    engine.quit()
    points = judged(args.program, args.engine, args.judge_nodes, ends + behind, own)
    first = found["positions"][0]
    told = {
        "side": args.side, "positions": len(found["positions"]), "nodes": args.nodes, "games": args.games,
        "expected": first["expected"], "practical": first["practical"],
    }
    for name, boards in [("made", ends), ("made_behind", behind)]:
        told[name], told[name + "_error"] = mean([worth(board, points, own) for board in boards])
    told["played_on"], told["played_on_error"] = mean(after)
    told["plies"] = round(statistics.mean(len(board.move_stack) for board in ends), 1)
    frequencies.tell(told, args.json)


if __name__ == "__main__":
    main()
