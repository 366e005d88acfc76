"""Players of several strengths: what a UCI engine finds at a small depth, and one of its best moves by chance.

A player of depth N takes a move that is worth D centipawns less than the best one e^(-D / t) times as often as that one, and
t is the smaller the deeper it looks. It is no model of people, but it makes the same errors again and again, as people do.
"""

import math
import subprocess

LINES = 4
DEPTHS = range(1, 7)
# What a mate counts as, and the most that a value is.
MOST = 2000


def rating(depth):
    """The number that stands in the tags: an order, no Elo."""
    return 1000 + 200 * depth


def temperature(depth):
    """Centipawns: by so much less a move is played e times less often."""
    return 150 - 20 * depth


class Engine:
    """A UCI engine that lists its best moves at a depth; what it said of a position of an opening is kept."""

    # python-chess would take as long for a question as the engine for its answer.
    def __init__(self, command, kept_plies=16):
        self.process = subprocess.Popen(
            command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.kept, self.kept_plies = {}, kept_plies
        self.tell(f"setoption name MultiPV value {LINES}")
        self.tell("setoption name Hash value 1")
        self.tell("isready")
        self.read_to("readyok")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def read_to(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(word):
                return lines
        raise SystemExit("the engine has ended")

    def moves(self, board, depth):
        """The best moves and their values for the side to move, in centipawns, the best one first."""
        key = (board.epd(), depth)
        if key in self.kept:
            return self.kept[key]
        # Whatever it was asked before: otherwise a player would play otherwise in another run.
        self.tell("ucinewgame")
        self.tell(f"position fen {board.fen()}")
        self.tell(f"go depth {depth}")
        found = listed(self.read_to("bestmove"))
        if board.ply() < self.kept_plies:
            self.kept[key] = found
        return found

    def quit(self):
        self.tell("quit")
        self.process.wait(10)


def listed(lines):
    """The moves and values of the deepest lines that an engine printed."""
    found = {}
    for line in lines:
        words = line.split()
        if "multipv" not in words or "score" not in words or "pv" not in words:
            continue
        at = words.index("score")
        value = int(words[at + 2])
        if words[at + 1] == "mate":
            value = MOST if value > 0 else -MOST
        found[int(words[words.index("multipv") + 1])] = (words[words.index("pv") + 1], max(-MOST, min(MOST, value)))
    return [found[number] for number in sorted(found)]


def choose(moves, depth, dice):
    """One of these moves, as a player of this depth chooses; and its value."""
    best = moves[0][1]
    weights = [math.exp((value - best) / temperature(depth)) for _, value in moves]
    return dice.choices(moves, weights)[0]
