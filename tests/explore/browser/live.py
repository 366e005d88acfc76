"""The default search, which people see first: what is looked at is analysed at once."""

import re
from pathlib import Path

from playwright.sync_api import expect

from driver import FEN, PROGRAM, Explorer, Page, take
from looks import nobody_is_kept_out


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


def all_work_is_in_the_picture(page):
    """The first row is full: what no move has for itself is hatched, named there and in the legend."""
    together = "searched together, not move by move"
    share, told = page.page.evaluate(
        """() => {
            const svg = document.querySelector("#icicle svg");
            const first = [...svg.querySelectorAll("rect")].filter((rect) => rect.y.baseVal.value === 0);
            const sum = first.reduce((all, rect) => all + rect.width.baseVal.value, 0);
            return [sum / svg.viewBox.baseVal.width, first.find((rect) => rect.classList.contains("together")).textContent];
        }"""
    )
    assert abs(share - 1) < 0.01, share
    assert re.fullmatch(rf"[\d,]+ positions, {together}, or below moves too small to be shown", told), told
    expect(page.page.locator(".picture .legend")).to_contain_text(together)


def moves_that_wait_are_told_together(page):
    """How many there are, and that they are no better, or what they are worth at most; a click lists them."""
    waiting = page.page.locator("#waiting summary")
    expect(waiting).to_contain_text(re.compile("at most|no better so far"))
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
        page.type(name, at + 1)
        expect(page.page.locator("#candidates tr").first).to_be_visible(timeout=20_000)
        page.press("ArrowLeft")
        page.expect_plies(at)
    page.press("Home")
    page.expect_plies(0)


def why_is_on_the_screen(page):
    page.press("w")
    why = page.page.locator("#why")
    expect(why).to_be_visible(timeout=20_000)
    # Which is told in the pure form only.
    expect(why).not_to_contain_text("greatest loss")
    # The line goes on behind the last node of the tree, on the board as in the sentences.
    expect(page.page.locator("#board .number").nth(1)).to_be_visible()
    # At the root it stays.
    page.press("Home")
    top = why.bounding_box()["y"]
    assert top < page.page.viewport_size["height"], f"why begins at {top}"
    page.press("Escape")


def another_engine_is_asked(page):
    """Its lines stand below those of the tree, and one of them goes into the notation; the tree stays as it is."""
    # Behind a move that nobody plays: a line that has been walked would add nothing to the notation.
    page.click("g1", "h1")
    page.expect_plies(1)
    chosen = page.page.locator("#compare")
    expect(chosen.locator("option").nth(1)).to_contain_text("uci")
    chosen.select_option(index=1)
    rows = page.page.locator("#second tr:not(.head)")
    expect(page.page.locator("#second .head")).to_contain_text(re.compile(r"shans .* depth \d+"))
    for index in range(3):
        expect(rows.nth(index)).to_be_visible()
    expect(rows.first.locator(".line")).to_contain_text("1...\u00a0")
    nobody_is_kept_out(page, "a second engine")
    page.shot("15-second-engine")
    written = page.page.locator("#notation-moves button")
    before = written.count()
    rows.first.get_by_role("button", name="Put the line").click()
    expect(written.nth(before)).to_be_visible()
    page.page.locator("#undo").click()
    expect(written).to_have_count(before)
    page.page.locator("#undo").click()
    page.expect_plies(0)
    # It comes along.
    page.press("ArrowRight")
    page.expect_plies(1)
    expect(page.page.locator("#second .head")).to_contain_text("depth")
    page.press("Home")
    page.expect_plies(0)
    chosen.select_option(index=0)
    expect(page.page.locator("#second")).to_be_hidden()


def a_move_is_proven(page):
    """A quick answer says that it is one."""
    page.press("w")
    why = page.page.locator("#why")
    expect(why.locator("h2")).to_contain_text("a quick answer, at")
    why.get_by_role("button", name="Prove it").click()
    expect(why.locator("h2")).to_contain_text("searched for, at", timeout=180_000)
    expect(why.get_by_role("button", name="Prove it")).to_have_count(0)
    page.press("Escape")


