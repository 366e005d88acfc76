"""`benches/games/errors.py`: inserted errors that are found, and false alarms."""

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
    return "; ".join(
        f"with {run['nodes']:,} nodes a move `{run['searcher']}` finds {run['found']} of {record['errors']} errors,"
        f" with {run['false_alarms']} false alarms"
        for run in record["runs"]
    )
