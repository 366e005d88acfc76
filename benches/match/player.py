"""An engine and how it is set up, started and ended."""

import asyncio
import os
import shlex
import signal
import threading
from dataclasses import dataclass, field

import chess.engine

# An engine that was told to quit has this long before it is killed: seconds.
FAREWELL = 1.0


@dataclass
class Player:
    """`COMMAND;OPTION=VALUE;...;name=NAME;nodes=N`, as it is given on the command line."""

    command: list
    options: dict = field(default_factory=dict)
    name: str = ""
    # Node odds: so many for each of its moves, whatever the limit of the match is.
    nodes: int = None

    @classmethod
    def read(cls, text):
        command, *settings = text.split(";")
        player = cls(shlex.split(command))
        for setting in filter(None, settings):
            key, found, value = setting.partition("=")
            if not found:
                raise ValueError(f"{setting!r} in {text!r} is not written OPTION=VALUE")
            if key == "name":
                player.name = value
            elif key == "nodes":
                player.nodes = int(value)
            else:
                player.options[key] = value
        player.name = player.name or text
        return player


class Engines:
    """All engines that were started, so that none outlives them. Each is the head of a process
    group of its own: what it starts itself ends with it, and Ctrl-C does not reach it."""

    def __init__(self):
        self.lock = threading.Lock()
        self.is_over = False
        # By the process, which is known before the engine has said a word.
        self.running = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill_all()

    def start(self, player, patience):
        """Starts an engine. Whatever takes `patience` seconds more than it may is a hang."""
        engines = self
        mine = []

        class Noted(chess.engine.UciProtocol):
            """Notes the process as soon as there is one."""

            def connection_made(self, transport):
                super().connection_made(transport)
                mine.append(transport.get_pid())
                engines._note(mine[0])

        try:
            engine = chess.engine.SimpleEngine.popen(
                Noted, player.command, timeout=patience, setpgrp=True
            )
            with self.lock:
                self.running[mine[0]] = engine
            engine.configure(player.options)
            return engine
        except BaseException:
            for process in mine:
                self._kill(process)
            raise

    def _note(self, process):
        with self.lock:
            self.running[process] = None
            is_late = self.is_over
        if is_late:
            self._kill(process)

    def end(self, engine):
        """Tells an engine to quit, and kills it if it does not."""
        engine.timeout = FAREWELL
        try:
            engine.quit()
        except Exception:  # It has ended already, by itself or not, or does not listen.
            pass
        self._kill(engine.transport.get_pid())

    def end_all(self):
        """Tells all engines to quit."""
        with self.lock:
            engines = [engine for engine in self.running.values() if engine]
        for engine in engines:
            self.end(engine)

    def kill_all(self):
        """Kills all engines, and those that are still to come."""
        with self.lock:
            self.is_over = True
            processes = list(self.running)
        for process in processes:
            self._kill(process)

    def _kill(self, process):
        with self.lock:
            engine = self.running.pop(process, None)
        try:
            os.killpg(process, signal.SIGKILL)
        except ProcessLookupError:  # It has ended, and so has all that it started.
            pass
        if engine:
            engine.close()


def begin_game(engine):
    """Tells the engine of a new game, and waits until it is ready: no clock runs yet."""
    engine.ping()
    protocol = engine.protocol
    protocol.loop.call_soon_threadsafe(protocol.send_line, "ucinewgame")
    engine.ping()


def play(engine, board, limit, info, patience):
    """Asks for a move. `SimpleEngine.play` waits forever if the limit is not a time for the move;
    here an answer that takes longer than `patience` seconds is a `TimeoutError`."""
    found = engine.protocol.play(board, limit, info=info)
    with engine._not_shut_down():
        waited = asyncio.run_coroutine_threadsafe(
            asyncio.wait_for(found, patience), engine.protocol.loop
        )
    return waited.result()


@dataclass
class TimeControl:
    """`nodes=N`, `movetime=SECONDS`, `depth=N`, or `tc=SECONDS+INCREMENT` for the game."""

    nodes: int = None
    depth: int = None
    move_time: float = None
    time: float = None
    increment: float = 0.0

    @classmethod
    def read(cls, text):
        kind, _, value = text.partition("=")
        if kind == "nodes":
            return cls(nodes=int(value))
        if kind == "depth":
            return cls(depth=int(value))
        if kind == "movetime":
            return cls(move_time=float(value))
        if kind == "tc":
            time, _, increment = value.partition("+")
            return cls(time=float(time), increment=float(increment or 0))
        raise ValueError(f"{text!r} is not a limit; use nodes=N, depth=N, movetime=S or tc=S+S")

    def longest(self, clock):
        """The seconds that a move may take by its limit, where that is a time; else 0."""
        return self.move_time or clock or 0.0

    def limit(self, clocks):
        """The limit of the next move; `clocks` are those of White and Black, seconds."""
        if self.time is None:
            return chess.engine.Limit(nodes=self.nodes, depth=self.depth, time=self.move_time)
        return chess.engine.Limit(
            white_clock=clocks[0],
            black_clock=clocks[1],
            white_inc=self.increment,
            black_inc=self.increment,
        )
