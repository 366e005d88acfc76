"""A game is opened and reviewed by one click; its marks come back; nothing is lost by a click; nothing of an earlier tree stays."""

import re
import time
from pathlib import Path

from playwright.sync_api import expect

from driver import Explorer, Page, done
from game import saved_pgn
from looks import nobody_is_kept_out

GAMES = """[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Date "1999.03.01"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

[Event "Open"]
[White "Carl"]
[Black "Ann"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2
"""
PAWNS = "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1"


def one_click_reviews_the_game(page):
    """The review is offered where the game is opened; progress, marks and the curve come as it goes."""
    page.expect_plies(0)
    button = page.page.locator("#review")
    expect(button).to_have_text("Review the game")
    page.page.locator("#review-limit").select_option("quick")
    button.click()
    expect(page.page.locator("#review-told")).to_contain_text("round 1 of 3, position", timeout=20_000)
    expect(page.page.locator("#standing")).to_contain_text("Reviewing the game")
    # Looking around does not end it.
    page.press("ArrowRight")
    page.expect_plies(1)
    expect(page.page.locator("#notation-moves .judged").first).to_be_visible(timeout=60_000)
    nobody_is_kept_out(page, "a review under way")
    expect(page.page.locator("#standing")).to_contain_text("the game is reviewed", timeout=300_000)
    expect(button).to_be_hidden()
    expect(page.page.locator("#notation-moves .better").first).to_contain_text("better")
    page.tab("export")
    page.page.locator("#pgn-judged").check()
    saved = saved_pgn(page)
    assert re.search(r"\$[246]\b", saved) and re.search(r"\(\d+\.", saved), saved


def the_curve_has_a_cursor(page):
    page.tab("game")
    curve = page.page.locator("#game-curve")
    expect(curve).to_contain_text("15 of 15 positions of the game analysed")
    expect(curve).to_contain_text("Ann: accuracy")
    curve.locator("[data-place='6']").click()
    page.expect_plies(6)
    cursor = curve.locator(".cursor")
    x = float(cursor.get_attribute("x1"))
    page.press("ArrowLeft")
    page.expect_plies(5)
    assert float(cursor.get_attribute("x1")) < x
    nobody_is_kept_out(page, "the curve of a review")
    page.shot("21-review")
    page.tab("notation")


def errors_lead_to_the_board(page):
    """An error and each move of the better line lead to their positions, and the board comes into sight. There is nothing to drill."""
    page.tab("game")
    row = page.page.locator("#game-curve li").filter(has=page.page.locator(".better")).first
    row.locator("button").first.click()
    expect(page.page.locator("#board")).to_be_in_viewport(ratio=0.9)
    plies = len(page.path())
    steps = row.locator(".better button")
    for step in (0, 1):
        steps.nth(step).click()
        page.expect_plies(plies + step)
    expect(page.page.locator("#board")).to_be_in_viewport(ratio=0.9)
    expect(page.page.locator("#drill")).to_be_hidden()
    page.tab("notation")


def kept(page):
    """What is written in the notation: neither what the search adds, nor what was only walked along."""
    return page.page.evaluate(
        """() => [...document.querySelectorAll("#notation-moves button:not(.walked), #notation-moves .comment-text")]
            .filter((it) => !it.closest(".better"))
            .map((it) => [...it.childNodes].filter((part) => !part.classList?.contains("judged")).map((part) => part.textContent).join(""))"""
    )


def expect_kept(page, state, patience=10):
    """It is written there, soon: what is taken back may have to be opened again, and the notation is drawn when that has come."""
    ends = time.monotonic() + patience
    while kept(page) != state and time.monotonic() < ends:
        page.page.wait_for_timeout(50)
    assert kept(page) == state, (kept(page), state)


def marks(page):
    return page.page.locator("#notation-moves .judged").all_text_contents()


def changes_are_taken_back(page):
    """Moves, marks, comments, deletions: Ctrl+Z and Ctrl+Y."""
    before = kept(page)
    page.press("Home")
    page.expect_plies(0)
    page.type("d4", 1)
    page.page.locator("#marks [data-mark='1']").click()
    page.page.locator("#comment").fill("solid")
    page.page.locator("#comment").press("Tab")
    expect(page.page.locator("#notation-moves")).to_contain_text("solid")
    after = kept(page)
    page.page.evaluate("document.activeElement.blur()")
    for key, state in (("Control+z", before), ("Control+y", after), ("Control+z", before)):
        for _ in range(3):
            page.press(key)
        expect_kept(page, state)
    a_deletion_asks(page)
    page.page.locator("#undo").click()
    expect_kept(page, before)
    page.page.reload()
    expect(page.page.locator("#notation-moves .judged").first).to_be_visible(timeout=20_000)
    assert kept(page) == before, (kept(page), before)


def a_deletion_asks(page):
    page.page.locator("#notation-moves > button", has_text="Bc4").click()
    page.expect_plies(5)
    asked = []
    page.page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    page.page.locator("#remove").click()
    page.expect_plies(4)
    assert asked == ["Delete this move and 9 more behind it?"], asked


def games_are_found(page):
    """By words, and by the position on the board; with what was played there."""
    page.press("Home")
    page.expect_plies(0)
    page.page.locator("#games summary").click()
    listed = page.page.locator("#game-list button")
    expect(listed).to_have_count(2)
    page.page.locator("#game-words").fill("carl queen's")
    expect(listed).to_have_text(["Carl - Ann, Open, 1/2-1/2, D30 Queen's Gambit Declined"])
    page.page.locator("#game-words").fill("")
    page.page.locator("#game-here").check()
    moves = page.page.locator("#game-moves tbody tr")
    expect(moves).to_have_count(2)
    moves.first.locator("button").click()
    page.expect_plies(1)
    expect(listed).to_have_count(1)
    nobody_is_kept_out(page, "games")
    page.shot("22-games")
    page.page.locator("#games summary").click()


