"""The package beside the program: what `shans.Tree` reads is what `show --json` tells, and python-chess plays every move."""

import os
import subprocess
import sys
import tempfile
import unittest

import shans
from shans import program

try:
    import chess
except ImportError:
    chess = None

MIDDLEGAME = "r1r4k/1b3ppp/qP2pn2/P1bpN3/Q2p4/6P1/3NPPBP/R1R3K1 w - - 0 1"
#: Both sides castle soon.
CASTLES = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8"
#: White has four moves, castling among them.
FEW_MOVES = "3rk3/8/8/8/8/p3p2p/P3P2P/4K2R w K - 0 1"
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
MATE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
GAME = '[White "A"]\n[Result "*"]\n\n1. e4 { the best by test } e5 2. Nf3 d6 3. d4 *\n'


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "a.tree")


@unittest.skipUnless(chess, "python-chess is not installed")
class AgreesWithShow(WithFolder):
    """Every node of trees of all kinds."""

    def check(self, position, *options):
        analysis = shans.analyze(position, nodes=200_000, save=self.path, options=["--force", *options])
        tree = analysis.tree()
        self.compare_all(tree)
        self.assertEqual(tree.answer.chess_move(), analysis.move)
        self.assertEqual(uci_line(tree.at), list(analysis.line))
        return tree

    def compare_all(self, tree, lines=True):
        # No view has more nodes than 10,000.
        whole = program.json_of(["show", self.path, "--depth", "60", "--width", "300", "--json"])
        counted = self.compare(tree.at, whole, tree.at, lines)
        self.assertEqual(counted, min(whole["tree_nodes"], 10_000))

    def compare(self, node, told, top, lines):
        """Compares a node and everything below it; how many nodes that are."""
        self.assertEqual(node.effort, told["effort"], node)
        self.assertEqual("mate" in told["score"], node.mate_plies is not None, node)
        # The position analysed is told the value of its answer.
        valued = tree_answer(node) or node
        if "cp" in told["score"]:
            value = valued.value if top.turn == "white" else -valued.value
            self.assertAlmostEqual(value, told["score"]["cp"], delta=0.51, msg=node)
        if lines:
            self.assertEqual(uci_line(node, with_move=node != top), told["pv"], node)
        return 1 + sum(self.compare(node.child(child["move"]), child, top, lines) for child in told["children"])

    def test_default(self):
        self.check("startpos")
        self.check(MIDDLEGAME, "--compress")
        self.check(CASTLES)
        castled = self.check(FEW_MOVES)
        node = next(node for node in castled if node.move == "e1h1")
        self.assertEqual((node.parent.child("e1g1"), node.chess_move().uci()), (node, "e1g1"))

    def test_chess960_and_mates(self):
        self.check(CHESS960)
        mate = self.check(MATE)
        self.assertEqual(mate.answer.mate_plies, 0)

    def test_static_values(self):
        """Which of two equal moves comes first depends there on the prices of moves, which the package does not know."""
        shans.analyze(CASTLES, nodes=50_000, save=self.path, options=["--searcher", "best-first:quiescence"])
        self.compare_all(shans.Tree(self.path), lines=False)

    def test_a_game_with_comments(self):
        pgn = self.path + ".pgn"
        with open(pgn, "w", encoding="utf-8") as file:
            file.write(GAME)
        program.output_of(["game", pgn, "--nodes", "20k", "--save", self.path])
        tree = shans.Tree(self.path)
        self.assertEqual(tree.find(["e2e4"]).comment, "the best by test")
        self.assertEqual(tree.find(["e2e4", chess.Move.from_uci("e7e5")]).ply, 2)

    def test_every_line_is_played(self):
        tree = self.check(CASTLES)
        for node in tree:
            board = node.board()
            for move in node.line:
                board.push_uci(move)


def tree_answer(node):
    """The answer, where this is the position analysed."""
    return node.tree.answer if node == node.tree.at else None


def uci_line(node, with_move=False):
    """The line of a node as programs write it, castling as the king goes."""
    moves = node.line
    if with_move:
        node, moves = node.parent, [node.move, *moves]
    board, line = node.board(), []
    for move in moves:
        line.append(board.push_uci(move).uci())
    return line


class Program(WithFolder):
    """What is asked of the program."""

    def test_an_analysis(self):
        analysis = shans.analyze(nodes=20_000, lines=4)
        self.assertEqual((analysis.nodes, analysis.saved, len(analysis.candidates)), (20_000, None, 4))
        self.assertEqual(analysis.candidates[0].move, analysis.best_move)
        self.assertEqual(str(analysis.score), f"{analysis.score.cp / 100:+.2f}")
        self.assertAlmostEqual(sum(analysis.wdl), 1)
        with self.assertRaises(ValueError):
            analysis.tree()

    def test_scores_as_text(self):
        told = [{"cp": -31}, {"mate": -3}, {"won": True, "proven": False}, {"won": False, "proven": True, "tb": 12}]
        self.assertEqual([str(shans.Score.of(score)) for score in told], ["-0.31", "#-3", "won?", "tb-12"])

    @unittest.skipUnless(chess, "python-chess is not installed")
    def test_a_board_comes_with_its_game(self):
        board = chess.Board()
        for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
            board.push_san(san)
        tree = shans.analyze(board, nodes=20_000, save=self.path).tree()
        self.assertEqual(len(tree.played), 4)
        self.assertEqual(tree.root.board().move_stack, board.move_stack)
        with self.assertRaises(ValueError):
            from chess.variant import AtomicBoard

            shans.analyze(AtomicBoard())

    def test_why_and_export(self):
        tree = shans.analyze(MIDDLEGAME, nodes=100_000, save=self.path).tree()
        rejected = next(node for node in tree.at.children if node != tree.answer)
        self.assertEqual(tree.why(rejected.move)["verdict"], "rejected")
        self.assertEqual(tree.why(tree.answer.move)["verdict"], "preferred")
        self.assertIn("1. Nb3", tree.export())
        self.assertIn("digraph", tree.answer.export("dot", nodes=3))

    def test_failures_are_exceptions(self):
        with self.assertRaises(shans.ProgramError) as refused:
            shans.analyze("no position")
        self.assertEqual(refused.exception.exit_code, 2)
        for position in ("--help", "-", ""):
            with self.assertRaises((shans.ProgramError, ValueError)):
                shans.analyze(position)
        shans.analyze(nodes=1_000, save=self.path)
        with self.assertRaises(shans.ProgramError):
            shans.analyze(nodes=1_000, save=self.path)
        with self.assertRaises(shans.ProgramError):
            shans.Tree(self.path).why("e2e5")

    def test_the_package_is_the_program(self):
        ended = subprocess.run([sys.executable, "-m", "shans", "--version"], capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout[:6]), (0, "shans "))


if __name__ == "__main__":
    unittest.main()
