#!/usr/bin/env python3
"""Two builds of shans on positions of the four-country game with hidden ranks.

    benches/hidden_junqi.py OLD NEW [--searcher NAME] [--nodes N] [--games N] [--judge-depth D]

Positions come from games between greedy players (`shans lab play`, every tenth ply from the tenth on), seen
by the team to move. Both builds choose a move with the same nodes. Where they disagree, alpha-beta of NEW
searches both moves to the same depth: it averages the outcomes of battles and knows no chances. Prints how
often each choice was the better one, and the mean difference in centipawns (wins count 20,000).
"""

import argparse
import json
import math
import pathlib
import subprocess
import tempfile

VIEWS = {"S": "SN", "N": "SN", "E": "EW", "W": "EW"}


def run(program, *args):
    """The JSON that a command prints; None where it fails."""
    done = subprocess.run([program, *args, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def positions(program, games):
    """Positions of games, as the team to move sees them."""
    with tempfile.TemporaryDirectory() as folder:
        record = str(pathlib.Path(folder) / "games")
        play = ["--rules", "junqi", "--seats", "greedy,greedy,greedy,greedy"]
        subprocess.run([program, "lab", "play", *play, "--games", str(games), "--record", record], capture_output=True, check=True)
        for game in range(1, games + 1):
            of_game = ["--rules", "junqi", "--pgn", record, "--game", str(game)]
            for ply in [f"{number}{side}" for number in range(10, 200, 10) for side in "wb"]:
                found = run(program, "analyze", *of_game, "--at", ply, "--nodes", "1", "--quiet")
                if found is None:
                    continue
                mover = found["fen"].split("turn=")[1][0]
                yield f"{found['fen']} view={VIEWS[mover]}"


def centipawns(score):
    if "cp" in score:
        return score["cp"]
    return math.copysign(20_000, score["mate"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--searcher", default="best-first")
    parser.add_argument("--nodes", default="3k")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--judge-depth", default="3")
    parser.add_argument("--judge-nodes", default="400k")
    args = parser.parse_args()
    searched, differences = 0, []
    for position in positions(args.new, args.games):
        common = ["analyze", position, "--rules", "junqi", "--quiet", "--memory", "16MiB"]
        limits = ["--searcher", args.searcher, "--nodes", args.nodes]
        answers = [run(program, *common, *limits) for program in (args.old, args.new)]
        if None in answers or None in [answer["best_move"] for answer in answers]:
            continue
        searched += 1
        old, new = (answer["best_move"] for answer in answers)
        if old == new:
            continue
        judge = ["--searcher", "alpha-beta", "--depth", args.judge_depth, "--nodes", args.judge_nodes]
        scores = [run(args.new, *common, *judge, "--only", move) for move in (old, new)]
        if None not in scores and scores[0]["depth"] == scores[1]["depth"]:
            differences.append(centipawns(scores[1]["score"]) - centipawns(scores[0]["score"]))
    better = sum(difference > 0 for difference in differences)
    worse = sum(difference < 0 for difference in differences)
    mean = sum(differences) / max(1, len(differences))
    print(f"{searched} positions, {len(differences)} judged answers differ: "
          f"{better} better, {worse} worse, mean {mean:+.0f} centipawns")


if __name__ == "__main__":
    main()
