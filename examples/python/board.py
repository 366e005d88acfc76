"""A position, its best line and its moves, as in a notebook: each part is a cell.

    pip install "shans[chess]"
    python3 examples/python/board.py
"""

import chess
import shans

# Analyse a position after some moves; the tree is kept.
board = chess.Board()
for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
    board.push_san(san)
analysis = shans.analyze(board, nodes=100_000, save="spanish.tree")
print(board)
print(f"{analysis.best_move_san} {analysis.score}, {analysis.nodes:,} positions")

# The best line. In a notebook, `board` as the last line of a cell shows it as a picture.
line = [chess.Move.from_uci(move) for move in analysis.line]
print(board.variation_san(line))

# The tree: the moves on which most work was spent, and what White thinks of them.
tree = shans.Tree("spanish.tree")
for node in sorted(tree.at.children, key=lambda node: -node.effort)[:5]:
    print(f"{board.san(node.chess_move()):6} {node.value / 100:+.2f} {node.effort:10,}")

# Why not the second one?
second = analysis.candidates[1]
why = tree.why(second.move)
print(f"{second.san}: {why['verdict']}, {why['behind_cp']} centipawns behind")
