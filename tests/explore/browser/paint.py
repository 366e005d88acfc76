#!/usr/bin/env python3
"""How long it takes from a click to the picture behind it: steps through a tree, at rest.

Usage: paint.py PROGRAM CHROMIUM TREE [STEPS [PAUSE]]. Times are milliseconds; so long somebody waits before the next click.
"""

import random
import sys

from playwright.sync_api import sync_playwright

from driver import CHROMIUM, Explorer, Page

STEPS, PLIES, ASKED = 100, 12, 100
#: Clicks; resolves once the position shown is another one and has been painted.
STEP = """(where) => new Promise((done) => {
    const [place, found] = [document.getElementById("place"), document.querySelector(where)];
    const started = performance.now();
    // What is asked for within a frame comes after it was painted.
    const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - started), 0));
    const watch = new MutationObserver(() => (watch.disconnect(), painted()));
    watch.observe(place, { childList: true, characterData: true, subtree: true });
    found.click();
})"""


def step(page, chance):
    """The milliseconds of a step: forward by a move of the table, back to the first position where there is none."""
    rows = page.page.locator("#candidates [data-kind=go]").count()
    plies = len(page.path())
    if rows == 0 or plies >= PLIES:
        return page.page.evaluate(STEP, "#first")
    row = 1 + min(rows - 1, int(chance.expovariate(0.7)))
    return page.page.evaluate(STEP, f"#candidates tr:nth-child({row}) [data-kind=go]")


def main():
    tree, steps = sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else STEPS
    pause = int(sys.argv[5]) if len(sys.argv) > 5 else 0
    chance = random.Random(1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Explorer(tree) as explorer:
            page = Page(browser, explorer.url, width=1400)
            page.page.locator("#follow").uncheck()
            times = []
            for _ in range(steps):
                page.page.wait_for_timeout(pause)
                times.append(step(page, chance))
            times.sort()
            print(page.page.locator("#standing").text_content())
            page.close()
        browser.close()
    share = sum(time <= ASKED for time in times) / steps
    print(f"{steps} steps: median {times[steps // 2]:.0f}, 95 % within {times[int(0.95 * steps) - 1]:.0f}, most {times[-1]:.0f}; {share:.0%} within {ASKED} ms")


if __name__ == "__main__":
    main()
