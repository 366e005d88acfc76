"""The program over engines with bad manners (fake.py). Usage: check.py SHANS [PART...]: the functions at the end of
whose names the parts are, or all."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SHANS = os.path.abspath(sys.argv[1])
FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake.py")
FOLDER = Path(tempfile.mkdtemp(prefix="shans engines-"))
# Longer than anything takes that goes well, on a busy machine.
PATIENCE = 600
# What is waited for by mistake takes half a minute or a whole one: within this time, in seconds, it was not.
SOON = 25
# The processes of all engines that were started.
PIDS = FOLDER / "pids"


def fake(*manners):
    """The command of an engine."""
    return shlex.join([sys.executable, FAKE, SHANS, *manners, f"pids={PIDS}"])


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
    except OSError:
        return False


def nobody_is_left(patience=2.0):
    """No engine outlives the program for longer: one that was killed goes when a busy machine has time for it."""
    until = time.monotonic() + patience
    pids = PIDS.read_text().split() if PIDS.exists() else []
    while any(map(is_running, pids)) and time.monotonic() < until:
        time.sleep(0.05)
    left = [pid for pid in pids if is_running(pid)]
    assert not left, f"engines that are left: {left}"


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


def found(engine, *words, **options):
    """What is found, by all that does not depend on the clock."""
    done = analyze(engine, *words, "--json", **options)
    assert done.returncode == 0, (done.stdout, done.stderr)
    told = json.loads(done.stdout)
    return {name: told[name] for name in ("score", "pv", "nodes", "tree_nodes", "stop")}, done.stderr


def check_manners():
    """What can be put up with changes nothing."""
    right, told = found(fake("forgets"), "--nodes", "60k")
    assert told == "", told
    for manner in ("noise", "garbage", "flood=20000", "stubborn", "last-bound"):
        assert found(fake("forgets", manner), "--nodes", "60k")[0] == right, manner
    # One that dies is asked again. It dies less often than makes the program give it up.
    survived, told = found(fake("forgets", "answers=3"), "--nodes", "60k")
    assert survived == right, (survived, right, told)
    assert told != "", "it never died"
    assert all(line.startswith("warning: Fake 1.0 ") for line in told.splitlines()), told


def check_bounds():
    """A bound is never taken for a score: the last exact one counts, or it is asked again."""
    for searcher in ("best-first", "engine"):
        refused(analyze(fake("bounds=1"), "--nodes", "60k", "--searcher", searcher), "answered with no score but bounds")
    some, told = found(fake("bounds=3"), "--nodes", "200k")
    assert some["stop"] == "nodes" and abs(some["score"]["cp"]) < 100, (some, told)


def check_files():
    """Whatever an engine says, the tree can be read again, and goes on with that engine alone."""
    number = 2**64 - 1
    name = "An engine with a name that has no end: " + 40 * "ä long, "
    for manner in (f"nodes={number}", f"hits={number}", f"name={name}"):
        tree = FOLDER / "b.tree"
        found(fake(manner), "--nodes", "60k", "--save", tree, "--force")
        for words in (["verify", tree], ["show", tree], ["resume", tree, "--nodes", "40k", "--engine", fake(manner)]):
            done = run(*words)
            assert done.returncode == 0, (manner, words, done.stderr)
        for other in (f"name={name}, too", "name=Fake 2.0"):
            done = run("resume", tree, "--nodes", "10k", "--engine", fake(other))
            assert done.returncode == 2 and "was made with" in done.stderr, (manner, done.stderr)
    done = run("resume", tree, "--nodes", "10k", "--force", "--engine", fake("name=Fake 2.0"))
    assert done.returncode == 0 and "are mixed with those of Fake 2.0 from now on" in done.stderr, done.stderr
    assert run("resume", tree, "--nodes", "10k", "--engine", fake("name=Fake 2.0")).returncode == 0


def check_another():
    """An engine that comes back as another one is not mixed in."""
    done = analyze(fake("another-name", "answers=2"), "--nodes", "400k")
    line = done.stderr.splitlines()[-1]
    assert done.returncode == 1, (done.stdout, done.stderr)
    assert re.match(r"error: Fake 1\.0\.\d+ \(.*\) is another engine now: it says that it is Fake 1\.0\.", line), line
    refused(analyze(fake("another-name"), "--nodes", "60k", "--threads", "2"), "is another engine now")


def killed(words, number, after):
    """Starts the program, sends it this signal, and tells its exit code and how long it took from there."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([SHANS, *map(str, words)], stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    time.sleep(after)
    began = time.monotonic()
    process.send_signal(number)
    _, told = process.communicate(timeout=PATIENCE)
    return process.returncode, time.monotonic() - began, told


