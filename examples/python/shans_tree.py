#!/usr/bin/env python3
"""Reads tree files and JSON reports of shans in plain Python, without any package.

    python3 examples/python/shans_tree.py game.tree          the root, and its moves
    python3 examples/python/shans_tree.py game.tree --json   the same as one object

In a script:

    from shans_tree import Tree
    tree = Tree.read("game.tree")
    for node in tree.root.children:
        print(node.move, node.value, node.effort)

The format is described byte by byte in docs/tree-file.md; this reads version 3. Values and chances
are centipawns from White's point of view (that of the player Max in other games). A value of 96,000
or more is a win of White, -96,000 or less one of Black.
"""

import argparse
import json
import struct
import sys
import zlib
from array import array

MAGIC = b"\x89SHANS\r\n"
VERSION = 3
# No block holds more bytes of records than this.
BLOCK_BYTES = 98_304
WIN, WIN_DISTANCE = 96_000, 100_000
TURNS = {1: "white", 2: "black", 3: "random"}
FILES = "abcdefgh"
PROMOTIONS = {2: "n", 3: "b", 4: "r", 5: "q"}


class BadTree(ValueError):
    """The file is not a tree of this version, or it is damaged."""


class Fields:
    """Reads the fields of a section one after another."""

    def __init__(self, body):
        self.body, self.at = body, 0

    def number(self, code):
        """A number with this code of `struct`."""
        try:
            (value,) = struct.unpack_from("<" + code, self.body, self.at)
        except struct.error:
            raise BadTree("a section is too short") from None
        self.at += struct.calcsize("<" + code)
        return value

    def text(self):
        length = self.number("Q")
        raw = self.body[self.at : self.at + length]
        if len(raw) != length:
            raise BadTree("a text is too long")
        self.at += length
        return raw.decode("utf-8")

    def moves(self):
        return [self.number("H") for _ in range(self.number("Q"))]

    def option(self, code):
        return self.number(code) if self.number("B") else None

    def numbers(self):
        """Named numbers, as a dictionary."""
        named = {}
        for _ in range(self.number("Q")):
            name = self.text()
            named[name] = self.number("f" if self.number("I") else "Q")
        return named


