#!/usr/bin/env python3
"""Tells what the network adds to the tables: its rules once more, written without the program's.

    python3 tools/explain.py trained.net FEN...
"""

import sys

import numpy as np

from weights_file import fnv

# As in src/chess/network/sums.rs.
FORMAT, PLACES, ON_A_BOARD, BUCKETS, VIEWS, SPAN = 5, 4, 768, 8, 2, 4
INPUTS = PLACES * ON_A_BOARD
UNIT_ONE, OUTPUT_ONE, SCALE = 255, 64, 400
PIECES = "PNBRQKpnbrqk"


def numbers_of(path):
    """The whole numbers in a file of weights."""
    with open(path, "rb") as file:
        content = file.read()
    if fnv(content[:-8]) != int.from_bytes(content[-8:], "little"):
        sys.exit(f"{path} is damaged: its hash is wrong")
    form, inputs, units, buckets = np.frombuffer(content, "<u4", 4, 8)
    if (form, inputs, buckets) != (FORMAT, INPUTS, BUCKETS):
        sys.exit(f"{path} is a network of format {form}, not {FORMAT}, or of other sizes")
    begin = 24 + units * inputs
    end = begin + 2 * units
    rows = np.frombuffer(content[24:begin], "i1").reshape(inputs, units).astype(np.int64)
    bias = np.frombuffer(content[begin:end], "<i2").astype(np.int64)
    outputs = np.frombuffer(content[end:-8], "i1").reshape(buckets, VIEWS, units).astype(np.int64)
    return {"inputs": rows, "bias": bias, "output": outputs}


def towards_zero(number, by):
    return abs(number) // by * (1 if number > 0 else -1)


def place_of_king(square):
    """Which set of inputs belongs to a king here: castled, in the middle of the first rank, on the second one, or beyond."""
    if square < 8:
        return 0 if square >= 6 else 1
    return 2 if square < 16 else 3


def correction(numbers, fen):
    """What the network adds, in centipawns, for White."""
    board, mover = fen.split()[:2]
    inputs = []
    # What a view exchanges of the number of a square: Black's side is below, the own king on the right.
    exchanged, kings = {"K": 0, "k": 56}, {}
    for rank, row in zip(range(7, -1, -1), board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            inputs.append(PIECES.index(letter) * 64 + rank * 8 + file)
            if letter in exchanged:
                exchanged[letter] ^= 7 if file < 4 else 0
                kings[letter] = rank * 8 + file
            file += 1
    white = np.array(inputs)
    black = (white + ON_A_BOARD // 2) % ON_A_BOARD
    answers = []
    for pieces, king in (white, "K"), (black, "k"):
        first = ON_A_BOARD * place_of_king(kings[king] ^ exchanged[king])
        sums = numbers["inputs"][first + (pieces ^ exchanged[king])].sum(axis=0) + numbers["bias"]
        answers.append(sums.clip(0, UNIT_ONE) ** 2)
    outputs = numbers["output"][min((len(inputs) - 1) // SPAN, BUCKETS - 1)]
    own, other = answers if mover == "w" else answers[::-1]
    total = int((own * outputs[0] + other * outputs[1]).sum())
    value = towards_zero(towards_zero(total, UNIT_ONE) * SCALE, UNIT_ONE * OUTPUT_ONE)
    return value if mover == "w" else -value


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    numbers = numbers_of(sys.argv[1])
    for fen in sys.argv[2:]:
        print(f"{correction(numbers, fen):5} {fen}")


if __name__ == "__main__":
    main()
