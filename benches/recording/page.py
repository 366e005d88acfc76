"""Fills the places of the page."""

import re
import sys

from . import kinds

PLACE = re.compile(r"(<!-- record: ([^>]+?) -->\n).*?(<!-- end -->)", re.S)


def filled(page, records):
    """The page with the passages of these records, each of which has a place."""
    shown = {name for place in PLACE.finditer(page) for name in place.group(2).split()}
    if shown != records.keys():
        sys.exit(f"records without a place or places without a record: {sorted(shown ^ records.keys())}")

    def passage(place):
        return place.group(1) + made([records[name] for name in place.group(2).split()]) + place.group(3)

    return PLACE.sub(passage, page)


def made(records):
    """The passage of records of one kind."""
    first, *others = [kinds.of(record["command"]) for record in records]
    if any(kind is not first for kind in others):
        sys.exit(f"records of several kinds in one place: {[record['title'] for record in records]}")
    return first.passage(records)
