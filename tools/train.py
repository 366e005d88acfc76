#!/usr/bin/env python3
"""Trains the network that corrects the tables, on what `shans-tools features` wrote.

    python3 tools/train.py --data FEATURES --out trained.net

Writes the weights, and beside them a file `.json` with what they were trained on and how well they
fit. The same data, seed and version of PyTorch give the same file on the same machine.
"""

import argparse
import hashlib
import json
import sys
import time

import numpy as np
import torch

from weights_file import command, with_hash, write

# As in src/chess/network/weights.rs.
INPUTS, BUCKETS, PHASES = 768, 4, 6
UNIT_ONE, OUTPUT_ONE, SCALE = 255, 64, 400
MOST_INPUT = 32767 // 34
# How fast tables are fitted, in pawns a step.
TABLES_RATE = 0.005

RECORD = np.dtype([
    ("inputs", "<u2", 32), ("base", "<i2"), ("counts", "<i2"), ("label", "<i2"),
    ("result", "i1"), ("black", "u1"), ("phase", "u1"), ("held_out", "u1"), ("none", "u1", 2),
])


def flipped(inputs):
    """The inputs as the other side sees them."""
    table = np.arange(INPUTS + 1)
    known = table[:INPUTS]
    table[:INPUTS] = (known + INPUTS // 2) % INPUTS ^ 56
    return table[inputs]


class Data:
    """Positions as the side to move sees them."""

    def __init__(self, records):
        own = records["inputs"].astype(np.int64)
        black = records["black"].astype(bool)
        other = flipped(own)
        self.own = torch.from_numpy(np.where(black[:, None], other, own).astype(np.int32))
        self.other = torch.from_numpy(np.where(black[:, None], own, other).astype(np.int32))
        sign = np.where(black, -1, 1)
        number = lambda values: torch.from_numpy(values.astype(np.float32))
        self.base = number(sign * records["base"])
        self.counts = number(records["counts"] / 100)
        self.label = number(sign * records["label"])
        self.result = number((sign * records["result"] + 1) / 2)
        phase = records["phase"]
        self.phase = number(np.minimum(phase, 24) / 24)
        self.bucket = torch.from_numpy(np.minimum(phase // PHASES, BUCKETS - 1).astype(np.int64))

    def __len__(self):
        return len(self.base)


class Network(torch.nn.Module):
    """The correction, in centipawns, before it is rounded to whole numbers.

    What is good in one side's view is as bad in the other's. So the correction does not depend on
    whose turn it is: what the right to move is worth is fitted beside it (`tempo`), and left out.
    """

    def __init__(self, units):
        super().__init__()
        self.inputs = torch.nn.EmbeddingBag(INPUTS + 1, units, mode="sum", padding_idx=INPUTS)
        self.bias = torch.nn.Parameter(torch.full((units,), 0.25))
        self.output = torch.nn.Linear(units, BUCKETS, bias=False)
        self.tempo = torch.nn.Parameter(torch.zeros(BUCKETS))
        torch.nn.init.uniform_(self.inputs.weight, -0.1, 0.1)
        torch.nn.init.uniform_(self.output.weight, -0.1, 0.1)
        with torch.no_grad():
            self.inputs.weight[INPUTS] = 0

    def forward(self, own, other, bucket):
        answers = [(self.inputs(view) + self.bias).clamp(0, 1).square() for view in (own, other)]
        outputs = self.output(answers[0] - answers[1]) + self.tempo
        return SCALE * outputs.gather(1, bucket[:, None]).squeeze(1)

    def keep_in_range(self):
        """No weight grows beyond what the whole numbers can hold."""
        with torch.no_grad():
            self.inputs.weight.clamp_(-MOST_INPUT / UNIT_ONE, MOST_INPUT / UNIT_ONE)
            self.output.weight.clamp_(-127 / OUTPUT_ONE, 127 / OUTPUT_ONE)


class Tables(torch.nn.Module):
    """Piece-square tables for middlegame and endgame, instead of those of the program."""

    def __init__(self):
        super().__init__()
        worth = torch.tensor([90.0, 310, 330, 490, 980, 0]).repeat_interleave(64)
        self.weights = torch.nn.Parameter(worth[:, None].repeat(1, 2) / 100)
        self.tempo = torch.nn.Parameter(torch.tensor(0.12))
        self.register_buffer("mirror", torch.arange(INPUTS // 2) ^ 56)

    def forward(self, own, phase):
        signed = torch.cat([self.weights, -self.weights[self.mirror], torch.zeros(1, 2)])
        both = torch.nn.functional.embedding_bag(own, signed, mode="sum")
        return 100 * (both[:, 0] * phase + both[:, 1] * (1 - phase) + self.tempo)


def loss_of(values, data, scales, rows=slice(None)):
    wanted = torch.sigmoid(data.label[rows] / scales["label"])
    share = scales["result_share"]
    wanted = (1 - share) * wanted + share * data.result[rows]
    return (torch.sigmoid(values / scales["value"]) - wanted).square().mean()


def value_scale(data, scales):
    """What makes the tables' values fit the labels best: so corrected values keep their scale."""
    sample = slice(0, 400_000)
    def loss(scale):
        return loss_of(data.base[sample], data, {**scales, "value": scale}, sample).item()
    return min(range(60, 601, 5), key=loss)


def ranks(values):
    """Ranks from 0 on; equal values share the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return ((np.cumsum(counts) - (counts + 1) / 2))[inverse]


def fit(values, data, scales):
    """How well values fit the labels: the loss, with the right to move worth what fits best, and the
    correlation of ranks."""
    plain = {**scales, "result_share": 0}
    tempo = min(range(-20, 121, 4), key=lambda cp: loss_of(values + cp, data, plain).item())
    values = values + tempo
    spearman = np.corrcoef(ranks(values.numpy()), ranks(data.label.numpy()))[0, 1]
    loss = loss_of(values, data, plain).item()
    return {"loss": round(loss, 6), "spearman": round(float(spearman), 4), "tempo_added": tempo}


def batches(count, size, generator):
    order = torch.randperm(count, generator=generator)
    return [order[begin:begin + size] for begin in range(0, count - size + 1, size)]


def train(model, value, data, held_out, scales, args, name, rate, decay):
    """Fits a model; `value(model, data, rows)` is what it says."""
    generator = torch.Generator().manual_seed(args.seed)
    steps = args.epochs * (len(data) // args.batch)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=steps, pct_start=0.1)
    for epoch in range(args.epochs):
        began, total, count = time.time(), 0.0, 0
        for rows in batches(len(data), args.batch, generator):
            optimizer.zero_grad()
            loss = loss_of(value(model, data, rows), data, scales, rows)
            loss.backward()
            optimizer.step()
            schedule.step()
            if hasattr(model, "keep_in_range"):
                model.keep_in_range()
            total, count = total + loss.item(), count + 1
        with torch.no_grad():
            found = fit(in_pieces(model, value, held_out), held_out, scales)
        print(f"{name} epoch {epoch + 1}: {total / count:.6f}, held out {found}, "
              f"{time.time() - began:.0f} s", file=sys.stderr, flush=True)


def in_pieces(model, value, data, size=65_536):
    """What a model says of all positions, some at a time."""
    rows = range(0, len(data), size)
    return torch.cat([value(model, data, slice(begin, begin + size)) for begin in rows])


def network_value(model, data, rows):
    correction = model(data.own[rows], data.other[rows], data.bucket[rows])
    return data.base[rows] + data.counts[rows] * correction


def tables_value(model, data, rows):
    value = model(data.own[rows], data.phase[rows])
    # Where the program knows better than its tables, it still does.
    return torch.where(data.counts[rows] == 1, value, data.base[rows])


def rounded(model):
    """The whole numbers of a network."""
    whole = lambda weights, one: np.rint(weights.detach().numpy() * one).astype(np.int64)
    return {
        "inputs": whole(model.inputs.weight[:INPUTS], UNIT_ONE),
        "bias": whole(model.bias, UNIT_ONE),
        "output": whole(model.output.weight, OUTPUT_ONE),
    }


def towards_zero(number, by):
    return np.sign(number) * (np.abs(number) // by)


def whole_correction(numbers, own, other, bucket):
    """As the program computes it, in whole numbers."""
    weights = np.concatenate([numbers["inputs"], np.zeros((1, numbers["inputs"].shape[1]), int)])
    seen = [weights[view].sum(axis=1) + numbers["bias"] for view in (own, other)]
    answers = [sums.clip(0, UNIT_ONE) ** 2 for sums in seen]
    total = ((answers[0] - answers[1]) * numbers["output"][bucket]).sum(axis=1)
    return towards_zero(towards_zero(total, UNIT_ONE) * SCALE, UNIT_ONE * OUTPUT_ONE)


def whole_values(numbers, data, size=65_536):
    corrections = []
    for begin in range(0, len(data), size):
        rows = slice(begin, begin + size)
        views = data.own[rows].numpy(), data.other[rows].numpy(), data.bucket[rows].numpy()
        corrections.append(whole_correction(numbers, *views))
    return data.base + data.counts * torch.from_numpy(np.concatenate(corrections)).float()


def file_of(numbers):
    """The bytes that src/chess/network/file.rs reads."""
    units = numbers["bias"].size
    parts = [b"shansnet", np.array([INPUTS, units, BUCKETS], "<u4").tobytes()]
    parts += [numbers["inputs"].astype("<i2").tobytes(), numbers["bias"].astype("<i2").tobytes()]
    parts.append(numbers["output"].astype("i1").tobytes())
    return with_hash(b"".join(parts))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, help="what shans-tools features wrote")
    parser.add_argument("--out", required=True, help="the file for the weights")
    parser.add_argument("--units", type=int, default=32, help="hidden units for each side's view")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=16_384)
    parser.add_argument("--rate", type=float, default=0.004)
    parser.add_argument("--decay", type=float, default=0.0, help="decay of weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--label-scale", type=float, default=200,
                        help="centipawns of a label that make 73 %% of a win")
    parser.add_argument("--result-share", type=float, default=0.0,
                        help="how much the result of the game counts beside the label")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--tables", action="store_true",
                        help="also fit tables to the same data, to compare with")
    return parser.parse_args()


def main():
    args = arguments()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    records = np.fromfile(args.data, RECORD)
    is_held_out = records["held_out"] == 1
    data, held_out = Data(records[~is_held_out]), Data(records[is_held_out])
    scales = {"label": args.label_scale, "result_share": args.result_share}
    scales["value"] = value_scale(data, scales)
    report = {
        "command": command("tools/train.py"),
        "torch": torch.__version__,
        "data_sha256": hashlib.sha256(records.tobytes()).hexdigest(),
        "positions_fitted": len(data),
        "positions_held_out": len(held_out),
        "value_scale": scales["value"],
        "held_out": {"tables": fit(held_out.base, held_out, scales)},
    }
    print(json.dumps(report), file=sys.stderr, flush=True)
    if args.tables:
        tables = Tables()
        train(tables, tables_value, data, held_out, scales, args, "tables", TABLES_RATE, 0)
        with torch.no_grad():
            found = fit(in_pieces(tables, tables_value, held_out), held_out, scales)
        report["held_out"]["tables fitted again"] = found
    torch.manual_seed(args.seed)
    model = Network(args.units)
    train(model, network_value, data, held_out, scales, args, "network", args.rate, args.decay)
    numbers = rounded(model)
    report["held_out"]["network"] = fit(whole_values(numbers, held_out), held_out, scales)
    write(args.out, file_of(numbers), report)


if __name__ == "__main__":
    main()
