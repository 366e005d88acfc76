"""The list of a folder, and the way to a tree and back.

Usage: folder.py PROGRAM CHROMIUM [FOLDER]; screenshots go to FOLDER.
"""

import subprocess
import tempfile

from playwright.sync_api import expect, sync_playwright

from driver import CHROMIUM, FEN, PROGRAM, Explorer, done
from looks import nobody_is_kept_out

LIST = "#trees tr"


def make_trees(folder):
    for name, position in (("ending.tree", "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1"), ("middlegame.tree", FEN), ("start.tree", "startpos")):
        words = [PROGRAM, "analyze", position, "--nodes", "20k", "--save", name, "--quiet"]
        subprocess.run(words, check=True, capture_output=True, cwd=folder)


def the_list(page, name):
    expect(page.locator(LIST)).to_have_count(3)
    fits = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert fits, f"{name}: the list is wider than its window"


def look_at(browser, url, name, width, scheme="light"):
    page = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
    page.goto(url)
    the_list(page, name)
    nobody_is_kept_out(Inner(page), name)
    page.context.close()


class Inner:
    """A page as the checks of `looks` take it."""

    def __init__(self, page):
        self.page = page


def walk(browser, url):
    context = browser.new_context()
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(url)
    the_list(page, "list")
    first = page.locator(LIST).first
    expect(first).to_contain_text("start.tree")
    expect(first).to_contain_text("20,0")
    page.locator("#find").fill("middle")
    expect(page.locator(LIST)).to_have_count(1)
    expect(page.locator("#count")).to_have_text("1 of 3 trees")
    page.get_by_role("link", name="middlegame.tree").click()
    expect(page.locator("#candidates tr").first).to_be_visible()
    page.get_by_role("link", name="shans").click()
    expect(page.locator(LIST).filter(has_text="(open)")).to_contain_text("middlegame.tree")
    assert not faults, faults
    context.close()
    done("from the list to a tree and back")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        make_trees(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Explorer(".", folder=folder) as explorer:
            walk(browser, explorer.url)
            for width in (400, 1280, 1920):
                for scheme in ("light", "dark"):
                    look_at(browser, explorer.url, f"{width} {scheme}", width, scheme)
            done("the list, narrow and wide, light and dark")
        browser.close()


main()
