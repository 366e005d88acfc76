"""`shans.Tree` with files that do not change, and with damaged ones."""

import os
import random
import struct
import tempfile
import unittest
import zlib

import shans

KEPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "version-3.tree")


def walked(tree):
    """Asks everything of all nodes; how many there are."""
    told = [(node.move, node.value, node.effort, node.turn, node.chances, node.mate_plies, node.line) for node in tree]
    return len(told)


def sealed(raw):
    """The bytes with checksums that fit them, as far as the blocks can be found."""
    raw = bytearray(raw)
    end = 16 + struct.unpack_from("<I", raw, 12)[0]
    if end + 4 > len(raw):
        return bytes(raw)
    struct.pack_into("<I", raw, end, zlib.crc32(raw[:end]))
    at, number = end + 4, 0
    while at + 8 <= len(raw):
        length = struct.unpack_from("<I", raw, at)[0]
        close = at + 4 + length
        if close + 4 > len(raw):
            break
        start = zlib.crc32(struct.pack("<II", number, length))
        struct.pack_into("<I", raw, close, zlib.crc32(raw[at + 4 : close], start))
        at, number = close + 4, number + 1
    return bytes(raw)


class Kept(unittest.TestCase):
    """A file that does not change."""

    def test_a_tree_is_read(self):
        tree = shans.Tree(KEPT)
        self.assertEqual(tree.searcher, "best-first")
        self.assertEqual(walked(tree), len(tree))
        self.assertEqual(tree.at.effort, 1_223)
        self.assertEqual([node.index for node in tree[:3]], [0, 1, 2])
        self.assertEqual(tree[-1].parent, tree[tree[-1].parent.index])

    def test_a_parent_has_the_value_of_its_best_child(self):
        for node in shans.Tree(KEPT):
            if node.best is not None and node.mate_plies is None:
                self.assertEqual(node.value, node.best.value)

    def test_a_walk_is_as_deep_as_it_is_asked_to_be(self):
        root = shans.Tree(KEPT).root
        self.assertEqual(list(root.walk(depth=0)), [root])
        self.assertEqual(len(list(root.walk(depth=1))), 1 + len(root.children))
        self.assertTrue(all(node.effort >= 200 for node in root.walk(effort=200)))

    def test_a_move_that_is_not_there_is_an_error(self):
        with self.assertRaises(shans.NotInTree):
            shans.Tree(KEPT).find(["a1a1"])
        with self.assertRaises(OSError):
            shans.Tree(KEPT + ".absent")


class Damaged(unittest.TestCase):
    """A thousand files that are not what they were: an error of this package, or a tree."""

    def setUp(self):
        with open(KEPT, "rb") as file:
            self.raw = file.read()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "damaged.tree")

    def read(self, raw):
        with open(self.path, "wb") as file:
            file.write(raw)
        return walked(shans.Tree(self.path))

    def damaged(self, dice):
        raw = bytearray(self.raw)
        for _ in range(dice.randint(1, 3)):
            raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
        return bytes(raw[: dice.randrange(len(raw))] if dice.random() < 0.2 else raw)

    def test_no_damaged_file_is_read(self):
        dice = random.Random(1)
        for _ in range(500):
            raw = self.damaged(dice)
            if raw != self.raw:
                with self.assertRaises(shans.BadTree):
                    self.read(raw)

    def test_what_was_sealed_again_is_a_tree_or_an_error(self):
        dice = random.Random(2)
        outcomes = []
        for _ in range(500):
            try:
                outcomes.append(self.read(sealed(self.damaged(dice))) > 0)
            except shans.BadTree:
                outcomes.append(False)
        # Both happen: the checks behind the checksums are reached.
        self.assertTrue(50 < sum(outcomes) < 450, sum(outcomes))


if __name__ == "__main__":
    unittest.main()
