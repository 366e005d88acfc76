"""The commands that can be recorded."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass

from . import agreement, analyze, answers, candidates, compare, errors, match, perft, repertoires, sessions
from .text import findings


@dataclass(frozen=True)
class Kind:
    """How a command is recorded and shown."""

    # The passage of several records.
    passage: Callable
    # What is kept of what the command told.
    figures: Callable = json.loads
    # What makes it tell that.
    options: tuple = ("--json",)


def listed(finding):
    """The passage with a line for each record, in which this is what was found."""
    return lambda records: findings(records, finding)


KINDS = {
    "shans compare": Kind(compare.passage, compare.figures, ("--json", "--quiet")),
    "shans perft": Kind(listed(perft.finding), perft.figures, ()),
    "shans analyze": Kind(listed(analyze.finding), analyze.figures, ("--json", "--quiet")),
    "benches/match/match.py": Kind(match.passage),
    "benches/candidates.py": Kind(listed(candidates.finding)),
    "benches/sessions.py": Kind(listed(sessions.finding)),
    "benches/answers.py": Kind(listed(answers.finding)),
    "benches/games/errors.py": Kind(listed(errors.finding)),
    "benches/games/agreement.py": Kind(listed(agreement.finding)),
    "benches/repertoires/frequencies.py": Kind(listed(repertoires.frequencies)),
    "benches/repertoires/points.py": Kind(listed(repertoires.points)),
    "benches/repertoires/loss.py": Kind(listed(repertoires.loss)),
    "benches/repertoires/schedule.py": Kind(listed(repertoires.schedule)),
}


def of(command):
    """The kind of a command."""
    for start, kind in KINDS.items():
        if command.startswith(start + " "):
            return kind
    sys.exit(f"`{command}` cannot be recorded; these can: {', '.join(KINDS)}")