def check_signals():
    """The first signal is heeded while an engine starts, and no engine is left."""
    game, tree = FOLDER / "s.pgn", FOLDER / "s.tree"
    game.write_text("1. e4 e5 2. Nf3 Nc6 *\n")
    found(fake("name=Slow"), "--nodes", "20k", "--save", tree)
    for manner in ("start=60", "silent", "never-ready", "stubborn"):
        slow = ["--engine", fake("name=Slow", manner)]
        for words in (
            ["analyze", "startpos", "--time", "60s", *slow],
            ["resume", tree, "--time", "60s", *slow],
            ["game", game, "--nodes", "100m", "--quiet", *slow],
            ["explore", "startpos", "--no-open", *slow],
            ["uci", *slow],
        ):
            # One kind of engine is enough for Ctrl-C: it is heeded by the same code.
            for number in (signal.SIGTERM, signal.SIGINT) if manner == "start=60" else (signal.SIGTERM,):
                code, took, told = killed(words, number, 0.7)
                assert took < SOON, (words, number, took, told)
                # A stubborn one may have answered something by then, which is reported.
                assert code == 130 or code == 0 and manner == "stubborn", (words, number, code, told)
                nobody_is_left()
    # Nothing can be done then, but the end of their input ends engines.
    killed(["analyze", "startpos", "--time", "60s", "--engine", fake("slow=0.3")], signal.SIGKILL, 1.5)
    nobody_is_left(PATIENCE)


def changed(path):
    """When a file was changed last."""
    return path.stat().st_mtime_ns if path.exists() else None


def check_resumed():
    """A game that is killed and goes on, over an engine that remembers nothing: the numbers of one undisturbed."""
    game, tree = FOLDER / "r.pgn", FOLDER / "r.tree"
    tree.unlink(missing_ok=True)
    game.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 *\n")
    words = ["game", game, "--nodes", "150k", "--json", "--quiet", "--engine", fake("forgets")]

    def told(done):
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    right = told(run(*words))
    words += ["--save", tree, "--checkpoint", "100ms"]
    for _ in range(3):
        process = subprocess.Popen([SHANS, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        saved, until = changed(tree), time.monotonic() + PATIENCE
        while changed(tree) == saved and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.1)
        process.kill()
        assert process.wait() == -signal.SIGKILL, "it was too fast"
    again = told(run(*words))
    differing = {key: (right[key], again.get(key)) for key in right if right[key] != again.get(key)}
    assert not differing, differing


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

    def quit(self, code=0):
        """How long that takes, and what is said on standard error."""
        began = time.monotonic()
        self.say("quit")
        assert self.process.wait(PATIENCE) == code
        return time.monotonic() - began, self.process.stderr.read()


def check_greeting():
    """`uci` is answered at once and `quit` ends at any time, whatever the engine below does."""
    for manner in ("start=60", "silent", "never-ready", "dies-at-once"):
        asked = [["uci"], ["uci", "isready"], ["uci", "position startpos", "go infinite"]]
        for words in asked if manner == "start=60" else asked[1:2]:
            uci = Uci(manner)
            uci.say(words[0])
            _, took = uci.until("uciok")
            assert took < SOON, (manner, took)
            uci.say("\n".join(["setoption name Hash value 16", *words[1:]]))
            time.sleep(0.3)
            took, told = uci.quit(code=1 if manner == "dies-at-once" else 0)
            assert took < SOON, (manner, words, took)
            assert ("no network file" in told) == (manner == "dies-at-once"), (manner, told)
            nobody_is_left()
    # A move is wanted all the same, in time.
    uci = Uci("start=60")
    uci.say("uci")
    uci.until("uciok")
    uci.say("position startpos")
    lines, took = uci.go("movetime 300")
    assert took < SOON and "info string the engine is not ready yet: nothing is searched" in lines, (took, lines)
    uci.say("go infinite")
    time.sleep(0.2)
    uci.say("stop")
    _, took = uci.until("bestmove")
    assert took < SOON, took
    uci.quit()
    # It is told what fails, `isready` is answered, and nothing is waited for again.
    uci = Uci("dies-at-once")
    uci.say("uci\nisready")
    lines, _ = uci.until("readyok")
    assert any(line.startswith("info string ") and "no network file" in line for line in lines), lines
    uci.say("position startpos")
    lines, _ = uci.go("movetime 300")
    assert any("no network file" in line for line in lines), lines
    uci.quit(code=1)
    # Another engine takes its place.
    uci = Uci("dies-at-once")
    uci.say(f"uci\nisready\nsetoption name Engine value {fake()}\nisready\nposition startpos")
    uci.until("readyok")
    uci.until("readyok")
    lines, _ = uci.go("nodes 20000")
    assert not any("no network file" in line for line in lines), lines
    uci.quit()


def check_clock():
    """The clock is watched while an engine is waited for: the best move comes in time, whatever the engine does."""
    moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6".split()
    for manners in [["slow=4.5"], ["slow=4.5", "deaf"], ["deaf"], []]:
        uci = Uci(*manners)
        uci.say("uci\nsetoption name Hash value 16\nisready")
        uci.until("readyok")
        for number in range(1, 7):
            uci.say(f"position startpos moves {' '.join(moves[:number])}")
            limits = "movetime 300" if number < 5 else "wtime 3000 btime 3000 winc 100 binc 100"
            lines, took = uci.go(limits)
            # Of 0.3 s; an engine that is waited for takes as long as it likes, or 5 s if it does not stop.
            assert took < 4, (manners, limits, took, lines)
        assert uci.quit()[0] < SOON


def main():
    checks = {name.removeprefix("check_"): check for name, check in globals().items() if name.startswith("check_")}
    for name in sys.argv[2:] or checks:
        began = time.monotonic()
        checks[name]()
        nobody_is_left()
        print(f"ok: {name}, {time.monotonic() - began:.1f} s")


main()
