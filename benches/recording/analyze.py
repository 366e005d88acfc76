"""`shans analyze --save FILE --compress`: how large the file of a tree is."""

import json
import sys

KEYS = ("searcher", "nodes", "tree_nodes", "saved_uncompressed_bytes", "saved_bytes")


def figures(told):
    """What the file is made of, and its size with and without compression."""
    report = json.loads(told)
    if "saved_bytes" not in report:
        sys.exit("no tree is saved: nothing is recorded")
    return {key: report[key] for key in KEYS}


def finding(record):
    whole, compressed = record["saved_uncompressed_bytes"], record["saved_bytes"]
    return (
        f"`{record['searcher']}`, {record['nodes']:,} nodes, {record['tree_nodes']:,} of them in the tree:"
        f" {whole:,} bytes, compressed {compressed:,} ({100 * (1 - compressed / whole):.0f} % less)"
    )
