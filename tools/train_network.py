#!/usr/bin/env python3
"""Fits the network by way of a larger one, on a GPU if there is one.

    python3 tools/train_network.py fit.samples --children children.samples --out trained.net

The larger network, the teacher, is too slow for a search, but predicts positions it has not seen
better than a small one. The small network is then fitted to half the label and half what the teacher
says, and to the teacher alone for positions that no engine has looked at. `shans-tools samples`
writes the files. Beside the network comes a file `.json` with what it was fitted to and how well.
"""

import argparse
import hashlib
import json
import math
import os
import time

import numpy as np
import torch
from torch.nn import functional

from weights_file import command, with_hash, write

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
# As in tools/src/train.
MAGIC, FORMAT = b"shansnet", 2
INPUTS, BUCKETS, SPAN, PIECES = 768, 8, 4, 32
UNIT_ONE, OUTPUT_ONE, SCALE, LABEL_SCALE = 255, 64, 400, 200
MOST_INPUT, MOST_OUTPUT = 963 / UNIT_ONE, 127 / OUTPUT_ONE
SAMPLE, AT_ONCE = 32, 1 << 18
# The squares of a view: Black's side is below; the own king, one of these kinds, stands on the right half.
EXCHANGED, KINGS = (0, 56), (5, 11)


