#!/usr/bin/env python3
"""What becomes of an analysis that is stepped through, merged, stopped at random or resumed again and again.

    pip install chess
    python3 benches/sessions.py KIND PROGRAM POSITIONS.epd [--nodes 100000] [--first N] [--every N] [--engine stockfish]
        [--judge-nodes 1000000] [--seed 1] [--json]

KIND is one of these:

    steps    a position is searched, then left by random steps forward and back, each with a fifth of the nodes, and
             searched again when the last step has led back to it
    merges   two trees of a position, one of which was stepped through, become one, which is searched on
    stops    a search ends after a random number of nodes between 1,000 and --nodes
    resumes  --nodes in 50 runs of `shans resume`, and in one search: CPU time of both, of the searches alone and of the
             processes, which load and save the tree each time

After every command the answer must have a value and a line, and the first move of the line is the answer. With --engine,
`steps` and `merges` also tell what answers lose before and after: how much less the move is worth to that engine than its best
one, values beyond 10 pawns counting as 10.
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import tempfile

import chess
import chess.engine

DECIDED = 1000
STEPS = 6
RUNS = 50


class Session:
    """A tree file, and what every command said about it."""

    def __init__(self, program, path):
        self.program, self.path = program, path
        self.reports, self.faults = 0, []

    def run(self, *words):
        command = [self.program, *words, "--json", "--threads", "1"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        report = json.loads(done.stdout)
        self.reports += 1
        fault = fault_of(report)
        if fault:
            self.faults.append(f"{report['fen']}: {fault} ({' '.join(words)})")
        return report

    def analyze(self, fen, nodes):
        return self.run("analyze", fen, "--nodes", str(nodes), "--save", self.path)

    def resume(self, nodes, *words):
        return self.run("resume", self.path, "--nodes", str(nodes), *words)


def fault_of(report):
    """What is wrong with the answer of a search that may not end without one; `None` if nothing is."""
    if report["ending"] is not None:
        return None
    if report["best_move"] is None:
        return "no answer"
    if not report["lines"] or report["lines"][0]["score"] is None:
        return "no value"
    if not report["pv"] or report["pv"][0] != report["best_move"]:
        return "the line does not begin with the answer"
    board = chess.Board(report["fen"])
    for text in report["pv"]:
        move = chess.Move.from_uci(text)
        if move not in board.legal_moves:
            return f"{text} of the line cannot be played"
        board.push(move)
    return None


class Judge:
    """An engine that says what moves lose; nothing is lost where there is none."""

    def __init__(self, command, nodes):
        self.engine = command and chess.engine.SimpleEngine.popen_uci(command.split())
        self.limit = chess.engine.Limit(nodes=nodes)
        self.best = {}
        if self.engine:
            self.engine.configure({"Hash": 64, "Threads": 1})

    def value(self, fen, moves=None):
        found = self.engine.analyse(chess.Board(fen), self.limit, root_moves=moves, game=object())
        cp = found["score"].relative.score(mate_score=30_000)
        return found["pv"][0], max(-DECIDED, min(DECIDED, cp))

    def loss(self, fen, text):
        """Centipawns; `None` without an engine."""
        if not self.engine:
            return None
        if fen not in self.best:
            self.best[fen] = self.value(fen)
        best, most = self.best[fen]
        move = chess.Move.from_uci(text)
        return 0 if move == best else max(0, most - self.value(fen, [move])[1])

    def quit(self):
        if self.engine:
            self.engine.quit()


def walk(session, report, dice, nodes):
    """Random steps forward and back from the position that a report is about, and back to it."""
    gone = 0
    for _ in range(STEPS):
        if gone and dice.random() < 0.4:
            back = dice.randint(1, gone)
            gone -= back
            report = session.resume(nodes, "--back", str(back))
            continue
        if report["ending"] is not None:
            break
        moves = [line["move"] for line in report["lines"]]
        if dice.random() < 0.25:
            moves = [move.uci() for move in chess.Board(report["fen"]).legal_moves]
        report = session.resume(nodes, "--moves", dice.choice(moves))
        gone += 1
    return session.resume(nodes, *(["--back", str(gone)] if gone else []))


def steps(args, session, judge, fen, dice):
    before = session.analyze(fen, args.nodes)
    after = walk(session, before, dice, args.nodes // 5)
    return compared(judge, fen, before, after)


def merges(args, session, judge, fen, dice):
    before = session.analyze(fen, args.nodes)
    other = Session(session.program, session.path + ".other")
    other.faults = session.faults
    walk(other, other.analyze(fen, args.nodes // 2), dice, args.nodes // 10)
    merged = session.path + ".merged"
    told = subprocess.run(
        [session.program, "merge", session.path, other.path, "-o", merged, "--quiet"], capture_output=True, text=True
    )
    if told.returncode:
        session.faults.append(f"{fen}: {told.stderr.strip()}")
        return {"same": False}
    session.path = merged
    after = session.resume(args.nodes // 5)
    session.reports += other.reports
    return compared(judge, fen, before, after)


def compared(judge, fen, before, after):
    """What the answers of two reports on a position lose, and whether they are the same."""
    moves = [report["best_move"] for report in (before, after)]
    lost = [judge.loss(fen, move) for move in moves]
    return {"before": lost[0], "after": lost[1], "same": moves[0] == moves[1]}


def stops(args, session, _judge, fen, dice):
    nodes = round(1000 * (args.nodes / 1000) ** dice.random())
    return {"nodes": session.analyze(fen, nodes)["nodes"]}


def resumes(args, session, _judge, fen, _dice):
    each, start = args.nodes // RUNS, cpu_of_children()
    one = session.run("analyze", fen, "--nodes", str(args.nodes))["cpu_ms"]
    between = cpu_of_children()
    many = session.analyze(fen, each)["cpu_ms"]
    many += sum(session.resume(each)["cpu_ms"] for _ in range(RUNS - 1))
    return {"one": one, "many": many, "one_process": between - start, "processes": cpu_of_children() - between}


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


KINDS = {"steps": steps, "merges": merges, "stops": stops, "resumes": resumes}


def summed_up(kind, reports, faults, told):
    """What is kept of all sessions."""
    found = {"kind": kind, "sessions": len(told), "reports": reports, "faults": faults}
    if kind == "resumes":
        found["cpu_ratio"] = ratio(told, "many", "one")
        # Where an ending is near, each process works out its table anew.
        found["cpu_ratio_median"] = round(statistics.median(each["many"] / each["one"] for each in told), 2)
        found["cpu_ratio_of_processes"] = ratio(told, "processes", "one_process")
    if kind in ("steps", "merges"):
        found["same"] = sum(each["same"] for each in told)
    judged = [each for each in told if each.get("before") is not None and each.get("after") is not None]
    if judged:
        gained = [each["after"] - each["before"] for each in judged]
        found["loss_before"] = round(statistics.mean(each["before"] for each in judged), 1)
        found["loss_after"] = round(statistics.mean(each["after"] for each in judged), 1)
        found["error"] = standard_error(gained)
    return found


def standard_error(values):
    """Of their mean."""
    return round(statistics.stdev(values) / len(values) ** 0.5, 1) if len(values) > 1 else 0


def tell(found, as_json):
    print(json.dumps(found) if as_json else "\n".join(f"{key}: {value}" for key, value in found.items()))


def ratio(told, above, below):
    return round(sum(each[above] for each in told) / sum(each[below] for each in told), 2)


def positions_of(paths, every, first):
    found = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if line.strip()]
        for line in lines[::every]:
            board = chess.Board()
            board.set_epd(" ".join(line.split()[:4]))
            if not board.is_game_over():
                found.append(board.fen())
    return found[: first or None]


def all_sessions(args):
    """The count of reports, what was wrong, and what each session told."""
    reports, faults, told = 0, [], []
    dice, positions = random.Random(args.seed), positions_of(args.suites, args.every, args.first)
    judge = Judge(args.engine, args.judge_nodes)
    try:
        for fen in positions:
            with tempfile.TemporaryDirectory() as folder:
                session = Session(args.program, os.path.join(folder, "tree.shans"))
                told.append(KINDS[args.kind](args, session, judge, fen, dice))
                reports, faults = reports + session.reports, faults + session.faults
    finally:
        judge.quit()
    return reports, faults, told


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("program")
    parser.add_argument("suites", nargs="+")
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="of those, at most this many")
    parser.add_argument("--engine", help="the judge: a UCI engine")
    parser.add_argument("--judge-nodes", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    tell(summed_up(args.kind, *all_sessions(args)), args.json)


if __name__ == "__main__":
    main()
