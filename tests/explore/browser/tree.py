"""A tree that was made before: walking along it, searching on, importing lines, saving."""

import re

from playwright.sync_api import expect

from driver import Explorer, Page, done, take
from looks import dark_narrow_and_wide, everything_has_a_name, nobody_is_kept_out, reach_a_move_without_a_mouse

# A line of "How the evaluation changed", with its button.
CAUSE = r"(: \S+ got (worse|better), from \S+ to \S+|: found at \S+, beside \S+)?"
CHANGE = rf"\S+ nodes: \S+( instead of \S+?{CAUSE}\s+why not \S+\?)?"


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
    page.type(page.best_san(), 3)
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
    expect(why).to_contain_text("is worth")
    expect(page.page.locator("#board .step").first).to_be_visible()
    page.shot("03-why")
    page.press("Escape")
    expect(why).to_be_hidden()


def go_by_the_picture(page):
    picture = page.page.locator("#icicle")
    expect(picture.locator("rect").first).to_be_visible()
    # In one step: the picture may be drawn again at any time, and its parts are new ones then.
    moves = picture.evaluate(
        """picture => [...picture.querySelectorAll("rect[data-moves]")]
            .reduce((widest, rect) => rect.width.baseVal.value > widest.width.baseVal.value ? rect : widest)
            .dataset.moves"""
    )
    picture.locator(f"rect[data-moves='{moves}']").click()
    page.expect_plies(len(moves.split(".")))
    page.press("Home")
    page.expect_plies(0)


def give_each_colour_one_meaning(page):
    """Blue and orange are the two sides; how good a move is has a colour of its own."""
    for shapes in ("#board .arrow", "#candidates .effort .bar div"):
        styles = page.page.locator(shapes).evaluate_all("shapes => shapes.map((shape) => shape.getAttribute('style'))")
        assert styles and all("--best" in style for style in styles), styles
        assert not any(side in style for style in styles for side in ("--good", "--bad")), styles


def use_the_keys_after_a_click(page):
    """A switch that was clicked does not swallow the keys; a position without numbers says how it gets some."""
    follow = page.page.locator("#follow")
    follow.uncheck()
    page.press("ArrowRight")
    page.expect_plies(1)
    page.press("Home")
    page.expect_plies(0)
    for move in ("Kh1", "Kg8", "Kg1", "Kf8", "Kf1", "Ke7"):
        page.type(move)
    expect(page.page.locator("#summary")).to_contain_text("Not analysed yet: press “Analyse this position”.")
    page.press("Home")
    page.expect_plies(0)
    page.page.locator("#notation-moves button", has_text="Kh1").first.click()
    page.page.locator("#remove").click()
    page.press("Home")
    page.expect_plies(0)
    follow.check()


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
    page.tab("changes")
    expect(page.page.locator("#story .curve")).to_have_count(1)
    for told in page.page.locator("#story .changes li").all_inner_texts():
        assert re.fullmatch(CHANGE, told), told
    page.tab("notation")


def search_an_untried_move(page):
    """A line that nobody tried is searched, with a limit; the way back is one click."""
    for move in ("Kh1", "Kg8", "Rab1", "h6", "Kg1"):
        page.type(move)
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
        page.type(move)
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


def a_tree_made_before(browser, tree):
    with Explorer(tree) as explorer:
        page = Page(browser, explorer.url)
        page.shot("01-opened")
        steps = (
            everything_has_a_name,
            walk_five_plies_and_back,
            choose_and_ask_why,
            go_by_the_picture,
            use_the_keys_after_a_click,
            give_each_colour_one_meaning,
            reach_a_move_without_a_mouse,
            search_and_see_numbers_move,
            search_an_untried_move,
            search_a_line_first,
            import_lines,
            save_and_reload,
        )
        take(steps, page)
        lead_back_from_a_wrong_address(page, explorer.url)
        done("lead_back_from_a_wrong_address")
        page.close()
        dark_narrow_and_wide(browser, explorer.url)