class Samples:
    """Positions as the networks take them, and the chance to win of each that is to be predicted."""

    def __init__(self, path):
        self.path, raw = path, np.fromfile(path, dtype=np.uint8)
        self.sha256 = hashlib.sha256(raw).hexdigest()
        raw = raw.reshape(-1, SAMPLE)
        parts = [self.read(raw[at : at + AT_ONCE]) for at in range(0, len(raw), AT_ONCE)]
        self.inputs, self.bucket, self.numbers = (torch.cat(part) for part in zip(*parts))
        self.base, self.label, self.counts, self.mover = self.numbers
        self.target = torch.sigmoid(self.label / LABEL_SCALE)
        self.count = len(raw)

    @staticmethod
    def read(raw):
        raw = torch.from_numpy(raw.copy()).to(DEVICE)
        squares = torch.arange(64, device=DEVICE)
        occupied = (raw[:, :8].contiguous().view(torch.int64) >> squares) & 1
        rank = (occupied.cumsum(1) - 1).clamp(min=0)
        kinds = raw[:, 8:24].long().gather(1, rank // 2) >> rank % 2 * 4 & 15
        occupied = occupied.bool()
        place = torch.where(occupied, rank, PIECES)
        inputs = torch.full((len(raw), 2, PIECES + 1), INPUTS, device=DEVICE)
        for view in range(2):
            king = (occupied & (kinds == KINGS[view])).long().argmax(1, keepdim=True)
            mirrored = torch.where((king & 4) == 0, 7, 0)
            seen = (kinds + 6 * view) % 12 * 64 + (squares ^ EXCHANGED[view] ^ mirrored)
            inputs[:, view].scatter_(1, place, seen)
        values = raw[:, 24:28].contiguous().view(torch.int16).float()
        counts = raw[:, 28:29].contiguous().view(torch.int8)[:, 0].float() / 100
        numbers = torch.stack((*values.T, counts, 1 - 2 * raw[:, 29].float()))
        bucket = ((occupied.sum(1) - 1) // SPAN).clamp(0, BUCKETS - 1).byte()
        return inputs[:, :, :PIECES].short(), bucket, numbers

    def source(self):
        return {"file": os.path.basename(self.path), "samples": self.count, "sha256": self.sha256}

    def won(self, network, picked, scale):
        """The chances to win that a network gives these positions."""
        inputs = self.inputs[picked].long().transpose(0, 1).reshape(-1, PIECES)
        board = torch.zeros((len(inputs), INPUTS + 1), device=DEVICE).scatter_(1, inputs, 1)
        output = network(board[:, :INPUTS], self.mover[picked], self.bucket[picked].long())
        return torch.sigmoid((self.base[picked] + self.counts[picked] * SCALE * output) / scale)

    @torch.no_grad()
    def all_won(self, network, scale):
        parts = torch.arange(self.count, device=DEVICE).split(1 << 16)
        return torch.cat([self.won(network, picked, scale) for picked in parts])


def value_scale(samples):
    """What makes the tables fit the labels best: so corrected values keep the scale of the tables."""
    base, target = samples.base[:400_000], samples.target[:400_000]

    def loss(scale):
        return ((torch.sigmoid(base / scale) - target) ** 2).mean().item()

    return min(range(60, 601, 5), key=loss)


def random_weights(*sizes):
    return torch.nn.Parameter(torch.rand(*sizes) * 0.2 - 0.1)


def answers(board, inputs, bias):
    return torch.addmm(bias, board, inputs).clamp(0, 1).square()


class Network(torch.nn.Module):
    """What the program computes, with real numbers, and beside it what the right to move is worth."""

    def __init__(self, units):
        super().__init__()
        self.inputs, self.output = random_weights(INPUTS, units), random_weights(BUCKETS, units)
        self.bias = torch.nn.Parameter(torch.full((units,), 0.25))
        self.tempo = torch.nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, board, mover, bucket):
        white, black = answers(board, self.inputs, self.bias).chunk(2)
        return ((white - black) * self.output[bucket]).sum(1) + mover * self.tempo[bucket]

    @torch.no_grad()
    def limit(self):
        self.inputs.clamp_(-MOST_INPUT, MOST_INPUT)
        self.bias.clamp_(-MOST_INPUT, MOST_INPUT)
        self.output.clamp_(-MOST_OUTPUT, MOST_OUTPUT)

    @torch.no_grad()
    def whole(self):
        """Rounds all weights to what a file can hold."""
        for weights, one in ((self.inputs, UNIT_ONE), (self.bias, UNIT_ONE), (self.output, OUTPUT_ONE)):
            weights.copy_((weights * one).round() / one)

    def content(self):
        def numbers(weights, one, kind):
            return np.rint(weights.detach().cpu().numpy() * one).astype(kind).tobytes()

        sizes = (FORMAT, INPUTS, len(self.bias), BUCKETS)
        content = MAGIC + b"".join(size.to_bytes(4, "little") for size in sizes)
        content += numbers(self.inputs, UNIT_ONE, "<i2") + numbers(self.bias, UNIT_ONE, "<i2")
        return content + numbers(self.output, OUTPUT_ONE, "i1")


class Teacher(torch.nn.Module):
    """More units, the mover's view before the other one, and two more layers for each bucket."""

    def __init__(self, units, middle=32):
        super().__init__()
        self.inputs = random_weights(INPUTS, units)
        self.bias = torch.nn.Parameter(torch.full((units,), 0.25))
        sizes = ((2 * units, middle), (middle, middle), (middle, 1))
        layers = (torch.nn.Linear(before, after * BUCKETS) for before, after in sizes)
        self.layers = torch.nn.ModuleList(layers)

    def forward(self, board, mover, bucket):
        white, black = answers(board, self.inputs, self.bias).chunk(2)
        to_move = (mover > 0)[:, None]
        seen = (torch.where(to_move, white, black), torch.where(to_move, black, white))
        one, two, three = self.layers
        each = torch.arange(len(bucket), device=DEVICE)

        def of_bucket(layer, numbers):
            return layer(numbers).view(len(bucket), BUCKETS, -1)[each, bucket]

        first = functional.relu(of_bucket(one, torch.cat(seen, 1)))
        second = functional.relu(of_bucket(two, first))
        return of_bucket(three, second)[:, 0] * mover

    def limit(self):
        pass


def rate_at(done):
    """The rate as a share of the greatest, when this share of the steps is done."""

    def between(begin, end, share):
        return begin + (end - begin) * (1 - math.cos(math.pi * share)) / 2

    return between(0.04, 1, done / 0.1) if done < 0.1 else between(1, 0, (done - 0.1) / 0.9)


def fit(network, sets, held_out, scale, epochs, batch, rate, decay):
    """Fits a network to all of these sets together. Its loss on what is held out, after each epoch."""
    network.to(DEVICE)
    options = {"lr": rate, "weight_decay": decay, "fused": DEVICE.type == "cuda"}
    optimizer = torch.optim.AdamW(network.parameters(), **options)
    every = sum(samples.count for samples in sets)
    steps, losses, begin = every // batch, [], time.time()
    for epoch in range(epochs):
        orders = [torch.randperm(samples.count, device=DEVICE) for samples in sets]
        fitted = torch.zeros((), device=DEVICE)
        for step in range(steps):
            optimizer.param_groups[0]["lr"] = rate * rate_at((epoch + step / steps) / epochs)
            off = 0
            for samples, order in zip(sets, orders):
                begin_at, end_at = (at * samples.count // steps for at in (step, step + 1))
                picked = order[begin_at:end_at]
                off = off + ((samples.won(network, picked, scale) - samples.target[picked]) ** 2).sum()
            loss = off / (every / steps)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            network.limit()
            fitted += loss.detach()
        losses.append({"fitted": fitted.item() / steps, "held_out": loss_of(network, held_out, scale)})
        print(f"epoch {epoch + 1}: {losses[-1]}, {time.time() - begin:.0f} s", flush=True)
    return losses


def loss_of(network, samples, scale):
    return ((samples.all_won(network, scale) - samples.target) ** 2).mean().item()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", help="positions with labels; what is held out stands beside them (.held)")
    parser.add_argument("--children", help="positions without labels")
    parser.add_argument("--out", required=True, help="the file for the network")
    parser.add_argument("--units", type=int, default=256)
    parser.add_argument("--teacher-units", type=int, default=512)
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")

    labelled, held_out = Samples(args.samples), Samples(args.samples + ".held")
    scale = value_scale(labelled)
    how = {"epochs": args.epochs, "batch": args.batch}
    teacher = Teacher(args.teacher_units)
    of_teacher = fit(teacher, [labelled], held_out, scale, rate=0.004, decay=0.3, **how)
    labelled.target = (labelled.target + labelled.all_won(teacher, scale)) / 2
    sets = [labelled]
    if args.children:
        children = Samples(args.children)
        children.target = children.all_won(teacher, scale)
        sets.append(children)
    network = Network(args.units)
    of_network = fit(network, sets, held_out, scale, rate=0.01, decay=0.2, **how)
    network.whole()
    report = {
        "command": command("train_network.py"),
        "seed": args.seed,
        "data": [each.source() for each in [*sets, held_out]],
        "value_scale": scale,
        "teacher": of_teacher,
        "epochs": of_network,
        "held_out": loss_of(network, held_out, scale),
    }
    write(args.out, with_hash(network.content()), report)


if __name__ == "__main__":
    main()
