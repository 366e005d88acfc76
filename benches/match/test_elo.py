"""python3 -m unittest discover benches/match"""

import math
import unittest

from elo import Sprt, Tally, elo, score


def tally(pairs):
    result = Tally()
    for index, count in enumerate(pairs):
        first = min(index, 2) / 2
        for _ in range(count):
            result.add([first, index / 2 - first])
    return result


class TestElo(unittest.TestCase):
    def test_scores_and_differences_belong_together(self):
        self.assertAlmostEqual(elo(0.75), 190.85, 2)
        self.assertAlmostEqual(score(elo(0.3)), 0.3)
        self.assertEqual((elo(0.0), elo(1.0)), (-math.inf, math.inf))

    def test_a_pair_is_one_observation(self):
        # One win and one loss in every pair: nothing was left to chance.
        sure = tally([0, 0, 50, 0, 0])
        self.assertEqual(sure.elo_interval(), (0.0, 0.0, 0.0))
        self.assertEqual(sure.likelihood_ratio(Sprt(0, 10)), 0.0)
        # By hand: the variance is 1/16, the error of the mean 1.96 * 0.25 / 10.
        middle, low, high = tally([10, 0, 50, 0, 40]).elo_interval()
        self.assertTrue(low < middle < high)
        mean = tally([10, 0, 50, 0, 40]).mean()
        self.assertAlmostEqual(mean, 0.65)
        even = tally([0, 50, 0, 50, 0])
        self.assertAlmostEqual(even.variance(), 1 / 16)
        self.assertAlmostEqual(even.elo_interval()[2], elo(0.5 + 1.959964 * 0.025), 6)

    def test_points_are_counted(self):
        result = tally([1, 2, 3, 4, 5])
        self.assertEqual(result.pairs, [1, 2, 3, 4, 5])
        self.assertEqual(result.wins + result.draws + result.losses, 30)
        self.assertIn("games 30", result.text(Sprt(0, 5)))

    def test_an_object_tells_the_same(self):
        told = tally([10, 0, 50, 0, 40]).figures()
        self.assertEqual((told["games"], told["wins"], told["draws"], told["losses"]), (200, 130, 0, 70))
        self.assertEqual((told["score"], told["pairs"]), (0.65, [10, 0, 50, 0, 40]))
        self.assertEqual((told["elo"], told["elo_low"], told["elo_high"]), (107.5, 61.3, 157.9))
        # JSON knows no infinity.
        won = tally([0, 0, 0, 0, 9]).figures()
        self.assertEqual((won["elo"], won["elo_low"], won["elo_high"]), (None, None, None))

    def test_the_test_decides(self):
        sprt = Sprt(0, 20)
        low, high = sprt.bounds()
        self.assertAlmostEqual(high, math.log(19))
        self.assertGreater(tally([5, 40, 100, 90, 40]).likelihood_ratio(sprt), high)
        self.assertLess(tally([40, 90, 100, 40, 5]).likelihood_ratio(sprt), low)


if __name__ == "__main__":
    unittest.main()
