"""python3 -m unittest discover benches/games"""

import argparse
import os
import stat
import sys
import tempfile
import unittest

import chess

import agreement
import errors

# As `shans game`: without --json it hands back the games with a tag changed and an illegal move, with it two positions of one worth.
PROGRAM = f"""#!{sys.executable}
import json, sys
if "--json" in sys.argv:
    best = {{"fen": "8 w ", "score": {{"cp": 30}}, "played": {{"best": True}}}}
    other = {{"fen": "8 b ", "score": {{"cp": 40}}, "played": {{"best": False}}}}
    print(json.dumps({{"positions": [best, best, other, best]}}))
else:
    print(open(sys.argv[2]).read().replace("Ann", "Bob", 1).replace("d5", "Kd5"))
"""


class Judge:
    """Says that each move loses as many hundredths as its number."""

    def loss(self, board, move):
        return board.ply() / 100


class TestErrors(unittest.TestCase):
    def test_marks_are_hits_and_false_alarms(self):
        moves = [chess.Move.from_uci(move) for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4")]
        marks = ["mistake", "blunder", "inaccuracy", "mistake"]
        game = {"positions": [{"played": {"mark": mark, "loss": 0.5}} for mark in marks] + [{}]}
        told = errors.counted("title", [(moves, 1, 7)] * 2, [game] * 2, Judge(), is_verbose=False)
        self.assertEqual(told, {"found": 2, "marks": 6, "false_alarms": 4})

    def test_what_is_missed_is_no_hit(self):
        moves = [chess.Move.from_uci("e2e4")]
        told = errors.counted("title", [(moves, 0, 7)], [{"positions": [{"played": {"mark": None}}]}], Judge(), False)
        self.assertEqual(told, {"found": 0, "marks": 0, "false_alarms": 0})


class TestAgreement(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program, self.games = (os.path.join(folder.name, name) for name in ("program", "games.pgn"))
        with open(program, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        os.chmod(program, stat.S_IRWXU)
        with open(self.games, "w", encoding="utf-8") as file:
            file.write('[White "Ann"]\n\n1. e4 e5 *\n\n[White "Ann"]\n\n1. d4 d5 *\n\n1. c4 *\n')
        self.args = argparse.Namespace(program=program, nodes=1)

    def test_what_was_changed_is_counted(self):
        with self.assertLogs("chess.pgn"):
            told = agreement.read_again(self.args, self.games)
        self.assertEqual(told, {"file": self.games, "games": 3, "errors": 1, "changed": 2})

    def test_contradictions_are_counted(self):
        told = agreement.contradictions(self.args, self.games, "pvs")
        self.assertEqual(told, {"searcher": "pvs", "best": 2, "contradictions": 1})


if __name__ == "__main__":
    unittest.main()
