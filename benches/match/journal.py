"""The games played so far, so that an interrupted match can be resumed."""

import json
import os


class Journal:
    """`PREFIX.jsonl`, an object for each game, and `PREFIX.pgn`. A match is resumed only if it is the
    same one: players, limit, book and seed are in the first line."""

    def __init__(self, prefix, match):
        self.path, self.games_path = f"{prefix}.jsonl", f"{prefix}.pgn"
        self.games = {}
        if not os.path.exists(self.path):
            self._append(self.path, json.dumps({"match": match}))
            return
        with open(self.path, encoding="utf-8") as file:
            # A line that was cut off when the machine stopped is played again.
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        if not lines or lines[0].get("match") != match:
            raise ValueError(f"{self.path} belongs to another match; give another --out")
        for game in lines[1:]:
            self.games[game["pair"], game["reversed"]] = game

    def note(self, pair, is_reversed, result, first_points, pgn):
        """Takes in a game."""
        game = {
            "pair": pair,
            "reversed": is_reversed,
            "points": first_points,
            "reason": result.reason,
            "plies": result.board.ply(),
        }
        self.games[pair, is_reversed] = game
        self._append(self.games_path, pgn + "\n")
        self._append(self.path, json.dumps(game))

    def points(self, pair):
        """The points of the first player in both games of a pair; `None` until both are played."""
        games = [self.games.get((pair, is_reversed)) for is_reversed in (False, True)]
        return [game["points"] for game in games] if all(games) else None

    @staticmethod
    def _append(path, line):
        with open(path, "a", encoding="utf-8") as file:
            file.write(line + "\n")