def move_text(code):
    """A move as in UCI. Castling is the king taking its own rook, as in Chess960."""
    start, end = code & 63, code >> 6 & 63
    square = lambda index: FILES[index % 8] + str(index // 8 + 1)
    return square(start) + square(end) + PROMOTIONS.get(code >> 12, "")


def count_of(count, packed, at):
    """A length of LZ4 that begins with these four bits; where it ends."""
    more = 255 if count == 15 else 0
    while more == 255:
        more, at = packed[at], at + 1
        count += more
    return count, at


def decompressed(packed, length):
    """One block of LZ4."""
    out, at = bytearray(), 0
    try:
        while True:
            token, at = packed[at], at + 1
            count, at = count_of(token >> 4, packed, at)
            out += packed[at : at + count]
            at += count
            if at >= len(packed):
                break
            offset, at = packed[at] | packed[at + 1] << 8, at + 2
            count, at = count_of(token & 15, packed, at)
            count += 4
            if not 0 < offset <= len(out) or len(out) + count > length:
                raise BadTree("a block cannot be decompressed")
            while count > 0:
                begin = len(out) - offset
                piece = out[begin : begin + min(count, offset)]
                out += piece
                count -= len(piece)
    except IndexError:
        raise BadTree("a block cannot be decompressed") from None
    if len(out) != length:
        raise BadTree("a block cannot be decompressed")
    return out


def in_records(columns, size):
    """What was turned round (all first bytes, all second bytes, ...) as records again."""
    count = len(columns) // size
    records = bytearray(len(columns))
    for byte in range(size):
        records[byte::size] = columns[byte * count : (byte + 1) * count]
    return records


class Sections:
    """The header of a file, and the bytes of the blocks behind it."""

    def __init__(self, raw):
        if raw[:8] != MAGIC or len(raw) < 20:
            raise BadTree("this is not a tree file")
        version, count, length = struct.unpack_from("<HHI", raw, 8)
        if version != VERSION:
            raise BadTree(f"format version {version}; this reads {VERSION}")
        end = 16 + length
        if len(raw) < end + 4 or zlib.crc32(raw[:end]) != int.from_bytes(raw[end : end + 4], "little"):
            raise BadTree("the header is damaged")
        self.raw, self.first_block = raw, end + 4
        self.bodies, self.with_blocks, at = {}, [], 16
        for _ in range(count):
            name_end = at + 1 + raw[at]
            name = raw[at + 1 : name_end].decode("ascii")
            flags, size = struct.unpack_from("<BI", raw, name_end)
            at = name_end + 5 + size
            self.bodies[name] = raw[name_end + 5 : at]
            if flags & 2:
                self.with_blocks.append(name)

    def fields(self, name):
        if name not in self.bodies:
            raise BadTree(f"there is no section {name}")
        return Fields(self.bodies[name])

    def records(self, wanted):
        """The records of a section, block by block, each as bytes."""
        at, number = self.first_block, 0
        for name in self.with_blocks:
            fields = self.fields(name)
            size, left, packed = fields.number("I"), fields.number("Q"), fields.number("B")
            if not 0 < size <= BLOCK_BYTES:
                raise BadTree(f"records of {name} have an impossible length")
            while left > 0:
                count = min(left, BLOCK_BYTES // size)
                stored, at = self._block(at, number)
                left, number = left - count, number + 1
                if name != wanted:
                    continue
                if len(stored) == count * size:
                    yield stored
                elif packed:
                    yield in_records(decompressed(stored, count * size), size)
                else:
                    raise BadTree("a block has the wrong length")
            if name == wanted:
                return

    def _block(self, at, number):
        """What a block stores, and where the next one begins."""
        length = int.from_bytes(self.raw[at : at + 4], "little")
        stored = self.raw[at + 4 : at + 4 + length]
        check = zlib.crc32(stored, zlib.crc32(struct.pack("<II", number, length)))
        end = at + 8 + length
        if len(self.raw) < end or check != int.from_bytes(self.raw[end - 4 : end], "little"):
            raise BadTree(f"block {number} (byte {at}) is damaged")
        return stored, end


class Node:
    """A position of the tree, by its place in the file."""

    __slots__ = ("tree", "index")

    def __init__(self, tree, index):
        self.tree, self.index = tree, index

    @property
    def value(self):
        """Centipawns from White's point of view, or a win (see `mate_plies`)."""
        return self.tree.values[self.index]

    @property
    def mate_plies(self):
        """In how many plies White wins from here; negative if Black does; `None` without a win."""
        value = self.value
        if abs(value) < WIN:
            return None
        return round(WIN_DISTANCE - value) if value > 0 else -round(WIN_DISTANCE + value)

    @property
    def doublings(self):
        """How often the nodes were doubled for the last search of the moves that were not made; of a leaf, of all."""
        return self.tree.doublings[self.index] if self.tree.is_searched else 0

    @property
    def effort(self):
        """The work spent on the position and everything below it."""
        return self.tree.efforts[self.index]

    @property
    def move(self):
        """The move that leads here; `None` at the root."""
        return None if self.index == 0 else move_text(self.tree.moves[self.index])

    @property
    def turn(self):
        """Who is to move: `white`, `black` or `random`."""
        return TURNS[self.tree.flags[self.index] & 3]

    @property
    def chances(self):
        """What White and Black may still reach; minus and plus infinity if nothing is left."""
        return self.tree.chances(self.index)

    @property
    def children(self):
        """The positions after the moves that were made, in the order of making."""
        first = self.tree.first_child[self.index]
        return [Node(self.tree, first + rank) for rank in range(self.tree.child_count(self.index))]

    def best_child(self):
        """The child with the best value for the side to move; `None` at a leaf."""
        better = max if self.turn == "white" else min
        return better(self.children, key=lambda child: child.value, default=None)


class Tree:
    """A tree and what its file says about it."""

    def __init__(self, sections):
        origin, root, state = (sections.fields(name) for name in ("origin", "root", "state"))
        self.program, self.searcher = origin.text(), origin.text()
        self.game, self.position = root.text(), root.text()
        self.played = [move_text(code) for code in root.moves()]
        self.state = state.numbers()
        # The moves from the root of the tree to the position analysed.
        self.line = [move_text(code) for code in state.moves()]
        self.answer_rank = state.option("H")
        self.is_searched = "leaf-search" in sections.bodies
        self.values, self.estimates = array("f"), array("f")
        self.alphas, self.betas, self.efforts = array("I"), array("I"), array("Q")
        self.moves, self.flags, self.doublings = array("H"), array("H"), array("H")
        for block in sections.records("tree"):
            self._take(block)
        if "efforts" in sections.bodies:
            self._add_high_words(sections.fields("efforts"))
        self._link()

    @classmethod
    def read(cls, path):
        """Reads a file. `BadTree` if it is not one or is damaged, `OSError` if it cannot be read."""
        with open(path, "rb") as file:
            raw = file.read()
        try:
            return cls(Sections(raw))
        except (struct.error, UnicodeDecodeError, IndexError) as error:
            raise BadTree(f"the file is damaged: {error}") from None

    def _take(self, block):
        """Takes in the records of a block, column by column."""
        columns = zip(*struct.iter_unpack("<fIIfIHHH", block))
        names = ("values", "alphas", "betas", "estimates", "efforts", "moves", "flags", "doublings")
        for name, column in zip(names, columns):
            getattr(self, name).extend(column)

    def _add_high_words(self, fields):
        """The records have the low words of efforts; the few high ones stand apart, each with its place."""
        for _ in range(fields.number("Q")):
            place, high = fields.number("I"), fields.number("I")
            self.efforts[place] += high << 32

    def child_count(self, index):
        """How many children a node has."""
        return self.flags[index] >> 5

    def _link(self):
        """Finds where the family of each node begins: families come whole, the latest node first."""
        total = len(self.values)
        self.first_child = array("q", bytes(8 * total))
        stack, next_free = ([0] if total and self.child_count(0) else []), 1
        while stack:
            index = stack.pop()
            count = self.child_count(index)
            self.first_child[index] = next_free
            if next_free + count > total:
                raise BadTree("the counts of children do not fit the nodes")
            for child in range(next_free, next_free + count):
                if self.child_count(child):
                    stack.append(child)
            next_free += count
        if next_free != total:
            raise BadTree("the counts of children do not fit the nodes")

    def chances(self, index):
        """Both chances: stored as what differs from those of a node without children."""
        value, estimate = self.values[index], self.estimates[index]
        other = 2 * value - estimate
        own_is_white = self.flags[index] & 3 != 2
        predicted = (estimate, other) if own_is_white else (other, estimate)
        bits = struct.unpack("<II", struct.pack("<ff", *predicted))
        stored = (self.alphas[index], self.betas[index])
        return struct.unpack("<ff", struct.pack("<II", *(a ^ b for a, b in zip(bits, stored))))

    @property
    def root(self):
        return Node(self, 0)

    @property
    def at(self):
        """The position analysed: the root, until the user steps along a line."""
        node = self.root
        for move in self.line:
            node = next(child for child in node.children if child.move == move)
        return node

    @property
    def answer(self):
        """The preferred move of the position analysed; `None` before anything was searched."""
        return None if self.answer_rank is None else self.at.children[self.answer_rank]


def analyses(lines):
    """The objects that `shans analyze - --json` prints. A line that could not be used is left out."""
    for line in lines:
        report = json.loads(line)
        if "error" not in report:
            yield report


def summary(tree):
    """What the command line prints, as one object."""
    at = tree.at
    children = sorted(at.children, key=lambda node: -node.effort)
    return {
        "program": tree.program,
        "searcher": tree.searcher,
        "position": tree.position,
        "tree_nodes": len(tree.values),
        "nodes": tree.state["nodes"],
        "answer": tree.answer.move if tree.answer else None,
        "moves": [
            {"move": node.move, "value": node.value, "effort": node.effort}
            for node in children
        ],
    }


def main():
    parser = argparse.ArgumentParser(description="Prints what a tree file of shans holds.")
    parser.add_argument("file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    try:
        told = summary(Tree.read(arguments.file))
    except (BadTree, OSError) as error:
        sys.exit(f"error: {arguments.file}: {error}")
    if arguments.json:
        print(json.dumps(told))
        return
    print(f"{told['position']}\n{told['searcher']}, {told['tree_nodes']:,} nodes in the tree")
    print(f"answer {told['answer']}")
    for move in told["moves"][:10]:
        print(f"{move['move']:6} {move['value']:+9.1f} {move['effort']:12,}")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)
