"""`benches/match/match.py`: games between two engines."""

from .text import sources, table

HEADS = [
    "",
    "players",
    "games",
    "won, drawn, lost",
    "score",
    "Elo, 95 %",
    "pairs with 0, 1/2, 1, 3/2, 2 points",
    "faults",
]


def passage(records):
    """A table with a row for each match, from the view of its first player."""
    return "\n".join([*table(HEADS, [row(record) for record in records]), "", *sources(records), ""])


def row(record):
    first, second = record["players"]
    elo, low, high = (difference(record[key]) for key in ("elo", "elo_low", "elo_high"))
    return [
        record["title"],
        f"`{first}` : `{second}`",
        f"{record['games']:,}",
        f"{record['wins']}, {record['draws']}, {record['losses']}",
        f"{100 * record['score']:.1f} %",
        f"{elo}, {low} to {high}",
        ", ".join(map(str, record["pairs"])),
        str(record["faults"]),
    ]


def difference(elo):
    """A difference in Elo; none is known where one side won all."""
    return "unknown" if elo is None else f"{elo:+.0f}"
