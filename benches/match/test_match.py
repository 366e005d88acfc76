"""python3 -m unittest discover benches/match"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from fake_engine import is_running

HERE = os.path.dirname(os.path.abspath(__file__))


class TestMatch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.engines = os.path.join(self.folder.name, "engines")
        os.mkdir(self.engines)
        with open(self.path("book.epd"), "w", encoding="utf-8") as file:
            file.write("4k3/8/8/8/8/8/8/R3K3 w Q -\n4k3/8/8/8/8/8/8/4K2R w K -\n")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def start(self, first, second, limit="nodes=1", more=(), odds=1):
        def player(fault, name):
            return f"{sys.executable} {HERE}/fake_engine.py {self.engines} '{fault}';name={name}"

        command = [sys.executable, f"{HERE}/match.py", "--book", self.path("book.epd"), "--pairs", "1"]
        command += ["--limit", limit, "--patience", "1", "--out", self.path("out")]
        command += ["--first", f"{player(first, 'first')};nodes={odds}", "--second", player(second, "second"), *more]
        pipe = subprocess.PIPE
        # A shell in which this runs in the background has its programs ignore SIGINT.
        heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        return subprocess.Popen(
            command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, preexec_fn=heed
        )

    def processes(self):
        """Each process of an engine, with the number of those before it that ran then."""
        running = {}
        for name in os.listdir(self.engines):
            with open(os.path.join(self.engines, name), encoding="utf-8") as file:
                running[name] = int(file.read() or 0)
        return running

    def ends(self, match, code):
        """What the match said; nothing of its engines is left."""
        told, errors = match.communicate(timeout=60)
        self.assertEqual(match.returncode, code, errors)
        processes = self.processes()
        self.assertTrue(processes)
        for process in processes:
            # The end of a process that was killed takes a moment.
            until = time.monotonic() + 5
            while is_running(process) and time.monotonic() < until:
                time.sleep(0.01)
            self.assertFalse(is_running(process), f"{process} is left: {errors}")
        return told

    def test_engines_end_with_the_match(self):
        told = self.ends(self.start("", ""), 0)
        self.assertIn("faults: 0", told)
        self.assertEqual(len(self.processes()), 4)

    def test_the_result_as_an_object_stands_alone(self):
        told = json.loads(self.ends(self.start("crash at go", "", more=["--json"]), 0))
        self.assertEqual((told["players"], told["games"], told["losses"]), (["first", "second"], 2, 2))
        self.assertEqual((told["endings"], told["faults"]), ({"crash": 2}, 2))

    def test_a_player_can_have_nodes_of_its_own(self):
        told = json.loads(self.ends(self.start("crash at go nodes 5", "crash at go nodes 5", more=["--json"], odds=5), 0))
        self.assertEqual((told["losses"], told["endings"]), (2, {"crash": 2}))

    def test_after_a_fault_both_engines_are_replaced(self):
        for fault, reason in [("crash at go", "crash"), ("hang at go", "hang"), ("hang at isready", "hang")]:
            with self.subTest(fault):
                self.setUp()
                told = self.ends(self.start(fault, ""), 0)
                self.assertIn(f"{reason} 2", told)
                # Two engines at a time, each with its child; the last one's child may not be counted yet.
                self.assertLessEqual(max(self.processes().values()), 2)

    def test_a_silent_engine_hangs_whatever_the_limit(self):
        told = self.ends(self.start("hang at go", "", "tc=0.1+0.1"), 0)
        self.assertIn("hang 2", told)

    def test_an_engine_that_cannot_be_started_ends_the_match(self):
        for fault in ["crash at uci", "hang at uci"]:
            with self.subTest(fault):
                self.setUp()
                self.ends(self.start("", fault), 1)

    def test_a_match_that_is_ended_ends_its_engines(self):
        for how, code in [(signal.SIGINT, -signal.SIGINT), (signal.SIGTERM, 143)]:
            with self.subTest(how):
                self.setUp()
                match = self.start("slow", "slow")
                until = time.monotonic() + 30
                while len(self.processes()) < 4 and time.monotonic() < until:
                    time.sleep(0.05)
                time.sleep(1.0)
                match.send_signal(how)
                began = time.monotonic()
                self.ends(match, code)
                self.assertLess(time.monotonic() - began, 10)
                with open(self.path("out.jsonl"), encoding="utf-8") as file:
                    self.assertEqual(len(file.readlines()), 1, "an aborted game does not count")


if __name__ == "__main__":
    unittest.main()
