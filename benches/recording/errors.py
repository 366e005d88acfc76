"""`benches/games/errors.py`: inserted errors that are found, and false alarms."""


def finding(record):
    return "; ".join(
        f"with {run['nodes']:,} nodes a move `{run['searcher']}` finds {run['found']} of {record['errors']} errors,"
        f" with {run['false_alarms']} false alarms"
        for run in record["runs"]
    )
