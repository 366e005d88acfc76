"""What stands beside the tree or leaves it alone: endgame tables, games of a file, pieces, sound, touch, and the keys after a click."""

from pathlib import Path

from playwright.sync_api import expect

from driver import Explorer, Page, done
from looks import nobody_is_kept_out

PAWN = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"
GAMES = """[White "Ann"]
[Black "Bob"]
[Date "1999.03.01"]
[WhiteElo "2000"]
[BlackElo "2100"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[White "Carl"]
[Black "Ann"]
[Date "2003.??.??"]
[Result "1/2-1/2"]

1. e4 c5 1/2-1/2
"""
#: Counts what sounds.
LISTEN = """() => {
window.sounds = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) { window.sounds += 1; return start.apply(this, when); };
}"""


def tables_tell_every_move(browser):
    with Explorer(PAWN, "--nodes", "2k", "--memory", "16MiB") as explorer:
        for options in ({"width": 1400}, {"width": 400, "height": 740, "scheme": "dark"}):
            page = Page(browser, explorer.url, **options)
            panel = page.page.locator("#certain")
            expect(panel.locator("summary")).to_have_text("Endgame tables, of 4 moves: 2 win, 2 draw")
            first = panel.locator("tbody tr").first
            expect(first).to_contain_text("wins")
            expect(first).to_contain_text("mate in ")
            expect(panel.locator("tbody tr").last).to_contain_text("draws")
            nobody_is_kept_out(page, "endgame tables")
            panel.scroll_into_view_if_needed()
            page.shot(f"23-tables-{options['width']}")
            first.locator("button").click()
            page.expect_plies(1)
            expect(panel.locator("summary")).to_contain_text("lose")
            page.close()
    with Explorer("startpos", "--nodes", "2k", "--memory", "16MiB") as explorer:
        page = Page(browser, explorer.url)
        expect(page.page.locator("#certain")).to_be_hidden()
        page.close()


def games_are_given_in_the_page(browser, folder):
    """The tree stays; what was played in the position is told at once."""
    path = Path(folder) / "given.pgn"
    path.write_text(GAMES)
    with Explorer("startpos", "--nodes", "2k", "--memory", "16MiB", "--threads", "1") as explorer:
        page = Page(browser, explorer.url)
        page.type("e4", 1)
        page.press("o")
        page.page.locator("#games-file").set_input_files({"name": "no.pgn", "mimeType": "text/plain", "buffer": b"  "})
        expect(page.page.locator("#open-problem")).to_have_text("no.pgn holds no game that can be read")
        page.page.locator("#games-file").set_input_files(path)
        expect(page.page.locator("#open-dialog")).to_be_hidden()
        moves = page.page.locator("#game-moves tbody tr")
        expect(moves).to_have_count(2)
        expect(moves.filter(has_text="e5")).to_have_text("e5150\u00a0%100\u00a0% / 0\u00a0% / 0\u00a0%20501999")
        expect(moves.filter(has_text="c5")).to_have_text("c5150\u00a0%0\u00a0% / 100\u00a0% / 0\u00a0%2003")
        expect(page.page.locator("#game-list button")).to_have_count(2)
        page.expect_plies(1)
        nobody_is_kept_out(page, "games given in the page")
        page.close(but="status of 409")


def the_board_looks_and_sounds_as_chosen(browser):
    with Explorer("startpos", "--nodes", "1k", "--memory", "16MiB", "--threads", "1") as explorer:
        page = Page(browser, explorer.url)
        page.page.evaluate(LISTEN)
        page.page.locator("#settings summary").click()
        lines = page.page.locator("#board .piece .inner")
        expect(lines.first).to_be_attached()
        page.page.locator("#piece-set").select_option("plain")
        expect(lines).to_have_count(0)
        expect(page.page.locator("#board .piece")).to_have_count(32)
        page.type("e4", 1)
        assert page.page.evaluate("sounds") == 0, "it is off until somebody wants it"
        page.page.locator("#sound").select_option("on")
        page.type("d5", 2)
        page.type("exd5", 3)
        page.press("ArrowLeft")
        page.expect_plies(2)
        assert page.page.evaluate("sounds") == 2, page.page.evaluate("sounds")
        page.shot("24-plain-pieces")
        page.page.reload()
        expect(page.page.locator("#board .piece").first).to_be_attached()
        expect(lines).to_have_count(0)
        page.close()


def a_finger_moves_pieces(browser):
    """By two taps, and by dragging, at each place of the coordinates."""
    with Explorer("startpos", "--nodes", "1k", "--memory", "16MiB", "--threads", "1") as explorer:
        page = Page(browser, explorer.url, width=400, height=740, has_touch=True)
        touch = page.context.new_cdp_session(page.page)

        def at(square):
            x, y = page.square(square)
            return {"x": x, "y": y}

        def finger(kind, *points):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

        page.page.touchscreen.tap(*page.square("e2"))
        page.page.touchscreen.tap(*page.square("e4"))
        page.expect_plies(1)
        for place, start, end in (("outside", "e7", "e5"), ("off", "g1", "f3")):
            page.page.evaluate("document.getElementById('settings').open = true")
            page.page.locator("#coordinates").select_option(place)
            plies = len(page.path()) + 1
            # So that nothing moves below the finger.
            page.square(start)
            finger("touchStart", at(start))
            finger("touchMove", at(end))
            finger("touchEnd")
            page.expect_plies(plies)
        page.close()


def keys_are_those_of_the_board_after_a_click(browser):
    """Wherever the mouse was: on a button that goes, that is not to be used for a while, or on a list."""
    with Explorer("startpos", "--nodes", "3k", "--memory", "32MiB", "--threads", "1") as explorer:
        page = Page(browser, explorer.url)
        dialog = page.page.locator("#open-dialog")

        def keys_work(what):
            page.press("o")
            expect(dialog, what).to_be_visible()
            page.press("Escape")
            expect(dialog).to_be_hidden()

        page.page.locator("#candidates [data-kind=why]").nth(1).click()
        page.page.get_by_role("button", name="Prove it").click()
        for _ in range(4):
            page.page.wait_for_timeout(600)
            keys_work("after Prove it")
        page.press("s")
        page.page.locator("#settings summary").click()
        for id in ("#unit", "#viewpoint", "#board-colours"):
            # As with the mouse: the list is opened and left with a choice.
            page.page.locator(id).dispatch_event("pointerdown")
            page.page.locator(id).select_option(index=1)
            keys_work(id)
        page.close()


def panels(browser, folder):
    tables_tell_every_move(browser)
    done("tables_tell_every_move")
    games_are_given_in_the_page(browser, folder)
    done("games_are_given_in_the_page")
    the_board_looks_and_sounds_as_chosen(browser)
    done("the_board_looks_and_sounds_as_chosen")
    a_finger_moves_pieces(browser)
    done("a_finger_moves_pieces")
    keys_are_those_of_the_board_after_a_click(browser)
    done("keys_are_those_of_the_board_after_a_click")
