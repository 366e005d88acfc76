"""Chess analysis that keeps the whole tree.

    import shans

    analysis = shans.analyze("startpos", nodes=100_000, save="start.tree")
    print(analysis.best_move_san, analysis.score)

    tree = shans.Tree("start.tree")
    for node in sorted(tree.at.children, key=lambda node: -node.effort)[:5]:
        print(node.move, node.value, node.effort, node.line)

`analyze`, `why` and `export` start the program, which is installed with this package; `Tree` reads a file without it.
Boards and moves of python-chess are taken and given where it is installed.
"""

from .analysis import Analysis, Candidate, Score, analyze
from .errors import BadTree, NotInTree, ProgramError, ShansError
from .moves import AnyMove, AnyPosition
from .program import program_path
from .tree import Node, Tree

__all__ = [
    "Analysis",
    "AnyMove",
    "AnyPosition",
    "BadTree",
    "Candidate",
    "Node",
    "NotInTree",
    "ProgramError",
    "Score",
    "ShansError",
    "Tree",
    "analyze",
    "program_path",
]
