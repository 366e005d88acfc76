"""`shans mcp` as a client meets it: every tool, what is refused, a question that is taken back, every way to end.

Usage: ask.py PROGRAM
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time

MIDDLEGAME = "r1r4k/1b3ppp/qP2pn2/P1bpN3/Q2p4/6P1/3NPPBP/R1R3K1 w - - 0 1"


class Client:
    """The program, and requests with numbers."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
        )
        self.folder = folder
        self.number = 0
        self.progress = []
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        told = self.ask("initialize", hello)
        assert told["result"]["serverInfo"]["name"] == "shans", told
        self.tell("notifications/initialized", {})

    def tell(self, method, params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method, params):
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def ask(self, method, params):
        return self.answer(self.begin(method, params))

    def answer(self, number):
        while True:
            told = json.loads(self.process.stdout.readline())
            if told.get("id") == number:
                return told
            if told.get("method") == "notifications/progress":
                self.progress.append((time.monotonic(), told["params"]))

    def call(self, name, **arguments):
        """What a tool answers, and whether it failed."""
        told = self.ask("tools/call", {"name": name, "arguments": arguments})
        result = told["result"]
        return result["content"][0]["text"], result.get("isError", False)

    def told(self, name, **arguments):
        text, failed = self.call(name, **arguments)
        assert not failed, text
        return json.loads(text)

    def refused(self, name, **arguments):
        text, failed = self.call(name, **arguments)
        assert failed, text
        return text

    def write(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(timeout=20) == 0


def what_is_no_client_is_told(program):
    for text in ["", "hello\n"]:
        ended = subprocess.run([program, "mcp"], input=text, capture_output=True, text=True, timeout=20)
        assert ended.returncode == 1, ended
        assert ended.stderr.startswith("error: no client of the Model Context Protocol"), ended


def tools_answer(client):
    names = [tool["name"] for tool in client.ask("tools/list", {})["result"]["tools"]]
    assert names == ["analyze", "resume", "candidates", "show", "why", "check"], names
    found = client.told("analyze", position=MIDDLEGAME, nodes=20_000, save="game.tree")
    assert found["nodes"] <= 20_000 and found["best_move_san"], found
    found = client.told("resume", tree="game.tree", nodes=20_000)
    assert 20_000 < found["nodes"] <= 40_000, found["nodes"]
    known = client.told("candidates", tree="game.tree")
    assert known["children"][0]["score"] == known["score"], known
    shown = client.told("show", tree="game.tree", moves=known["children"][0]["san"], depth=1, width=1)
    assert len(shown["moves"]) == 1, shown
    why = client.told("why", tree="game.tree", moves="Qxd4", nodes=20_000)
    assert why["claim"]["kind"] == "loses-material", why["claim"]
    texts = [cause["text"] for cause in why["claim"]["causes"]]
    assert "takes the queen on d4, which nothing protects" in texts, why["claim"]
    judged = client.told("check", position=MIDDLEGAME, claims="legal Qxd4, mate 1, attacks a4 d4", nodes=5_000)
    assert [claim["verdict"] for claim in judged["claims"]] == ["proven", "false", "proven"], judged


def what_is_wrong_is_told(client):
    assert "nonsense" in client.refused("analyze", position="nonsense", nodes=100)
    assert "nodes" in client.refused("analyze", position="startpos")
    taken = client.refused("analyze", position="startpos", nodes=100, save="game.tree")
    assert "game.tree" in taken and "--" not in taken and "shans" not in taken, taken
    for wrong in ({"nodes": 2.5}, {"nodes": None}, {"nodes": "9"}, {"nodes": 9, "lines": 501}, {"nodes": 9, "save": "-"}):
        told = client.refused("analyze", position="startpos", **wrong)
        assert "--" not in told and "\n" not in told, told
    assert '"position"' in client.refused("analyze", position="-", nodes=100)
    for back in (7, 10**9):
        told = client.refused("resume", tree="game.tree", nodes=10, back=back)
        assert "--" not in told and "\n" not in told, told
    assert "no.tree" in client.refused("show", tree="no.tree")
    assert "Ke5" in client.refused("why", tree="game.tree", moves="Ke5")
    # An option of the command is a file of this name to it.
    assert "--help" in client.refused("show", tree="--help")
    assert client.ask("tools/call", {"name": "delete", "arguments": {}})["error"]["message"]


def a_question_is_taken_back(client):
    number = client.begin("tools/call", {"name": "analyze", "arguments": {"position": "startpos", "nodes": 10**12}})
    time.sleep(0.5)
    client.tell("notifications/cancelled", {"requestId": number, "reason": "test"})
    assert client.told("show", tree="game.tree")["children"]
    until = time.monotonic() + 5
    while children_of(client.process.pid):
        assert time.monotonic() < until, "the search goes on"
        time.sleep(0.05)


def numbers_may_have_a_point_and_nothing_may_be_null(client):
    found = client.told("analyze", position="startpos", nodes=2000.0, lines=None, save=None)
    assert found["nodes"] <= 2000, found["nodes"]


def progress_is_told(client):
    meta = {"progressToken": "t"}
    arguments = {"position": "startpos", "nodes": 10**12, "save": "long.tree"}
    began = time.monotonic()
    number = client.begin("tools/call", {"name": "analyze", "arguments": arguments, "_meta": meta})
    time.sleep(5)
    client.tell("notifications/cancelled", {"requestId": number})
    # What it has found is saved.
    while not os.path.exists(os.path.join(client.folder, "long.tree")):
        assert time.monotonic() < began + 30, "the tree is not saved"
        time.sleep(0.1)
    while children_of(client.process.pid):
        time.sleep(0.05)
    assert client.told("show", tree="long.tree")["children"]
    told = [params for _, params in client.progress]
    assert all(params["progressToken"] == "t" for params in told), told
    numbers = [params["progress"] for params in told]
    assert numbers == sorted(set(numbers)) and len(numbers) >= 3, numbers
    assert all(later - earlier <= 2 for earlier, later in zip([0, *numbers], numbers)), numbers


def runs_end_with_the_server(program, folder):
    """However it ends: what they have found is saved, and nothing stays locked."""
    ends = {
        "the end of its input": lambda client: client.process.stdin.close(),
        **{name.name: lambda client, name=name: client.process.send_signal(name)
           for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL)},
    }
    for number, (what, end) in enumerate(ends.items()):
        client = Client(program, folder)
        arguments = {"position": "startpos", "nodes": 10**12, "save": f"end{number}.tree"}
        client.begin("tools/call", {"name": "analyze", "arguments": arguments})
        while not (runs := children_of(client.process.pid)):
            time.sleep(0.05)
        time.sleep(1.5)
        end(client)
        client.process.wait(timeout=20)
        until = time.monotonic() + 10
        while any(os.path.exists(f"/proc/{run}") for run in runs):
            assert time.monotonic() < until, f"{what}: its runs go on"
            time.sleep(0.05)
        shown = subprocess.run([program, "show", "--json", f"end{number}.tree"], cwd=folder, capture_output=True)
        assert shown.returncode == 0, f"{what}: {shown.stderr}"


