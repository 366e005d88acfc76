"""`benches/games/agreement.py`: annotated games as python-chess reads them, and contradictions."""


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
