"""What every walk through the page needs: the program, the page, and what is done in it again and again.

The arguments are those of the script that is run: PROGRAM CHROMIUM [FOLDER].
"""

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

FEN = "r1r4k/1b3ppp/qP2pn2/P1bpN3/Q2p4/6P1/3NPPBP/R1R3K1 w - - 0 1"
PROGRAM, CHROMIUM = Path(sys.argv[1]).resolve(), sys.argv[2]
SHOTS = Path(sys.argv[3]) if len(sys.argv) > 3 and not sys.argv[3].isdigit() else None

# On a busy machine an answer takes longer than the five seconds that are usual.
expect.set_options(timeout=30_000)


class Explorer:
    """The program, as long as it is needed."""

    def __init__(self, *arguments, folder=None):
        command = [PROGRAM, "explore", *arguments, "--no-open"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        self.url = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        assert self.process.wait(timeout=60) == 0, "the program ends in good order"


class Page:
    """A page, its errors, and what is done in it again and again."""

    def __init__(self, browser, url, width=1280, height=900, scheme="light", **options):
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        self.page.on("request", lambda request: self.note(request.url, url))
        self.page.goto(url)
        expect(self.page.locator("#path [aria-current]")).to_be_visible()

    def note(self, asked, own):
        if not asked.startswith((own, "data:", "about:")):
            self.errors.append(f"loads {asked}")

    def shot(self, name):
        fits = self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert fits, f"{name}: the page is wider than its window"
        if SHOTS:
            self.page.screenshot(path=SHOTS / f"{name}.png", full_page=True)

    def fen(self):
        return self.page.locator("#place").text_content()

    def path(self):
        return [text.replace("\u00a0", " ") for text in self.page.locator("#path button").all_text_contents()[1:]]

    def expect_plies(self, plies):
        expect(self.page.locator("#path button")).to_have_count(plies + 1)
        expect(self.page.locator("#path [aria-current]")).to_have_count(1)

    def square(self, name):
        """Where a square is in the window; White is below."""
        board = self.page.locator("#board svg")
        board.scroll_into_view_if_needed()
        # Its squares: coordinates may stand beside them.
        box = board.locator("> g").first.bounding_box()
        side = box["width"] / 8
        file, rank = "abcdefgh".index(name[0]), int(name[1]) - 1
        return box["x"] + (file + 0.5) * side, box["y"] + (7.5 - rank) * side

    def drag(self, start, end):
        mouse = self.page.mouse
        mouse.move(*self.square(start))
        mouse.down()
        mouse.move(*self.square(end), steps=5)
        mouse.up()

    def click(self, start, end):
        self.page.mouse.click(*self.square(start))
        self.page.mouse.click(*self.square(end))

    def draw(self, start, end, key=None):
        """With the right button, from square to square."""
        mouse = self.page.mouse
        if key:
            self.page.keyboard.down(key)
        mouse.move(*self.square(start))
        mouse.down(button="right")
        mouse.move(*self.square(end), steps=3)
        mouse.up(button="right")
        if key:
            self.page.keyboard.up(key)

    def limit(self, amount, unit):
        """Sets the limit of the next search."""
        if self.page.locator("#settings").get_attribute("open") is None:
            self.page.locator("#settings summary").click()
        self.page.locator("#amount").fill(amount)
        self.page.locator("#unit").select_option(unit)

    def type(self, move, plies=None):
        """A move, after which the board is so many plies behind the start; one more than before, where none are named."""
        plies = plies or len(self.path()) + 1
        self.page.locator("#move").fill(move)
        self.press("Enter")
        self.expect_plies(plies)

    def notation(self):
        """The words of it, without what the search thinks of its moves, and the numbers that Black's moves have behind that."""
        text = self.page.evaluate(
            """() => {
                const home = document.getElementById("notation-moves").cloneNode(true);
                home.querySelectorAll(".better, .judged").forEach((it) => it.remove());
                return home.textContent;
            }"""
        )
        return re.sub(r"\d+\.\.\.", "", text.replace("\u00a0", " ")).split()

    def tab(self, name):
        self.page.locator(f"#tab-{name}").click()

    def best(self, attribute):
        return self.page.locator("#candidates tr").first.get_attribute(attribute)

    def best_san(self):
        return self.page.locator("#candidates tr button").first.text_content()

    def press(self, key):
        self.page.keyboard.press(key)

    def close(self, but=None):
        """No error was told, `but` those with these words: what is refused is told by the browser, too."""
        errors = [error for error in self.errors if but is None or but not in error]
        assert not errors, errors
        self.context.close()


def take(steps, page):
    """One step after the other; each tells that it went well."""
    for step in steps:
        step(page)
        done(step.__name__)


def done(what):
    print(f"ok: {what}", flush=True)
