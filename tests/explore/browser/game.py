"""A game: opened, worked on, searched, judged, saved and exported."""

from pathlib import Path

from playwright.sync_api import expect

from driver import Explorer, Page, done, take
from looks import nobody_is_kept_out

GAME = """[Event "Paris"]
[White "Morphy"]
[Black "Allies"]
[Result "1-0"]

{An old game} 1. e4 e5 2. Nf3 d6 (2... Nc6 {usual} 3. Bb5 (3. Bc4)) 3. d4 Bg4?! {[%cal Gd4e5]} 4. dxe5 Bxf3 1-0
"""

EXPORTED = (
    "{An old game} 1. e4 e5 2. Nf3 d6 (2... Nc6 {usual} 3. Bb5 a6 4. Ba4 $5 {keeps the bishop [%csl Re5] [%cal Ga4c6]}) "
    "3. d4 Bg4 $6 {[%cal Gd4e5]} 4. dxe5 Bxf3 1-0"
)


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
    a_side_line_is_chosen(page)


def a_side_line_is_chosen(page):
    """At a branch, down and up choose."""
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
    arrows_stay_with_their_move(page)
    what_was_only_walked_along_goes(page)


def arrows_stay_with_their_move(page):
    page.draw("a4", "c6")
    page.draw("e5", "e5", "Shift")
    expect(page.page.locator("#board .drawn")).to_have_count(2)
    page.press("ArrowLeft")
    page.expect_plies(6)
    expect(page.page.locator("#board .drawn")).to_have_count(0)
    page.press("ArrowRight")
    page.expect_plies(7)
    expect(page.page.locator("#board .drawn")).to_have_count(2)


def what_was_only_walked_along_goes(page):
    """A line of which nothing was written goes when it is left."""
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


def the_game_has_a_curve(page):
    """The line of the game was searched first: each of its positions has a value."""
    page.tab("game")
    curve = page.page.locator("#game-curve")
    expect(curve).to_contain_text("9 of 9 positions of the game analysed", timeout=20_000)
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
        an_engine_is_chosen(page)


def an_engine_is_chosen(page):
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


def a_whole_session(browser, folder, **options):
    """A game is opened, worked on, searched, saved, exported and opened again: it is the same."""
    folder = Path(folder) / "-".join(str(option) for option in options.values())
    folder.mkdir()
    game = folder / "game.pgn"
    game.write_text(GAME)
    quick = ["--searcher", "best-first:quiescence", "--memory", "64MiB", "--nodes", "20k"]
    with Explorer(str(game), *quick, folder=folder) as explorer:
        page = Page(browser, explorer.url, **options)
        notation, pgn = work_on_the_game(page)
        page.shot("-".join(["18-notation", *map(str, options.values())]))
        page.page.locator("#settings summary").click()
        expect(page.page.locator("#memory")).not_to_have_value("")
        take([it_is_chosen_what_searches], page)
        page.close()
    game.write_text(pgn)
    for subject in ([str(folder / "session.tree")], [str(game), *quick]):
        with Explorer(*subject, folder=folder) as explorer:
            page = Page(browser, explorer.url, **options)
            it_is_the_same_game(page, notation, subject)
            page.close()
    done("opened again, it is the same")


def work_on_the_game(page):
    """What is written in the end: the notation, which a page loaded again shows too, and the PGN."""
    expect(page.page.locator("#run")).to_have_text("Start", timeout=20_000)
    steps = (
        the_line_is_followed_there_and_back,
        lines_marks_comments_and_arrows_are_written,
        a_variation_is_promoted_and_another_deleted,
        the_threat_is_shown,
        two_moves_are_compared,
        the_game_has_a_curve,
        search_and_save,
        one_value_everywhere,
    )
    take(steps, page)
    pgn = saved_pgn(page)
    assert EXPORTED in " ".join(pgn.split()), pgn
    assert '[White "Morphy"]' in pgn and '[Result "1-0"]' in pgn, pgn
    notation = page.notation()
    page.page.reload()
    expect(page.page.locator("#notation-moves [aria-current]")).to_be_visible()
    assert page.notation() == notation, page.notation()
    nobody_is_kept_out(page, "the notation")
    return notation, pgn


def it_is_the_same_game(page, notation, subject):
    expect(page.page.locator("#notation-moves")).to_contain_text("keeps the bishop")
    assert page.notation() == notation, (subject, page.notation())
    # A tree keeps who played its game, too.
    saved = saved_pgn(page)
    assert EXPORTED in " ".join(saved.split()) and '[White "Morphy"]' in saved, (subject, saved)


def an_error_is_named(browser, folder):
    """Black's second move allows mate: the curve of the game says so, and a click leads there."""
    game = Path(folder) / "short.pgn"
    game.write_text("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0")
    with Explorer(str(game), "--searcher", "best-first:quiescence", "--memory", "32MiB", "--nodes", "5k") as explorer:
        page = Page(browser, explorer.url)
        expect(page.page.locator("#run")).to_have_text("Start", timeout=20_000)
        page.tab("game")
        error = page.page.locator("#game-curve li", has_text="2... Ke7??")
        expect(error).to_contain_text("blunder: from", timeout=20_000)
        error.locator("button").first.click()
        page.expect_plies(4)
        expect(page.page.locator("#game-curve .blunder")).to_have_count(1)
        page.page.locator("#game-curve [data-place='2']").click()
        page.expect_plies(2)
        page.close()
    done("an_error_is_named")
