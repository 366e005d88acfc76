#!/usr/bin/env python3
"""Writes the names of openings as the program has them in it, from the lists of lichess-org/chess-openings (CC0).

Usage: openings.py a.tsv b.tsv ... > src/app/games/openings.txt

Each line of a list is `ECO name moves`. All lines together are written as one tree, each position once, in the order in
which a reader meets them:

    DEPTH MOVE [ECO|SHARED|REST]

DEPTH is how many moves come before; the moves before are those of the lines above. Of a name, the first SHARED letters are
those of the name before it.
"""

import csv
import sys


def moves_of(pgn):
    return [word for word in pgn.split() if not word[0].isdigit()]


def main():
    tree = {}
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                node = tree
                for move in moves_of(row["pgn"]):
                    node = node.setdefault(move, {})
                node[""] = (row["eco"], row["name"])
    before = ""

    def write(node, depth):
        nonlocal before
        for move, child in node.items():
            if not move:
                continue
            told = ""
            if "" in child:
                eco, name = child[""]
                shared = 0
                while shared < min(len(name), len(before)) and name[shared] == before[shared]:
                    shared += 1
                told = f" {eco}|{shared}|{name[shared:]}"
                before = name
            print(f"{depth} {move}{told}")
            write(child, depth + 1)

    write(tree, 0)


if __name__ == "__main__":
    main()
