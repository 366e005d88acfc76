"""`shans compare`: what searchers solve of suites."""

import json
import os
import sys

from .text import findings, p_text, source, sources, table


def figures(told):
    """Counts for each suite and searcher; positions are not kept."""
    report = json.loads(told)
    if report["interrupted"]:
        sys.exit("the comparison was interrupted: nothing is recorded")
    return {
        "searchers": [
            {key: searcher[key] for key in ("name", "solved", "positions", "nodes", "tree_nodes")}
            for searcher in report["searchers"]
        ],
        "suites": suite_counts(report),
        "pairs": report["pairs"],
    }


def suite_counts(report):
    """For each suite: how many positions, and what each searcher solved and was given points for."""
    suites = {}
    for result in report["results"]:
        name = os.path.splitext(os.path.basename(result["suite"]))[0]
        suite = suites.setdefault(name, {"suite": name, "positions": 0, "solved": {}, "points": {}})
        suite["positions"] += 1
        for answer in result["answers"]:
            for counts, value in (("solved", answer["solved"]), ("points", answer["points"] or 0)):
                before = suite[counts].get(answer["searcher"], 0)
                suite[counts][answer["searcher"]] = before + int(value)
    return list(suites.values())


def passage(records):
    """One comparison suite by suite, several in one table, and single searchers in a list."""
    if not any(record["pairs"] for record in records):
        return findings(records, solved_alone)
    return suites_of(records[0]) if len(records) == 1 else totals_of(records)


def suites_of(record):
    """A sentence on where a record comes from, and a table with a row for each suite."""
    names = names_of(record)
    rows = [
        [f"`{suite['suite']}`", str(suite["positions"]), *(cell(suite, name) for name in names)]
        for suite in record["suites"]
    ]
    total = str(record["searchers"][0]["positions"])
    rows.append(["all", total, *(f"**{searcher['solved']:,}**" for searcher in record["searchers"])])
    pairs = [
        f"Solved by `{pair['first']}` alone {pair['only_first']}, by `{pair['second']}` alone "
        f"{pair['only_second']} ({p_text(pair['p_value'])})."
        for pair in record["pairs"]
        if pair["first"] == names[0]
    ]
    drawn = table(["suite", "positions", *(f"`{name}`" for name in names)], rows)
    return "\n".join([f"{record['title']}: {source(record)}", "", *drawn, "", " ".join(pairs), ""])


def totals_of(records):
    """One table of several records: a row for each, and below it where they come from."""
    rows = []
    for record in records:
        pair = record["pairs"][0]
        solved = [f"{searcher['solved']:,}" for searcher in record["searchers"]]
        alone = f"{pair['only_first']} : {pair['only_second']}, {p_text(pair['p_value'])}"
        rows.append([record["title"], f"{record['searchers'][0]['positions']:,}", *solved, alone])
    names = [f"`{name}`" for name in names_of(records[0])]
    drawn = table(["", "positions", *names, "only one of them"], rows)
    return "\n".join([*drawn, "", *sources(records), ""])


def solved_alone(record):
    """What a searcher that was measured by itself solves."""
    (searcher,) = record["searchers"]
    return f"`{searcher['name']}` solves {searcher['solved']:,} of {searcher['positions']:,}"


def names_of(record):
    return [searcher["name"] for searcher in record["searchers"]]


def cell(suite, name):
    """Solved positions, and points where the suite gives any."""
    points = suite["points"].get(name, 0)
    return f"{suite['solved'][name]:,}" + (f" ({points:,} points)" if points else "")
