#!/usr/bin/env python3
"""Random sequences of what people do on the page: whatever comes, all that it shows is of the same tree and the same position.

Usage: wander.py PROGRAM CHROMIUM [SEQUENCES [FIRST_SEED]]. A failure names its seed.
"""

import random
import sys

from playwright.sync_api import sync_playwright

from driver import CHROMIUM, PROGRAM, Explorer, Page

TEXTS = (
    '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 *',
    '[White "C"]\n[Black "D"]\n\n1. d4 d5 2. c4 (2. Nf3 Nf6) dxc4 3. e3 b5 *',
    "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1",
    "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1 moves e3d4 e6d6",
    "startpos",
)
STEPS = 12
WORDS = ["--memory", "32MiB", "--nodes", "2k", "--threads", "1"]
#: What the page shows, and what the program knows of the same position.
SHOWN = """async () => {
    const moves = location.hash.slice(1).split(".").filter(Boolean);
    const [look, notation] = await Promise.all([
        fetch(`look?moves=${moves.join(".")}`).then((it) => it.json()),
        fetch("notation").then((it) => it.json()),
    ]);
    const texts = (where) => [...document.querySelectorAll(where)].map((it) => it.textContent);
    return {
        error: look.error,
        fen: [look.fen, document.getElementById("place").textContent],
        legal: (look.legal ?? []).map(({ move }) => move),
        rows: [...document.querySelectorAll("#candidates tr")].map((it) => it.dataset.move),
        scores: [...texts("#eval span"), ...texts("#candidates tr:first-child td.number > span")].filter(Boolean),
        kept: notation.moves.length,
        written: document.querySelectorAll("#notation-moves button:not(.walked):not(.better button)").length,
        problem: document.getElementById("problem").textContent,
        seconds: [...document.querySelectorAll("#second:not([hidden]) tr:not([hidden]) th button")].map((it) => it.textContent),
        names: (look.legal ?? []).map(({ san }) => san),
        isUnsettled: Boolean(look.known_of_it?.unsettled),
    };
}"""


def settle(page):
    """What is on its way arrives."""
    page.page.wait_for_timeout(450)


def open_a_text(page, chance):
    page.press("o")
    page.page.locator("#pasted").fill(chance.choice(TEXTS))
    page.page.locator("#open-go").click()
    settle(page)
    if page.page.locator("#open-dialog").is_visible():
        page.press("Escape")


def set_up(page, _):
    page.page.locator("#set-up").click()
    page.page.locator("#set-up-start").click()
    page.page.locator("#set-up-go").click()
    settle(page)
    if page.page.locator("#set-up-dialog").is_visible():
        page.press("Escape")


def key(*names):
    return lambda page, chance: page.press(chance.choice(names))


def compare(page, chance):
    page.page.locator("#compare").select_option(index=chance.randrange(2))


def click(where):
    def act(page, chance):
        found = page.page.locator(where)
        count = found.count()
        if count > 0:
            found.nth(chance.randrange(count)).dispatch_event("click")

    return act


ACTS = (
    open_a_text,
    open_a_text,
    set_up,
    key("ArrowRight", "ArrowLeft", "Home", "End", "ArrowDown"),
    key("ArrowRight"),
    key("Control+z", "Control+y"),
    key("s"),
    key("w", "x", "Escape"),
    click("#candidates [data-kind=go]"),
    click("#candidates [data-kind=keep]"),
    click("#notation-moves button"),
    click("#promote, #remove, #keep, #undo, #redo"),
    click("#marks button:not(:disabled)"),
    click("#review"),
    compare,
)


def is_consistent(page, seed, done):
    """Asked again where something came in between."""
    for attempt in range(20):
        settle(page)
        shown = page.page.evaluate(SHOWN)
        fits = (
            not shown["error"]
            and shown["fen"][0] == shown["fen"][1]
            and set(shown["rows"]) <= set(shown["legal"])
            and set(shown["seconds"]) <= set(shown["names"])
            and (shown["isUnsettled"] or len(set(shown["scores"])) <= 1)
            and shown["written"] == shown["kept"]
            and "not legal" not in shown["problem"]
        )
        if fits:
            return
    raise AssertionError(f"seed {seed}, after {done}: {shown}")


def wander(page, seed):
    chance, done = random.Random(seed), []
    for _ in range(STEPS):
        act = chance.choice(ACTS)
        done.append(getattr(act, "__qualname__", str(act)))
        act(page, chance)
        settle(page)
    if page.page.locator("#run").text_content() == "Stop":
        page.page.locator("#run").click()
    is_consistent(page, seed, done)


def main():
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Explorer("startpos", *WORDS, "--compare-with", f"{PROGRAM} uci") as explorer:
            page = Page(browser, explorer.url, width=1400)
            page.page.on("dialog", lambda dialog: dialog.accept())
            for seed in range(first, first + count):
                wander(page, seed)
            # What is refused is told by the browser, too.
            page.errors = [error for error in page.errors if "status of 409" not in error]
            page.close()
        browser.close()
    print(f"ok: {count} random sequences from seed {first} on")


if __name__ == "__main__":
    main()
