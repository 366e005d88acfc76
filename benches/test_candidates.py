"""python3 -m unittest discover benches"""

import unittest

import candidates


class TestCandidates(unittest.TestCase):
    def test_moves_are_compared_with_a_search_of_each_alone(self):
        def move(alone, known):
            return {"alone": alone, "known": known, "best": 50}

        told = candidates.beside_alone([move(0, 10), move(-30, -30), move(-100, -80), move(20, -180)])
        self.assertEqual((told["median"], told["mean"]), (15, 58))
        # Ranks 3, 2, 1, 4 beside 4, 3, 2, 1.
        self.assertEqual((told["correlation"], told["correlation_of_losses"]), (-0.2, -0.2))

    def test_answers_are_grouped_by_what_was_said(self):
        told = candidates.held_as_said([(0.5, False), (0.8, True), (0.8, False), (0.99, True)])
        self.assertEqual((told["answers"], told["held"]), (4, 0.5))
        self.assertAlmostEqual(told["said"], 0.7725)
        self.assertAlmostEqual(told["brier_score"], (0.25 + 0.04 + 0.64 + 0.0001) / 4)
        groups = [(group["from"], group["to"], group["answers"], group["held"]) for group in told["groups"]]
        self.assertEqual(groups, [(0, 0.7, 1, 0), (0.7, 0.9, 2, 0.5), (0.98, 1, 1, 1)])

    def test_the_exact_test(self):
        self.assertEqual(candidates.exact_test(0, 0), 1)
        self.assertEqual(candidates.exact_test(0, 2), 0.5)
        self.assertAlmostEqual(candidates.exact_test(1, 9), 0.021484375)


if __name__ == "__main__":
    unittest.main()
