#!/usr/bin/env python3
"""Whether the causes that `shans why` tells are true: coverage, truth by kind, a placebo, and the facts of the board.

Usage: why_causes.py bad  SHANS MISTAKES.jsonl OUT.jsonl [--nodes 100k] [--over stockfish] [--quick]
       why_causes.py good SHANS CRITICAL.jsonl OUT.jsonl
       why_causes.py truth OUT.jsonl [--engine stockfish] [--judge-nodes 400000] [--seed 1]
       why_causes.py facts OUT.jsonl
       why_causes.py show OUT.jsonl

`bad` and `good` ask and keep the answers; `truth` lets another engine forbid the same moves with eight times the nodes, and as a placebo
other captures of the same position (another move where there is none); `facts` checks every sentence by python-chess; `show` prints what is told.
The rows have `fen`, `move` and, for mistakes, `loss_cp`, for critical moves `recapture`.
"""

import argparse
import json
import math
import random
import re
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

import chess
import chess.engine

NAMES = {name: piece for piece, name in enumerate(chess.PIECE_NAMES) if name}
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}


def points(cp):
    return 1.0 / (1.0 + math.exp(-0.00368208 * cp))


def asked(given, row):
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        engine = ["--engine", given.over] if given.over else []
        run = lambda *arguments: subprocess.run([given.shans, *arguments], check=True, capture_output=True, text=True).stdout
        run("analyze", row["fen"], "--nodes", given.nodes, "--save", tree, "--quiet", *engine)
        how = ["--quick"] if given.quick else []
        began = time.monotonic()
        told = json.loads(run("why", tree, row["move"], "--json", *how, *([] if given.quick else engine)))
        told["seconds"] = time.monotonic() - began
        if given.text:
            told["said"] = run("why", tree, row["move"], *how, *([] if given.quick else engine))
        return told


def value(score):
    if "mate" in score:
        return 20_000 if score["mate"] > 0 else -20_000
    return score["cp"] if "cp" in score else (20_000 if score["won"] else -20_000)


def ask(given):
    rows = [json.loads(line) for line in open(given.rows)][: given.first]
    with open(given.out, "w") as out:
        for row in rows:
            told = asked(given, row)
            out.write(json.dumps(dict(row=row, told=told)) + "\n")
            out.flush()
    count(given)


def answers(path):
    return [json.loads(line) for line in open(path)]


def count(given):
    """Coverage, by kind."""
    kinds, refuted, lines = Counter(), Counter(), answers(given.out)
    asked_for = [line for line in lines if given.what == "bad" or not line["row"].get("recapture")]
    great = [line for line in asked_for if line["row"].get("loss_cp", 0) >= 250]
    said = lambda line: (line["told"]["claim"] or {}).get("causes", [])
    because = lambda line: [cause for cause in said(line) if cause["weight"] == "because"]
    for line in asked_for:
        for cause in said(line):
            kinds[(cause["weight"], cause["kind"])] += 1
        for cause in (line["told"]["claim"] or {}).get("refuted", []):
            refuted[cause["kind"]] += 1
    total = len(asked_for)
    part = lambda found, of: f"{found} of {of} ({100 * found / max(1, of):.0f} %)"
    print("because:", part(sum(bool(because(line)) for line in asked_for), total))
    half = lambda line: any(c["share"] is not None and c["share"] >= 0.5 for c in said(line) + (line["told"]["claim"] or {}).get("refuted", []))
    print("share of a half:", part(sum(half(line) for line in asked_for), total))
    print("something checked:", part(sum(bool(said(line)) for line in asked_for), total))
    if great:
        print("because, 2.50 or more lost:", part(sum(bool(because(line)) for line in great), len(great)))
    print("no claim:", sum(not line["told"]["claim"] for line in lines))
    print("best or equal:", Counter((line["told"]["claim"] or {}).get("kind") for line in asked_for).most_common())
    print("told:", kinds.most_common())
    print("refuted:", refuted.most_common())
    seconds = [line["told"]["seconds"] for line in lines]
    print(f"seconds: median {statistics.median(seconds):.2f}, most {max(seconds):.2f}; tests: median {statistics.median([(line['told']['claim'] or {}).get('tests', 0) for line in lines])}")


class Judge:
    def __init__(self, command, nodes):
        self.engine = chess.engine.SimpleEngine.popen_uci(command.split())
        self.engine.configure({"Hash": 64, "Threads": 1})
        self.limit = chess.engine.Limit(nodes=nodes)

    def points(self, board, moves=None):
        told = self.engine.analyse(board, self.limit, root_moves=moves, game=object())
        cp = told["score"].relative.score(mate_score=20_000)
        return points(cp)


def board_at(fen, moves, ply):
    board = chess.Board(fen)
    for move in moves[:ply]:
        board.push_uci(move)
    return board


