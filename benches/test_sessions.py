"""python3 -m unittest discover benches"""

import unittest

import sessions

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def report(**changes):
    """A report without a fault, but for the changes."""
    whole = {
        "fen": START,
        "ending": None,
        "best_move": "e2e4",
        "lines": [{"move": "e2e4", "score": {"cp": 30}}],
        "pv": ["e2e4", "e7e5"],
    }
    return {**whole, **changes}


class TestSessions(unittest.TestCase):
    def test_an_answer_has_a_value_and_a_line(self):
        self.assertIsNone(sessions.fault_of(report()))
        self.assertEqual(sessions.fault_of(report(best_move=None)), "no answer")
        self.assertEqual(sessions.fault_of(report(lines=[{"move": "e2e4", "score": None}])), "no value")
        self.assertIn("begin", sessions.fault_of(report(pv=["d2d4"])))
        self.assertEqual(sessions.fault_of(report(pv=["e2e4", "e2e4"])), "e2e4 of the line cannot be played")

    def test_a_game_that_is_over_needs_no_answer(self):
        self.assertIsNone(sessions.fault_of(report(ending="checkmate", best_move=None, pv=[])))

    def test_losses_are_compared_session_by_session(self):
        told = [{"before": 10, "after": 30, "same": False}, {"before": 0, "after": 0, "same": True}]
        found = sessions.summed_up("steps", 16, [], told)
        self.assertEqual((found["loss_before"], found["loss_after"], found["error"]), (5, 15, 10))
        self.assertEqual((found["sessions"], found["same"]), (2, 1))

    def test_times_are_summed_up_before_they_are_compared(self):
        told = [{"one": 1, "many": 2, "one_process": 2, "processes": 10}, {"one": 9, "many": 9, "one_process": 8, "processes": 10}]
        found = sessions.summed_up("resumes", 100, [], told)
        self.assertEqual((found["cpu_ratio"], found["cpu_ratio_of_processes"]), (1.1, 2))
        self.assertEqual(found["cpu_ratio_median"], 1.5)


if __name__ == "__main__":
    unittest.main()
