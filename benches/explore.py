#!/usr/bin/env python3
"""How fast the explorer answers, and what it takes: `benches/explore.py PROGRAM FILE [OPTION...]`.

Walks at random through the tree, at rest, while it is checked and while it is searched, and prints
times in milliseconds, as a page sees them, and the memory beside the tree. The file stays as it is.
Linux only: memory is read from /proc.
"""

import json
import random
import subprocess
import sys
import time
import urllib.request

LOOKS, WHYS, PLIES = 300, 100, 12
NODE_BYTES = 32


def ask(url, name):
    """An answer of the program, and the milliseconds that it took."""
    started = time.perf_counter()
    with urllib.request.urlopen(url + name) as answer:
        body = answer.read()
    return body, 1000 * (time.perf_counter() - started)


def resident(process):
    """Bytes of memory in use, now and at most."""
    fields = dict(line.split(":", 1) for line in open(f"/proc/{process.pid}/status"))
    return tuple(int(fields[name].split()[0]) * 1024 for name in ("VmRSS", "VmHWM"))


def told(name, times):
    times = sorted(times) or [0]
    print(f"{name}: {len(times)}, median {times[len(times) // 2]:.1f} ms, most {times[-1]:.1f} ms")


def walk(url, phase):
    """Looks at random positions of the tree, and asks why there, as long as the phase lasts."""
    looks, whys, sizes, moves = [], [], [], []
    while len(looks) < LOOKS:
        body, took = ask(url, f"look?moves={'.'.join(moves)}")
        look = json.loads(body)
        if look["status"]["phase"] != phase:
            break
        looks.append(took)
        sizes.append(len(body))
        known = look["known_of_it"]
        candidates = known["candidates"] if known else []
        if candidates and len(whys) < WHYS:
            move = random.choice(candidates + known["untried"])["move"]
            whys.append(ask(url, f"why?moves={'.'.join(moves)}&move={move}")[1])
        if not candidates or len(moves) >= PLIES:
            moves = []
        else:
            moves = moves + [random.choice(candidates[:8])["move"]]
    told(f"{phase}: looks", looks)
    told(f"{phase}: whys", whys)
    print(f"{phase}: answers to look of {max(sizes, default=0):,} bytes at most")


def search(url):
    """Starts a search, which begins with a check, and waits until it runs."""
    body = json.dumps({"moves": []}).encode()
    urllib.request.urlopen(urllib.request.Request(url + "start", data=body, method="POST")).close()
    time.sleep(0.1)
    walk(url, "checking")
    while (status := json.loads(ask(url, "look?moves=")[0])["status"])["phase"] == "checking":
        time.sleep(0.1)
    if status["phase"] != "searching":
        sys.exit(f"it is not searched: {status['notice'] or status['stopped']}")
    walk(url, "searching")


def stream(url, seconds=10):
    """Bytes of server-sent events in a second."""
    received, started = 0, time.perf_counter()
    with urllib.request.urlopen(url + "events?moves=") as events:
        while (left := seconds - (time.perf_counter() - started)) > 0:
            received += len(events.readline())
    print(f"events: {received / (seconds - left):,.0f} bytes a second")


def main():
    program, file, *options = sys.argv[1:]
    random.seed(1)
    started = time.perf_counter()
    command = [program, "explore", file, "--no-open", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        url = process.stdout.readline().strip()
        print(f"loaded after {time.perf_counter() - started:.2f} s")
        parts = ["", "style.css", "main.js", "board.js", "moves.js", "look?moves="]
        first = sum(ask(url, part)[1] for part in parts)
        status = json.loads(ask(url, "look?moves=")[0])["status"]
        tree = status["tree_nodes"] * NODE_BYTES
        print(f"tree: {status['tree_nodes']:,} nodes, {tree / 2**20:.0f} MiB")
        print(f"first page: {first:.0f} ms")
        walk(url, "resting")
        now, most = (bytes - tree for bytes in resident(process))
        print(f"memory beside the tree: {now / 2**20:.1f} MiB, at most {most / 2**20:.1f} MiB")
        search(url)
        stream(url)
    finally:
        # Nothing is saved.
        process.kill()
        process.wait()


main()