def the_board_looks_as_it_is_wanted(page):
    """A piece slides to where it goes, unless somebody has put it there; colours and coordinates are remembered."""
    page.page.evaluate(
        """() => {
            const { animate } = Element.prototype;
            window.slides = 0;
            Element.prototype.animate = function (...words) {
                window.slides += 1;
                return animate.apply(this, words);
            };
        }"""
    )
    page.press("ArrowRight")
    page.expect_plies(1)
    page.press("Home")
    page.expect_plies(0)
    page.page.wait_for_function("() => window.slides === 2")
    page.drag("d2", "b3")
    page.expect_plies(1)
    assert page.page.evaluate("() => window.slides") == 2, "it is there already"
    page.page.locator("#undo").click()
    page.expect_plies(0)
    page.page.locator("#settings summary").click()
    page.page.locator("#board-colours").select_option("green")
    page.page.locator("#coordinates").select_option("outside")
    page.page.reload()
    expect(page.page.locator("#board .outside text")).to_have_count(16)
    assert page.page.evaluate("document.documentElement.dataset.board") == "green"
    page.shot("16-board-green")
    # Pieces are found where they are.
    page.click("d2", "b3")
    page.expect_plies(1)
    page.page.locator("#undo").click()
    page.page.locator("#settings summary").click()
    page.page.locator("#coordinates").select_option("off")
    expect(page.page.locator("#board text.coordinate")).to_have_count(0)
    page.page.locator("#coordinates").select_option("inside")
    page.page.locator("#board-colours").select_option("brown")
    page.press("Home")
    page.expect_plies(0)


def paste_a_game(page):
    page.page.once("dialog", lambda dialog: dialog.accept())
    page.page.locator("#open").click()
    page.page.locator("#pasted").fill('[White "Morphy"]\n[Black "Allies"]\n\n1. e4 e5 2. Nf3 d6 3. d4 *')
    nobody_is_kept_out(page, "the dialog")
    page.page.locator("#open-go").click()
    # A game is open at its first position.
    page.expect_plies(0)
    expect(page.page.locator("#games summary")).to_contain_text("Morphy - Allies")
    page.page.locator("#notation-moves > button", has_text="d4").click()
    page.expect_plies(5)
    assert page.path()[:2] == ["1. e4", "e5"], page.path()
    add_lines_to_the_game(page)
    name_what_is_no_move(page)


def add_lines_to_the_game(page):
    """Pasted from a position on the way, typed, and by the mouse."""
    page.page.locator("#notation-moves button").nth(1).click()
    page.expect_plies(2)
    page.press("o")
    page.page.locator("#pasted").fill("2. Nf3 Nc6 3. Bb5")
    page.page.locator("#open-go").click()
    page.expect_plies(5)
    assert page.path()[-1] == "3. Bb5"
    # Several moves at once, with another dash.
    page.type("3... a6 4. 0\u20130", 7)
    assert page.path()[-1] == "4. O-O", page.path()
    page.press("ArrowLeft")
    page.expect_plies(6)
    castle_by_mouse(page)
    page.press("ArrowLeft")
    page.expect_plies(6)
    page.press("ArrowLeft")
    page.expect_plies(5)


def name_what_is_no_move(page):
    page.press("o")
    page.page.locator("#pasted").fill("Ke5 is nothing")
    page.page.locator("#open-go").click()
    expect(page.page.locator("#open-problem")).not_to_be_empty()
    # The browser tells of the refused request.
    page.errors = [error for error in page.errors if "status of 409" not in error]
    page.press("Escape")


def castle_by_mouse(page):
    """The king is put onto its own rook."""
    box = page.page.locator("#board svg").bounding_box()
    for file in (4.5, 7.5):
        page.page.mouse.click(box["x"] + box["width"] * file / 8, box["y"] + box["height"] * 7.5 / 8)
    page.expect_plies(7)
    assert page.path()[-1] == "4. O-O", page.path()


def copy_what_is_shown(page):
    page.tab("export")
    page.page.locator("#copy-pgn").click()
    expect(page.page.locator("#said")).to_have_text("Copied")
    game = page.page.evaluate("navigator.clipboard.readText()")
    assert '[White "Morphy"]' in game and "1. e4 e5 2. Nf3 d6 (2... Nc6 3. Bb5 a6 4. O-O) 3. d4 *" in game, game
    page.page.locator("#copy-fen").click()
    assert page.page.evaluate("navigator.clipboard.readText()") == page.fen()
    download_the_board(page)


def download_the_board(page):
    """In both kinds of picture."""
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
    with Explorer(FEN, "--memory", "256MiB", "--compare-with", f"{PROGRAM} uci") as explorer:
        page = Page(browser, explorer.url, width=1440)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        steps = (
            walk_ten_plies_with_a_value_at_each,
            all_work_is_in_the_picture,
            moves_that_wait_are_told_together,
            open_three_untried_moves,
            why_is_on_the_screen,
            the_board_looks_as_it_is_wanted,
            another_engine_is_asked,
            a_move_is_proven,
            paste_a_game,
            copy_what_is_shown,
            set_up_a_position,
        )
        take(steps, page)
        page.close()
