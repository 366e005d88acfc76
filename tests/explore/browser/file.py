#!/usr/bin/env python3
"""The page as one file: opened from disk, beside the same tree in the program.

Usage: file.py PROGRAM CHROMIUM [FOLDER]; screenshots go to FOLDER.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from driver import CHROMIUM, FEN, PROGRAM, Explorer, Page, done, take
from looks import everything_has_a_name, looked_at, nobody_is_kept_out

GAME = """[White "Anna <b>"]
[Black "Bert"]
[Result "0-1"]

1. f3 {</script><script>document.title = "fooled"</script> hm} e5 2. g4 Qh4# 0-1
"""

REVIEWED = """[Event "Club"]
[Date "1999.01.02"]
[White "Anna </script><b>"]
[Black "Bert"]
[Result "1-0"]

1. e4 {[%clk 0:05:00] The best move} (1. d4 d5 {solid}) 1... e5 2. Qh5 Nc6 3. Bc4 Nf6 $1 4. Qxf7# 1-0
"""

# Asks program and file about every position that the file has, and returns the answers that differ. What no page reads is left
# out of the file: chances, what moves that wait promise, which moves keep a value from being settled.
COMPARE = """
async (text) => {
  const { embedded } = await import(`${location.href.split("#")[0]}embedded.js`);
  const UNREAD = ["status", "tree", "own_chance_cp", "opponent_chance_cp", "unsettled_by"];
  const inOrder = (it) => {
    if (Array.isArray(it)) return it.map(inOrder);
    if (it === null || typeof it !== "object") return it;
    return Object.fromEntries(Object.keys(it).filter((key) => !UNREAD.includes(key)).sort().map((key) => [key, inOrder(it[key])]));
  };
  const plain = (look) => {
    const legal = look.legal.map(({ move, san }) => `${move} ${san}`).sort();
    const known = look.known_of_it;
    const untried = known?.untried.map(({ move, san }) => ({ move, san }));
    return inOrder({ ...look, legal, known_of_it: known && { ...known, untried } });
  };
  const file = embedded(text);
  await file.ready();
  const ask = async (address) => (await fetch(address)).json();
  const [faults, waiting] = [[], [[]]];
  let [looks, whys] = [0, 0];
  const compare = (name, own, other) => {
    const differing = Object.keys({ ...own, ...other }).filter((key) => JSON.stringify(own[key]) !== JSON.stringify(other[key]));
    for (const key of differing) faults.push(`${name} ${key}: ${JSON.stringify(own[key])} but ${JSON.stringify(other[key])}`);
  };
  while (waiting.length > 0 && faults.length === 0) {
    const moves = waiting.shift();
    const own = await file.look(moves);
    compare(moves.join("."), plain(own), plain(await ask(`look?moves=${moves.join(".")}`)));
    looks += 1;
    for (const { move } of own.known_of_it?.candidates ?? []) {
      waiting.push([...moves, move]);
      const answer = moves.length === 0 ? await file.why(moves, move) : null;
      if (!answer) continue;
      const { sentences, sentences_of_white: ofWhite, candidate, chance, nodes, quick, san, verdict, refutation } = await ask(`why?moves=${moves.join(".")}&move=${move}`);
      const told = { candidate: candidate && { pv: candidate.pv }, chance: chance && { line: chance.line, untried: chance.untried }, nodes, quick, move, san, verdict, refutation };
      // Causes are tested by small searches, for which a file has no time.
      const { sentences: ownSentences, sentences_of_white: ownOfWhite, ...ownTold } = answer;
      compare(`why ${move}`, inOrder(ownTold), inOrder(told));
      if (ownSentences.length === 0 || ownOfWhite.length === 0) faults.push(`why ${move} is empty`);
      whys += 1;
    }
  }
  compare("notation", inOrder(await file.notation()), inOrder(await ask("notation")));
  compare("games", inOrder(await file.games()), inOrder(await ask("games")));
  const line = (await file.notation()).moves.filter(({ parent }, index) => parent === index).map(({ move }) => move);
  const curve = await file.curve(line);
  if (line.length > 0) compare("curve", inOrder(curve), inOrder(await ask(`curve?moves=${line.join(".")}`)));
  return { faults, looks, whys };
}
"""


def run(*words):
    subprocess.run([PROGRAM, *words], check=True, capture_output=True)


def exported(tree, *options):
    page = tree.with_suffix(".html")
    run("export", tree, "--format", "html", "-o", page, "--force", *options)
    return page


def make_trees(folder):
    game = folder / "game.pgn"
    game.write_text(GAME)
    trees = {name: folder / f"{name}.tree" for name in ("quick", "leaves", "game")}
    run("analyze", FEN, "--nodes", "2k", "--save", trees["quick"], "--quiet", "--searcher", "best-first:quiescence", "--memory", "32MiB")
    run("analyze", FEN, "--nodes", "100k", "--save", trees["leaves"], "--quiet", "--memory", "32MiB")
    run("game", game, "--nodes", "500", "--save", trees["game"], "--quiet", "--searcher", "best-first:quiescence")
    return trees


def program_and_file_say_the_same(browser, tree):
    """For every position of the tree."""
    text = re.search(r'id="tree-data">([^<]*)<', exported(tree).read_text())[1]
    with Explorer(tree) as explorer:
        page = Page(browser, explorer.url)
        told = page.page.evaluate(COMPARE, text)
        assert not told["faults"], told["faults"][:3]
        assert told["looks"] > 3 and told["whys"] > 0, told
        page.close()
    done(f"program and file say the same of {told['looks']} positions and {told['whys']} moves: {tree.name}")


def walk_and_ask(page):
    page.press("ArrowRight")
    page.expect_plies(1)
    page.press("Home")
    page.expect_plies(0)
    page.press("w")
    why = page.page.locator("#why")
    expect(why).to_contain_text("is worth")
    expect(page.page.locator("#board .step").first).to_be_visible()
    page.press("Escape")
    expect(why).to_be_hidden()
    picture = page.page.locator("#icicle")
    expect(picture.locator("rect[data-moves]").first).to_be_visible()
    row = page.page.locator("#candidates tr").first
    row.locator("button[data-kind=go]").click()
    page.expect_plies(1)
    page.press("ArrowLeft")
    page.expect_plies(0)


def nothing_needs_a_program(page):
    for name in ("open", "set-up", "save", "run", "here", "threat", "include", "use", "comment", "promote", "review-row"):
        expect(page.page.locator(f"#{name}")).to_be_hidden()
    for key in ("s", "x", "o"):
        page.press(key)
    expect(page.page.locator("#problem")).to_be_hidden()


def what_is_not_there_is_told(browser, tree):
    """The page says what the tree has more, and refuses to go there."""
    page = Page(browser, exported(tree, "--max-nodes", "5").as_uri())
    expect(page.page.locator("#notice")).to_contain_text("This file has 5 of the ")
    for move, told in (("Kh1", "The position after Kh1 is not in this file."), ("Ka1", '"Ka1" is not legal here.')):
        page.page.locator("#move").fill(move)
        page.press("Enter")
        expect(page.page.locator("#problem")).to_have_text(told)
    page.page.locator("#move").fill("")
    page.press("ArrowRight")
    page.expect_plies(1)
    expect(page.page.locator("#problem")).to_be_hidden()
    page.close()
    done("what is not there is told")


def guess_a_move(page):
    """Scores are hidden until a move is tried; then the tree says what it is worth."""
    page.page.locator("#guess").click()
    table, told = page.page.locator("#tried"), page.page.locator("#guess-told")
    for hidden in ("#tried", "#eval", "#icicle", "#notation-moves", "#summary"):
        expect(page.page.locator(hidden)).to_be_hidden()
    expect(page.page.locator("#board .arrow")).to_have_count(0)
    expect(told).to_contain_text("Find a move for White")
    best = page.page.evaluate("document.querySelector('#candidates tr').dataset.move")
    page.drag("g1", "h1")
    expect(told).to_contain_text("The best move is")
    expect(told).to_contain_text("0 of 1 found.")
    expect(table).to_be_visible()
    page.expect_plies(0)
    page.shot("30-guessed")
    page.page.locator("#guess-next").click()
    page.expect_plies(1)
    expect(told).to_contain_text("Find a move for Black")
    page.press("Home")
    page.expect_plies(0)
    page.click(best[:2], best[2:4])
    expect(told).to_contain_text("is the best move.")
    expect(told).to_contain_text("1 of 2 found.")
    page.page.locator("#guess").click()
    expect(page.page.locator("#guessing")).to_be_hidden()
    expect(table).to_be_visible()


def a_game_in_a_file(browser, tree):
    page = Page(browser, exported(tree).as_uri())
    assert page.page.title() == "Anna <b> – Bert", page.page.title()
    expect(page.page.locator("#notation-moves")).to_contain_text("</script><script>")
    page.tab("game")
    expect(page.page.locator("#game-curve svg")).to_be_visible()
    expect(page.page.locator("#game-curve")).to_contain_text("blunder")
    page.page.locator("#game-curve li button", has_text="g4").first.click()
    expect(page.page.locator("#path button[aria-current]")).to_contain_text("g4")
    page.shot("31-game-in-a-file")
    page.close()
    done("a game in a file")


def a_reviewed_game(browser, folder):
    """What `shans game --html` writes: the words of the game, marks, the curve, what moves cost and why."""
    game, file = folder / "reviewed.pgn", folder / "reviewed.html"
    game.write_text(REVIEWED)
    run("game", game, "--nodes", "5k", "--memory", "64MiB", "--html", file)
    for options in ({"width": 1400}, {"width": 400, "height": 740}):
        page = Page(browser, file.as_uri(), **options)
        assert page.page.title() == "Anna </script><b> – Bert, Club, 1999.01.02", page.page.title()
        expect(page.page.locator("#players")).to_have_text("Anna </script><b> – Bert, Club, 1999.01.02, 1-0")
        notation = page.page.locator("#notation-moves")
        for said in ("The best move", "solid"):
            expect(notation).to_contain_text(said)
        expect(notation.locator("button", has_text="e4").first).to_have_attribute("title", "Clock: 0:05:00")
        # The mark of the game, then that of the program.
        expect(notation.get_by_role("button", name="Nf6!??")).to_be_visible()
        what_moves_cost(page)
        page.shot(f"33-reviewed-{options['width']}")
        page.close()
    done("a reviewed game")


def what_moves_cost(page):
    page.tab("game")
    curve = page.page.locator("#game-curve")
    expect(curve).to_contain_text("8 of 8 positions of the game analysed. Anna </script><b>: accuracy")
    error = curve.locator("li", has_text="Nf6??")
    expect(error).to_contain_text("blunder: from")
    expect(error.locator(".reason").first).to_be_visible()
    error.locator("button", has_text="Nf6??").click()
    page.expect_plies(6)
    curve.locator("[data-place='2']").click(force=True)
    page.expect_plies(2)
    places = page.page.evaluate("[...document.querySelectorAll('#notation-moves > button')].flatMap((it, at) => (it.querySelector('.judged') ? [at + 1] : []))")
    assert 6 in places, places
    for place in [place for place in places if place > 2] + places[:1]:
        page.press("e")
        page.expect_plies(place)
    curve.locator("button", has_text="Next error").click()
    page.expect_plies(next((place for place in places if place > places[0]), places[0]))


def look_at(browser, url, name, **options):
    page = looked_at(browser, url, name, **options)
    page.page.locator("#guess").click()
    nobody_is_kept_out(page, f"{name}, guessing")
    page.shot(f"{name}-guessing")
    page.close()


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        trees = make_trees(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for tree in trees.values():
            program_and_file_say_the_same(browser, tree)
        file = exported(trees["leaves"]).as_uri()
        page = Page(browser, file)
        take((everything_has_a_name, walk_and_ask, nothing_needs_a_program, guess_a_move), page)
        page.close()
        what_is_not_there_is_told(browser, trees["leaves"])
        a_game_in_a_file(browser, trees["game"])
        a_reviewed_game(browser, Path(folder))
        file = exported(trees["quick"]).as_uri()
        for width in (400, 1400, 1920):
            for scheme in ("light", "dark"):
                look_at(browser, file, f"32-file-{width}-{scheme}", width=width, scheme=scheme)
        done("the file, narrow and wide, light and dark")
        browser.close()


main()
