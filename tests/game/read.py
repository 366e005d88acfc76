"""Reads with python-chess what the program writes, and compares.

Usage: read.py SHANS [FILE.pgn ...]
"""

import io
import json
import logging
import subprocess
import sys
import tempfile
from pathlib import Path

import chess.pgn
import chess.polyglot

REPORTED = Path(__file__).parent.parent / "data" / "reported"


def run(shans, *arguments):
    """What a command prints."""
    done = subprocess.run([shans, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.stdout


def games_of(text):
    """The games that python-chess reads in a text, each without an error."""
    source, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(source)) is not None:
        games.append(game)
    return games


def main_line(game):
    board, moves = game.board(), []
    for move in game.mainline_moves():
        moves.append(board.san(move))
        board.push(move)
    return moves


def decoded(data):
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def played(record):
    return [position["played"]["san"] for position in record["positions"] if "played" in position]


def check_annotated(shans, path, folder):
    """The games of a file that python-chess reads are read as before when they are annotated; annotated twice they are
    the same."""
    options = ("--nodes", "200", "--rounds", "0", "--quiet")
    told = [json.loads(line) for line in run(shans, "game", path, *options, "--json").splitlines()]
    once = run(shans, "game", path, *options, "-o", "-")
    again = folder / "again.pgn"
    again.write_bytes(once)
    twice = run(shans, "game", again, *options, "-o", "-")
    assert once == twice, f"{path}: annotated twice it is another file"
    before, after = (lines_of(data) for data in (path.read_bytes(), once))
    readable = [played(record) for record in told if played(record) in before]
    for line in readable:
        assert line in after, f"{path}: {line} is read otherwise: {after}"
    return len(readable)


def lines_of(data):
    return [main_line(game) for game in games_of(decoded(data)) if not game.errors]


def check_written(shans, folder):
    """Recorded games and exported trees."""
    record = folder / "record.pgn"
    run(shans, "lab", "play", "--seats", "greedy,random", "--games", "4", "--nodes", "20", "--record", record)
    told = [json.loads(line) for line in run(shans, "game", record, "--nodes", "1", "--rounds", "0", "--json").splitlines()]
    games = games_of(record.read_text())
    assert not any(game.errors for game in games), [game.errors for game in games]
    assert [main_line(game) for game in games] == [played(record) for record in told]
    tree = folder / "a.tree"
    for fen in ("startpos", "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"):
        searcher = ("--searcher", "best-first:quiescence")
        run(shans, "analyze", *fen.split(), "--nodes", "5k", *searcher, "--save", tree, "--force")
        (game,) = games_of(run(shans, "export", tree, "--format", "pgn", "--max-nodes", "300").decode())
        assert not game.errors, game.errors
        nodes = sum(1 for _ in walk(game))
        assert nodes == 300, nodes
    check_exported_game(shans, folder)
    return len(games)


GAME = r"""[Event "Club \"A\" \\ B"]
[White "Anna"]
[Result "1-0"]
[WhiteElo "2000"]

{Begins} 1. e4! {best} e5 2. Nf3 Nc6 $6 {50 % {of it} 1-0
"""


def check_exported_game(shans, folder):
    """The tree of a game is exported with its tags, comments and marks."""
    path, tree = folder / "told.pgn", folder / "told.tree"
    path.write_text(GAME)
    run(shans, "analyze", path, "--nodes", "2k", "--quiet", "--save", tree)
    (game,) = games_of(run(shans, "export", tree, "--format", "pgn", "--max-nodes", "50").decode())
    assert not game.errors, game.errors
    (given,) = games_of(GAME)
    kept = {name: game.headers[name] for name in ("Event", "White", "WhiteElo")}
    assert kept == {name: given.headers[name] for name in kept}, game.headers
    # The line goes on behind the game, and nobody has won it.
    assert (game.headers["Result"], game.headers["GameResult"]) == ("*", given.headers["Result"]), game.headers
    nodes = list(game.mainline())[:4]
    assert game.comment == "Begins" and nodes[0].comment == "best" and nodes[0].nags == {1}, nodes
    assert nodes[3].comment == "50 % (of it" and nodes[3].nags == {6}, nodes[3]


def check_book(shans, folder):
    """The answers of a repertoire as an opening book."""
    games, book = folder / "played.pgn", folder / "book.bin"
    games.write_text("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *\n\n" * 10)
    told = json.loads(run(shans, "prepare", folder / "book.tree", "--side", "white", "--games", games, "--nodes", "1k", "--polyglot", book, "--json"))
    answers = {}
    for place in told["positions"]:
        board = chess.Board(told["fen"])
        for move in place["line"]:
            board.push_uci(move["move"])
        if place["answer"] and not place["transposes_to"]:
            answers[board.fen()] = place["answer"]["move"]
    with chess.polyglot.open_reader(book) as reader:
        found = {fen: reader.find(chess.Board(fen)).move.uci() for fen in answers}
        assert found == answers, (found, answers)
        assert len(reader) == len(answers) > 1, len(reader)
    return len(answers)


def walk(node):
    yield node
    for child in node.variations:
        yield from walk(child)


def main(shans, *paths):
    files = [*sorted(REPORTED.glob("*.pgn")), *map(Path, paths)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        annotated = sum(check_annotated(shans, path, folder) for path in files)
        written = check_written(shans, folder)
        entries = check_book(shans, folder)
    print(f"python-chess reads {annotated} annotated games of {len(files)} files, {written} recorded games, 2 trees and a book of {entries} moves")


if __name__ == "__main__":
    # It tells of each error in what it is given to read.
    logging.disable()
    main(*sys.argv[1:])
