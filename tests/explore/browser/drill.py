"""The drill in the page, with a clock that is set.

Usage: drill.py PROGRAM CHROMIUM [FOLDER].
"""

import json
import re
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from driver import CHROMIUM, PROGRAM, Explorer, Page, done
from looks import nobody_is_kept_out

FIRST = "2026-03-01T10:00:00"


def make(folder):
    """Black's answers to 1. f3 e5 2. g4 and 2. e4."""
    tree, games, mine = (Path(folder) / name for name in ("black.tree", "games.pgn", "mine.pgn"))
    games.write_text("1. f3 e5 2. g4 Qh4# 0-1\n\n" * 10 + "1. f3 e5 2. e4 Nf6 *\n\n" * 5)
    mine.write_text("1. f3 e5 *\n")
    options = ["--side", "black", "--games", games, "--mine", mine, "--nodes", "5k", "--cover", "5%", "--quiet"]
    subprocess.run([PROGRAM, "prepare", tree, *options], check=True, stdout=subprocess.DEVNULL)
    return tree


def opened(browser, explorer, time, width=1280, height=900):
    page = Page(browser, explorer.url, width=width, height=height)
    page.page.clock.set_fixed_time(time)
    page.page.locator("#drill").click()
    expect(page.page.locator("#drill-count")).to_contain_text("question")
    return page


def says(page, text):
    expect(page.page.locator("#drill-told")).to_contain_text(text)


def answer(page, move):
    page.page.locator("#drill-move").fill(move)
    page.press("Enter")


def square(page, name):
    """Black is below."""
    box = page.page.locator("#drill-board svg > g").first.bounding_box()
    file, rank = "abcdefgh".index(name[0]), int(name[1]) - 1
    return box["x"] + (7.5 - file) * box["width"] / 8, box["y"] + (rank + 0.5) * box["height"] / 8


def a_session(page, answers):
    """A right answer with hints, a wrong one that is refuted at once, and another question."""
    asked = page.page.locator("#drill-asked")
    expect(asked).to_contain_text(re.compile("1\\.\\sf3\\. Your move as Black\\. New\\."))
    page.shot("30-drill")
    nobody_is_kept_out(page, "the drill")
    hint = page.page.locator("#drill-hint")
    hint.click()
    says(page, "Look at the ")
    hint.click()
    says(page, "dea")
    hint.click()
    expect(page.page.locator("#drill-told")).to_have_text(re.compile(r"^\S+\.$"))
    move = page.page.locator("#drill-told").text_content().rstrip(".")
    answer(page, move)
    says(page, f"{move} is right.")
    assert len(answers()) == 1, "it is kept at once"
    page.page.locator("#drill-next").click()
    expect(asked).to_contain_text("66.7 % of games")
    for name in ("a7", "a6"):
        page.page.mouse.click(*square(page, name))
    says(page, "Qh4# is right.")
    expect(page.page.locator("#drill-typed")).to_be_hidden()
    page.shot("31-drill-wrong")
    assert [one["grade"] for one in answers()] == ["again", "again"], answers()
    page.page.locator("#drill-next").click()
    expect(asked).to_contain_text("33.3 % of games")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        tree = make(folder)
        kept, before = Path(f"{tree}.drill"), tree.read_bytes()
        answers = lambda: [json.loads(line) for line in kept.read_text().splitlines()]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        explorer = Explorer(tree)
        page = opened(browser, explorer, FIRST)
        a_session(page, answers)
        done("questions, hints, and a refutation at once")
        # The program is killed while a question is open: what was answered is there.
        explorer.process.kill()
        page.context.close()
        with Explorer(tree) as explorer:
            # A few minutes later, on a narrow screen: what was wrong comes first.
            page = opened(browser, explorer, "2026-03-01T10:05:00", width=400, height=740)
            expect(page.page.locator("#drill-count")).to_contain_text("2 due, ")
            page.shot("32-drill-narrow")
            answer(page, "e5")
            page.page.locator("#drill-next").click()
            answer(page, "Qh4#")
            says(page, "Qh4# is right.")
            page.page.locator("#drill-tree").click()
            page.expect_plies(3)
            page.close()
            # A month later, all of them.
            page = opened(browser, explorer, "2026-04-01T10:00:00")
            expect(page.page.locator("#drill-count")).to_contain_text(re.compile(r"^[23] due, "))
            page.page.locator("#drill-close").click()
            expect(page.page.locator("#drill-window")).to_be_hidden()
            page.close()
        assert tree.read_bytes() == before, "nothing of it is in the tree"
        assert len(answers()) == 4, answers()
        browser.close()
        done("answers outlive the program, and the tree stays as it is")


if __name__ == "__main__":
    main()
