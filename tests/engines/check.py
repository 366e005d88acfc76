"""The program over engines with bad manners (fake.py). Usage: check.py SHANS [PART...]: the functions at the end of
whose names the parts are, or all."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SHANS = os.path.abspath(sys.argv[1])
FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake.py")
FOLDER = Path(tempfile.mkdtemp(prefix="shans engines-"))
# Longer than anything takes that goes well, on a busy machine.
PATIENCE = 120


def fake(*manners):
    """The command of an engine."""
    return shlex.join([sys.executable, FAKE, SHANS, *manners])


def run(*words, **options):
    return subprocess.run([SHANS, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE, **options)


def analyze(engine, *words, position="startpos"):
    return run("analyze", position, "--engine", engine, "--memory", "16MiB", "--quiet", *words)


def refused(done, *parts):
    """It has failed with one line that says this, and told no score."""
    told = (done.returncode, done.stdout, done.stderr)
    assert done.returncode == 1 and done.stdout == "", told
    *warnings, line = done.stderr.splitlines()
    assert line.startswith("error: ") and all(line.startswith("warning: ") for line in warnings), told
    for part in parts:
        assert part in line, (part, told)


def check_unusable():
    """An engine that says nothing usable: its name, its path and the reason, and exit code 1."""
    label = f"Fake 1.0 ({sys.executable}) "
    for manner, reason in [
        ("no-score", "answered with no score"),
        ("illegal", 'answered "a1h8", which is not among the moves that it was asked about'),
        ("no-move", "answered with no move"),
        ("dies=1", "has ended, exit status: 3; it said last: out of cheese"),
    ]:
        refused(analyze(fake(manner), "--nodes", "60k"), label, reason)
        refused(analyze(fake(manner), "--nodes", "60k", "--searcher", "engine"), label, reason)
    tree = FOLDER / "a.tree"
    refused(analyze(fake("no-score"), "--nodes", "60k", "--save", tree), "no score")
    assert not tree.exists(), "there is nothing to save"
    refused(analyze(fake("dies-at-once")), sys.executable, "exit status: 7; it said last: no network file")
    game = FOLDER / "a.pgn"
    game.write_text("1. e4 e5 2. Nf3 Nc6 *\n")
    refused(run("game", game, "--engine", fake("illegal"), "--nodes", "40k", "--quiet"), label, "a1h8")


def check_chess960():
    """Castling is agreed on; an engine that does not play Chess960 is refused."""
    castles = dict(position="3k4/8/8/8/8/8/8/R2K3R w HA - 0 1")
    words = ["--only", "O-O", "--nodes", "20k"]
    refused(analyze(fake("no-chess960"), *words, **castles), "does not play Chess960")
    found = json.loads(analyze(fake(), *words, "--json", **castles).stdout)
    assert found["pv"][0] == "d1h1" and found["score"].get("mate", 0) > 0, found
    usual = analyze(fake("no-chess960"), *words, "--json", position="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert json.loads(usual.stdout)["pv"][0] == "e1g1", usual


def check_paths():
    """Paths with spaces, with and without quotes; what cannot be started is named whole."""
    folder = FOLDER / "my engines"
    folder.mkdir()
    path = folder / "the engine"
    path.write_text(f"#!/bin/sh\nexec {fake()}\n")
    path.chmod(0o755)
    for command in [str(path), f"'{path}'", f"{path} --with 'an argument'"]:
        assert analyze(command, "--nodes", "20k").returncode == 0, command
    path.chmod(0o644)
    refused(analyze(str(path)), f"cannot start {path}: the file may not be executed")
    refused(analyze(str(folder / "none")), "there is no program", "in quotes")
    refused(analyze("stockfish-99"), "there is no program stockfish-99", "apt install stockfish")


class Uci:
    """The program as an engine, over one with these manners."""

    def __init__(self, *manners):
        pipe = subprocess.PIPE
        words = [SHANS, "uci", "--engine", fake(*manners)]
        self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1)

    def say(self, text):
        self.process.stdin.write(text + "\n")

    def until(self, word):
        """Its lines up to the one that begins so, and how long they took."""
        began, lines = time.monotonic(), []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            assert line, (word, lines, self.process.stderr.read())
            lines.append(line.strip())
        return lines, time.monotonic() - began

    def go(self, limits):
        self.say(f"go {limits}")
        return self.until("bestmove")

    def quit(self):
        """How long that takes."""
        began = time.monotonic()
        self.say("quit")
        assert self.process.wait(PATIENCE) == 0
        return time.monotonic() - began


def check_clock():
    """The clock is watched while an engine is waited for: the best move comes in time, whatever the engine does."""
    moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6".split()
    for manners in [["slow=1.5"], ["slow=1.5", "deaf"], ["deaf"], []]:
        uci = Uci(*manners)
        uci.say("uci\nsetoption name Hash value 16\nisready")
        uci.until("readyok")
        for number in range(1, 7):
            uci.say(f"position startpos moves {' '.join(moves[:number])}")
            limits = "movetime 300" if number < 5 else "wtime 3000 btime 3000 winc 100 binc 100"
            lines, took = uci.go(limits)
            # Half a second of it is for a busy machine.
            assert took < 0.8, (manners, limits, took, lines)
        assert uci.quit() < 2


def main():
    checks = {name.removeprefix("check_"): check for name, check in globals().items() if name.startswith("check_")}
    for name in sys.argv[2:] or checks:
        began = time.monotonic()
        checks[name]()
        print(f"ok: {name}, {time.monotonic() - began:.1f} s")


main()
