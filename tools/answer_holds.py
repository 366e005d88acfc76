#!/usr/bin/env python3
"""Fits how likely the answer of a search holds, and tells how well that is calibrated.

    pip install numpy scipy matplotlib
    python3 tools/answer_holds.py SEARCHES.jsonl... [--plot reliability.svg] [--errors]

`shans-tools searches` writes such files. A search of n nodes is a case where the same search was
looked at with 10 n nodes, or was over before. Its answer holds where it is still the answer then,
or where it is worth at most 30 centipawns less than the new one, searched alone with a third of
the work; values beyond 10 pawns count as 10 pawns. What is fitted is a logistic regression on the
features of `src/chess/answer_holds.rs`. Positions are dealt out by their number: those that end in
4 or 9 are held out.
"""

import argparse
import json
import math

import numpy as np
from scipy.optimize import minimize

NAMES = ["one", "nodes", "effort share", "lead", "rest", "reign", "agrees", "moved", "expected", "decided",
         "pieces"]
DECIDED = 1000
CLEAR = 300
LOSS = 30
LEAST = 10_000


def clamp(value, most):
    return max(-most, min(most, value))


def squashed(cp):
    return math.copysign(math.log1p(abs(cp) / 20), cp)


def features(look):
    """What `src/chess/answer_holds.rs` computes of how a search stands."""
    standing = look["standing"]
    value = clamp(standing["value"], DECIDED)
    lead = CLEAR if standing["lead"] is None else standing["lead"]
    rest = -CLEAR if standing["rest"] is None else standing["rest"]
    expected = 2 / (1 + math.exp(-0.00368208 * value)) - 1
    return [
        1.0,
        math.log10(max(standing["nodes"], 1)) - 5,
        standing["effort_share"],
        squashed(clamp(lead, CLEAR)),
        squashed(clamp(rest, CLEAR)),
        standing["reign"],
        float(standing["agrees"]),
        squashed(clamp(standing["moved"], CLEAR)),
        abs(expected),
        float(abs(standing["value"]) >= DECIDED),
        look["pieces"] / 32,
    ]


def holds(look, later):
    """Whether the answer held; `None` where that is not known."""
    if later["best"] == look["best"]:
        return True
    if later["earlier"] is None or later["earlier"][0] != look["best"]:
        return None
    return clamp(later["value"], DECIDED) - clamp(later["earlier"][1], DECIDED) <= LOSS


def whole(file):
    """The looks of a file, but for one that is still being written."""
    for line in file:
        if line.endswith("\n"):
            yield json.loads(line)


def cases(paths):
    """Features, whether the answer held, the position's number, and the nodes."""
    for path in paths:
        searches = {}
        with open(path, encoding="utf-8") as file:
            for look in whole(file):
                searches.setdefault((look["number"], look["fen"]), {})[look["at"]] = look
        for (number, _), looks in searches.items():
            last = max(looks)
            over = looks[last] if looks[last]["stop"] != "nodes" else None
            for at, look in looks.items():
                later = looks.get(10 * at) or (over if last > at else None)
                is_case = at >= LEAST and later and look["stop"] == "nodes" and look["legal"] > 1
                if not is_case or look["proven"] or not look["standing"]:
                    continue
                held = holds(look, later)
                if held is not None:
                    yield features(look), held, number, at


def fit(rows, held, decay=1.0):
    """Weights of the logistic regression."""
    def loss(weights):
        sums = rows @ weights
        chances = 1 / (1 + np.exp(-sums))
        penalty = np.r_[0, weights[1:]]
        value = (np.logaddexp(0, -sums) * held + np.logaddexp(0, sums) * (1 - held)).sum()
        return value + decay / 2 * (penalty ** 2).sum(), rows.T @ (chances - held) + decay * penalty
    return minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x


def table(chances, held):
    """How often answers held, by what was said of them: rows of said, held, and how many."""
    edges = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0001]
    for low, high in zip(edges, edges[1:]):
        inside = (chances >= low) & (chances < high)
        if inside.any():
            yield chances[inside].mean(), held[inside].mean(), int(inside.sum())


def report(name, chances, held, constant):
    brier, plain = ((chances - held) ** 2).mean(), ((constant - held) ** 2).mean()
    sure = chances >= 0.98
    print(f"{name}: {len(held)} searches, {held.mean():.3f} hold; Brier score {brier:.4f}, of the "
          f"constant {plain:.4f}, {100 * (1 - brier / plain):.1f} % better; from {chances.min():.3f} "
          f"to {chances.max():.3f}; {100 * sure.mean():.1f} % at 0.98 and more, of which "
          f"{100 * (1 - held[sure]).mean() if sure.any() else 0:.1f} % do not hold")
    for said, was, count in table(chances, held):
        print(f"    said {said:.3f}  held {was:.3f}  {count:6}")


def plot(path, curves):
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "shans"
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="0.8")
    for name, chances, held in curves:
        points = np.array(list(table(chances, held)))
        error = np.sqrt(points[:, 1] * (1 - points[:, 1]) / points[:, 2])
        axes.errorbar(points[:, 0], points[:, 1], yerr=error, marker="o", capsize=2, label=name)
    axes.set(xlabel="said", ylabel="held", xlim=(0.2, 1.02), ylim=(0.2, 1.02))
    axes.legend()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("searches", nargs="+", help="files of shans-tools searches")
    parser.add_argument("--plot", help="an SVG file for the reliability of the held out part")
    args = parser.parse_args()
    rows, held, numbers, sizes = (np.array(column, dtype=float)
                                  for column in zip(*cases(args.searches)))
    apart = np.isin(numbers % 10, [4, 9])
    weights = fit(rows[~apart], held[~apart])
    chances = 1 / (1 + np.exp(-rows @ weights))
    constant = held[~apart].mean()
    report("fitted", chances[~apart], held[~apart], constant)
    report("held out", chances[apart], held[apart], constant)
    for size in sorted(set(sizes)):
        part = apart & (sizes == size)
        if part.sum() >= 50:
            report(f"held out, {size:,.0f} nodes", chances[part], held[part], constant)
    if args.plot:
        plot(args.plot, [("held out", chances[apart], held[apart])])
    for name, weight in zip(NAMES, fit(rows, held)):
        print(f"{weight:9.4f},  // {name}")


if __name__ == "__main__":
    main()
