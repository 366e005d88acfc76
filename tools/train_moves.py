#!/usr/bin/env python3
"""Fits the weights that tell how likely each move is the best one, to what `shans-tools
move-features` wrote.

    python3 tools/train_moves.py --data FEATURES --out moves.weights

Writes the weights, and beside them a file `.json` with what they were fitted to and how well they
fit. The same data, seed and version of PyTorch give the same file on the same machine.
"""

import argparse
import hashlib
import json

import numpy as np
import torch

from weights_file import command, with_hash, write

# As in src/chess/move_model.
ONE = 256
MAGIC = b"shansmov"


class Positions:
    """All positions: the moves of one after those of the other, and their features likewise."""

    def __init__(self, path):
        data = open(path, "rb").read()
        self.sha256 = hashlib.sha256(data).hexdigest()
        header, _, body = data.partition(b"\n")
        header = json.loads(header)
        self.count, self.groups = header["features"], header["groups"]
        self.read(body)

    def read(self, body):
        held_out, best, ranks, moves, lengths, features = [], [], [], [], [], []
        at = 0
        while at < len(body):
            held_out.append(body[at])
            count, place, rank = np.frombuffer(body, "<u2", 3, at + 1)
            at += 7
            best.append(int(place))
            ranks.append(int(rank))
            moves.append(int(count))
            for _ in range(count):
                length = body[at]
                lengths.append(length)
                features.append(np.frombuffer(body, "<u2", length, at + 1))
                at += 1 + 2 * length
        self.held_out = np.array(held_out, bool)
        self.best, self.moves = np.array(best), np.array(moves)
        self.estimate_ranks = np.array(ranks)
        self.first_move = np.concatenate([[0], np.cumsum(self.moves)])
        self.first_feature = np.concatenate([[0], np.cumsum(lengths)])
        self.features = np.concatenate(features).astype(np.int64)

    def batch(self, rows, nothing):
        """Some positions: features of their moves, where each move's begin, the position of each
        move, and the places of the best ones. `nothing` marks features that do not count."""
        spans = [(self.first_move[row], self.first_move[row + 1]) for row in rows]
        starts, features, begin = [], [], 0
        for first, end in spans:
            places = self.first_feature[first:end + 1]
            starts.append(places[:-1] - places[0] + begin)
            begin += places[-1] - places[0]
            features.append(self.features[places[0]:places[-1]])
        features = np.concatenate(features)
        features = np.where(nothing[features], self.count, features)
        moves = self.moves[rows]
        of = np.repeat(np.arange(len(rows)), moves)
        best = np.cumsum(np.concatenate([[0], moves]))[:-1] + self.best[rows]
        return [torch.from_numpy(part) for part in (features, np.concatenate(starts), of, best)]


def log_odds(model, features, starts):
    return model(features, starts)[:, 0]


def losses(odds, of, best, count):
    """For each position: minus the logarithm of the best move's probability."""
    most = torch.full((count,), -torch.inf).scatter_reduce(0, of, odds.detach(), "amax")
    sums = torch.zeros(count).index_add(0, of, torch.exp(odds - most[of]))
    return most + torch.log(sums) - odds[best]


def summary(ranks):
    return {"first": round(float(np.mean(ranks < 1)), 4),
            "first_three": round(float(np.mean(ranks < 3)), 4)}


def judge(model, positions, rows, nothing, size=2_048):
    """How well the model fits: the mean loss, and how often the best move is the most likely one, or
    one of the three."""
    total, ranks = 0.0, []
    for begin in range(0, len(rows), size):
        some = rows[begin:begin + size]
        features, starts, of, best = positions.batch(some, nothing)
        with torch.no_grad():
            odds = log_odds(model, features, starts)
            total += losses(odds, of, best, len(some)).sum().item()
            above = (odds > odds[best][of]).float()
            ranks.append(torch.zeros(len(some)).index_add(0, of, above).numpy())
    return {"loss": round(total / len(rows), 4), **summary(np.concatenate(ranks))}


def fit(positions, args, without=()):
    """The model of all features but those of some groups."""
    torch.manual_seed(args.seed)
    model = torch.nn.EmbeddingBag(positions.count + 1, 1, mode="sum", padding_idx=positions.count)
    torch.nn.init.zeros_(model.weight)
    nothing = np.zeros(positions.count, bool)
    for group in without:
        first, end = positions.groups[group]
        nothing[first:end] = True
    rows = np.flatnonzero(~positions.held_out)
    order = np.random.default_rng(args.seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.rate)
    steps = args.epochs * (len(rows) // args.batch)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.02, steps)
    for _ in range(args.epochs):
        rows = order.permutation(rows)
        for begin in range(0, len(rows) - args.batch + 1, args.batch):
            some = rows[begin:begin + args.batch]
            features, starts, of, best = positions.batch(some, nothing)
            loss = losses(log_odds(model, features, starts), of, best, len(some)).mean()
            loss = loss + args.decay * model.weight.square().sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    held_out = np.flatnonzero(positions.held_out)
    return model, judge(model, positions, held_out, nothing)


def file_of(weights):
    """The bytes that src/chess/move_model/model.rs reads."""
    body = MAGIC + np.array([len(weights)], "<u4").tobytes() + weights.astype("<i2").tobytes()
    return with_hash(body)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, help="what shans-tools move-features wrote")
    parser.add_argument("--out", required=True, help="the file for the weights")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=1_024)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--decay", type=float, default=1e-6, help="decay of weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--groups", action="store_true",
                        help="also fit without each group of features, to tell what it is worth")
    return parser.parse_args()


def main():
    args = arguments()
    torch.set_num_threads(args.threads)
    positions = Positions(args.data)
    held_out = positions.held_out
    model, found = fit(positions, args)
    weights = np.rint(model.weight.detach().numpy()[:positions.count, 0] * ONE).astype(int)
    report = {
        "command": command("tools/train_moves.py"),
        "torch": torch.__version__,
        "data_sha256": positions.sha256,
        "positions_fitted": int((~held_out).sum()),
        "positions_held_out": int(held_out.sum()),
        "held_out": {"estimates": summary(positions.estimate_ranks[held_out]), "model": found},
    }
    if args.groups:
        report["without"] = {group: fit(positions, args, [group])[1] for group in positions.groups}
    write(args.out, file_of(weights), report)


if __name__ == "__main__":
    main()
