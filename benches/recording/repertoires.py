"""`benches/repertoires/*.py`: what repertoires are worth, and how long they take."""


def frequencies(record):
    return (
        f"{record['games']:,} games, repertoires of {record['positions']:,} positions: of {record['moves']:,} moves of the opponent "
        f"{len(record['differences']):,} are counted otherwise by python-chess"
    )


def points(record):
    def percent(name):
        return f"{100 * record[name]:.1f} ± {100 * record[name + '_error']:.1f} %"

    side = record["side"].capitalize()
    return (
        f"{side}, {record['positions']:,} positions of {record['nodes']:,} nodes, {record['games']:,} games: expected with the best "
        f"play {100 * record['expected']:.1f} %, practical {100 * record['practical']:.1f} %; made up to the last position of the repertoire "
        f"{percent('made')}, after the opponent's move that leaves it {percent('made_behind')}, played on by the same players "
        f"{percent('played_on')}"
    )


def loss(record):
    return (
        f"{record['side'].capitalize()}, {record['answers']:,} answers of {record['nodes']:,} nodes, judged with {record['judge_nodes']:,}: "
        f"they lose {record['lose']} centipawns, {record['weighted']} weighted by how often games come there; {record['errors']} lose more "
        f"than 30, {record['grave']} more than 50"
    )


def schedule(record):
    counts = sorted(int(name.split("_")[0]) for name in record if name.endswith("_workers"))
    alone = record["1_workers"]
    times = ", ".join(f"{count}: {record[f'{count}_workers'] / alone:.2f}" for count in counts)
    return f"{record['positions']:,} positions, {record['tasks']:,} searches: time of one worker by the number of workers {times}"