def another_game_is_taken_back(page):
    """A game of this tree that is opened takes the place of the notation, which comes back by one step."""
    page.press("Home")
    page.expect_plies(0)
    page.type("h4", 1)
    before = kept(page)
    assert "h4" in " ".join(before), before
    page.page.locator("#games summary").click()
    page.page.locator("#game-here").uncheck()
    listed = page.page.locator("#game-list button")
    expect(listed).to_have_count(2)
    listed.nth(1).click()
    expect(page.page.locator("#notation-moves")).to_contain_text("c4")
    page.page.locator("#undo").click()
    expect_kept(page, before)
    listed.nth(0).click()
    expect(page.page.locator("#notation-moves")).not_to_contain_text("h4")
    page.page.locator("#games summary").click()


def answers_are_live(page):
    """Why and Compare are of the tree that table and bar show."""
    page.press("Home")
    page.expect_plies(0)
    page.press("w")
    source = page.page.locator("#why h2 small")
    expect(source).to_contain_text("nodes")
    before = source.text_content()
    page.limit("20", "kilonodes")
    page.page.locator("#run").click()
    expect(source).not_to_have_text(before, timeout=60_000)
    expect(page.page.locator("#run")).to_have_text("Start", timeout=60_000)
    move = page.page.locator("#why .compared thead th").first.text_content()
    row = page.page.locator("#candidates tr", has=page.page.get_by_role("button", name=f"Go to {move}", exact=True))
    expect(page.page.locator("#why .compared tbody td").first).to_have_text(row.locator("td.number > span").text_content())
    page.press("Escape")


def lines_are_walked_and_kept(page):
    """Each move of a line leads to its position, and shows it; + puts the line into the notation."""
    page.press("Home")
    page.expect_plies(0)
    page.tab("notation")
    steps = page.page.locator("#candidates tr").nth(1).locator(".step")
    steps.nth(1).hover()
    expect(page.page.locator(".small-board svg")).to_be_visible()
    san = steps.nth(0).text_content()
    steps.nth(1).click()
    page.expect_plies(2)
    assert page.path()[0].replace(" ", "\u00a0") == san, (page.path(), san)
    page.press("Home")
    page.expect_plies(0)
    count = len(kept(page))
    page.page.locator("#candidates tr").nth(1).locator("[data-kind=keep]").click()
    expect(page.page.locator("#notation-moves .variation").first).to_be_visible()
    assert len(kept(page)) > count + 4
    page.page.locator("#undo").click()
    page.page.wait_for_timeout(300)
    assert len(kept(page)) == count


def nothing_of_an_earlier_tree_stays(page, other):
    """A position is opened after a game: neither page has its notation or its list, and what was left out stays told."""
    page.page.once("dialog", lambda dialog: dialog.accept())
    page.press("o")
    page.page.locator("#pasted").fill(f"{PAWNS} moves e3d4 e3d4")
    page.page.locator("#open-go").click()
    page.expect_plies(1)
    told = page.page.locator("#left-out")
    expect(told).to_contain_text("the rest is left out")
    page.press("ArrowLeft")
    page.expect_plies(0)
    expect(told).to_be_visible()
    told.locator("button").click()
    expect(told).to_be_hidden()
    for shown in (page, other):
        expect(shown.page.locator("#place")).to_have_text(PAWNS, timeout=20_000)
        expect(shown.page.locator("#notation-moves")).not_to_contain_text("Nf3")
        expect(shown.page.locator("#game-curve")).not_to_contain_text("of 15 positions")
        expect(shown.page.locator("#games")).to_be_hidden()
    # Nothing was clicked that is not legal.
    other.errors = [error for error in other.errors if "status of 409" not in error]


def a_game_is_reviewed(browser, folder, **options):
    folder = Path(folder) / "-".join(["review", *(str(option) for option in options.values())])
    folder.mkdir()
    (folder / "games.pgn").write_text(GAMES)
    with Explorer("games.pgn", "--memory", "64MiB", "--nodes", "2k", "--threads", "1", folder=folder) as explorer:
        page = Page(browser, explorer.url, **options)
        one_click_reviews_the_game(page)
        the_curve_has_a_cursor(page)
        errors_lead_to_the_board(page)
        seen = marks(page)
        assert seen, "there are errors in this game"
        changes_are_taken_back(page)
        games_are_found(page)
        lines_are_walked_and_kept(page)
        another_game_is_taken_back(page)
        page.page.locator("#save-as").click()
        page.page.locator("#save-name").fill("reviewed")
        page.page.locator("#save-form button[type=submit]").click()
        expect(page.page.locator("#notice")).to_contain_text("saved to reviewed.tree", timeout=20_000)
        page.close()
    with Explorer("reviewed.tree", folder=folder) as explorer:
        page, other = Page(browser, explorer.url, **options), Page(browser, explorer.url)
        expect(page.page.locator("#notation-moves .judged").first).to_be_visible(timeout=20_000)
        assert marks(page) == seen, (marks(page), seen)
        answers_are_live(page)
        nothing_of_an_earlier_tree_stays(page, other)
        page.close()
        other.close()
    done(f"a_game_is_reviewed {options}")
