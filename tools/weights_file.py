"""What all trainers write: weights with their hash, and beside them what they were fitted to."""

import json
import os
import sys


def fnv(data):
    number = 0xcbf29ce484222325
    for byte in data:
        number = (number ^ byte) * 0x100000001b3 % 2**64
    return number


def with_hash(body):
    """A file of weights, as src/chess/weights_file.rs reads it."""
    return body + fnv(body).to_bytes(8, "little")


def command(program):
    """How the program was called. Folders are nobody else's business."""
    return " ".join([program, *(os.path.basename(word) for word in sys.argv[1:])])


def write(path, weights, report):
    """Writes a file of weights, and the report with its hash beside it."""
    report["hash"] = weights[-8:][::-1].hex()
    with open(path, "wb") as file:
        file.write(weights)
    with open(os.path.splitext(path)[0] + ".json", "w") as file:
        file.write(json.dumps(report, indent=2) + "\n")
    print(json.dumps(report, indent=2))
