#!/usr/bin/env python3
"""What `--lines` buys and what it costs.

Positions of suites are searched with several lines, and with one line and as many nodes as these leave for the best
move. Second and third moves are compared with a search of each alone that has ten times the nodes: how far their values
are off, and how well they rank the moves.

Usage: candidates.py PROGRAM SUITE.epd ... [--nodes 1000000] [--lines 3] [--alone 0.75] [--judged 0] [--every 1] [--first 0] [--holds] [--json]

`--judged` is how many of the positions, evenly spread, have their moves searched alone. `--holds` compares what is said of the
answers (`answer_holds`) with what ten times the nodes and one line find: an answer holds if it stays, or if it is worth at most
30 centipawns less than the new one, searched alone. It needs python-chess (PyPI: chess).
"""

import argparse
import json
import math
import statistics
import subprocess

import chess


def analysed(program, positions, options, source="-"):
    """One report for each position, or for that of the source."""
    command = [program, "analyze", source, "--json", "--quiet", "--threads", "1", *options]
    told = subprocess.run(command, input="\n".join(positions), check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in told.splitlines()]


def is_solved(position, report):
    board = chess.Board()
    wanted = board.set_epd(position)
    move = chess.Move.from_uci(report["best_move"])
    return move in wanted.get("bm", [move]) and move not in wanted.get("am", [])


def value(line):
    """Centipawns, if it is a number of these."""
    return line["score"].get("cp")


def judged(program, position, move, nodes):
    board = chess.Board()
    board.set_epd(position)
    line = analysed(program, [], ["--only", move, "--nodes", str(nodes)], board.fen())[0]["lines"][0]
    found = value(line)
    return found if found is not None and abs(found) < 2000 else None


def ranks(values):
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def correlation(pairs):
    """Spearman's."""
    one, two = (ranks(list(side)) for side in zip(*pairs))
    return statistics.correlation(one, two) if len(pairs) > 2 else math.nan


def exact_test(gained, lost):
    """McNemar's, two-sided."""
    pairs, least = gained + lost, min(gained, lost)
    tail = sum(math.comb(pairs, count) for count in range(least + 1)) / 2**pairs
    return min(1.0, 2 * tail)


def judge(args, positions, several):
    """The second and third moves of some positions, beside a search of each alone."""
    found, best_losses = [], 0
    for index in range(args.judged):
        at = index * len(positions) // args.judged
        lines = several[at]["lines"]
        best = value(lines[0])
        for line in lines[1 : args.lines]:
            alone = judged(args.program, positions[at], line["move"], 10 * args.nodes)
            known = value(line)
            if None in (alone, known, best):
                continue
            best_losses += alone > best + 30
            found.append({"alone": alone, "known": known, "best": best})
    return {"judged": len(found), "known": beside_alone(found), "better": best_losses}


def beside_alone(found):
    """How far what is known of moves is from a search of each alone."""
    off = [abs(move["known"] - move["alone"]) for move in found]
    return {
        "median": round(statistics.median(off)),
        "mean": round(statistics.mean(off)),
        "correlation": round(correlation([(move["known"], move["alone"]) for move in found]), 2),
        "correlation_of_losses": round(
            correlation([(move["best"] - move["known"], move["best"] - move["alone"]) for move in found]), 2
        ),
    }


def tell_judged(moves):
    print(f"second and third moves searched alone with ten times the nodes: {moves['judged']}")
    known = moves["known"]
    print(
        f"off by {known['median']} (median) and {known['mean']} (mean) centipawns,"
        f" rank correlation {known['correlation']:.2f},"
        f" of the loss against the best move {known['correlation_of_losses']:.2f}"
    )
    print(f"more than 30 centipawns better than the answer: {moves['better']}")


def holds(args, positions, reports):
    """Whether answers hold, beside how likely that was said to be."""
    nodes = ["--nodes", str(10 * args.nodes), "--lines", "1"]
    told = []
    for position, report, more in zip(positions, reports, analysed(args.program, positions, nodes)):
        answer, better = report["best_move"], value(more["lines"][0])
        if answer == more["best_move"]:
            told.append((report["answer_holds"], True))
        elif better is not None and (worth := judged(args.program, position, answer, 10 * args.nodes)) is not None:
            told.append((report["answer_holds"], better - worth <= 30))
    return told


def held_as_said(told):
    """How often answers held, in all and in groups by how likely that was said to be."""
    groups = []
    for low, high in ((0, 0.7), (0.7, 0.9), (0.9, 0.98), (0.98, 1.01)):
        group = [held for said, held in told if low <= said < high]
        if group:
            groups.append({"from": low, "to": min(high, 1), "answers": len(group), "held": statistics.mean(group)})
    return {
        "answers": len(told),
        "said": statistics.mean(said for said, _ in told),
        "held": statistics.mean(held for _, held in told),
        "brier_score": statistics.mean((said - held) ** 2 for said, held in told),
        "groups": groups,
    }


def tell_holds(name, told):
    print(
        f"{name}: {told['answers']} answers, said to hold {told['said']:.3f}, held {told['held']:.3f},"
        f" Brier score {told['brier_score']:.4f}"
    )
    for group in told["groups"]:
        print(f"    said {group['from']:.2f} to {group['to']:.2f}: {group['answers']}, held {group['held']:.3f}")


def solved(args, positions, several):
    """What several lines solve, beside one line with as many nodes as these leave for it."""
    nodes_alone = round(args.nodes * args.alone)
    one = analysed(args.program, positions, ["--nodes", str(nodes_alone), "--lines", "1"])
    pairs = [(is_solved(at, more), is_solved(at, single)) for at, more, single in zip(positions, several, one)]
    gained = sum(more and not single for more, single in pairs)
    lost = sum(single and not more for more, single in pairs)
    told = {
        "positions": len(positions),
        "lines": args.lines,
        "nodes": args.nodes,
        "solved": sum(more for more, _ in pairs),
        "nodes_alone": nodes_alone,
        "solved_alone": sum(single for _, single in pairs),
        "gained": gained,
        "lost": lost,
        "p_value": exact_test(gained, lost),
    }
    return told, one


def tell_solved(told):
    print(
        f"{told['positions']} positions, {told['lines']} lines with {told['nodes']} nodes solve {told['solved']},"
        f" one line with {told['nodes_alone']} {told['solved_alone']}; gained {told['gained']}, lost {told['lost']},"
        f" p = {told['p_value']:.2f}"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("suites", nargs="+")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--lines", type=int, default=3)
    parser.add_argument("--alone", type=float, default=0.75, help="the nodes for one line, as a part of --nodes")
    parser.add_argument("--judged", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="of those, at most this many")
    parser.add_argument("--holds", action="store_true")
    parser.add_argument("--json", action="store_true", help="all of this as an object")
    args = parser.parse_args()
    positions = []
    for path in args.suites:
        with open(path) as file:
            positions += [line.strip() for line in file if line.strip()][:: args.every]
    positions = positions[: args.first or None]
    several = analysed(args.program, positions, ["--nodes", str(args.nodes), "--lines", str(args.lines)])
    told, one = solved(args, positions, several)
    if args.holds:
        forms = {f"{args.lines} lines": several, "one line": one}
        told["holds"] = {name: held_as_said(holds(args, positions, reports)) for name, reports in forms.items()}
    if args.judged:
        told["moves"] = judge(args, positions, several)
    if args.json:
        print(json.dumps(told))
        return
    tell_solved(told)
    for name, form in told.get("holds", {}).items():
        tell_holds(name, form)
    if args.judged:
        tell_judged(told["moves"])


if __name__ == "__main__":
    main()
