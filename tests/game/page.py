"""The page of `shans game --html` in a real browser without a window.

Usage: page.py PROGRAM CHROMIUM [FOLDER]. Every step is checked; with FOLDER screenshots are left there. It needs
playwright; tests/game/run looks for all of that.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

PROGRAM, CHROMIUM = sys.argv[1:3]
SHOTS = Path(sys.argv[3]) if len(sys.argv) > 3 else None
GAMES = """[Event "Club"]
[Date "1999.01.02"]
[White "Anna </script><b>"]
[Black "Bert"]
[Result "1-0"]

1. e4 {[%clk 0:05:00] The best move} (1. d4 d5 {solid}) 1... e5 2. Qh5 Nc6 3. Bc4 Nf6 $1 4. Qxf7# 1-0

[White "Carl"]
[Black "Dora"]

1. d4 d5 *
"""


def check(browser, url, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else errors.append(asked.url))
    page.goto(url)
    board = lambda: page.locator("#board").get_attribute("aria-label")
    expect(page.locator("#title")).to_contain_text("Anna </script><b> – Bert")
    expect(page.locator("#event")).to_have_text("Club, 1999.01.02")
    assert "white king e1" in board()
    expect(page.locator(".file")).to_have_text(list("abcdefgh"))
    expect(page.locator(".rank")).to_have_text(list("87654321"))
    page.keyboard.press("ArrowRight")
    for said in ["clock 0:05:00", "The best move", "1. d4 d5 {solid}"]:
        expect(page.locator("#told")).to_contain_text(said)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert "black knight f6" in board()
    expect(page.locator("#moves [aria-current]")).to_have_text("Nf6!")
    expect(page.locator("#told")).to_contain_text("! in the game, ?? by this analysis")
    expect(page.locator("#told")).to_contain_text("winning chances drop by")
    page.keyboard.press("ArrowLeft")
    assert "black knight f6" not in board()
    page.keyboard.press("End")
    assert "white queen f7" in board()
    page.keyboard.press("Home")
    assert "white pawn e2" in board()
    errors_of_game = page.locator("#moves :is(.inaccuracy, .mistake, .blunder)")
    expect(page.locator("#moves .blunder")).to_have_count(1)
    for index in range(errors_of_game.count()):
        page.keyboard.press("e")
        expect(errors_of_game.nth(index)).to_have_attribute("aria-current", "true")
    page.keyboard.press("f")
    page.locator("#moves button", has_text="Qxf7#").click()
    assert "white queen f7" in board()
    page.locator("#curve").click(position={"x": 3, "y": 20})
    assert "white pawn e2" in board()
    page.locator("#error").focus()
    page.keyboard.press("Enter")
    expect(errors_of_game.first).to_have_attribute("aria-current", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), f"wider than {width}"
    if SHOTS:
        page.screenshot(path=SHOTS / f"game-{width}-{scheme}.png", full_page=True)
    page.locator("#games").select_option("1")
    expect(page.locator("#title")).to_contain_text("Carl – Dora")
    assert not errors, errors
    context.close()


with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    games, page = Path(folder, "games.pgn"), Path(folder, "report.html")
    games.write_text(GAMES)
    subprocess.run([PROGRAM, "game", games, "--nodes", "5k", "--html", page], check=True, stdout=subprocess.DEVNULL)
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    for width, scheme in [(1200, "light"), (400, "light"), (400, "dark")]:
        check(browser, page.as_uri(), width, scheme)
    browser.close()
print("the page of shans game: all is as it should be")