def truth(given):
    judge, chosen = Judge(given.engine, given.judge_nodes), random.Random(given.seed)
    holds, cases, placebo, placebos = Counter(), Counter(), 0, 0
    for line in answers(given.out):
        told, row = line["told"], line["row"]
        claim = told["claim"] or {}
        for cause in claim.get("causes", []):
            if cause["weight"] != "because" or not cause.get("forbidden"):
                continue
            board = board_at(told["fen"], cause["line"], cause["forbidden"]["ply"])
            forbidden = [chess.Move.from_uci(m) for m in cause["forbidden"]["moves"]]
            others = [m for m in board.legal_moves if m not in forbidden]
            if not others:
                continue
            start = chess.Board(told["fen"])
            best = judge.points(start)
            if told["verdict"] == "preferred":
                rest = [m for m in start.legal_moves if m.uci() != told["move"]]
                own, best = judge.points(start, rest) if rest else 0.0, best
            else:
                own = judge.points(start, [chess.Move.from_uci(told["move"])])
            loss = max(best - own, 0.04)
            now = judge.points(board)
            share = (now - judge.points(board, others)) / loss
            cases[cause["kind"]] += 1
            holds[cause["kind"]] += share >= 0.35
            if share < 0.35:
                print(f"falls: {share:.2f} (was {cause['share']}) {told['fen']} {told['san']}: {cause['kind']} {cause['text']} {cause['line']}", flush=True)
            # Another capture, or another move, that is not what the line plays.
            other = [m for m in others if board.is_capture(m) and m.to_square not in {f.to_square for f in forbidden}] or others
            spared = chosen.choice(other)
            rest = [m for m in board.legal_moves if m != spared]
            if rest:
                placebos += 1
                placebo += (now - judge.points(board, rest)) / loss >= 0.6
    for kind, number in cases.most_common():
        print(f"{kind}: {holds[kind]} of {number}")
    print(f"all: {holds.total()} of {cases.total()}; placebo: {placebo} of {placebos}")
    judge.engine.quit()


# ---------------------------------------------------------------- facts of the board

PIECE = r"the (\w+) on ([a-h][1-8])"


def stands(board, name, square, colour=None):
    piece = board.piece_at(chess.parse_square(square))
    return piece is not None and piece.piece_type == NAMES[name] and colour in (None, piece.color)


def wrong(told, cause):
    """What is not true of a sentence."""
    subject, line, text = cause["ply"], cause["line"], cause["text"]
    before = board_at(told["fen"], line, subject)
    after = board_at(told["fen"], line, subject + 1)
    move = chess.Move.from_uci(line[subject]) if subject < len(line) else None
    victims = re.findall(PIECE, text)
    faults = []
    need = lambda holds, what: holds or faults.append(what)
    if cause["kind"] in ("unprotected", "cheaper-attacker", "outnumbered", "cannot-take-back", "pinned-guard", "pin", "relative-pin", "capturing-defender"):
        name, square = victims[0]
        need(stands(before, name, square, not before.turn), "victim is not there")
        need(move and (move.to_square == chess.parse_square(square) or before.is_en_passant(move)), "it takes something else")
    if cause["kind"] == "unprotected" and not before.is_en_passant(move):
        need(not before.attackers(not before.turn, move.to_square), "it is protected")
    if cause["kind"] == "cheaper-attacker":
        need(WORTH[before.piece_type_at(move.from_square)] < WORTH[NAMES[victims[0][0]]], "it is not cheaper")
    if cause["kind"] == "outnumbered":
        need(attackers(before, before.turn, move.to_square) > attackers(before, not before.turn, move.to_square), "not attacked more often")
    if cause["kind"] in ("pin",):
        need(before.is_pinned(not before.turn, move.to_square), "it is not pinned")
    if cause["kind"] == "pinned-guard":
        need(before.is_pinned(not before.turn, chess.parse_square(victims[1][1])), "the guard is not pinned")
    if cause["kind"] == "fork":
        for name, square in victims:
            need(stands(after, name, square, after.turn), "target is not there")
            need(chess.parse_square(square) in after.attacks(move.to_square), "it is not attacked")
    if cause["kind"] in ("attack-and-mate", "nothing-saves", "trapped-piece"):
        name, square = victims[0]
        need(stands(after, name, square, after.turn), "it is not there")
        need(after.is_attacked_by(not after.turn, chess.parse_square(square)), "it is not attacked")
    if cause["kind"] in ("attack-and-mate", "mate-threat") and not after.is_check():
        mate = chess.parse_square(text.split()[-1])
        passed = after.copy()
        passed.push(chess.Move.null())
        need(any(m.to_square == mate and is_mate(passed, m) for m in passed.legal_moves), "it threatens no mate there")
    if cause["kind"] == "standing-mate-threat":
        mate = chess.parse_square(text.split()[-1])
        passed = board_at(told["fen"], [], 0)
        passed.push(chess.Move.null())
        need(any(m.to_square == mate and is_mate(passed, m) for m in passed.legal_moves), "no mate was threatened there")
    if cause["kind"] == "capturing-defender":
        guard, kept = (chess.parse_square(square) for _, square in victims)
        need(kept in before.attacks(guard), "it does not protect that")
    if cause["kind"] in ("deflection", "overloading"):
        guard, kept = (chess.parse_square(square) for _, square in victims)
        need(kept in after.attacks(guard), "it does not protect that")
    if cause["kind"] == "discovered-attack":
        slider, kept = (chess.parse_square(square) for _, square in victims)
        need(kept in after.attacks(slider) and kept not in before.attacks(slider), "the line was not opened")
    if cause["kind"] == "skewer":
        front, back = (chess.parse_square(square) for _, square in victims)
        need(front in after.attacks(move.to_square) and front in chess.SquareSet(chess.between(move.to_square, back)), "not on a line")
    if cause["kind"] in ("guard-given-up",):
        square = chess.parse_square(text.split()[-1])
        start, first = board_at(told["fen"], [], 0), chess.Move.from_uci(line[0])
        need(square in start.attacks(first.from_square), "it was not guarded")
        need(square not in board_at(told["fen"], line, 1).attacks(first.to_square), "it is still guarded")
    if cause["kind"] in ("passed-pawn", "promotion"):
        square = chess.parse_square(re.search(r"on ([a-h][1-8])", text)[1])
        need(chess.Board(told["fen"]).piece_type_at(square) == chess.PAWN, "there is no pawn")
    if cause["kind"] == "exchange":
        taken = before.piece_type_at(move.to_square)
        need(taken and WORTH[taken] == WORTH[before.piece_type_at(move.from_square)], "it takes something else")
        need(chess.Move.from_uci(line[subject + 1]).to_square == move.to_square, "nothing takes back")
    if cause["kind"] == "mate":
        need(board_at(told["fen"], line, len(line)).is_checkmate(), "the line does not mate")
    if cause["kind"] in ("saves", "protects", "shuts-line"):
        name, square = victims[0]
        need(stands(before, name, square, before.turn), "it is not there")
    if cause["kind"] == "protects":
        need(after.is_attacked_by(before.turn, chess.parse_square(victims[0][1])), "it is not protected")
    if cause["kind"] == "takes-attacker":
        by, kept = victims
        need(stands(before, *by, not before.turn) and stands(before, *kept, before.turn), "they are not there")
        passed = before.copy()
        passed.push(chess.Move.null())
        need(chess.parse_square(kept[1]) in passed.attacks(chess.parse_square(by[1])), "it does not attack that")
    if cause["kind"] in ("standing-threat", "two-threats"):
        start = board_at(told["fen"], line, 1)
        for name, square in victims:
            need(stands(start, name, square, not start.turn), "it is not there")
    if cause["kind"] == "threat":
        for name, square in victims:
            need(stands(after, name, square, after.turn), "it is not there")
    return faults


