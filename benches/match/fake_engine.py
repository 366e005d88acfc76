"""An engine for the tests: it plays the first legal move, until it does something wrong.

    fake_engine.py FOLDER FAULT

It leaves a file with the number of its process in FOLDER, and the number of those that ran when it
was started. A child that sleeps stands for the engine that a script starts.
"""

import os
import signal
import subprocess
import sys
import time

import chess


def is_running(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def hang():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(1)


def main():
    folder, fault = sys.argv[1:]
    running = sum(is_running(name) for name in os.listdir(folder))
    quiet = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.DEVNULL)
    child = subprocess.Popen(["sleep", "1000"], **quiet)
    for process in (os.getpid(), child.pid):
        with open(os.path.join(folder, str(process)), "w", encoding="utf-8") as file:
            file.write(str(running))
    board = chess.Board()
    for line in sys.stdin:
        words = line.split()
        if fault == f"hang at {words[0]}":
            hang()
        if fault in (f"crash at {words[0]}", f"crash at {line.strip()}"):
            sys.exit(1)
        if words[0] == "uci":
            print("uciok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            moves = words.index("moves") if "moves" in words else len(words)
            board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:moves]))
            for move in words[moves + 1 :]:
                board.push_uci(move)
        elif words[0] == "go":
            time.sleep(0.3 if fault == "slow" else 0.0)
            print(f"bestmove {next(iter(board.legal_moves)).uci()}", flush=True)
        elif words[0] == "quit":
            child.kill()
            break


if __name__ == "__main__":
    main()
