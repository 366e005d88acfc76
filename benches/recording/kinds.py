"""The commands that can be recorded.

Each is a module with the OPTIONS that make the command tell what is kept, `figures` of what it told, and
the `passage` of records of it.
"""

import sys

from . import agreement, analyze, candidates, compare, errors, match, perft

KINDS = {
    "shans compare": compare,
    "shans perft": perft,
    "shans analyze": analyze,
    "benches/match/match.py": match,
    "benches/candidates.py": candidates,
    "benches/games/errors.py": errors,
    "benches/games/agreement.py": agreement,
}


def of(command):
    """The kind of a command."""
    for start, kind in KINDS.items():
        if command.startswith(start + " "):
            return kind
    sys.exit(f"`{command}` cannot be recorded; these can: {', '.join(KINDS)}")
