"""What `--lines` buys and what it costs.

Positions of suites are searched with several lines, with one line and as many nodes as these leave for the best move,
and without a share for the others. Second and third moves are compared with a search of each alone that has ten times the
nodes: how far their values are off, and how well values, or the bounds known without a share, rank them.

Usage: candidates.py PROGRAM SUITE.epd ... [--nodes 1000000] [--lines 3] [--alone 0.75] [--judged 0] [--every 1] [--first 0] [--holds]

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
    """Centipawns, if it is a number of these, and whether that is the value and not a bound."""
    score = line["score"]
    return (score["cp"], "bound" not in score) if "cp" in score else None


def judged(program, position, move, nodes):
    board = chess.Board()
    board.set_epd(position)
    line = analysed(program, [], ["--only", move, "--nodes", str(nodes)], board.fen())[0]["lines"][0]
    found = value(line)
    return found[0] if found and abs(found[0]) < 2000 else None


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


def judge(args, positions, several, without):
    """The second and third moves of some positions, beside a search of each alone."""
    found, deep, best_losses = [], 0, 0
    for index in range(args.judged):
        at = index * len(positions) // args.judged
        lines = several[at]["lines"]
        bounds = {line["move"]: value(line) for line in without[at]["lines"]}
        best = value(lines[0])
        for line in lines[1 : args.lines]:
            alone = judged(args.program, positions[at], line["move"], 10 * args.nodes)
            known, bound = value(line), bounds.get(line["move"])
            if None in (alone, known, bound, best):
                continue
            depths = [told["depth"] for told in (lines[0], line)]
            deep += None not in depths and depths[0] - depths[1] <= 2
            best_losses += alone > best[0] + 30
            found.append({"alone": alone, "known": known, "bound": bound, "best": best[0]})
    print(f"second and third moves searched alone with ten times the nodes: {len(found)}")
    for name in ("bound", "known"):
        title = "with their share" if name == "known" else "without a share"
        off = [abs(move[name][0] - move["alone"]) for move in found]
        values = sum(move[name][1] for move in found)
        by_value = correlation([(move[name][0], move["alone"]) for move in found])
        by_loss = correlation([(move["best"] - move[name][0], move["best"] - move["alone"]) for move in found])
        print(
            f"{title}: {values} values, off by {statistics.median(off):.0f} (median) and {statistics.mean(off):.0f} (mean)"
            f" centipawns, rank correlation {by_value:.2f}, of the loss against the best move {by_loss:.2f}"
        )
    print(f"within two plies of the answer: {deep}; more than 30 centipawns better than it: {best_losses}")


def holds(args, positions, reports):
    """Whether answers hold, beside how likely that was said to be."""
    nodes = ["--nodes", str(10 * args.nodes), "--lines", "1"]
    told = []
    for position, report, more in zip(positions, reports, analysed(args.program, positions, nodes)):
        answer, better = report["best_move"], value(more["lines"][0])
        if answer == more["best_move"]:
            told.append((report["answer_holds"], True))
        elif better and (worth := judged(args.program, position, answer, 10 * args.nodes)) is not None:
            told.append((report["answer_holds"], better[0] - worth <= 30))
    return told


def tell_holds(name, told):
    said, held = statistics.mean(said for said, _ in told), statistics.mean(held for _, held in told)
    score = statistics.mean((said - held) ** 2 for said, held in told)
    print(f"{name}: {len(told)} answers, said to hold {said:.3f}, held {held:.3f}, Brier score {score:.4f}")
    for low, high in ((0, 0.7), (0.7, 0.9), (0.9, 0.98), (0.98, 1.01)):
        group = [held for said, held in told if low <= said < high]
        if group:
            print(f"    said {low:.2f} to {min(high, 1):.2f}: {len(group)}, held {statistics.mean(group):.3f}")


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
    args = parser.parse_args()
    positions = []
    for path in args.suites:
        with open(path) as file:
            positions += [line.strip() for line in file if line.strip()][:: args.every]
    positions = positions[: args.first or None]
    several = analysed(args.program, positions, ["--nodes", str(args.nodes), "--lines", str(args.lines)])
    share = statistics.mean(told["nodes_ranking"] / max(told["nodes"], 1) for told in several)
    alone = str(round(args.nodes * args.alone))
    one = analysed(args.program, positions, ["--nodes", alone, "--lines", "1"])
    solved = [(is_solved(at, more), is_solved(at, single)) for at, more, single in zip(positions, several, one)]
    gained = sum(more and not single for more, single in solved)
    lost = sum(single and not more for more, single in solved)
    totals = [sum(side) for side in zip(*solved)]
    print(
        f"{len(positions)} positions, {args.lines} lines with {args.nodes} nodes solve {totals[0]}, one line with {alone}"
        f" {totals[1]}; gained {gained}, lost {lost}, p = {exact_test(gained, lost):.2f}; share of the nodes {share:.2f}"
    )
    if args.holds:
        tell_holds(f"{args.lines} lines", holds(args, positions, several))
        tell_holds("one line", holds(args, positions, one))
    if args.judged:
        without = ["--nodes", str(args.nodes), "--lines", "99", "--share", "0"]
        judge(args, positions, several, analysed(args.program, positions, without))


if __name__ == "__main__":
    main()
