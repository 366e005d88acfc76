#!/usr/bin/env python3
"""What `shans game` writes, as python-chess reads it; and how often its values contradict each other.

Random games with clocks, comments, marks and variations are annotated. Every game has to be read without an error, with the
same moves, tags, clocks and comments. A contradiction is a move that is called best, and a position behind it that is worth something
else than the one before it; the searches of positions one by one are counted beside those in one tree.

Usage: agreement.py PROGRAM [FILE.pgn ...] [--games 200] [--nodes 500] [--seed 1] [--json]

Games in FILEs are looked at, too. It needs python-chess (PyPI: chess).
"""

import argparse
import io
import json
import random
import re
import subprocess

import chess.pgn

OURS = re.compile(r"\[%(eval|csl|cal)[^\]]*\]")


def random_game(seed):
    """A game with all that people write into games."""
    dice = random.Random(seed)
    game = chess.pgn.Game()
    game.headers.update(White=f"Random {seed}", Black='A "quoted" name', Annotator="é ü")
    node, length = game, dice.randrange(1, 120)
    while not node.board().is_game_over() and node.ply() < length:
        moves = list(node.board().legal_moves)
        main = dice.choice(moves)
        child = node.add_main_variation(main)
        child.set_clock(float(7200 - 7 * node.ply()))
        if dice.random() < 0.2:
            child.comment += dice.choice([" good (why not)", " [%cal Ge2e4]", " two\nlines; of it"])
        if dice.random() < 0.2:
            child.nags.add(dice.choice([1, 2, 3, 6, 13, 146]))
        other = dice.choice(moves)
        if dice.random() < 0.1 and other != main:
            variation = node.add_variation(other, comment="or this")
            if not variation.board().is_game_over():
                variation.add_variation(dice.choice(list(variation.board().legal_moves)))
        node = child
    return str(game)


def read(text):
    with io.StringIO(text) as file:
        while game := chess.pgn.read_game(file):
            yield game


def facts(game):
    """What has to stay: tags, main line, clocks, own comments; and marks and variations, to which others may be added."""
    nodes = [game, *game.mainline()]
    main = [(node.move, node.clock(), " ".join(OURS.sub("", node.comment).split())) for node in nodes[1:]]
    more = [node.nags | {child.move for child in node.variations} for node in nodes]
    return dict(game.headers), main, more


def differs(before, after):
    (tags, main, more), (tags_after, main_after, more_after) = facts(before), facts(after)
    return tags != tags_after or main != main_after or any(not one <= other for one, other in zip(more, more_after))


def annotated(args, path):
    command = [args.program, "game", path, "--nodes", str(args.nodes), "--pgn", "-", "--quiet"]
    return subprocess.run(command, capture_output=True).stdout.decode("utf-8", "replace")


def score(position):
    """Centipawns, or who wins, for White."""
    told = position["score"]
    if "cp" in told:
        return told["cp"]
    white_moves = " w " in position["fen"]
    wins = told["won"] if "won" in told else (told["mate"] > 0 or (told["mate"] == 0 and not white_moves))
    return "won" if wins else "lost"


def contradictions(args, path, searcher):
    command = [args.program, "game", path, "--nodes", str(args.nodes), "--json", "--quiet", "--searcher", searcher]
    best = wrong = 0
    for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines():
        positions = json.loads(line)["positions"]
        for before, behind in zip(positions, positions[1:]):
            if before["played"]["best"]:
                best += 1
                wrong += score(before) != score(behind)
    return {"searcher": searcher, "best": best, "contradictions": wrong}


def read_again(args, path):
    """How python-chess reads the games of a file after they were annotated."""
    with open(path, encoding="utf-8", errors="replace") as file:
        before = list(read(file.read()))
    after = list(read(annotated(args, path)))
    errors = sum(bool(game.errors) for game in after) - sum(bool(game.errors) for game in before)
    changed = sum(differs(*pair) for pair in zip(before, after)) + abs(len(before) - len(after))
    return {"file": path, "games": len(after), "errors": errors, "changed": changed}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", default="random-games.pgn", help="where the random games are written")
    parser.add_argument("--json", action="store_true", help="the counts as an object")
    args = parser.parse_args()
    with open(args.random, "w") as file:
        for number in range(args.games):
            print(random_game(f"{args.seed} {number}"), file=file, end="\n\n")
    files = [read_again(args, path) for path in [args.random, *args.files]]
    last = files[-1]["file"]
    searchers = [contradictions(args, last, searcher) for searcher in ("best-first", "pvs")]
    if args.json:
        print(json.dumps({"files": files, "searchers": searchers}))
        return
    for told in files:
        print("{file}: {games} games, {errors} with new errors, {changed} changed".format(**told))
    for told in searchers:
        print("{searcher}: {best} moves are called best, {contradictions} contradictions".format(**told))


if __name__ == "__main__":
    main()
