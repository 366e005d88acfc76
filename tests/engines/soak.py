#!/usr/bin/env python3
"""`uci --engine`, `explore` and `game` beside each other for a long time, over engines that die at random (fake.py):
memory, open files, threads and engines at the end are to be what they were. Linux only.

Usage: soak.py SHANS [--minutes N] [--dies SHARE]
"""

import argparse
import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake.py")
# What grows until then is set up once: of all the time, this share.
WARM = 0.2
# Memory may differ by so much from one moment to another: bytes.
SLACK = 24 << 20
# How many engines each program has.
ENGINES = {"uci": 1, "explore": 2}
GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n"
LINES = ["e2e4", "e2e4 e7e5", "d2d4 d7d5", "c2c4", "g1f3 d7d5", "e2e4 c7c5 g1f3"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shans", type=os.path.abspath)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--dies", type=float, default=0.03, help="the share of answers in whose place an engine dies")
    return parser.parse_args()


def children(pid):
    """The processes that have this one as their parent."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(") ", 1)[1].split()
        except OSError:
            continue
        if fields[0] != "Z" and int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def state(pid):
    """Memory, open files, threads and children of a process."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return {
        "memory": int(fields["VmRSS"].split()[0]) * 1024,
        "files": len(os.listdir(f"/proc/{pid}/fd")),
        "threads": int(fields["Threads"]),
        "engines": len(children(pid)),
    }


class Soak:
    def __init__(self, args):
        self.args = args
        self.folder = Path(tempfile.mkdtemp(prefix="shans-soak-"))
        self.until = time.monotonic() + 60 * args.minutes
        self.counts = {"moves": 0, "games": 0, "looks": 0, "reviews": 0, "troubles": 0}
        self.faults = []
        self.pids = self.folder / "pids"

    def engine(self):
        words = [sys.executable, FAKE, self.args.shans, f"dies={self.args.dies}", f"pids={self.pids}"]
        return shlex.join(words)

    def start(self, *words, **options):
        pipe = subprocess.PIPE
        words = [self.args.shans, *map(str, words), "--engine", self.engine()]
        return subprocess.Popen(words, stdout=pipe, stderr=subprocess.DEVNULL, text=True, bufsize=1, **options)

    def is_over(self):
        return time.monotonic() >= self.until or bool(self.faults)

    def guarded(self, work, *args):
        """A thread; whatever goes wrong in it ends the soak."""

        def run():
            try:
                work(*args)
            except Exception as fault:
                self.faults.append(f"{work.__name__}: {fault!r}")

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread

    def play(self, uci):
        """Plays games against itself, by the clock."""

        def say(text):
            uci.stdin.write(text + "\n")

        def until(word):
            for line in uci.stdout:
                self.counts["troubles"] += line.startswith("info string ")
                if line.startswith(word):
                    return line.split()
            raise EOFError("the program has ended")

        say("uci\nsetoption name Hash value 32")
        until("uciok")
        while not self.is_over():
            say("ucinewgame\nisready")
            until("readyok")
            moves = LINES[self.counts["games"] % len(LINES)].split()
            while not self.is_over() and len(moves) < 60:
                say(f"position startpos moves {' '.join(moves)}\ngo wtime 3000 btime 3000 winc 50 binc 50")
                began = time.monotonic()
                best = until("bestmove")[1]
                if time.monotonic() - began > 2:
                    raise TimeoutError(f"a move took {time.monotonic() - began:.1f} s")
                if best == "(none)":
                    break
                moves.append(best)
                self.counts["moves"] += 1
            self.counts["games"] += 1

    def look(self, url):
        """Has positions searched, one after the other, and looks at them."""
        for line in itertools.cycle(LINES):
            if self.is_over():
                return
            moves = line.split()
            self.ask(url + "start", {"moves": moves, "time_ms": 1500})
            for _ in range(10):
                time.sleep(0.2)
                self.ask(f"{url}look?moves={'.'.join(moves)}")
                self.counts["looks"] += 1

    def ask(self, url, body=None):
        host = url.split("/")[2]
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Origin": f"http://{host}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def review(self):
        """Reviews a game again and again; each second time it is killed in the middle, and goes on."""
        game, tree = self.folder / "game.pgn", self.folder / "game.tree"
        game.write_text(GAME)
        words = ["game", game, "--nodes", "20k", "--save", tree, "--checkpoint", "1s", "--json", "--quiet"]
        while not self.is_over():
            tree.unlink(missing_ok=True)
            killed = self.start(*words)
            try:
                killed.communicate(timeout=4)
            except subprocess.TimeoutExpired:
                killed.kill()
                killed.communicate()
            whole = self.start(*words)
            whole.communicate(timeout=600)
            # An engine that dies too often ends it with code 1.
            if whole.returncode not in (0, 1):
                raise AssertionError(f"game ended with {whole.returncode}")
            self.counts["reviews"] += 1

    def run(self):
        uci = self.start("uci", stdin=subprocess.PIPE)
        explorer = self.start("explore", "startpos", "--no-open", "--memory", "64MiB", "--threads", "2")
        url = explorer.stdout.readline().strip()
        threads = [self.guarded(*work) for work in ((self.play, uci), (self.look, url), (self.review,))]
        programs = {"uci": uci.pid, "explore": explorer.pid}
        time.sleep(60 * self.args.minutes * WARM)
        before = self.tell("at the beginning", programs)
        while not self.is_over():
            time.sleep(min(30, max(0.1, self.until - time.monotonic())))
        after = self.tell("at the end", programs)
        for thread in threads:
            thread.join(120)
        uci.stdin.write("quit\n")
        explorer.send_signal(signal.SIGINT)
        codes = [uci.wait(30), explorer.wait(30)]
        return self.verdict(before, after, codes)

    def tell(self, when, programs):
        told = {name: state(pid) for name, pid in programs.items()}
        for name, numbers in told.items():
            memory = numbers["memory"] / (1 << 20)
            rest = ", ".join(f"{numbers[kind]} {kind}" for kind in ("files", "threads", "engines"))
            print(f"{when}: {name}: {memory:.0f} MiB, {rest}", flush=True)
        return told

    def verdict(self, before, after, codes):
        started = len(self.pids.read_text().split())
        counts = ", ".join(f"{number} {name}" for name, number in self.counts.items())
        print(f"{counts}, {started} engines started, exit codes {codes}")
        for name, numbers in after.items():
            first = before[name]
            if numbers["memory"] > first["memory"] + SLACK:
                self.faults.append(f"{name}: memory has grown")
            for kind in ("files", "threads"):
                # An engine may have been starting again, or be: it has three pipes, and a thread at each.
                if numbers[kind] > first[kind] + 3 * ENGINES[name]:
                    self.faults.append(f"{name}: more {kind}")
            if numbers["engines"] > ENGINES[name]:
                self.faults.append(f"{name}: too many engines")
        left = [pid for pid in self.pids.read_text().split() if is_running(pid)]
        if left or codes != [0, 0]:
            self.faults.append(f"engines that are left: {left}; exit codes {codes}")
        for fault in self.faults:
            print(f"FAULT: {fault}")
        return 1 if self.faults else 0


def is_running(pid):
    """Whether it is still an engine of ours: in half an hour another process may have got its number."""
    try:
        return FAKE.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


sys.exit(Soak(arguments()).run())
