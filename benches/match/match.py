#!/usr/bin/env python3
"""A match between two engines of the protocol UCI.

    pip install chess
    python3 benches/match/match.py --book BOOK.epd --limit nodes=20000 --pairs 200 --out best-pvs \\
        --first "target/release/shans uci;Hash=64;name=best-first" \\
        --second "target/release/shans uci;Searcher=pvs;Hash=64;name=pvs"

Each opening is played twice with colours reversed. An interrupted match resumes where it
stopped when the same command is given again. A player with `;nodes=N` has so many for each of its moves. What is printed is from the view of the first player.
With --json it is one object at the end, and the state after each pair goes to standard error.
"""

import argparse
import collections
import json
import logging
import random
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

import game as games
from elo import Sprt, Tally
from journal import Journal
from player import Engines, Player, TimeControl

# What no engine may do.
FAULTS = ("time", "illegal", "crash", "hang", "no move")


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", required=True, type=Player.read, metavar="PLAYER")
    parser.add_argument("--second", required=True, type=Player.read, metavar="PLAYER")
    parser.add_argument("--limit", required=True, metavar="nodes=N|depth=N|movetime=S|tc=S+S")
    parser.add_argument("--book", required=True, help="a file with a FEN or EPD a line")
    parser.add_argument("--pairs", type=int, default=100, help="openings, two games each")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the openings")
    parser.add_argument("--concurrency", type=int, default=1, help="games at the same time")
    parser.add_argument("--margin", type=float, default=0.0, help="seconds behind the clock")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds to a hang")
    parser.add_argument("--out", required=True, help="prefix of the files of games")
    parser.add_argument("--values", action="store_true", help="values beside the moves: [%%eval]")
    parser.add_argument("--sprt", help="ELO0,ELO1: stop as soon as one of them is accepted")
    parser.add_argument("--json", action="store_true", help="the result as an object")
    return parser.parse_args()


def openings(path, seed, count):
    """FENs of a book, in an order that depends on the seed alone."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split(";")[0].split() for line in file if line.strip()]
    # Operations of EPD are not part of the position.
    fens = [" ".join(words[:4]) + " 0 1" for words in lines]
    random.Random(seed).shuffle(fens)
    if len(fens) < count:
        sys.exit(f"{path} has {len(fens)} openings; give --pairs {len(fens)} at most")
    return fens[:count]


class Match:
    """Plays what is missing, several games at the same time."""

    def __init__(self, args):
        self.args = args
        self.players = (args.first, args.second)
        limit = TimeControl.read(args.limit)
        self.rules = games.Rules(limit, args.margin, args.patience, keeps_values=args.values)
        self.openings = openings(args.book, args.seed, args.pairs)
        names = [vars(player) for player in self.players]
        match = {"players": names, "limit": args.limit, "book": args.book, "seed": args.seed}
        self.journal = Journal(args.out, match)
        self.sprt = Sprt(*map(float, args.sprt.split(","))) if args.sprt else None
        self.lock = threading.Lock()
        self.engines = Engines()
        # The two that a thread plays with.
        self.own = threading.local()

    def run(self):
        """Plays until all is played, or the test has decided. However it ends, no engine is left."""
        progress = sys.stderr if self.args.json else sys.stdout
        with ThreadPoolExecutor(self.args.concurrency) as pool, self.engines:
            waiting = [pool.submit(self.play_pair, pair) for pair in range(self.args.pairs)]
            try:
                for pair in as_completed(waiting):
                    pair.result()
                    tally = self.tally()
                    print(tally.text(self.sprt), file=progress, flush=True)
                    if self.sprt and self.is_decided(tally):
                        break
            except BaseException:
                # The games that are under way end with their engines.
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            pool.shutdown(cancel_futures=True)
            self.engines.end_all()
        print(json.dumps(self.figures()) if self.args.json else self.reasons())

    def is_decided(self, tally):
        low, high = self.sprt.bounds()
        return not low < tally.likelihood_ratio(self.sprt) < high

    def play_pair(self, pair):
        for is_reversed in (False, True):
            if (pair, is_reversed) in self.journal.games:
                continue
            first, second = self.own_engines()
            order = (second, first) if is_reversed else (first, second)
            players = self.players[::-1] if is_reversed else self.players
            odds = [player.nodes for player in players]
            result = games.play(order, self.openings[pair], self.rules, odds)
            if self.engines.is_over:
                return
            points = 1.0 - result.points if is_reversed else result.points
            names = [player.name for player in players]
            pgn = games.as_pgn(result, names, f"{pair + 1}.{1 + is_reversed}")
            with self.lock:
                self.journal.note(pair, is_reversed, result, points, pgn)
            if result.reason in FAULTS:
                told = f"game {pair + 1}.{1 + is_reversed}: {result.reason} {result.detail}"
                print(told, file=sys.stderr)
                self.end_own_engines()

    def own_engines(self):
        """The engines of this thread; new ones after a fault."""
        pair = self.own.__dict__.setdefault("engines", [])
        while len(pair) < len(self.players):
            player = self.players[len(pair)]
            pair.append(self.engines.start(player, self.args.patience))
        return pair

    def end_own_engines(self):
        for engine in self.own.engines:
            self.engines.end(engine)
        self.own.engines = []

    def tally(self):
        tally = Tally()
        with self.lock:
            for pair in range(self.args.pairs):
                points = self.journal.points(pair)
                if points:
                    tally.add(points)
        return tally

    def endings(self):
        """How many games ended by which rule or fault, and how many by faults."""
        counts = collections.Counter(game["reason"] for game in self.journal.games.values())
        return dict(counts.most_common()), sum(counts[fault] for fault in FAULTS)

    def reasons(self):
        counts, faults = self.endings()
        listed = ", ".join(f"{reason} {count}" for reason, count in counts.items())
        return f"endings: {listed}\nfaults: {faults}"

    def figures(self):
        """The result of the match as an object."""
        counts, faults = self.endings()
        names = [player.name for player in self.players]
        return {"players": names, **self.tally().figures(), "endings": counts, "faults": faults}


if __name__ == "__main__":
    # Output of an engine that cannot be parsed is reported as a warning.
    logging.basicConfig(level=logging.WARNING)
    # Ending the match ends its engines, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    Match(arguments()).run()
