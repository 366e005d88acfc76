#!/usr/bin/env python3
"""Fits the chances to win, draw and lose to games with values beside the moves.

    pip install chess
    python3 tools/win_draw_loss.py GAMES.pgn...

`benches/match/match.py --values` plays such games. A search values a position at v centipawns for
the side to move, and pieces and pawns of both sides count m (1, 3, 3, 5, 9). Then

    win = 1 / (1 + exp((even(m) - v) / spread(m))), loss the same of -v, draw what is left,

where even and spread are polynomials. How well that foretells games is asked with each tenth of the
openings in turn, nothing being fitted to it; what is printed last is fitted to all.
"""

import argparse
import sys

import chess
import chess.pgn
import numpy as np
import torch

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
# All pieces of a game's beginning.
FULL = 78
# With less there are too few games.
LEAST = 8
# Wins that were found and not proven.
WON = 20_000


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="+", help="PGN files")
    parser.add_argument("--degree", type=int, default=3, help="of both polynomials")
    parser.add_argument("--player", help="take the values of this player alone")
    return parser.parse_args()


def material(board):
    return sum(len(board.pieces(role, side)) * worth
               for role, worth in WORTH.items() for side in chess.COLORS)


def positions(path, player):
    """Rows of value, material and result (1, 0, -1) for the side to move, and the opening."""
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            result = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[game.headers["Result"]]
            opening = int(game.headers["Round"].split(".")[0])
            for node in game.mainline():
                board, value = node.parent.board(), node.eval()
                name = game.headers["White" if board.turn else "Black"]
                cp = value and value.pov(board.turn).score()
                if cp is None or abs(cp) >= WON or player not in (None, name):
                    continue
                mover = result if board.turn else -result
                yield cp, material(board), mover, opening


class Data:
    def __init__(self, rows):
        value, mass, self.result, self.opening = (torch.tensor(column) for column in rows.T)
        self.value, self.mass = value.double() / 100, mass.double().clamp(LEAST, FULL) / FULL

    def __len__(self):
        return len(self.value)

    def where(self, chosen):
        """The rows for which `chosen` holds."""
        part = object.__new__(Data)
        vars(part).update((name, column[chosen]) for name, column in vars(self).items())
        return part


class Model:
    """Even and spread in pawns, polynomials of the share of material that is left."""

    def __init__(self, degree):
        self.even = torch.zeros(degree + 1, dtype=torch.double)
        self.spread = torch.zeros(degree + 1, dtype=torch.double)
        self.even[0], self.spread[0] = 1.0, 0.7
        self.parameters = [self.even.requires_grad_(), self.spread.requires_grad_()]

    def of(self, mass):
        powers = torch.stack([mass**power for power in range(len(self.even))], 1)
        return powers @ self.even, (powers @ self.spread).clamp(min=0.05)

    def chances(self, data):
        even, spread = self.of(data.mass)
        win = torch.sigmoid((data.value - even) / spread)
        loss = torch.sigmoid((-data.value - even) / spread)
        return torch.stack([loss, (1 - win - loss).clamp(min=1e-9), win], 1)

    def surprise(self, data):
        return surprise(self.chances(data), data)

    def fit(self, data):
        optimizer = torch.optim.LBFGS(self.parameters, max_iter=500, line_search_fn="strong_wolfe",
                                      tolerance_grad=1e-9, tolerance_change=1e-12)

        def step():
            optimizer.zero_grad()
            loss = self.surprise(data)
            loss.backward()
            return loss

        optimizer.step(step)
        return self


def surprise(chances, data):
    """How little the results were expected: nats a position."""
    of_result = chances.gather(1, (data.result + 1)[:, None].long())
    return -of_result.clamp(min=1e-9).log().mean()


def frequencies(data):
    """What someone says who always says how often games are won, drawn and lost."""
    share = torch.bincount(data.result.long() + 1, minlength=3).double() / len(data)
    share[0] = share[2] = (share[0] + share[2]) / 2
    return share.expand(len(data), 3)


def predicted(data, degree):
    """Chances of each position by a model that was fitted without the tenth of its opening."""
    chances = torch.empty(len(data), 3, dtype=torch.double)
    for tenth in range(10):
        inside = data.opening % 10 == tenth
        if inside.any():
            model = Model(degree).fit(data.where(~inside))
            chances[inside] = model.chances(data.where(inside)).detach()
    return chances


def print_calibration(chances, data):
    """Wins predicted and observed: the chances of either side count."""
    predicted = torch.cat([chances[:, 2], chances[:, 0]])
    came = torch.cat([data.result == 1, data.result == -1]).double()
    print("\n| predicted | positions | wins predicted | wins |\n|---|---|---|---|")
    for tenth in range(10):
        inside = (predicted * 10).long().clamp(max=9) == tenth
        if inside.any():
            means = [100 * numbers[inside].mean() for numbers in (predicted, came)]
            print(f"| {10 * tenth} to {10 * tenth + 10} % | {inside.sum()} "
                  f"| {means[0]:.1f} % | {means[1]:.1f} % |")


def main():
    args = arguments()
    rows = [row for path in args.games for row in positions(path, args.player)]
    if not rows:
        sys.exit("no position has a value; play games with match.py --values")
    data = Data(np.array(rows))
    always = surprise(frequencies(data), data)
    print(f"{len(data)} positions; nats a position: always the same {always:.4f}", end="")
    for degree in range(args.degree + 1):
        chances = predicted(data, degree)
        print(f", degree {degree} {surprise(chances, data):.4f}", end="", flush=True)
    print_calibration(chances, data)
    about_one = (data.value.abs() - 1).abs() < 0.1
    won = data.result.sgn() == data.value.sgn()
    share = 100 * won[about_one].double().mean()
    print(f"\nworth 0.90 to 1.10 to a side: {about_one.sum()}, won {share:.1f} %")
    model = Model(args.degree).fit(data)
    for name, numbers in [("even", model.even), ("spread", model.spread)]:
        print(name, [round(100 * number, 1) for number in numbers.tolist()])
    masses = torch.tensor([78.0, 68, 58, 48, 38, 28, 18, 8])
    even, spread = model.of(masses.double() / FULL)
    for mass, *at in zip(masses.tolist(), even.tolist(), spread.tolist()):
        print(f"material {mass:.0f}: even {100 * at[0]:.0f}, spread {100 * at[1]:.0f}")


if __name__ == "__main__":
    main()