def what_was_asked_before_the_end_is_answered(program, folder):
    client = Client(program, folder)
    number = client.begin("tools/call", {"name": "analyze", "arguments": {"position": "startpos", "nodes": 10**12}})
    client.process.stdin.close()
    began = time.monotonic()
    found = json.loads(client.answer(number)["result"]["content"][0]["text"])
    assert found["best_move_san"] and time.monotonic() < began + 4, found
    assert client.process.wait(timeout=20) == 0


def children_of(pid):
    path = f"/proc/{pid}/task/{pid}/children"
    return open(path).read().split() if os.path.exists(path) else []


def main():
    with tempfile.TemporaryDirectory() as folder:
        client = Client(os.path.abspath(sys.argv[1]), folder)
        steps = (
            tools_answer,
            what_is_wrong_is_told,
            numbers_may_have_a_point_and_nothing_may_be_null,
            a_question_is_taken_back,
            progress_is_told,
        )
        for step in steps:
            step(client)
            print(f"ok: {step.__name__}", flush=True)
        client.end()
        program = os.path.abspath(sys.argv[1])
        for step in (runs_end_with_the_server, what_was_asked_before_the_end_is_answered):
            step(program, folder)
            print(f"ok: {step.__name__}", flush=True)
        what_is_no_client_is_told(program)


if __name__ == "__main__":
    main()
