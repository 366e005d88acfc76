"""`benches/candidates.py`: what several lines buy and cost."""

from .text import p_text


def finding(record):
    solved = (
        f"{record['lines']} lines with {record['nodes']:,} nodes solve {record['solved']} of {record['positions']:,}"
        f" positions, one line with {record['nodes_alone']:,} nodes {record['solved_alone']} ({p_text(record['p_value'])})"
    )
    return f"{solved}; {beside_alone(record['moves'])}" if "moves" in record else solved


def beside_alone(moves):
    """The moves after the first one, beside a search of each alone."""
    known = moves["known"]
    return (
        f"the values of {moves['judged']} second and third moves differ from a search of that move alone with ten times"
        f" the nodes by {known['median']} centipawns (median) and {known['mean']} (mean), and the rank correlation is"
        f" {known['correlation']:.2f}"
    )
