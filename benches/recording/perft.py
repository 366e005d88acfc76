"""`shans perft --suite`: the rules beside known counts."""

import re
import sys

KEYS = ("positions", "counts", "left_out", "wrong", "unreadable")
TOTALS = re.compile(
    r"^([\d,]+) positions?, ([\d,]+) counts? checked, (\d+) left out, (\d+) wrong, ([\d,]+) lines? unreadable$", re.M
)


def figures(told):
    """The line at the end."""
    totals = TOTALS.search(told)
    if not totals:
        sys.exit("this is not a check of a suite: nothing is recorded")
    return dict(zip(KEYS, (int(number.replace(",", "")) for number in totals.groups())))


def finding(record):
    wrong = f"{record['wrong']} are" if record["wrong"] else "none is"
    unread = f", {record['unreadable']} lines cannot be read" if record["unreadable"] else ""
    return f"of {record['counts']:,} known counts of {record['positions']:,} positions {wrong} wrong{unread}"
