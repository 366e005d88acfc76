"""Tests of the reader: with the files that the tests of the program keep, and with the program
itself where SHANS names it."""

import json
import os
import subprocess
import tempfile
import unittest

import shans_tree
from shans_tree import BadTree, Tree

HOME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
KEPT = os.path.join(HOME, "tests", "data", "version-3.tree")
SHANS = os.environ.get("SHANS")


def flat(node):
    """A node and everything below it, in one list."""
    own = (node.move, node.value, node.effort, node.turn, node.chances)
    return [own] + [below for child in node.children for below in flat(child)]


class Kept(unittest.TestCase):
    """A file that does not change."""

    def test_a_tree_is_read(self):
        tree = Tree.read(KEPT)
        self.assertEqual((tree.game, tree.searcher), ("chess", "best-first"))
        self.assertEqual(len(flat(tree.root)), len(tree.values))
        self.assertEqual(tree.at.effort, 1_223)

    def test_a_parent_has_the_value_of_its_best_child(self):
        tree = Tree.read(KEPT)
        inner = [shans_tree.Node(tree, index) for index in range(len(tree.values))]
        for node in inner:
            if node.children and node.mate_plies is None:
                self.assertEqual(node.value, node.best_child().value)

    def test_no_damaged_file_is_read(self):
        with open(KEPT, "rb") as file:
            raw = file.read()
        flipped = [raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :] for at in (9, 200, 1000, 1400)]
        for damaged in (raw[:40], raw[:1400], b"", *flipped):
            with tempfile.NamedTemporaryFile() as file:
                file.write(damaged)
                file.flush()
                with self.assertRaises(BadTree):
                    Tree.read(file.name)

    def test_lines_that_failed_are_left_out(self):
        lines = ['{"line": 1, "best_move": "e2e4"}', '{"line": 2, "error": "no FEN"}']
        self.assertEqual([report["line"] for report in shans_tree.analyses(lines)], [1])


@unittest.skipUnless(SHANS, "SHANS does not name the program")
class Fresh(unittest.TestCase):
    """What the program writes today, beside what it says itself."""

    def test_the_reader_and_the_program_agree(self):
        with tempfile.TemporaryDirectory() as folder:
            for options in (["--compress"], ["--searcher", "best-first:quiescence"]):
                path = os.path.join(folder, "a.tree")
                analyze = [SHANS, "analyze", "startpos", "--nodes", "20k", "--save", path, "--force"]
                subprocess.run([*analyze, *options, "--quiet"], check=True, capture_output=True)
                show = [SHANS, "show", path, "--width", "100", "--depth", "1", "--json"]
                told = json.loads(subprocess.run(show, check=True, capture_output=True).stdout)
                tree = Tree.read(path)
                ours = {node.move: node.effort for node in tree.root.children}
                theirs = {child["move"]: child["effort"] for child in told["children"]}
                self.assertEqual(ours, theirs)
                self.assertEqual(tree.answer.move, told["pv"][0])


    def test_compression_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            trees = []
            for name, options in (("a.tree", []), ("b.tree", ["--compress"])):
                path = os.path.join(folder, name)
                analyze = [SHANS, "analyze", "startpos", "--nodes", "20k", "--save", path]
                searcher = ["--searcher", "best-first:quiescence", "--quiet"]
                subprocess.run([*analyze, *searcher, *options], check=True, capture_output=True)
                trees.append(flat(Tree.read(path).root))
            self.assertEqual(*trees)


if __name__ == "__main__":
    unittest.main()
