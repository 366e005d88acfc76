"""An engine and how it is set up."""

import shlex
from dataclasses import dataclass, field

import chess.engine


@dataclass
class Player:
    """`COMMAND;OPTION=VALUE;...;name=NAME`, as it is given on the command line."""

    command: list
    options: dict = field(default_factory=dict)
    name: str = ""

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
            else:
                player.options[key] = value
        player.name = player.name or text
        return player

    def start(self, patience):
        """Starts the engine. Whatever takes `patience` seconds more than it may is a hang."""
        engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=patience)
        engine.configure(self.options)
        return engine


def begin_game(engine):
    """Tells the engine of a new game, and waits until it is ready: no clock runs yet."""
    protocol = engine.protocol
    protocol.loop.call_soon_threadsafe(protocol.send_line, "ucinewgame")
    engine.ping()


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
        raise ValueError(f"{text!r} is no limit; give nodes=N, depth=N, movetime=S or tc=S+S")

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
