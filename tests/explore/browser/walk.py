"""The page of `shans explore` in a real browser without a window.

Usage: walk.py PROGRAM CHROMIUM [FOLDER]. Every step is checked; with FOLDER a screenshot of each
is left there.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from driver import CHROMIUM, FEN, PROGRAM, Explorer, Page, done
from game import a_whole_session, an_error_is_named
from live import live
from looks import everything_has_a_name, look_at, the_move_shown_is_in_sight
from panels import panels
from review import a_game_is_reviewed
from tree import a_tree_made_before


def promote(browser):
    with Explorer("8/P6k/8/8/8/8/7K/8 w - - 0 1", "--nodes", "5k") as explorer:
        page = Page(browser, explorer.url)
        page.click("a7", "a8")
        dialog = page.page.locator("#promotion")
        expect(dialog).to_be_visible()
        page.shot("07-promotion")
        dialog.get_by_role("button", name="white knight").click()
        page.expect_plies(1)
        assert page.path() == ["1. a8=N"]
        page.press("f")
        page.shot("08-turned-round")
        page.close()


def two_pages_and_a_server_that_ends(browser, tree):
    explorer = Explorer(tree)
    first, second = Page(browser, explorer.url), Page(browser, explorer.url)
    second.press("ArrowRight")
    second.expect_plies(1)
    first.press("s")
    for page in (first, second):
        expect(page.page.locator("#standing")).to_contain_text("Analysing", timeout=20_000)
    with explorer:
        pass
    first.press("ArrowRight")
    expect(first.page.locator("#problem")).to_contain_text("does not answer")
    first.shot("12-server-gone")
    for page in (first, second):
        # The browser itself tells of the connections that failed.
        page.errors = [error for error in page.errors if "ERR_" not in error]
        page.close()


def what_opponents_play(browser, folder):
    """A tree of `prepare`: how often moves are played, as a bar, and practical points."""
    tree, games, mine = (str(Path(folder) / name) for name in ("prepared.tree", "opponents.pgn", "mine.pgn"))
    Path(games).write_text("1. e4 e5 1-0\n\n" * 3 + "1. e4 c5 0-1\n\n")
    Path(mine).write_text("1. e4 *\n")
    make = [PROGRAM, "prepare", tree, "--side", "white", "--games", games, "--mine", mine, "--nodes", "5k", "--quiet"]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    with Explorer(tree) as explorer:
        page = Page(browser, explorer.url)
        row = page.page.locator("#candidates tr[data-move=e2e4]")
        expect(page.page.locator("#practical-head")).to_be_visible()
        expect(page.page.locator("#played-head")).to_be_hidden()
        expect(row).to_contain_text(re.compile(r"\d+\u00a0%"))
        row.locator("button[data-kind=go]").click()
        page.expect_plies(1)
        for move, share, told in (("e7e5", "75\u00a0%", "3 games, scored 100\u00a0%"), ("c7c5", "25\u00a0%", "1 game, scored 0\u00a0%")):
            played = page.page.locator(f"#candidates tr[data-move={move}] .played")
            expect(played).to_have_text(share)
            expect(played).to_have_attribute("title", told)
        page.shot("17-played")
        everything_has_a_name(page)
        page.close()
        look_at(browser, explorer.url, "18-played-narrow", width=400, height=740)
        look_at(browser, explorer.url, "19-played-wide", width=1920, height=1080)


def make_a_tree(folder):
    tree = str(Path(folder) / "game.tree")
    make = [PROGRAM, "analyze", FEN, "--nodes", "400k", "--save", tree, "--quiet"]
    options = ["--searcher", "best-first:quiescence", "--memory", "128MiB"]
    subprocess.run(make + options, check=True, stdout=subprocess.DEVNULL)
    return tree


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        tree = make_a_tree(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        a_tree_made_before(browser, tree)
        live(browser)
        a_whole_session(browser, folder, width=1400)
        a_whole_session(browser, folder, width=400, height=740)
        a_whole_session(browser, folder, width=1920, height=1080, scheme="dark")
        an_error_is_named(browser, folder)
        a_game_is_reviewed(browser, folder, width=1400)
        a_game_is_reviewed(browser, folder, width=400, height=740, scheme="dark")
        a_game_is_reviewed(browser, folder, width=1920, height=1080)
        the_move_shown_is_in_sight(browser, folder)
        panels(browser, folder)
        what_opponents_play(browser, folder)
        done("what opponents play")
        promote(browser)
        done("promote")
        two_pages_and_a_server_that_ends(browser, tree)
        done("two pages and a server that ends")
        browser.close()


if __name__ == "__main__":
    main()
