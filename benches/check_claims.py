#!/usr/bin/env python3
"""Whether `shans check` judges right: generated claims, about half of them false.

Usage: check_claims.py SHANS POSITIONS.jsonl [--claims 2000] [--engine stockfish] [--judge-nodes 3000000] [--searched 0.2] [--seed 1]

Claims about rules and geometry are judged by python-chess; `better` and `only` by an engine, where two moves that differ by less than
0.30 are left out. `threatens`, `wins` and `cause` have no such judge and are not asked. Positions: rows with `fen`.
"""

import argparse
import json
import random
import subprocess
from collections import Counter

import chess
import chess.engine

CLEAR = 30


def rules(board, chosen):
    """A claim, and whether it is true."""
    squares, pieces = list(chess.SQUARES), list(board.piece_map())
    kind = chosen.choice(["legal", "attacks", "protects", "pinned", "passed", "draw", "mate"])
    name = chess.square_name
    wants = chosen.random() < 0.5
    if kind == "legal":
        moves = {m.uci() for m in board.legal_moves}
        own = [s for s in pieces if board.color_at(s) == board.turn]
        other = name(chosen.choice(own)) + name(chosen.choice(squares))
        move = chosen.choice(sorted(moves)) if wants and moves else other
        # Castling may be written as the king that takes its rook, too.
        return f"legal {move}", move in moves or move[:2] != move[2:] and board.is_legal(chess.Move.from_uci(move))
    if kind in ("attacks", "protects"):
        true = [(a, b) for a in pieces for b in board.attacks(a) if (board.color_at(b) == board.color_at(a)) == (kind == "protects") and (kind == "attacks" or board.piece_at(b))]
        one, two = chosen.choice(true) if wants and true else (chosen.choice(pieces), chosen.choice(squares))
        return f"{kind} {name(one)} {name(two)}", (one, two) in true
    if kind == "pinned":
        true = [s for s in pieces if board.piece_type_at(s) != chess.KING and board.is_pinned(board.color_at(s), s)]
        square = chosen.choice(true) if wants and true else chosen.choice(pieces)
        return f"pinned {name(square)}", square in true
    if kind == "passed":
        pawns = [s for s in pieces if board.piece_type_at(s) == chess.PAWN]
        true = [s for s in pawns if is_passed(board, s)]
        square = chosen.choice(true) if wants and true else chosen.choice(pawns or pieces)
        return f"passed {name(square)}", square in true
    if kind == "draw":
        return "draw", board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 100 and not board.is_checkmate()
    return "mate 1", any(mates(board, m) for m in board.legal_moves)


def balanced(board, chosen):
    """The same, true as often as not: there is hardly a draw or a mate in a position of a game."""
    wanted = chosen.random() < 0.5
    while (claim := rules(board, chosen))[1] != wanted:
        pass
    return claim


def is_passed(board, square):
    side, rank, file = board.color_at(square), chess.square_rank(square), chess.square_file(square)
    ahead = lambda s: chess.square_rank(s) > rank if side else chess.square_rank(s) < rank
    return not any(ahead(s) and abs(chess.square_file(s) - file) <= 1 for s in board.pieces(chess.PAWN, not side))


def mates(board, move):
    board.push(move)
    told = board.is_checkmate()
    board.pop()
    return told


def searched(board, engine, limit, chosen):
    """The same of two moves, by an engine; None where it is not clear."""
    moves = list(board.legal_moves)
    if len(moves) < 2:
        return None
    value = lambda only: engine.analyse(board, limit, root_moves=only, game=object())
    best = value(moves)
    if chosen.random() < 0.5:
        first = best["pv"][0] if chosen.random() < 0.5 else chosen.choice(moves)
        others = [m for m in moves if m != first]
        own, other = (value(only)["score"].relative.score(mate_score=10_000) for only in ([first], others))
        return (f"only {first.uci()}", own > other) if abs(own - other) >= CLEAR else None
    one, two = chosen.sample([best["pv"][0]] + chosen.sample(moves, 2), 2)
    if one == two:
        return None
    own, other = (value([m])["score"].relative.score(mate_score=10_000) for m in (one, two))
    return (f"better {one.uci()} {two.uci()}", own > other) if abs(own - other) >= CLEAR else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shans")
    parser.add_argument("positions")
    parser.add_argument("--claims", type=int, default=2000)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--judge-nodes", type=int, default=3_000_000)
    parser.add_argument("--searched", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chosen = random.Random(given.seed)
    boards = [chess.Board(json.loads(line)["fen"]) for line in open(given.positions)]
    counts, truths, proven_wrong = Counter(), Counter(), 0
    with chess.engine.SimpleEngine.popen_uci(given.engine) as engine:
        limit = chess.engine.Limit(nodes=given.judge_nodes)
        share = max(1, given.claims // len(boards))
        for board in boards:
            claims = []
            while len(claims) < share:
                claim = searched(board, engine, limit, chosen) if chosen.random() < given.searched else balanced(board, chosen)
                if claim:
                    claims.append(claim)
            told = subprocess.run([given.shans, "check", board.fen(), ",".join(text for text, _ in claims), "--json"], check=True, capture_output=True, text=True).stdout
            for (text, is_true), judged in zip(claims, json.loads(told)["claims"], strict=True):
                verdict = judged["verdict"]
                truths[is_true] += 1
                right = "unknown" if verdict == "unknown" else "right" if (verdict != "false") == is_true else "wrong"
                counts[(text.split()[0], right)] += 1
                if right == "wrong":
                    proven_wrong += verdict == "proven" or judged["nodes"] == 0
                    print(f"wrong: {board.fen()} {text} is {is_true}, told {judged}", flush=True)
    total = sum(counts.values())
    print(f"{total} claims, {truths[True]} true; wrong {sum(n for (_, r), n in counts.items() if r == 'wrong')}, unknown {sum(n for (_, r), n in counts.items() if r == 'unknown')}; by rules and wrong {proven_wrong}")
    for key, number in sorted(counts.items()):
        print(*key, number)


if __name__ == "__main__":
    main()
