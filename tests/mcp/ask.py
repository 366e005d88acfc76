"""`shans mcp` as a client meets it: every tool, what is refused, a question that is taken back, an end without a word.

Usage: ask.py PROGRAM
"""

import json
import os
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
        self.number = 0
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
        number = self.begin(method, params)
        while True:
            told = json.loads(self.process.stdout.readline())
            if told.get("id") == number:
                return told

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
    assert names == ["analyze", "resume", "candidates", "show", "why"], names
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
    assert why["claim"]["motif"]["text"] == "takes the queen on d4, which nothing protects", why["claim"]


def what_is_wrong_is_told(client):
    assert "nonsense" in client.refused("analyze", position="nonsense", nodes=100)
    assert "nodes" in client.refused("analyze", position="startpos")
    assert "game.tree" in client.refused("analyze", position="startpos", nodes=100, save="game.tree")
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
    assert children_of(client.process.pid) == [], "the search has ended"


def children_of(pid):
    path = f"/proc/{pid}/task/{pid}/children"
    return open(path).read().split() if os.path.exists(path) else []


def main():
    with tempfile.TemporaryDirectory() as folder:
        client = Client(os.path.abspath(sys.argv[1]), folder)
        for step in (tools_answer, what_is_wrong_is_told, a_question_is_taken_back):
            step(client)
            print(f"ok: {step.__name__}", flush=True)
        client.end()
        what_is_no_client_is_told(os.path.abspath(sys.argv[1]))


if __name__ == "__main__":
    main()
