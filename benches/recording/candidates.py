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
    known, bound = moves["known"], moves["bound"]
    return (
        f"{known['values']} of {moves['judged']} second and third moves get a value ({bound['values']} without a share"
        f" of the nodes), the median difference from a search of that move alone with ten times the nodes is"
        f" {known['median']} centipawns ({bound['median']}), the mean {known['mean']} ({bound['mean']}), the rank"
        f" correlation {known['correlation']:.2f} ({bound['correlation']:.2f}), and {moves['deep']} come within two"
        f" plies of the answer"
    )
