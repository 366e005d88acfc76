#!/usr/bin/env python3
"""How many leaves per second one search gets from many workers: a queue in virtual time.

The search does one thing at a time: it chooses a leaf and sends it, or applies an answer. A worker waits for three round
trips, and then searches a leaf for a time from the measured distribution, scaled to the mean that is asked for. At most
twice as many leaves are out as there are workers, and 1,024 at most. The simulation assumes that the tree
always has another leaf to ask about: it shows where the search itself becomes the limit.

Usage: simulate.py ANSWERS.jsonl [--cost MS] [--trip MS] [--workers 1,8,...] [--leaves 0.1,1,10] [--tasks N]

ANSWERS.jsonl has answers of `shans remote worker -`: the distribution is that of their nodes.
"""

import argparse
import heapq
import json
import random
from collections import deque

MOST_OUT = 1024
BYTES_A_LEAF = 3_000


def simulate(times, workers, out, cost, trip, tasks):
    """Leaves per second, and the busy shares of the search and of the workers."""
    # What waits for the search: questions to be asked, and answers to be applied. Each is half of the cost.
    todo, queue, idle = deque(["ask"] * out), deque(), workers
    now, free_at, applied, searched, events = 0.0, 0.0, 0, 0.0, []
    busy = 0.0
    while applied < tasks:
        while todo and free_at <= now:
            free_at = now + cost / 2
            busy += cost / 2
            heapq.heappush(events, (free_at, len(events), todo.popleft()))
        while queue and idle:
            queue.popleft()
            idle -= 1
            took = next(times)
            searched += took
            heapq.heappush(events, (now + 3 * trip + took, len(events), "answered"))
        now, _, event = heapq.heappop(events)
        if event == "ask":
            queue.append(now)
        elif event == "answered":
            idle += 1
            todo.appendleft("apply")
        else:
            applied += 1
            todo.append("ask")
    return applied / now, busy / now, min(searched / (now * workers), 1.0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("answers")
    parser.add_argument("--cost", type=float, default=0.4)
    parser.add_argument("--trip", type=float, default=1.0)
    parser.add_argument("--workers", default="1,8,64,1024")
    parser.add_argument("--leaves", default="0.1,1,10")
    parser.add_argument("--tasks", type=int, default=200, help="for each worker")
    args = parser.parse_args()
    with open(args.answers) as file:
        nodes = [json.loads(line)["answer"]["nodes"] for line in file]
    mean = sum(nodes) / len(nodes)
    print(f"{len(nodes)} measured tasks; {args.cost} ms of the search for each, {args.trip} ms a round trip")
    print("workers  leaf   leaves/s  search busy  workers busy      MB/s")
    for workers in map(int, args.workers.split(",")):
        for leaf in map(float, args.leaves.split(",")):
            dice = random.Random(1)
            times = iter(lambda: leaf * dice.choice(nodes) / mean, None)
            out = min(2 * workers, MOST_OUT)
            speed, search, busy = simulate(times, workers, out, args.cost / 1e3, args.trip / 1e3, args.tasks * max(workers, 20))
            row = f"{workers:7} {leaf:5} {speed:10.1f} {search:11.0%} {busy:13.0%} {speed * BYTES_A_LEAF / 1e6:9.3f}"
            print(row, flush=True)


if __name__ == "__main__":
    main()