def attackers(board, side, square):
    """How many pieces of a side attack a square, those behind others on a line, too."""
    occupied, found = board.occupied, 0
    while new := (board.attackers_mask(chess.WHITE, square, occupied) | board.attackers_mask(chess.BLACK, square, occupied)) & occupied & ~found:
        found |= new
        occupied &= ~(new & (board.bishops | board.rooks | board.queens | board.pawns))
    return (found & board.occupied_co[side]).bit_count()


def is_mate(board, move):
    board.push(move)
    told = board.is_checkmate()
    board.pop()
    return told


def facts(given):
    checked, faults = 0, 0
    for line in answers(given.out):
        told = line["told"]
        for cause in (told["claim"] or {}).get("causes", []):
            checked += 1
            found = wrong(told, cause)
            faults += bool(found)
            if found:
                print(f"wrong: {found} {told['fen']} {told['san']}: {cause['kind']} {cause['text']} ply {cause['ply']} {cause['line']}")
    print(f"{faults} of {checked} sentences wrong")


def show(given):
    for line in answers(given.out):
        told, row = line["told"], line["row"]
        claim = told["claim"] or {}
        print(f"{row['id']} {told['fen']} {told['san']} ({row.get('loss_cp', row.get('gap_cp'))}, best {told['rival']['san'] if told['rival'] else None}): {claim.get('kind')} {claim.get('text', '')}")
        if "said" in told:
            print("   ", "\n    ".join(told["said"].split("\n\n")[1].split("\n")[:6]))
        for cause in claim.get("causes", []):
            print(f"    {cause['weight']} {cause['kind']} {cause['share']} {cause['test']}: {cause['ply']} {cause['text']} {' '.join(cause['line'])}")
        for cause in claim.get("refuted", []):
            print(f"    refuted {cause['kind']} {cause['share']}: {cause['text']}")


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="what", required=True)
    for name in ("bad", "good"):
        command = commands.add_parser(name)
        command.add_argument("shans")
        command.add_argument("rows")
        command.add_argument("out")
        command.add_argument("--nodes", default="100k")
        command.add_argument("--over")
        command.add_argument("--quick", action="store_true")
        command.add_argument("--text", action="store_true")
        command.add_argument("--first", type=int, default=10_000)
    for name in ("truth", "facts", "show"):
        command = commands.add_parser(name)
        command.add_argument("out")
        command.add_argument("--engine", default="stockfish")
        command.add_argument("--judge-nodes", type=int, default=400_000)
        command.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    dict(bad=ask, good=ask, truth=truth, facts=facts, show=show)[given.what](given)


if __name__ == "__main__":
    main()
