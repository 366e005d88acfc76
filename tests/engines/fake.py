#!/usr/bin/env python3
"""An engine with bad manners: shans itself, with something between it and whoever asks it.

Usage: fake.py SHANS MANNER[=VALUE]... The manners, of which any number go together:

  dies-at-once        ends with code 7 before it has said anything
  start=SECONDS       takes so long for uciok; silent never says it
  never-ready         never says readyok
  slow=SECONDS        takes so long for each question, whatever limit or stop comes
  deaf                does not hear stop
  dies=SHARE          ends with code 3 in place of this share of its answers
  answers=N           ends with code 3 in place of its next answer after so many
  no-score            tells no score
  illegal             answers with a move that nobody has
  no-move             answers "(none)"
  bounds=N            all scores of each Nth of its answers are lower bounds
  last-bound          after its last score it tells a bound, a thousand centipawns higher
  nodes=N             tells so many nodes; hits=N so many table hits
  name=NAME           calls itself so
  another-name        calls itself otherwise each time that it is started
  no-chess960         does not have the option UCI_Chess960
  stubborn            neither quit nor the end of its input ends it
  noise               says a lot that means nothing
  garbage             writes bytes that are no text, and lines without an end
  flood=N             tells so many lines before each answer
  forgets             answers each question as if it were the first
  pids=PATH           writes the number of its process there
"""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

MANNERS = dict(word.partition("=")[::2] for word in sys.argv[2:])
DICE = random.Random(os.getpid())
SLOW = float(MANNERS.get("slow", 0))


def has(manner):
    return manner in MANNERS


def share(manner):
    return has(manner) and DICE.random() < float(MANNERS[manner])


class Engine:
    def __init__(self, program):
        pipe = subprocess.PIPE
        self.child = subprocess.Popen([program, "uci"], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.asked_at = None
        self.are_bounds = False
        self.questions = 0
        self.answers = 0
        self.say_lock = threading.Lock()
        self.tell("uci\nsetoption name Searcher value pvs\nsetoption name Hash value 16")
        self.until_uciok()

    def until_uciok(self):
        """Leaves out what it says of itself: this has its own name and its own options."""
        while self.child.stdout.readline().strip() != "uciok":
            pass

    def tell(self, text):
        try:
            self.child.stdin.write(text + "\n")
            self.child.stdin.flush()
        except OSError:
            sys.exit(1)

    def say(self, text):
        with self.say_lock:
            try:
                print(text, flush=True)
            except OSError:
                os._exit(1)

    def write(self, data):
        """Bytes that are no lines."""
        with self.say_lock:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def greet(self):
        if has("silent"):
            return
        time.sleep(float(MANNERS.get("start", 0)))
        name = MANNERS.get("name", "Fake 1.0")
        if has("another-name"):
            name += f".{os.getpid()}"
        self.say(f"id name {name}\nid author nobody")
        self.say("option name Hash type spin default 16 min 1 max 64")
        if not has("no-chess960"):
            self.say("option name UCI_Chess960 type check default false")
        self.say("uciok")

    def hear(self):
        """What comes from whoever asks."""
        for line in sys.stdin:
            word = line.split(" ")[0].strip()
            if word == "uci":
                self.greet()
            elif word == "quit":
                break
            elif word == "stop" and has("deaf"):
                pass
            elif word == "setoption" and "Hash" in line:
                pass
            elif word == "isready" and has("never-ready"):
                pass
            else:
                if word == "position" and has("forgets"):
                    self.tell("ucinewgame")
                if word == "go":
                    self.questions += 1
                    self.are_bounds = has("bounds") and self.questions % int(MANNERS["bounds"]) == 0
                    self.asked_at = time.monotonic()
                self.tell(line.rstrip("\n"))
        while has("stubborn"):
            time.sleep(1)
        self.end(0)

    def answer(self):
        """What goes back."""
        for line in self.child.stdout:
            line = line.rstrip("\n")
            if line.startswith("info ") and " score " in line:
                self.tell_info(line)
            elif line.startswith("bestmove"):
                self.tell_best(line)
            else:
                self.say(line)

    def tell_info(self, line):
        if has("no-score"):
            line = re.sub(r" score (cp|mate) -?\d+", "", line)
        elif self.are_bounds:
            line = re.sub(r" score (cp|mate) (-?\d+)", r" score \1 \2 lowerbound", line)
        elif has("last-bound"):
            higher = re.sub(r" score cp (-?\d+)", lambda m: f" score cp {int(m[1]) + 1000} lowerbound", line)
            line += "\n" + higher
        for manner, word in [("nodes", "nodes"), ("hits", "tbhits")]:
            if has(manner):
                line = re.sub(rf" {word} \d+", f" {word} {MANNERS[manner]}", line)
        if has("noise"):
            line = "info\ninfo string \x1b[2J\nwhatever\n" + 50 * "info depth 1 currmove e2e4\n" + line
        self.say(line)

    def tell_best(self, line):
        if has("garbage"):
            self.write(b"\xff\xfe\x00 bestmov\n\n\rinfo score cp\ninfo depth 99999999999999999999\n")
            self.write(b"info score cp 5 " * 100_000 + b"\noption name\nid name Other\n")
        for number in range(int(MANNERS.get("flood", 0))):
            self.say(f"info depth 1 currmove e2e4 currmovenumber {number}")
        if share("dies") or (has("answers") and self.answers == int(MANNERS["answers"])):
            print("out of cheese", file=sys.stderr, flush=True)
            self.end(3)
        if SLOW and self.asked_at:
            time.sleep(max(0, self.asked_at + SLOW - time.monotonic()))
        if has("illegal"):
            line = "bestmove a1h8"
        elif has("no-move"):
            line = "bestmove (none)"
        self.answers += 1
        self.say(line)

    def end(self, code):
        self.child.kill()
        self.child.wait()
        os._exit(code)


def main():
    if has("pids"):
        with open(MANNERS["pids"], "a") as file:
            file.write(f"{os.getpid()}\n")
    if has("dies-at-once"):
        print("no network file", file=sys.stderr, flush=True)
        sys.exit(7)
    if has("stubborn"):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    engine = Engine(sys.argv[1])
    threading.Thread(target=engine.answer, daemon=True).start()
    engine.hear()


main()
