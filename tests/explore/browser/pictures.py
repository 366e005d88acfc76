#!/usr/bin/env python3
"""Makes the pictures of the page that README.md and the guide show, with the command that they show.

Usage: pictures.py PROGRAM CHROMIUM
"""

import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from driver import CHROMIUM, FEN, PROGRAM, Explorer, Page

IMAGES = Path(__file__).parents[3] / "docs" / "images"


def write_a_notation(page):
    """A line with a comment and a mark, and a side line."""
    for plies, move in enumerate(("Nb3", "Bf8", "Rxc8", "Rxc8"), 1):
        page.type(move, plies)
    page.page.locator("#comment").fill("a pair of rooks is off")
    page.page.locator("#comment").press("Tab")
    page.page.locator("#notation-moves button", has_text="Nb3").click()
    page.page.locator("#marks [data-mark='1']").click()
    page.press("Home")
    page.expect_plies(0)
    for plies, move in enumerate(("Rxc5", "Rxc5"), 1):
        page.type(move, plies)
    # The move made last is the one chosen.
    page.press("Home")
    page.expect_plies(0)
    page.type("Nb3", 1)
    page.press("Home")
    page.expect_plies(0)


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        tree = str(Path(folder) / "game.tree")
        make = [PROGRAM, "analyze", FEN, "--nodes", "1m", "--save", tree, "--quiet"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Explorer(tree) as explorer:
            page = Page(browser, explorer.url, width=1400)
            page.page.locator("#follow").uncheck()
            write_a_notation(page)
            page.page.mouse.move(0, 0)
            page.page.evaluate("document.activeElement.blur()")
            # The bars come to rest.
            page.page.wait_for_timeout(1_000)
            page.page.screenshot(path=IMAGES / "explorer.png")
            page.page.get_by_role("button", name="Why Nxf7+?", exact=True).click()
            expect(page.page.locator("#why")).to_contain_text("is worth")
            page.page.mouse.move(0, 0)
            page.page.screenshot(path=IMAGES / "explorer-why.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
