#!/usr/bin/env python3
"""Whether the confidence in an answer is honest in the first ten moves of a game.

    pip install chess
    python3 benches/openings.py PROGRAM --engine stockfish [--positions 200] [--seed 1] [--nodes 20000,100000]
        [--judge-nodes 300000] [--each FILE] [--json]

Positions are lines of the list of openings, of 2 to 20 plies, chosen at random. Each is searched by the program alone, one
thread, then with ten times the nodes, which is what the confidence speaks of. By the judgement of the engine, an answer loses
what it is worth less than the engine's best move. A position is close where the second line is within a tenth of a pawn of the
first. FILE gets all answers, one JSON object a line.
"""

import argparse
import json
import random
import statistics
import subprocess
from pathlib import Path

import chess

from sessions import Judge, tell

LIST = Path(__file__).parent.parent / "src" / "app" / "games" / "openings.txt"
#: Plies of a line.
LEAST, MOST = 2, 20
#: Centipawns: moves that are as good for most players, and what a player would call an error.
CLOSE, MUCH = 10, 30
#: The groups of the confidence end here.
GROUPS = (0.8, 0.9, 0.95, 0.98, 1.01)


def lines_of(text):
    """All lines of the list that have a name, as positions: each line of it is `DEPTH MOVE [NAME]`."""
    boards = [chess.Board()]
    for line in text.splitlines():
        depth, move, *name = line.split(" ", 2)
        del boards[int(depth) + 1 :]
        board = boards[-1].copy()
        board.push_san(move)
        boards.append(board)
        if name and LEAST <= len(board.move_stack) <= MOST:
            yield board.fen()


def chosen(count, seed):
    positions = sorted(set(lines_of(LIST.read_text())))
    return random.Random(seed).sample(positions, count)


def reports(program, positions, nodes):
    command = [program, "analyze", "-", "--nodes", str(nodes), "--threads", "1", "--memory", "128MiB", "--json"]
    done = subprocess.run(command, input="\n".join(positions), check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def is_close(report):
    first, *others = [line["score"].get("cp") for line in report["lines"] if line["score"]]
    return first is not None and any(cp is not None and first - cp <= CLOSE for cp in others)


def answer_of(report, longer, loss):
    return {
        "fen": report["fen"],
        "nodes": report["nodes"],
        "answer": report["best_move"],
        "confidence": report["answer_holds"],
        "is_close": is_close(report),
        "is_another": report["best_move"] != longer["best_move"],
        "loss": loss,
    }


def share(found, key):
    return round(100 * statistics.mean(key(each) for each in found), 1)


def told(found):
    return {
        "answers": len(found),
        "said": share(found, lambda it: it["confidence"]),
        "same with ten times the nodes": share(found, lambda it: not it["is_another"]),
        "loses at most 0.30": share(found, lambda it: it["loss"] <= MUCH),
        "loses at most 0.10": share(found, lambda it: it["loss"] <= CLOSE),
        "mean loss, cp": round(statistics.mean(it["loss"] for it in found), 1),
    }


def grouped(found):
    yield "all", found
    yield "close", [it for it in found if it["is_close"]]
    yield "not close", [it for it in found if not it["is_close"]]
    least = 0.0
    for most in GROUPS:
        yield f"said {100 * least:.0f} to {min(100, 100 * most):.0f} %", [it for it in found if least <= it["confidence"] < most]
        least = most


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--engine", required=True, help="the judge: a UCI engine")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", default="20000,100000")
    parser.add_argument("--judge-nodes", type=int, default=300_000)
    parser.add_argument("--each", type=argparse.FileType("w"), help="where every answer goes")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    positions = chosen(args.positions, args.seed)
    judge = Judge(args.engine, args.judge_nodes)
    try:
        for nodes in map(int, args.nodes.split(",")):
            searched, longer = (reports(args.program, positions, times * nodes) for times in (1, 10))
            losses = [judge.loss(fen, report["best_move"]) for fen, report in zip(positions, searched)]
            found = [answer_of(*each) for each in zip(searched, longer, losses)]
            if args.each:
                args.each.writelines(f"{json.dumps(it)}\n" for it in found)
            unsaid = sum(it["confidence"] is None for it in found)
            found = [it for it in found if it["confidence"] is not None]
            print(f"{nodes} nodes, {unsaid} without a confidence")
            for name, group in grouped(found):
                if group:
                    tell({"group": name, **told(group)}, args.json)
    finally:
        judge.quit()


if __name__ == "__main__":
    main()
