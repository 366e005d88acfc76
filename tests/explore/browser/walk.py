"""The page of `shans explore` in a real browser without a window.

Usage: walk.py PROGRAM CHROMIUM [FOLDER]. Every step is checked; with FOLDER a screenshot of each
is left there.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None

FEN = "r1r4k/1b3ppp/qP2pn2/P1bpN3/Q2p4/6P1/3NPPBP/R1R3K1 w - - 0 1"
PROGRAM, CHROMIUM = Path(sys.argv[1]).resolve(), sys.argv[2]
# A line of "How the evaluation changed", with its button.
CAUSE = r"(: \S+ got (worse|better), from \S+ to \S+|: found at \S+, beside \S+)?"
CHANGE = rf"\S+ nodes: \S+( instead of \S+?{CAUSE}\s+why not \S+\?)?"
SHOTS = Path(sys.argv[3]) if len(sys.argv) > 3 else None


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

    def __init__(self, browser, url, width=1280, height=900, scheme="light"):
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
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
        return self.page.locator("#path button").all_text_contents()[1:]

    def expect_plies(self, plies):
        expect(self.page.locator("#path button")).to_have_count(plies + 1)
        expect(self.page.locator("#path [aria-current]")).to_have_count(1)

    def square(self, name):
        """Where a square is in the window; White is below."""
        board = self.page.locator("#board svg")
        board.scroll_into_view_if_needed()
        box = board.bounding_box()
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

    def type(self, move, plies):
        self.page.locator("#move").fill(move)
        self.press("Enter")
        self.expect_plies(plies)

    def notation(self):
        return self.page.locator("#notation-moves").inner_text().replace("\u00a0", " ").split()

    def tab(self, name):
        self.page.locator(f"#tab-{name}").click()

    def best(self, attribute):
        return self.page.locator("#candidates tr").first.get_attribute(attribute)

    def best_san(self):
        return self.page.locator("#candidates tr button").first.text_content()

    def press(self, key):
        self.page.keyboard.press(key)

    def close(self):
        assert not self.errors, self.errors
        self.context.close()


def nodes(page):
    """The nodes searched, as the page tells them."""
    return page.page.locator("#standing").text_content().split(" · ")[1]


def walk_five_plies_and_back(page):
    start = page.fen()
    page.click("d2", "b3")
    page.expect_plies(1)
    assert page.path() == ["1. Nb3"]
    reply = page.best("data-move")
    page.drag(reply[:2], reply[2:4])
    page.expect_plies(2)
    page.page.locator("#move").fill(page.best_san())
    page.press("Enter")
    page.expect_plies(3)
    for plies in (4, 5):
        page.press("ArrowRight")
        page.expect_plies(plies)
    page.shot("02-five-plies")
    deep = page.fen()
    for plies in (4, 3, 2, 1, 0):
        page.press("ArrowLeft")
        page.expect_plies(plies)
    assert page.fen() == start != deep
    for plies in (1, 2):
        page.press("ArrowRight")
        page.expect_plies(plies)
    page.press("Home")
    page.expect_plies(0)


def choose_and_ask_why(page):
    chosen = page.page.locator("#candidates tr.chosen")
    first = chosen.get_attribute("data-move")
    page.press("ArrowDown")
    page.press("ArrowDown")
    expect(chosen).not_to_have_attribute("data-move", first)
    page.press("ArrowUp")
    page.press("w")
    why = page.page.locator("#why")
    expect(why).to_be_visible()
    expect(why).to_contain_text("is not preferred")
    expect(page.page.locator("#board .step").first).to_be_visible()
    page.shot("03-why")
    page.press("Escape")
    expect(why).to_be_hidden()


def go_by_the_picture(page):
    picture = page.page.locator("#icicle")
    expect(picture.locator("rect").first).to_be_visible()
    # In one step: the picture may be drawn again at any time, and its parts are new ones then.
    moves = picture.evaluate(
        """picture => [...picture.querySelectorAll("rect")]
            .reduce((widest, rect) => rect.width.baseVal.value > widest.width.baseVal.value ? rect : widest)
            .dataset.moves"""
    )
    picture.locator(f"rect[data-moves='{moves}']").click()
    page.expect_plies(len(moves.split(".")))
    page.press("Home")
    page.expect_plies(0)


def search_and_see_numbers_move(page):
    before = nodes(page)
    page.press("s")
    expect(page.page.locator("#run")).to_have_text("Stop")
    page.page.wait_for_function(
        "before => !document.getElementById('standing').textContent.includes(before)", arg=before
    )
    page.shot("04-searching")
    page.page.locator("#run").click()
    expect(page.page.locator("#run")).to_have_text("Start")
    expect(page.page.locator("#story .curve")).to_have_count(1)
    for told in page.page.locator("#story .changes li").all_inner_texts():
        assert re.fullmatch(CHANGE, told), told


def search_an_untried_move(page):
    """A line that nobody tried is searched, with a limit; the way back is one click."""
    for move in ("Kh1", "Kg8", "Rab1", "h6", "Kg1"):
        count = len(page.path()) + 1
        page.page.locator("#move").fill(move)
        page.press("Enter")
        page.expect_plies(count)
    page.limit("20", "kilonodes")
    page.page.locator("#here").click()
    expect(page.page.locator("#standing")).to_contain_text("at the node limit", timeout=20_000)
    expect(page.page.locator("#candidates tr").first).to_be_visible()
    page.shot("05-search-here")
    page.page.locator("#earlier button").first.click()
    page.expect_plies(0)
    page.page.locator("#here").click()
    expect(page.page.locator("#here")).to_be_disabled(timeout=20_000)


def search_a_line_first(page):
    """The position analysed stays the root of the tree; the line is in the tree afterwards."""
    expect(page.page.locator("#run")).to_have_text("Start")
    expect(page.page.locator("#include")).to_be_disabled()
    for move in ("Kh1", "Rc6", "Kg1"):
        count = len(page.path()) + 1
        page.page.locator("#move").fill(move)
        page.press("Enter")
        page.expect_plies(count)
    page.limit("20", "kilonodes")
    page.page.locator("#include").click()
    expect(page.page.locator("#standing")).to_contain_text("at the node limit", timeout=20_000)
    expect(page.page.locator("#summary")).not_to_contain_text("Not analysed yet")
    page.press("Home")
    page.expect_plies(0)
    expect(page.page.locator("#here")).to_be_disabled()


def import_lines(page):
    """A file with a variation; the dialog shows what is wrong, the side of the board what is new."""
    page.press("o")
    page.page.locator("#pasted").fill("\n1. Ka9 Kg8")
    page.page.locator("#import-go").click()
    expect(page.page.locator("#open-problem")).to_contain_text("line 2, column 4")
    page.errors = [error for error in page.errors if "status of 409" not in error]
    nobody_is_kept_out(page, "the dialog")
    page.shot("17-import")
    lines = b"1. Kh1 Rg8 (1... Kg8 2. Rab1 h6) 2. Kg1 *"
    page.page.locator("#pasted-file").set_input_files({"name": "lines.pgn", "mimeType": "text/plain", "buffer": lines})
    expect(page.page.locator("#pasted")).to_have_value(lines.decode())
    page.page.locator("#import-go").click()
    expect(page.page.locator("#open-dialog")).to_be_hidden()
    expect(page.page.locator("#notice")).to_contain_text("2 lines imported")
    expect(page.page.locator("#run")).to_have_text("Start")
    page.expect_plies(0)


def lead_back_from_a_wrong_address(page, url):
    """Moves that are not legal in this tree, and text that is not a move."""
    for place in ("e2e5", "nonsense"):
        page.page.goto("about:blank")
        page.page.goto(f"{url}#{place}")
        page.expect_plies(0)
        # The browser tells of each refused request.
        page.errors = [error for error in page.errors if "status of 4" not in error]
    page.page.locator("#move").fill("Ka9")
    page.press("Enter")
    expect(page.page.locator("#problem")).to_contain_text("\"Ka9\" is not")
    page.errors = [error for error in page.errors if "status of 4" not in error]
    page.page.locator("#move").fill("")
    page.press("End")
    expect(page.page.locator("#problem")).to_be_hidden()


def save_and_reload(page):
    expect(page.page.locator("#run")).to_have_text("Start")
    page.page.locator("#comment").fill("sharp, but sound")
    page.page.locator("#comment").press("Tab")
    page.page.locator("#save").click()
    expect(page.page.locator("#notice")).to_have_text("saved to game.tree")
    page.press("ArrowRight")
    page.expect_plies(1)
    fen = page.fen()
    page.page.reload()
    page.expect_plies(1)
    assert page.fen() == fen
    page.page.go_back()
    page.expect_plies(0)
    expect(page.page.locator("#comment")).to_have_value("sharp, but sound")
    page.shot("06-reloaded")


def everything_has_a_name(page):
    """What can be used can be told by a screen reader."""
    nameless = page.page.evaluate(
        """() => [...document.querySelectorAll("button, input, select, svg[role], [tabindex='0']")]
            .filter((it) => !it.closest("[hidden], dialog"))
            .filter((it) => !(it.getAttribute("aria-label") || it.textContent.trim() || it.labels?.length))
            .map((it) => it.outerHTML)"""
    )
    assert nameless == [], nameless


def nobody_is_kept_out(page, name):
    """What axe-core finds: nothing serious."""
    if Axe is None:
        return
    found = Axe().run(page.page).response["violations"]
    serious = [
        (it["id"], [node["html"][:200] for node in it["nodes"]])
        for it in found
        if it["impact"] in ("serious", "critical")
    ]
    assert not serious, f"{name}: {serious}"


def arrows_are_few(page):
    """Three at most."""
    arrows = page.page.locator("#board polygon").count()
    assert 1 <= arrows <= 3, arrows


def walk_ten_plies_with_a_value_at_each(page):
    expect(page.page.locator("#candidates tr").first).to_be_visible(timeout=20_000)
    for plies in range(1, 11):
        page.page.locator("#best button").first.click()
        page.expect_plies(plies)
        page.page.wait_for_function(
            """() => /[+−#0-9]/.test(document.querySelector("#best b")?.textContent ?? "")
                || /won|lost|mate|over/.test(document.getElementById("summary").textContent)""",
            timeout=20_000,
        )
        expect(page.page.locator("#eval span")).not_to_be_empty()
        expect(page.page.locator("#candidates tr").first).to_be_visible(timeout=20_000)
        arrows_are_few(page)
    page.shot("13-ten-plies")
    expect(page.page.locator("#standing")).to_contain_text("Analysing this position", timeout=20_000)
    page.press("Home")
    page.expect_plies(0)


def moves_that_wait_are_told_together(page):
    """How many there are, and what they are worth at most; a click lists them."""
    waiting = page.page.locator("#waiting summary")
    expect(waiting).to_contain_text("at most")
    first = page.page.locator("#untried span").first
    expect(first).to_be_hidden()
    waiting.click()
    expect(first).to_be_visible()
    waiting.click()
    expect(first).to_be_hidden()


def open_three_untried_moves(page):
    """They are searched as soon as they are looked at."""
    page.page.locator("#follow").uncheck()
    page.page.locator("#follow").check()
    if page.page.locator("#run").text_content() == "Stop":
        page.page.locator("#run").click()
    expect(page.page.locator("#run")).to_have_text("Start")
    waiting = page.page.locator("#untried span")
    while waiting.count() < 3:
        # A leaf gets its first moves a moment after it is shown; until then there is no next move.
        expect(page.page.locator("#candidates tr").first).to_be_visible(timeout=20_000)
        count = len(page.path()) + 1
        page.press("ArrowRight")
        page.expect_plies(count)
    at = len(page.path())
    names = [waiting.nth(index).locator("button").first.text_content() for index in range(3)]
    for name in names:
        page.page.locator("#move").fill(name)
        page.press("Enter")
        page.expect_plies(at + 1)
        expect(page.page.locator("#candidates tr").first).to_be_visible(timeout=20_000)
        page.press("ArrowLeft")
        page.expect_plies(at)
    page.press("Home")
    page.expect_plies(0)


def why_is_on_the_screen(page):
    page.press("w")
    why = page.page.locator("#why")
    expect(why).to_be_visible(timeout=20_000)
    # At the root it stays.
    page.press("Home")
    top = why.bounding_box()["y"]
    assert top < page.page.viewport_size["height"], f"why begins at {top}"
    page.press("Escape")


def paste_a_game(page):
    page.page.once("dialog", lambda dialog: dialog.accept())
    page.press("o")
    page.page.locator("#pasted").fill('[White "Morphy"]\n[Black "Allies"]\n\n1. e4 e5 2. Nf3 d6 3. d4 *')
    nobody_is_kept_out(page, "the dialog")
    page.page.locator("#open-go").click()
    page.expect_plies(5)
    assert page.path()[:2] == ["1. e4", "e5"], page.path()
    expect(page.page.locator("#games")).to_be_visible()
    expect(page.page.locator("#notation-moves [aria-current]")).to_have_text("3.\u00a0d4")
    page.page.locator("#notation-moves button").nth(1).click()
    page.expect_plies(2)
    page.press("o")
    page.page.locator("#pasted").fill("2. Nf3 Nc6 3. Bb5")
    page.page.locator("#open-go").click()
    page.expect_plies(5)
    assert page.path()[-1] == "3. Bb5"
    # Several moves at once, with another dash.
    page.page.locator("#move").fill("3... a6 4. 0\u20130")
    page.press("Enter")
    page.expect_plies(7)
    assert page.path()[-1] == "4. O-O", page.path()
    page.press("ArrowLeft")
    page.expect_plies(6)
    castle_by_mouse(page)
    page.press("ArrowLeft")
    page.expect_plies(6)
    page.press("ArrowLeft")
    page.expect_plies(5)
    page.press("o")
    page.page.locator("#pasted").fill("Ke5 is nothing")
    page.page.locator("#open-go").click()
    expect(page.page.locator("#open-problem")).not_to_be_empty()
    # The browser tells of the refused request.
    page.errors = [error for error in page.errors if "status of 409" not in error]
    page.press("Escape")


def copy_what_is_shown(page):
    page.tab("export")
    page.page.locator("#copy-pgn").click()
    expect(page.page.locator("#said")).to_have_text("Copied")
    game = page.page.evaluate("navigator.clipboard.readText()")
    assert '[White "Morphy"]' in game and "1. e4 e5 2. Nf3 d6 (2... Nc6 3. Bb5 a6 4. O-O) 3. d4 *" in game, game
    page.page.locator("#copy-fen").click()
    assert page.page.evaluate("navigator.clipboard.readText()") == page.fen()
    with page.page.expect_download() as download:
        page.page.locator("#board-picture").click()
    picture = Path(download.value.path()).read_text()
    assert picture.startswith("<svg") and picture.count("<path") > 60, picture[:200]
    page.page.locator("#picture-kind").select_option("png")
    with page.page.expect_download() as download:
        page.page.locator("#board-picture").click()
    assert download.value.suggested_filename == "board.png", download.value.suggested_filename
    assert_is_a_board(Path(download.value.path()).read_bytes())


def assert_is_a_board(png):
    """A square PNG that is not of one colour: compressed, those of a single colour are tiny."""
    assert png.startswith(b"\x89PNG"), png[:8]
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    assert width == height >= 360 and len(png) > 10_000, (width, height, len(png))


def castle_by_mouse(page):
    """The king is put onto its own rook."""
    box = page.page.locator("#board svg").bounding_box()
    for file in (4.5, 7.5):
        page.page.mouse.click(box["x"] + box["width"] * file / 8, box["y"] + box["height"] * 7.5 / 8)
    page.expect_plies(7)
    assert page.path()[-1] == "4. O-O", page.path()


def set_up_a_position(page):
    """By keyboard alone, but for a rook that takes its castling right along."""
    page.page.once("dialog", lambda dialog: dialog.accept())
    page.page.locator("#set-up").click()
    page.page.locator("#set-up-start").click()
    page.page.get_by_role("button", name="white rook", exact=True).click()
    page.page.get_by_role("button", name="h1: white rook").click()
    expect(page.page.locator("#set-up-castling")).to_have_value("Qkq")
    page.page.locator("#set-up-clear").click()
    for piece, square in (("white king", "e1"), ("black king", "e8"), ("white queen", "d1")):
        page.page.get_by_role("button", name=piece, exact=True).focus()
        page.press("Enter")
        page.page.get_by_role("button", name=f"{square}: empty").focus()
        page.press("Enter")
    nobody_is_kept_out(page, "setting up")
    page.shot("14-set-up")
    page.page.locator("#set-up-go").click()
    expect(page.page.locator("#place")).to_have_text("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")


def live(browser):
    """The default search, which people see first."""
    with Explorer(FEN, "--memory", "256MiB") as explorer:
        page = Page(browser, explorer.url, width=1440)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        for step in (
            walk_ten_plies_with_a_value_at_each,
            moves_that_wait_are_told_together,
            open_three_untried_moves,
            why_is_on_the_screen,
            paste_a_game,
            copy_what_is_shown,
            set_up_a_position,
        ):
            step(page)
            print(f"ok: {step.__name__}", flush=True)
        page.close()


def reach_a_move_without_a_mouse(page):
    page.page.locator("#flip").focus()
    for _ in range(40):
        page.press("Tab")
        kind = page.page.evaluate("document.activeElement.dataset.kind")
        if kind == "go":
            break
    assert kind == "go", "the table of moves is reached by the Tab key"
    page.press("Enter")
    page.expect_plies(1)
    page.press("Home")
    page.expect_plies(0)


def promote(browser, folder):
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


GAME = """[Event "Paris"]
[White "Morphy"]
[Black "Allies"]
[Result "1-0"]

{An old game} 1. e4 e5 2. Nf3 d6 (2... Nc6 {usual} 3. Bb5 (3. Bc4)) 3. d4 Bg4?! {[%cal Gd4e5]} 4. dxe5 Bxf3 1-0
"""


def the_line_is_followed_there_and_back(page):
    """The keys and the wheel go along the game, and along a side line once one is in it."""
    for plies in range(1, 9):
        page.press("ArrowRight")
        page.expect_plies(plies)
    assert page.path()[:7] == ["1. e4", "e5", "2. Nf3", "d6", "3. d4", "Bg4", "4. dxe5"], page.path()
    page.page.mouse.move(*page.square("e4"))
    for plies in (7, 6, 5, 4, 3):
        page.page.mouse.wheel(0, -100)
        page.expect_plies(plies)
    # At a branch, down and up choose.
    expect(page.page.locator("#notation-moves .next")).to_have_text("d6")
    page.press("ArrowDown")
    expect(page.page.locator("#notation-moves .next")).to_contain_text("2...")
    for plies in (4, 5):
        page.press("ArrowRight")
        page.expect_plies(plies)
    assert page.path()[3:] == ["Nc6", "3. Bb5"], page.path()
    page.press("ArrowLeft")
    page.expect_plies(4)
    page.press("ArrowLeft")
    page.expect_plies(3)
    # What was taken back is made again.
    page.press("ArrowRight")
    page.expect_plies(4)
    assert page.path()[3:] == ["Nc6"], page.path()


def lines_marks_comments_and_arrows_are_written(page):
    page.page.locator("#notation-moves button", has_text="Bb5").click()
    page.expect_plies(5)
    page.type("a6", 6)
    page.click("b5", "a4")
    page.expect_plies(7)
    page.page.locator("#marks [data-mark='5']").click()
    expect(page.page.locator("#notation-moves [aria-current]")).to_have_text("4.\u00a0Ba4!?")
    page.page.locator("#comment").fill("keeps the bishop")
    page.page.locator("#comment").press("Tab")
    expect(page.page.locator("#notation-moves")).to_contain_text("keeps the bishop")
    page.draw("a4", "c6")
    page.draw("e5", "e5", "Shift")
    expect(page.page.locator("#board .drawn")).to_have_count(2)
    page.press("ArrowLeft")
    page.expect_plies(6)
    expect(page.page.locator("#board .drawn")).to_have_count(0)
    page.press("ArrowRight")
    page.expect_plies(7)
    expect(page.page.locator("#board .drawn")).to_have_count(2)
    # A line that was only walked along goes when it is left.
    before = page.notation()
    page.page.locator("#candidates tr button").first.click(timeout=20_000)
    page.expect_plies(8)
    expect(page.page.locator("#notation-moves .walked")).to_have_count(1)
    page.press("Home")
    page.expect_plies(0)
    page.page.locator("#notation-moves > button", has_text="dxe5").click()
    page.expect_plies(7)
    assert page.notation() == before, page.notation()


def a_variation_is_promoted_and_another_deleted(page):
    page.page.locator("#notation-moves button", has_text="Bc4").click()
    page.expect_plies(5)
    page.page.locator("#promote").click()
    text = " ".join(page.notation())
    assert text.index("3. Bc4") < text.index("3. Bb5"), text
    page.page.locator("#remove").click()
    page.expect_plies(4)
    expect(page.page.locator("#notation-moves")).not_to_contain_text("Bc4")


def the_threat_is_shown(page):
    """Black would take the pawn on e4 if it were his turn: what is shown is a move of the side that is not to move."""
    page.page.locator("#notation-moves > button").nth(3).click()
    expect(page.page.locator("#notation-moves [aria-current]")).to_have_text("d6")
    page.press("x")
    why = page.page.locator("#why")
    expect(why).to_contain_text("If it were Black's turn: 3...", timeout=20_000)
    expect(page.page.locator("#board .step").first).to_be_visible()
    nobody_is_kept_out(page, "the threat")
    page.press("Escape")
    expect(why).to_be_hidden()


def two_moves_are_compared(page):
    page.press("Home")
    page.expect_plies(0)
    page.press("w")
    rows = page.page.locator("#why .compared tbody tr")
    expect(rows).to_have_count(3, timeout=20_000)
    other = page.page.locator("#why select option").last.text_content()
    page.page.locator("#why select").select_option(label=other)
    expect(page.page.locator("#why .compared thead th").last).to_have_text(other)
    page.press("Escape")


def one_value_everywhere(page):
    """Bar, first line, best line and summary tell the same, with White and with Black to move, from both points of view."""
    page.press("Home")
    page.expect_plies(0)
    for plies in (0, 1):
        if plies:
            page.press("ArrowRight")
            page.expect_plies(plies)
        expect(page.page.locator("#candidates tr").first).to_be_visible(timeout=20_000)
        for viewpoint in ("mover", "white"):
            page.page.locator("#viewpoint").select_option(viewpoint)
            told = page.page.evaluate(
                """() => {
                    const texts = (where) => [...document.querySelectorAll(where)].map((it) => it.textContent);
                    return {
                        score: texts("#eval span, #best b, #candidates tr:first-child td.number:not(.share) > span"),
                        summary: texts("#summary")[0],
                        first: texts("#candidates tr:first-child th button")[0],
                        best: texts("#best button")[0],
                    };
                }"""
            )
            assert len(told["score"]) == 3 and len(set(told["score"])) == 1, told
            assert told["score"][0] in told["summary"] and told["first"] in told["best"], told
    page.page.locator("#notation-moves button", has_text="Nc6").click()
    page.expect_plies(4)


def it_is_chosen_what_searches(page):
    """Lines at once; threads and memory by beginning anew, and the notation stays. A tree with a file is saved unasked."""
    before = page.notation()
    page.page.locator("#lines").fill("5")
    page.page.locator("#lines").press("Tab")
    page.page.locator("#threads").fill("1")
    page.page.locator("#memory").fill("48")
    found = page.page.locator("#engine option").all_text_contents()
    expect(page.page.locator("#no-engine")).to_be_visible(visible=len(found) == 1)
    page.page.locator("#use").click()
    expect(page.page.locator("#notice")).to_contain_text("this is a new tree", timeout=20_000)
    expect(page.page.locator("#run")).to_have_text("Start", timeout=20_000)
    expect(page.page.locator("#use")).to_be_enabled(timeout=20_000)
    expect(page.page.locator("#memory")).to_have_value("48")
    expect(page.page.locator("#lines")).to_have_value("5")
    assert page.notation() == before, page.notation()
    # The position shown was analysed before, and is again.
    expect(page.page.locator("#candidates tr").first).to_be_visible(timeout=20_000)
    if "stockfish" in found:
        page.page.once("dialog", lambda dialog: dialog.accept())
        page.page.locator("#engine").select_option("stockfish")
        page.page.locator("#use").click()
        expect(page.page.locator("#standing")).to_contain_text("Stockfish", timeout=20_000)
        expect(page.page.locator("#use")).to_be_enabled(timeout=20_000)
        # The engine may take a while to start.
        expect(page.page.locator("#candidates tr").first).to_be_visible(timeout=60_000)


def saved_pgn(page):
    page.tab("export")
    with page.page.expect_download() as download:
        page.page.locator("#save-pgn").click()
    page.tab("notation")
    return Path(download.value.path()).read_text()


EXPORTED = (
    "{An old game} 1. e4 e5 2. Nf3 d6 (2... Nc6 {usual} 3. Bb5 a6 4. Ba4 $5 {keeps the bishop [%csl Re5] [%cal Ga4c6]}) "
    "3. d4 Bg4 $6 {[%cal Gd4e5]} 4. dxe5 Bxf3 1-0"
)


def the_game_has_a_curve(page):
    """The line of the game was searched first: each of its positions has a value."""
    page.tab("changes")
    asked = []
    note = lambda request: asked.append(request.url.rsplit("/", 1)[-1].split("?")[0])
    page.page.on("request", note)
    page.page.locator("#show-curve").click()
    curve = page.page.locator("#game-curve")
    expect(curve).to_contain_text("9 of 9 positions of the game analysed", timeout=20_000)
    page.page.remove_listener("request", note)
    assert asked.count("curve") == 1 and "look" not in asked, asked
    expect(curve.locator("svg .curve")).to_have_count(1)
    expect(curve.locator("svg [data-place]")).to_have_count(9)
    nobody_is_kept_out(page, "the curve")
    page.shot("19-curve")
    page.tab("notation")


def search_and_save(page):
    page.page.locator("#notation-moves button", has_text="Nc6").click()
    page.expect_plies(4)
    page.limit("30", "kilonodes")
    page.page.locator("#here").click()
    expect(page.page.locator("#run")).to_have_text("Start", timeout=20_000)
    page.page.locator("#save-as").click()
    page.page.locator("#save-name").fill("session")
    nobody_is_kept_out(page, "saving")
    page.page.locator("#save-form button[type=submit]").click()
    expect(page.page.locator("#notice")).to_contain_text("saved to session.tree", timeout=20_000)
    expect(page.page.locator("#save-dialog")).to_be_hidden()


LONG_GAME = """1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10. Nxd5 exd5 11. Rc1 Be6
12. Qa4 c5 13. Qa3 Rc8 14. Bb5 a6 15. dxc5 bxc5 16. O-O Ra7 17. Be2 Nd7 18. Nd4 Qf8 19. Nxe6 fxe6 20. e4 d4 21. f4 Qe7 22. e5 Rb8
23. Bc4 Kh8 24. Qh3 Nf8 25. b3 a5 26. f5 exf5 27. Rxf5 Nh7 28. Rcf1 Qd8 29. Qg3 Re7 30. h4 Rbb7 31. e6 Rbc7 32. Qe5 Qe8
33. a4 Qd8 34. R1f2 Qe8 35. R2f3 Qd8 36. Bd3 Qe8 37. Qe4 Nf6 38. Rxf6 gxf6 39. Rxf6 Kg8 40. Bc4 Kh8 41. Qf4 *
"""


def the_move_shown_is_in_sight(browser, folder):
    """In a game that is longer than its panel, wherever one is; and no move is judged whose position nobody analysed."""
    game = Path(folder) / "long.pgn"
    game.write_text(LONG_GAME)
    with Explorer(str(game), "--memory", "32MiB", "--nodes", "2k") as explorer:
        for options in ({"width": 1400}, {"width": 400, "height": 740}):
            page = Page(browser, explorer.url, **options)
            # Without a mouse, which would move the panel to the button.
            page.page.locator("#notation-moves > button", has_text="Qf4").dispatch_event("click")
            page.expect_plies(81)
            for plies in (81, 80, 79):
                page.expect_plies(plies)
                expect(page.page.locator("#notation-moves [aria-current]")).to_be_visible()
                seen, shown = (page.page.locator(f"#notation-moves{of}").bounding_box() for of in ("", " [aria-current]"))
                ends = [box["y"] + box["height"] for box in (shown, seen)]
                assert seen["y"] <= shown["y"] and ends[0] <= ends[1] + 1, (seen, shown)
                page.press("ArrowLeft")
            page.tab("changes")
            page.page.locator("#show-curve").click()
            curve = page.page.locator("#game-curve")
            expect(curve).to_contain_text("positions of the game analysed", timeout=20_000)
            expect(curve.locator("li")).to_have_count(0)
            page.shot(f"20-long-{options['width']}")
            page.close()
    print("ok: the_move_shown_is_in_sight", flush=True)


def an_error_is_named(browser, folder):
    """Black's second move allows mate: the curve of the game says so, and a click leads there."""
    game = Path(folder) / "short.pgn"
    game.write_text("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0")
    with Explorer(str(game), "--searcher", "best-first:quiescence", "--memory", "32MiB", "--nodes", "5k") as explorer:
        page = Page(browser, explorer.url)
        expect(page.page.locator("#run")).to_have_text("Start", timeout=20_000)
        page.tab("changes")
        page.page.locator("#show-curve").click()
        error = page.page.locator("#game-curve li", has_text="2... Ke7??")
        expect(error).to_contain_text("blunder: from", timeout=20_000)
        error.locator("button").click()
        page.expect_plies(4)
        expect(page.page.locator("#game-curve .blunder")).to_have_count(1)
        page.page.locator("#game-curve [data-place='2']").click()
        page.expect_plies(2)
        page.close()
    print("ok: an_error_is_named", flush=True)


def a_whole_session(browser, folder, **options):
    """A game is opened, worked on, searched, saved, exported and opened again: it is the same."""
    folder = Path(folder) / "-".join(str(option) for option in options.values())
    folder.mkdir()
    game = folder / "game.pgn"
    game.write_text(GAME)
    quick = ["--searcher", "best-first:quiescence", "--memory", "64MiB", "--nodes", "20k"]
    with Explorer(str(game), *quick, folder=folder) as explorer:
        page = Page(browser, explorer.url, **options)
        expect(page.page.locator("#run")).to_have_text("Start", timeout=20_000)
        for step in (
            the_line_is_followed_there_and_back,
            lines_marks_comments_and_arrows_are_written,
            a_variation_is_promoted_and_another_deleted,
            the_threat_is_shown,
            two_moves_are_compared,
            the_game_has_a_curve,
            search_and_save,
            one_value_everywhere,
        ):
            step(page)
            print(f"ok: {step.__name__}", flush=True)
        pgn = saved_pgn(page)
        assert EXPORTED in " ".join(pgn.split()), pgn
        assert '[White "Morphy"]' in pgn and '[Result "1-0"]' in pgn, pgn
        notation = page.notation()
        page.page.reload()
        expect(page.page.locator("#notation-moves [aria-current]")).to_be_visible()
        assert page.notation() == notation, page.notation()
        nobody_is_kept_out(page, "the notation")
        page.shot("-".join(["18-notation", *map(str, options.values())]))
        page.page.locator("#settings summary").click()
        expect(page.page.locator("#memory")).not_to_have_value("")
        it_is_chosen_what_searches(page)
        print("ok: it_is_chosen_what_searches", flush=True)
        page.close()
    game.write_text(pgn)
    for subject in ([str(Path(folder) / "session.tree")], [str(game), *quick]):
        with Explorer(*subject, folder=folder) as explorer:
            page = Page(browser, explorer.url, **options)
            expect(page.page.locator("#notation-moves")).to_contain_text("keeps the bishop")
            assert page.notation() == notation, (subject, page.notation())
            # A tree keeps who played its game, too.
            saved = saved_pgn(page)
            assert EXPORTED in " ".join(saved.split()) and '[White "Morphy"]' in saved, (subject, saved)
            page.close()
    print("ok: opened again, it is the same", flush=True)


def look_at(browser, url, name, **options):
    page = Page(browser, url, **options)
    page.page.locator("#candidates tr").first.wait_for()
    page.press("w")
    expect(page.page.locator("#why")).to_be_visible()
    everything_has_a_name(page)
    nobody_is_kept_out(page, name)
    page.shot(name)
    if options.get("width", 0) >= 1920:
        all_is_in_its_place(page)
        page.shot(f"{name}-settings")
    page.close()


def all_is_in_its_place(page):
    """In a wide window no setting is out of sight, and the buttons of the notation stand in one row."""
    page.page.locator("#settings summary").click()
    expect(page.page.locator("#memory")).not_to_have_value("")
    button, around = (page.page.locator(which).bounding_box() for which in ("#use", ".analysis"))
    assert button["y"] + button["height"] <= around["y"] + around["height"], (button, around)
    page.tab("notation")
    promote, keep = (page.page.locator(which).bounding_box() for which in ("#promote", "#keep"))
    assert promote["y"] == keep["y"], (promote, keep)


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


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        tree = str(Path(folder) / "game.tree")
        make = [PROGRAM, "analyze", FEN, "--nodes", "400k", "--save", tree, "--quiet"]
        options = ["--searcher", "best-first:quiescence", "--memory", "128MiB"]
        subprocess.run(make + options, check=True, stdout=subprocess.DEVNULL)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Explorer(tree) as explorer:
            page = Page(browser, explorer.url)
            page.shot("01-opened")
            for step in (
                everything_has_a_name,
                walk_five_plies_and_back,
                choose_and_ask_why,
                go_by_the_picture,
                reach_a_move_without_a_mouse,
                search_and_see_numbers_move,
                search_an_untried_move,
                search_a_line_first,
                import_lines,
                save_and_reload,
            ):
                step(page)
                print(f"ok: {step.__name__}", flush=True)
            lead_back_from_a_wrong_address(page, explorer.url)
            print("ok: lead_back_from_a_wrong_address", flush=True)
            page.close()
            look_at(browser, explorer.url, "09-dark", width=1400, scheme="dark")
            look_at(browser, explorer.url, "10-narrow", width=400, height=740)
            look_at(browser, explorer.url, "11-narrow-dark", width=400, height=740, scheme="dark")
            look_at(browser, explorer.url, "15-wide", width=1920, height=1080)
            look_at(browser, explorer.url, "16-wide-dark", width=1920, height=1080, scheme="dark")
            print("ok: dark, narrow and wide" if Axe else "ok: dark, narrow and wide; SKIPPED: axe-core", flush=True)
        live(browser)
        a_whole_session(browser, folder, width=1400)
        a_whole_session(browser, folder, width=400, height=740)
        a_whole_session(browser, folder, width=1920, height=1080, scheme="dark")
        an_error_is_named(browser, folder)
        the_move_shown_is_in_sight(browser, folder)
        what_opponents_play(browser, folder)
        print("ok: what opponents play", flush=True)
        promote(browser, folder)
        print("ok: promote", flush=True)
        two_pages_and_a_server_that_ends(browser, tree)
        print("ok: two pages and a server that ends", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
