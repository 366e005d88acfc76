#!/usr/bin/env python3
"""`shans mcp` under calls, cancellations and kills, for so many minutes: no process and no lock is left, and every tree can
be read and searched on.

Usage: soak.py PROGRAM [MINUTES [SEED]]
"""

import json
import os
import queue
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.path.abspath(sys.argv[1])
MINUTES = float(sys.argv[2]) if len(sys.argv) > 2 else 20
DICE = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
POSITIONS = ["startpos", "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1", "r1r4k/1b3ppp/qP2pn2/P1bpN3/Q2p4/6P1/3NPPBP/R1R3K1 w - - 0 1"]
# What has been asked to end has this long for it on a machine that does other things, too.
PATIENCE = 60


class Server:
    """A server, and what it says."""

    def __init__(self, folder):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([PROGRAM, "mcp"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, cwd=folder)
        self.told = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.number = 0
        self.open = []
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}
        self.answer(self.begin("initialize", hello))
        self.send({"method": "notifications/initialized"})

    def read(self):
        for line in self.process.stdout:
            self.told.put(json.loads(line))

    def send(self, message):
        self.process.stdin.write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())
        self.process.stdin.flush()

    def begin(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def call(self, tool, **arguments):
        params = {"name": tool, "arguments": arguments}
        if DICE.random() < 0.5:
            params["_meta"] = {"progressToken": self.number}
        number = self.begin("tools/call", params)
        self.open.append(number)
        return number

    def cancel(self, number):
        self.open.remove(number)
        self.send({"method": "notifications/cancelled", "params": {"requestId": number}})

    def answer(self, number):
        until = time.monotonic() + PATIENCE
        while True:
            told = self.told.get(timeout=max(0.01, until - time.monotonic()))
            if told.get("id") in self.open:
                self.open.remove(told["id"])
            if told.get("id") == number:
                return told


def runs_of(pid):
    """The processes that the server has started."""
    try:
        return [int(run) for run in open(f"/proc/{pid}/task/{pid}/children").read().split()]
    except OSError:
        return []


def is_alive(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(") ", 1)[1][0] != "Z"
    except OSError:
        return False


def wait_for_end(runs, what):
    until = time.monotonic() + PATIENCE
    while left := [run for run in runs if is_alive(run)]:
        assert time.monotonic() < until, f"{what}: {left} go on"
        time.sleep(0.05)


def one_server(folder, number):
    """Calls, some of which are taken back; then an end of some kind. What it was, and how many calls."""
    server, trees = Server(folder), []
    calls = 0
    for step in range(DICE.randrange(1, 6)):
        calls += 1
        is_long = DICE.random() < 0.5
        nodes = 10**12 if is_long else DICE.randrange(100, 30_000)
        if trees and DICE.random() < 0.4:
            asked = server.call("resume", tree=DICE.choice(trees), nodes=nodes)
        else:
            name = f"{number}-{step}.tree"
            trees.append(name)
            asked = server.call("analyze", position=DICE.choice(POSITIONS), nodes=nodes, save=name)
        time.sleep(DICE.random())
        if is_long and DICE.random() < 0.6:
            server.cancel(asked)
        elif not is_long and DICE.random() < 0.7 and asked in server.open:
            server.answer(asked)
    runs = runs_of(server.process.pid)
    kind = DICE.choice(["input", signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
    if kind == "input":
        server.process.stdin.close()
    else:
        server.process.send_signal(kind)
    server.process.wait(timeout=PATIENCE)
    wait_for_end(runs, f"server {number} ended by {kind}")
    for name in trees:
        path = os.path.join(folder, name)
        # One that was ended before it began to search has saved nothing.
        if os.path.exists(path):
            words = [PROGRAM, "resume", path, "--nodes", "100", "--json", "--quiet"]
            went = subprocess.run(words, capture_output=True, timeout=PATIENCE)
            assert went.returncode == 0, f"{name} after {kind}: {went.stderr}"
            os.remove(path)
    assert not os.listdir(folder), f"after {kind}: {os.listdir(folder)}"
    return kind, calls


def main():
    until, counts, calls = time.monotonic() + 60 * MINUTES, {}, 0
    with tempfile.TemporaryDirectory() as folder:
        number = 0
        while time.monotonic() < until:
            number += 1
            kind, asked = one_server(folder, number)
            kind = getattr(kind, "name", kind)
            counts[kind] = counts.get(kind, 0) + 1
            calls += asked
    print(f"{number} servers, {calls} calls, ended by {counts}: no process and no lock left")


if __name__ == "__main__":
    main()
