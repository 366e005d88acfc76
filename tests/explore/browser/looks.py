"""How the page looks at each width, and that nobody is kept out of it."""

from pathlib import Path

from playwright.sync_api import expect

from driver import Explorer, Page, done

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None


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


def looked_at(browser, url, name, **options):
    """A page of this size and colours, with an answer to *why*, that keeps nobody out."""
    page = Page(browser, url, **options)
    page.page.locator("#candidates tr").first.wait_for()
    page.press("w")
    expect(page.page.locator("#why")).to_be_visible()
    everything_has_a_name(page)
    nobody_is_kept_out(page, name)
    page.shot(name)
    return page


def look_at(browser, url, name, **options):
    page = looked_at(browser, url, name, **options)
    if options.get("width", 0) >= 1920:
        all_is_in_its_place(page)
        page.shot(f"{name}-settings")
    page.close()


def dark_narrow_and_wide(browser, url):
    look_at(browser, url, "09-dark", width=1400, scheme="dark")
    look_at(browser, url, "10-narrow", width=400, height=740)
    look_at(browser, url, "11-narrow-dark", width=400, height=740, scheme="dark")
    look_at(browser, url, "15-wide", width=1920, height=1080)
    look_at(browser, url, "16-wide-dark", width=1920, height=1080, scheme="dark")
    done("dark, narrow and wide" if Axe else "dark, narrow and wide; SKIPPED: axe-core")


def all_is_in_its_place(page):
    """In a wide window no setting is out of sight, and the buttons of the notation stand in one row."""
    page.page.locator("#settings summary").click()
    expect(page.page.locator("#memory")).not_to_have_value("")
    button, around = (page.page.locator(which).bounding_box() for which in ("#use", ".analysis"))
    assert button["y"] + button["height"] <= around["y"] + around["height"], (button, around)
    page.tab("notation")
    promote, keep = (page.page.locator(which).bounding_box() for which in ("#promote", "#keep"))
    assert promote["y"] == keep["y"], (promote, keep)


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
            # What is only looked at stays as it is.
            page.page.locator("#follow").uncheck()
            # Without a mouse, which would move the panel to the button.
            page.page.locator("#notation-moves > button", has_text="Qf4").dispatch_event("click")
            page.expect_plies(81)
            for plies in (81, 80, 79):
                page.expect_plies(plies)
                assert_is_in_sight(page)
                page.press("ArrowLeft")
            page.tab("game")
            curve = page.page.locator("#game-curve")
            expect(curve).to_contain_text("positions of the game analysed", timeout=20_000)
            expect(curve.locator("li")).to_have_count(0)
            page.shot(f"20-long-{options['width']}")
            page.close()
        the_comment_is_in_sight(browser, explorer.url)
    done("the_move_shown_is_in_sight")


def the_comment_is_in_sight(browser, url):
    """On a small screen, too, beside the list of games; and the curve of the game, as soon as it is asked for."""
    page = Page(browser, url, width=1366, height=768)
    around = page.page.locator(".tabbed").bounding_box()
    end = around["y"] + around["height"]
    comment = page.page.locator("#comment").bounding_box()
    assert comment["y"] + comment["height"] <= end, (comment, around)
    page.tab("game")
    curve = page.page.locator("#game-curve svg")
    expect(curve).to_be_visible(timeout=20_000)
    assert curve.bounding_box()["y"] + 80 <= end, (curve.bounding_box(), around)
    page.close()


def assert_is_in_sight(page):
    """The move shown, within the panel of the notation."""
    expect(page.page.locator("#notation-moves [aria-current]")).to_be_visible()
    seen, shown = (page.page.locator(f"#notation-moves{of}").bounding_box() for of in ("", " [aria-current]"))
    ends = [box["y"] + box["height"] for box in (shown, seen)]
    assert seen["y"] <= shown["y"] and ends[0] <= ends[1] + 1, (seen, shown)
