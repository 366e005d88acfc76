"""python3 -m unittest discover benches"""

import contextlib
import io
import random
import unittest

import chess
import chess.pgn

import quiet

LIST = """workers  positions  solved
1 a w - - 0 1; e2e4
0 b w - - 0 1; d2d4
      0          2
1 a w - - 0 1; e2e4; anchor e2e4 10 300; e2e4 10 150
0 b w - - 0 1; c2c4; anchor c2c4 5 300
      8          2
"""


class TestQuiet(unittest.TestCase):
    def test_answers_are_compared_where_they_differ(self):
        rows = quiet.listed(LIST)
        self.assertEqual([row["b w - - 0 1"] for row in rows], ["d2d4", "c2c4"])
        asked = []

        def worth(fen, move):
            asked.append((fen, move))
            return {"d2d4": 10, "c2c4": 30}[move]

        better = quiet.judged(*rows, worth)
        self.assertEqual(better, [0, 20])
        self.assertEqual(asked, [("b w - - 0 1", "c2c4"), ("b w - - 0 1", "d2d4")])
        self.assertIn("10.0 centipawns a move better", quiet.tell(better))
        self.assertIn("better in 1, worse in 0", quiet.tell(better))

    def test_the_judge_looks_at_the_move_alone(self):
        asked = []

        class Judge:
            def value(self, fen, moves):
                asked.append((fen, moves))
                return moves[0], 25

        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(quiet.told(Judge(), "a w - - 0 1", "e2e4"), 25)
        self.assertEqual(said.getvalue(), "a w - - 0 1; e2e4 25\n")
        self.assertEqual(asked, [("a w - - 0 1", [chess.Move.from_uci("e2e4")])])

    def test_what_captures_or_checks_is_not_quiet(self):
        board = chess.Board("4k3/8/8/3p4/4P3/8/8/Q3K3 w - - 0 1")
        quiet_moves = {str(move) for move in board.legal_moves if quiet.is_quiet_move(board, move)}
        self.assertIn("e4e5", quiet_moves)
        self.assertTrue(quiet_moves.isdisjoint({"e4d5", "a1a4", "a1h8"}))

    def test_no_position_of_a_short_game(self):
        game = chess.pgn.Game()
        node = game
        for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 6:
            node = node.add_variation(chess.Move.from_uci(move))
        plies = {quiet.candidate(game, random.Random(seed)).ply() for seed in range(20)}
        self.assertEqual((min(plies), max(plies)), (16, 16))
        node.parent.remove_variation(node)
        self.assertIsNone(quiet.candidate(game, random.Random(1)))


if __name__ == "__main__":
    unittest.main()
