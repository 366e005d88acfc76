"""python3 -m unittest discover benches"""

import json
import os
import re
import stat
import sys
import tempfile
import unittest

from recording import kinds, page, run

HERE = os.path.dirname(os.path.abspath(__file__))

# A program that tells its version, and otherwise what it was asked for and what it finds where it runs.
PROGRAM = f"""#!{sys.executable}
import json, os, sys
if sys.argv[1:] == ["--version"]:
    print("shans 1.2.3 (abcdef0123)")
else:
    answer = {{"searcher": "pvs", "solved": True, "points": 7}}
    found = [line.strip() for name in ("one.epd", "one.epd.judge") for line in open(name)]
    print(json.dumps({{
        "interrupted": "--interrupt" in sys.argv,
        "searchers": [{{"name": word, "solved": 1, "positions": 2, "nodes": 3, "tree_nodes": 4}} for word in sys.argv],
        "results": [{{"suite": "one.epd", "answers": [answer]}}, {{"suite": "one.epd", "answers": [answer]}}],
        "pairs": found,
    }}))
"""

SOURCE = {"command": "", "commit": "c", "machine": "m", "date": "d"}


class TestRun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.program = self.file("program-of-today", PROGRAM)
        os.chmod(self.program, stat.S_IRWXU)
        self.suite = self.file("one.epd", "a position\n")
        self.file("one.epd.judge", "a judgement\n")

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def record(self, *words):
        return run.recorded(words, self.program, "title")

    def test_a_record_names_what_ran(self):
        record = self.record("shans", "compare", self.suite, "--nodes", "5k")
        self.assertEqual(record["command"], "shans compare one.epd --nodes 5k")
        self.assertEqual((record["title"], record["commit"]), ("title", "abcdef0123"))
        self.assertRegex(record["date"], r"^\d{4}-\d\d-\d\d$")
        self.assertNotIn(self.folder, json.dumps(record))

    def test_the_command_that_is_shown_is_the_one_that_runs(self):
        record = self.record("shans", "compare", self.suite, "--nodes", "5k")
        told = [searcher["name"] for searcher in record["searchers"]]
        self.assertEqual(told[1:], ["compare", "one.epd", "--nodes", "5k", "--json", "--quiet"])
        self.assertEqual(record["pairs"], ["a position", "a judgement"])

    def test_one_name_is_one_file(self):
        twice = self.record("shans", "compare", self.suite, self.suite, self.suite + ".judge")
        self.assertEqual(twice["command"], "shans compare one.epd one.epd one.epd.judge")
        os.mkdir(os.path.join(self.folder, "other"))
        with self.assertRaises(SystemExit):
            self.record("shans", "compare", self.suite, self.file("other/one.epd", "another position\n"))

    def test_a_comparison_is_counted_by_suite(self):
        (suite,) = self.record("shans", "compare", self.suite)["suites"]
        self.assertEqual(suite, {"suite": "one", "positions": 2, "solved": {"pvs": 2}, "points": {"pvs": 14}})

    def test_nothing_else_is_recorded(self):
        for words in (
            ["shans", "bench", self.suite],
            ["shans", "analyze", self.suite],
            ["shans", "compare", self.suite, "--engine", "/bin/stockfish"],
            ["shans", "compare", self.suite, "--interrupt"],
            ["shans", "perft", self.suite],
        ):
            with self.subTest(words), self.assertRaises(SystemExit):
                self.record(*words)


