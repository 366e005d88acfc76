"""python3 -m unittest discover benches"""

import unittest

import answers
from recording import answers as recorded


class TestAnswers(unittest.TestCase):
    def test_losses_are_compared_position_by_position(self):
        found = answers.compared({"best-first": [0, 40, 20], "pvs": [0, 10, 50]})
        self.assertEqual(found["lose"], {"best-first": 20, "pvs": 20})
        self.assertEqual(found["errors"], {"best-first": 1, "pvs": 1})
        self.assertEqual((found["difference"], found["error"]), (0, 17.3))

    def test_one_searcher_is_compared_with_nothing(self):
        found = answers.compared({"pvs": [0, 31]})
        self.assertNotIn("difference", found)
        record = {"positions": 2, "nodes": 1000, **found}
        self.assertEqual(
            recorded.finding(record),
            "with 1,000 nodes `pvs` loses 15.5 centipawns a move; 1 answers lose more than 30",
        )


if __name__ == "__main__":
    unittest.main()
