#!/usr/bin/env python3
"""Random endings of four to seven pieces, each searched by `go depth` 1 to 12: all end, and how long the slowest take.

Usage: endings.py PROGRAM [COUNT [SEED]]
"""

import queue
import random
import subprocess
import sys
import threading
import time

PROGRAM = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
DICE = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
# A search that takes longer does not end, on a machine that does little else: depth 11 may take three million nodes.
PATIENCE = 300


class Engine:
    def __init__(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([PROGRAM, "uci"], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.told = queue.Queue()
        threading.Thread(target=lambda: [self.told.put(line.strip()) for line in self.process.stdout], daemon=True).start()

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def best(self):
        """The best move, and the last `info` before it."""
        until, info = time.monotonic() + PATIENCE, ""
        while True:
            line = self.told.get(timeout=max(0.01, until - time.monotonic()))
            if line.startswith("bestmove"):
                return line.split()[1], info
            if line.startswith("info depth"):
                info = line


def ending():
    """A FEN, which may be illegal."""
    squares = DICE.sample(range(64), DICE.randint(4, 7))
    board = [["1"] * 8 for _ in range(8)]
    for square, piece in zip(squares, "Kk" + "".join(DICE.choices("PpPpNnBbRrQq", k=5))):
        rank, file = divmod(square, 8)
        board[1 + rank % 6 if piece in "Pp" else rank][file] = piece
    return "/".join("".join(rank) for rank in board) + f" {DICE.choice('wb')} - - 0 1"


def main():
    engine, found, times = Engine(), 0, []
    while found < COUNT:
        fen, depth = ending(), 1 + found % 12
        began = time.monotonic()
        engine.say("ucinewgame")
        engine.say(f"position fen {fen}")
        engine.say(f"go depth {depth}")
        try:
            best, info = engine.best()
        except queue.Empty:
            sys.exit(f"after {found} endings: go depth {depth} does not end: {fen}")
        # Illegal, or over.
        if best in ("0000", "(none)"):
            continue
        assert " score " in info, (fen, info)
        found += 1
        times.append((time.monotonic() - began, depth, fen))
        if found % 100 == 0:
            print(f"{found} have ended", flush=True)
    times.sort(reverse=True)
    print(f"{found} endings, all searches end; {sum(took for took, *_ in times):.0f} s in all, the slowest:")
    for took, depth, fen in times[:5]:
        print(f"    {took:.2f} s  depth {depth}  {fen}")
    engine.process.kill()


if __name__ == "__main__":
    main()
