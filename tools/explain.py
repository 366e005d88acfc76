#!/usr/bin/env python3
"""Tells what the network adds to the tables, computed by the trainer's own rules.

    python3 tools/explain.py trained.net FEN...
"""

import sys

import numpy as np

import train

PIECES = "PNBRQKpnbrqk"
PHASE = dict(zip("nbrq", [1, 1, 2, 4]))


def numbers_of(path):
    """The whole numbers in a file of weights."""
    with open(path, "rb") as file:
        content = file.read()
    if train.fnv(content[:-8]) != int.from_bytes(content[-8:], "little"):
        sys.exit(f"{path} is damaged: its hash is wrong")
    inputs, units, buckets = np.frombuffer(content, "<u4", 3, 8)
    end = 20 + 2 * units * (inputs + 1)
    rows = np.frombuffer(content[20:end], "<i2").reshape(inputs + 1, units).astype(np.int64)
    outputs = np.frombuffer(content[end:-8], "i1").reshape(buckets, units).astype(np.int64)
    return {"inputs": rows[:-1], "bias": rows[-1], "output": outputs}


def correction(numbers, fen):
    """What the network adds, in centipawns, for White."""
    board = fen.split()[0]
    inputs, phase = [], 0
    for rank, row in zip(range(7, -1, -1), board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            inputs.append(PIECES.index(letter) * 64 + rank * 8 + file)
            phase += PHASE.get(letter.lower(), 0)
            file += 1
    white = np.array([inputs])
    bucket = np.array([min(phase // train.PHASES, train.BUCKETS - 1)])
    return int(train.whole_correction(numbers, white, train.flipped(white), bucket)[0])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    numbers = numbers_of(sys.argv[1])
    for fen in sys.argv[2:]:
        print(f"{correction(numbers, fen):5} {fen}")


if __name__ == "__main__":
    main()
