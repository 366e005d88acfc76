"""What a tree file holds: the root, and its moves. Needs no program.

    python3 examples/python/summary.py game.tree
"""

import sys

import shans


def main(path: str) -> None:
    tree = shans.Tree(path)
    print(f"{tree.position}\n{tree.searcher}, {len(tree):,} nodes in the tree")
    print(f"answer {tree.answer.move if tree.answer else 'none'}")
    for node in sorted(tree.at.children, key=lambda node: -node.effort)[:10]:
        print(f"{node.move:6} {node.value:+9.1f} {node.effort:12,}")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except (OSError, shans.ShansError) as error:
        sys.exit(f"error: {error}")
