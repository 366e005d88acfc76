#!/usr/bin/env python3
"""How long a repertoire takes if each of several workers searches a position of its own, by virtual time: nodes.

    pip install chess
    python3 benches/repertoires/schedule.py PROGRAM GAMES.pgn --side white [--cover 0.1%] [--nodes 20000] [--prepare-engine CMD]
        [--workers 1,2,4] [--epd OUT.epd] [--tasks OUT.txt] [--json]

What `shans prepare` makes of it, `--bin workers` measures with the tasks that --tasks writes; what workers are worth who search one
position together, with the positions that --epd writes. Here is what it could be at best: a worker that is free takes the position that most games come to, of those whose
line is known. A position in a turn of one's own takes --nodes, the one behind its answer a quarter; nothing is said of answers that
change while others are searched.
"""

import heapq

import frequencies
import loss
import prepared


def tasks(found, nodes):
    """Each position that is searched: its line, the one that it waits for (or none), its cost, and how often games come."""
    wanted, own = [], set()
    for place in found["positions"]:
        line = tuple(move["move"] for move in place["line"])
        if place["answer"] and place["transposes_to"] is None:
            own.add(line)
            before = next((line[:plies] for plies in range(len(line) - 1, -1, -1) if line[:plies] in own), None)
            wanted.append((line, before, nodes, place["reached"]))
            wanted.append((line + (place["answer"]["move"],), line, nodes // 4, place["reached"]))
    return wanted


def time(wanted, workers):
    """When the last of these is done."""
    waiting, done, running, now = list(wanted), {None}, [], 0
    waiting.sort(key=lambda task: (-task[3], len(task[0])))
    while waiting or running:
        for task in [task for task in waiting if task[1] in done][: workers - len(running)]:
            waiting.remove(task)
            heapq.heappush(running, (now + task[2], task[0]))
        if not running:
            raise SystemExit("a position waits for none that is searched")
        now, line = heapq.heappop(running)
        done.add(line)
    return now


def main():
    parser = prepared.arguments(__doc__, cover="0.1%")
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--epd", help="the positions that are answered")
    parser.add_argument("--tasks", help="all that is searched: the part of the nodes, and the moves")
    args = parser.parse_args()
    found = prepared.of(args)
    if args.epd:
        with open(args.epd, "w", encoding="utf-8") as file:
            file.writelines(f"{' '.join(fen.split()[:4])} bm {move};\n" for fen, move, _ in loss.asked(found))
    wanted = tasks(found, args.nodes)
    if args.tasks:
        first = sorted(wanted, key=lambda task: (-task[3], len(task[0])))
        with open(args.tasks, "w", encoding="utf-8") as file:
            file.writelines(" ".join([str(args.nodes // cost), *line]) + "\n" for line, _, cost, _ in first)
    told = {"positions": sum(cost == args.nodes for _, _, cost, _ in wanted), "tasks": len(wanted)}
    for workers in map(int, args.workers.split(",")):
        told[f"{workers}_workers"] = time(wanted, workers)
    frequencies.tell(told, args.json)


if __name__ == "__main__":
    main()