class TestPassages(unittest.TestCase):
    def passage(self, command, **figures):
        record = {**SOURCE, "title": "T", "command": command, **figures}
        return page.made([record])

    def finding(self, command, **figures):
        found = re.fullmatch(r"- T: (.*)\. `(.*)`, commit c, d, m\.\n", self.passage(command, **figures))
        self.assertEqual(found.group(2), command)
        return found.group(1)

    def test_a_match(self):
        figures = {"players": ["a", "b"], "games": 200, "wins": 70, "draws": 69, "losses": 61, "score": 0.5225}
        figures |= {"elo": 15.6, "elo_low": -22.4, "elo_high": None, "pairs": [1, 2, 3, 4, 5], "faults": 6}
        *_, row, _, source, _ = self.passage("benches/match/match.py --first x", **figures).split("\n")
        cells = ["T", "`a` : `b`", "200", "70, 69, 61", "52.2 %", "+16, -22 to unknown", "1, 2, 3, 4, 5", "6"]
        self.assertEqual(row, "| " + " | ".join(cells) + " |")
        self.assertEqual(source, "- T: `benches/match/match.py --first x`, commit c, d, m.")

    def test_known_counts(self):
        told = "row\n126 positions, 1702 counts checked, 54 left out, 0 wrong, 3 lines unreadable\n"
        figures = kinds.of("shans perft --suite x").figures(told)
        self.assertEqual(list(figures.values()), [126, 1702, 54, 0, 3])
        found = self.finding("shans perft --suite x", **figures)
        self.assertEqual(found, "of 1,702 known counts of 126 positions none is wrong, 3 lines cannot be read")
        found = self.finding("shans perft --suite x", **figures | {"wrong": 2, "unreadable": 0})
        self.assertEqual(found, "of 1,702 known counts of 126 positions 2 are wrong")

    def test_tree_files(self):
        told = {"searcher": "a", "nodes": 2000, "tree_nodes": 41, "saved_bytes": 750, "saved_uncompressed_bytes": 1000}
        figures = kinds.of("shans analyze x").figures(json.dumps({**told, "pv": []}))
        self.assertEqual(figures, told)
        said = "`a`, 2,000 nodes, 41 of them in the tree: 1,000 bytes, compressed 750 (25 % less)"
        self.assertEqual(self.finding("shans analyze x", **figures), said)

    def test_inserted_errors(self):
        counts = {"nodes": 1000, "searcher": "pvs", "found": 8, "marks": 12, "false_alarms": 3}
        found = self.finding("benches/games/errors.py shans", errors=9, runs=[counts])
        self.assertEqual(found, "with 1,000 nodes a move `pvs` finds 8 of 9 errors, with 3 false alarms")

    def test_agreement(self):
        file = {"file": "a", "games": 2, "errors": 3, "changed": 4}
        told = {"searcher": "pvs", "best": 1260, "contradictions": 518}
        found = self.finding("benches/games/agreement.py shans", files=[file, file], searchers=[told])
        said = "4 games are read with 6 new errors and 8 changes; values contradict each other at 518 of 1,260 moves"
        self.assertEqual(found, said + " that `pvs` calls best")

    def test_candidates(self):
        figures = {"positions": 42, "lines": 3, "nodes": 2000, "solved": 20, "nodes_alone": 1500}
        figures |= {"solved_alone": 21, "gained": 4, "lost": 5, "p_value": 1.0}
        solved = "3 lines with 2,000 nodes solve 20 of 42 positions, one line with 1,500 nodes 21 (p 1)"
        self.assertEqual(self.finding("benches/candidates.py shans", **figures), solved)
        moves = {"judged": 82, "known": {"median": 20, "mean": 37, "correlation": 0.93}}
        found = self.finding("benches/candidates.py shans", **figures, moves=moves)
        for said in ("of 82 second", "by 20 centipawns", "and 37 (mean)", "is 0.93"):
            self.assertIn(said, found)

    def test_repertoires(self):
        counts = {"games": 20000, "positions": 900, "moves": 700, "differences": []}
        self.assertIn("of 700 moves of the opponent 0 are counted otherwise", kinds.repertoires.frequencies(counts))
        made = {"made": 0.6, "made_error": 0.01, "made_behind": 0.65, "made_behind_error": 0.01, "played_on": 0.6, "played_on_error": 0.02}
        told = {"side": "black", "positions": 90, "nodes": 20000, "games": 2000, "expected": 0.5, "practical": 0.59, **made}
        text = kinds.repertoires.points(told)
        self.assertTrue(text.startswith("Black, 90 positions of 20,000 nodes") and "practical 59.0 %; made" in text, text)
        self.assertIn("60.0 ± 1.0 %, after", text)
        lost = {"side": "white", "answers": 85, "nodes": 20000, "judge_nodes": 300000, "lose": 10.4, "weighted": 7.9, "errors": 6, "grave": 2}
        self.assertIn("10.4 centipawns, 7.9 weighted", kinds.repertoires.loss(lost))
        times = {"positions": 500, "tasks": 1000, "1_workers": 100, "2_workers": 50, "4_workers": 27}
        self.assertTrue(kinds.repertoires.schedule(times).endswith("1: 1.00, 2: 0.50, 4: 0.27"))

    def test_comparisons(self):
        searchers = [{"name": name, "solved": 1000 + at, "positions": 2000} for at, name in enumerate("ab")]
        pair = {"first": "a", "second": "b", "only_first": 7, "only_second": 8, "p_value": 0.0001}
        suites = [{"suite": "s", "positions": 2000, "solved": {"a": 1000, "b": 1001}, "points": {"b": 5}}]
        figures = {**SOURCE, "title": "T", "command": "shans compare x", "suites": suites, "searchers": searchers}
        one = page.made([{**figures, "pairs": [pair]}])
        self.assertIn("| `s` | 2000 | 1,000 | 1,001 (5 points) |", one)
        self.assertIn("Solved by `a` alone 7, by `b` alone 8 (p < 0.001).", one)
        several = page.made([{**figures, "pairs": [pair]}] * 2)
        self.assertEqual(several.count("| T | 2,000 | 1,000 | 1,001 | 7 : 8, p < 0.001 |"), 2)
        alone = page.made([{**figures, "searchers": searchers[:1], "pairs": []}])
        self.assertIn("- T: `a` solves 1,000 of 2,000. `shans compare x`", alone)


