"""What the passages have in common."""


def p_text(value):
    """A p-value as a reader wants it."""
    return "p < 0.001" if value < 0.001 else f"p {value:.2g}"


def source(record):
    """Where a record comes from."""
    return (
        f"`{record['command']}`, commit {record['commit']}, {record['date']}, {record['machine']}."
    )


def table(heads, rows):
    """The lines of a table."""
    return ["| " + " | ".join(row) + " |" for row in [heads, ["---"] * len(heads), *rows]]


def sources(records):
    """A line for each record."""
    return [f"- {record['title']}: {source(record)}" for record in records]


def findings(records, finding):
    """A list with what was found and where it comes from, a line for each record."""
    lines = [f"- {record['title']}: {finding(record)}. {source(record)}" for record in records]
    return "\n".join([*lines, ""])
