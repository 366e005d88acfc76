"""`benches/games/agreement.py`: annotated games as python-chess reads them, and contradictions."""

import json

from .text import findings

OPTIONS = ["--json"]


def figures(told):
    """All that the script tells."""
    return json.loads(told)


def passage(records):
    """A line for each record."""
    return findings(records, finding)


def finding(record):
    games, errors, changed = (
        sum(file[key] for file in record["files"]) for key in ("games", "errors", "changed")
    )
    contradictions = ", ".join(
        f"{told['contradictions']:,} of {told['best']:,} moves that `{told['searcher']}` calls best"
        for told in record["searchers"]
    )
    return (
        f"{games:,} games are read with {errors} new errors and {changed} changes;"
        f" values contradict each other at {contradictions}"
    )