class TestPage(unittest.TestCase):
    PLACE = "before\n<!-- record: {} -->\n{}<!-- end -->\nafter\n"

    def setUp(self):
        figures = dict(zip(("positions", "counts", "left_out", "wrong", "unreadable"), (1, 2, 3, 0, 0)))
        record = {**SOURCE, "title": "T", "command": "shans perft --suite x", **figures}
        self.records = {"one": record, "two": record}

    def test_a_place_is_filled_and_stays(self):
        filled = page.filled(self.PLACE.format("one two", "nothing\n"), self.records)
        line = page.made([self.records["one"]])
        self.assertEqual(filled, self.PLACE.format("one two", 2 * line))
        self.assertEqual(page.filled(filled, self.records), filled)

    def test_records_and_places_belong_together(self):
        for names in ("one", "one two three"):
            with self.subTest(names), self.assertRaises(SystemExit):
                page.filled(self.PLACE.format(names, ""), self.records)

    def test_a_place_is_for_one_kind(self):
        self.records["two"] = {**self.records["two"], "command": "benches/games/errors.py shans"}
        with self.assertRaises(SystemExit):
            page.filled(self.PLACE.format("one two", ""), self.records)


class TestRecords(unittest.TestCase):
    def test_every_record_says_where_it_comes_from(self):
        folder = os.path.join(HERE, "results")
        for name in os.listdir(folder):
            with self.subTest(name), open(os.path.join(folder, name), encoding="utf-8") as file:
                record = json.load(file)
                self.assertRegex(record["commit"], r"^[0-9a-f]{7,40}$")
                self.assertRegex(record["date"], r"^\d{4}-\d\d-\d\d$")
                self.assertTrue(record["machine"])
                self.assertNotRegex(record["command"], r"(^|[ '=])[/~]")


if __name__ == "__main__":
    unittest.main()
