#!/usr/bin/env python3
"""What the answers of a repertoire lose by the judgement of an engine, also weighted by how often games come there.

    pip install chess
    python3 benches/repertoires/loss.py PROGRAM GAMES.pgn --side white [--cover 1%] [--nodes 20000] [--prepare-engine CMD]
        [--engine stockfish] [--judge-nodes 500000] [--json]

An answer loses what it is worth less to that engine than the engine's best move, values beyond 10 pawns counting as 10. Each
position with an answer is judged once, with --judge-nodes for the best move and as many for the answer.
"""

import os
import sys

import prepared

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from sessions import Judge, tell  # noqa: E402

# In centipawns: what a player would call an error, and a grave one.
MUCH, GRAVE = 30, 50


def asked(found):
    """The positions with an answer: FEN, answer, and how often games come there."""
    questions = []
    for place in found["positions"]:
        if place["answer"] and place["transposes_to"] is None:
            fen = prepared.board_at(found, place["line"]).fen()
            questions.append((fen, place["answer"]["move"], place["reached"]))
    return questions


def summed(losses):
    """What is kept of losses and how often games come to each."""
    weight = sum(reached for _, reached in losses)
    return {
        "answers": len(losses),
        "lose": round(sum(loss for loss, _ in losses) / len(losses), 1),
        "weighted": round(sum(loss * reached for loss, reached in losses) / weight, 1),
        "errors": sum(loss > MUCH for loss, _ in losses),
        "grave": sum(loss > GRAVE for loss, _ in losses),
    }


def main():
    parser = prepared.arguments(__doc__)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--judge-nodes", type=int, default=500_000)
    args = parser.parse_args()
    found = prepared.of(args)
    judge = Judge(args.engine, args.judge_nodes)
    losses = [(judge.loss(fen, move), reached) for fen, move, reached in asked(found)]
    judge.quit()
    tell({"side": args.side, "nodes": args.nodes, "judge_nodes": args.judge_nodes, **summed(losses)}, args.json)


if __name__ == "__main__":
    main()
