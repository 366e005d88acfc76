"""A tree in memory, read from its file without the program."""

from __future__ import annotations

import os
import struct
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import program
from .errors import BadTree, NotInTree, ShansError
from .moves import CASTLING, AnyMove, king_after, king_square, move_text, uci
from .tree_file import Fields, TreeFile

if TYPE_CHECKING:
    import chess

#: A value of at least this is a win of White, in as many plies as it is less than :data:`WON`.
WIN = 96_000
WON = 100_000
#: A win in more plies rests on endgame tables: what is above is the plies to the next capture, pawn move or mate.
TABLE_PLIES = 2_000

Turn = Literal["white", "black"]
_TURNS: dict[int, Turn] = {1: "white", 2: "black"}
_NODE = struct.Struct("<fIIfIHHH")
_LINE = struct.Struct("<IBB19H")


class Node:
    """A position of the tree, and the move that led there.

    Values and chances are centipawns from White's point of view.
    """

    __slots__ = ("tree", "index", "parent")

    def __init__(self, tree: Tree, index: int, parent: Node | None) -> None:
        self.tree = tree
        #: The place in the file: 0 is the root.
        self.index = index
        #: The position before; ``None`` at the root.
        self.parent = parent

    def __repr__(self) -> str:
        return f"<Node {' '.join(self.moves) or 'root'}: {self.value:+.0f}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and (self.tree, self.index) == (other.tree, other.index)

    def __hash__(self) -> int:
        return hash((id(self.tree), self.index))

    @property
    def value(self) -> float:
        """Centipawns from White's point of view, or a win (see `mate_plies`)."""
        return self.tree._values[self.index]

    @property
    def mate_plies(self) -> int | None:
        """In how many plies White wins from here, proven; negative if Black does; ``None`` without a win. From 2,000
        on it is a win of endgame tables: what is above is the plies to the next move that cannot be taken back."""
        value = self.value
        if abs(value) < WIN:
            return None
        return round(WON - value) if value > 0 else -round(WON + value)

    @property
    def effort(self) -> int:
        """The work spent on the position and everything below it: positions searched."""
        return self.tree._efforts[self.index]

    @property
    def doublings(self) -> int:
        """How often the nodes were doubled for the last search of the moves that were not made; of a leaf, of all."""
        return self.tree._doublings[self.index] if self.tree.is_searched else 0

    @property
    def turn(self) -> Turn:
        """Who is to move."""
        return _TURNS[self.tree._flags[self.index] & 3]

    @property
    def chances(self) -> tuple[float, float]:
        """What White and Black may still reach; minus and plus infinity if nothing is left."""
        return self.tree._chances(self.index)

    @property
    def move(self) -> str | None:
        """The move that leads here, in UCI; ``None`` at the root. Castling is the king taking its own rook."""
        return None if self.index == 0 else move_text(self.tree._moves[self.index])

    @property
    def moves(self) -> list[str]:
        """All moves from the root of the tree."""
        found: list[str] = []
        node: Node | None = self
        while node is not None and node.move is not None:
            found.append(node.move)
            node = node.parent
        return found[::-1]

    @property
    def ply(self) -> int:
        """How many moves it is below the root of the tree."""
        return len(self.moves)

    @property
    def comment(self) -> str | None:
        """What people said about the position."""
        return self.tree.comments.get(tuple(self.moves))

    @property
    def children(self) -> list[Node]:
        """The positions after the moves that were made one by one, in the order of making."""
        first = self.tree._first_child[self.index]
        return [Node(self.tree, first + rank, self) for rank in range(self.tree._child_count(self.index))]

    @property
    def best(self) -> Node | None:
        """The child with the best value for the side to move, among equals the one against which the other side may
        reach least; ``None`` at a leaf. The search may answer with another one at the position analysed (`Tree.answer`)."""
        sign, other = (1, 1) if self.turn == "white" else (-1, 0)
        return max(self.children, key=lambda child: (sign * child.value, sign * child.chances[other]), default=None)

    @property
    def line(self) -> list[str]:
        """The best moves of both sides from here: those of the tree, then those that the search of the last position
        has found."""
        node, found = self, []
        while (following := self.tree._following(node)) is not None:
            found.append(following.move or "")
            node = following
        return found + self.tree._lines.get(node.index, [])

    def child(self, move: AnyMove) -> Node:
        """The position after a move, in UCI or of python-chess.

        Raises `NotInTree` if the move was not searched by itself."""
        wanted = uci(move)
        names = {wanted, CASTLING.get(wanted, wanted) if self._king() == wanted[:2] else wanted}
        for child in self.children:
            if child.move in names:
                return child
        raise NotInTree(f"{wanted} was not searched by itself {_after(self.moves)}")

    def _king(self) -> str:
        white = self.turn == "white"
        return king_after(king_square(self.tree.position, white), self.tree.played + self.moves)

    def walk(self, *, depth: int | None = None, effort: int = 0) -> Iterator[Node]:
        """This position and those below it, each before its children: at most `depth` plies below this one, and those
        on which at least so much effort was spent."""
        stack = [(self, 0)]
        while stack:
            node, plies = stack.pop()
            yield node
            if depth is None or plies < depth:
                below = [(child, plies + 1) for child in node.children if child.effort >= effort]
                stack.extend(reversed(below))

    def board(self) -> chess.Board:
        """The position as a board of python-chess, with all moves of the game that led here.

        Raises `BadTree` if a move is not legal."""
        return self.tree._board(self.moves)

    def chess_move(self) -> chess.Move:
        """The move that leads here as one of python-chess. Raises `NotInTree` at the root, to which none leads."""
        if self.parent is None or self.move is None:
            raise NotInTree("no move leads to the root")
        return self.parent.board().parse_uci(self.move)

    def why(self, move: AnyMove, *, nodes: int | None = None, engine: str | None = None) -> dict[str, Any]:
        """Why a move is preferred here, or is not: `shans why --json` of the file (docs/json.md). Without `nodes`, from
        what the tree knows; otherwise it is searched until the move and the best other one have so many, which takes
        the engine that the tree was made with. The position is the one analysed, or below it."""
        limit = ["--quick"] if nodes is None else ["--nodes", str(nodes)]
        over = [] if engine is None else ["--engine", engine]
        return program.json_of(["why", self.tree.path, *self._below(), uci(move), *limit, *over, "--json"])

    def export(self, form: str = "pgn", *, nodes: int = 1000) -> str:
        """The part of the tree below into which most effort went, at most so many nodes: `shans export` of the file, as
        `pgn`, `json` or `dot`. The position is the one analysed, or below it."""
        options = ["--format", form, "--max-nodes", str(nodes)]
        return program.output_of(["export", self.tree.path, *self._below(), *options])

    def _below(self) -> list[str]:
        """The moves from the position analysed."""
        line, own = self.tree.line, self.moves
        if own[: len(line)] != line:
            raise NotInTree(f"the position is not below the one analysed, which is {_after(line)}")
        return own[len(line) :]


class Tree(Sequence[Node]):
    """A tree and what its file says about it. As a sequence it has all nodes, in the order of the file, the root first.

    Raises `BadTree` if the file is no tree of chess, or damaged, and `OSError` if it cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        #: Where the file is.
        self.path = os.fspath(path)
        with open(path, "rb") as opened:
            file = TreeFile(opened.read())
        origin, root = file.fields("origin"), file.fields("root")
        #: The program that wrote the file, and the full name of its searcher.
        self.program, self.searcher = origin.text(), origin.text()
        game = root.text()
        if game != "chess":
            raise BadTree(f"a tree of the game {game[:40]!r}; this reads chess")
        #: Where the game began, as a FEN.
        self.position = root.text()
        #: The moves from there to the root of the tree.
        self.played = [move_text(code) for code in root.moves()]
        self._read_nodes(file)
        self._link()
        self._read_state(file)
        self._lines = dict(self._read_lines(file))
        #: What people said, by the moves from the root of the tree to the position.
        self.comments: Mapping[tuple[str, ...], str] = dict(_comments(file))

    def __repr__(self) -> str:
        return f"<Tree {self.path}: {len(self):,} nodes, {self.nodes:,} searched>"

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: Any) -> Any:
        """The node at this place of the file."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        parent = None if place == 0 else self[self._parent[place]]
        return Node(self, place, parent)

    def __iter__(self) -> Iterator[Node]:
        return self.root.walk()

    @property
    def root(self) -> Node:
        """The root of the tree."""
        return Node(self, 0, None)

    @property
    def at(self) -> Node:
        """The position analysed: the root, until the user steps along a line."""
        return self.find(self.line)

    @property
    def answer(self) -> Node | None:
        """The position after the preferred move of the position analysed; ``None`` before anything was searched."""
        return None if self._answer is None else self.at.children[self._answer]

    def find(self, moves: Iterable[AnyMove]) -> Node:
        """The position after these moves from the root. Raises `NotInTree` where the tree ends before."""
        node = self.root
        for move in moves:
            node = node.child(move)
        return node

    def why(self, move: AnyMove, *, nodes: int | None = None, engine: str | None = None) -> dict[str, Any]:
        """The same as `Node.why` at the position analysed."""
        return self.at.why(move, nodes=nodes, engine=engine)

    def export(self, form: str = "pgn", *, nodes: int = 1000) -> str:
        """The same as `Node.export` at the position analysed."""
        return self.at.export(form, nodes=nodes)

    def _read_nodes(self, file: TreeFile) -> None:
        #: Whether leaves are searched, as by default; otherwise they are valued statically.
        self.is_searched = "leaf-search" in file
        self._values, self._estimates = array("f"), array("f")
        self._alphas, self._betas, self._efforts = array("I"), array("I"), array("Q")
        self._moves, self._flags, self._doublings = array("H"), array("H"), array("H")
        # In the order of a record.
        columns: list[array[Any]] = [self._values, self._alphas, self._betas, self._estimates]
        columns += [self._efforts, self._moves, self._flags, self._doublings]
        for block in file.records("tree", _NODE.size):
            numbers = list(zip(*_NODE.iter_unpack(block)))
            if not all(-WON <= value <= WON for value in numbers[0]):
                raise BadTree("a value is impossible")
            if not all(flags & 3 in _TURNS for flags in numbers[6]):
                raise BadTree("a turn is impossible")
            for column, more in zip(columns, numbers):
                column.extend(more)
        if not self._values:
            raise BadTree("there are no nodes")
        if "efforts" in file:
            self._add_high_words(file.fields("efforts"))

    def _add_high_words(self, fields: Fields) -> None:
        """The records have the low words of efforts; the few high ones stand apart, each with its place."""
        for _ in range(fields.count()):
            place, high = fields.count("I"), fields.count("I")
            if place >= len(self._efforts) or high >= 1 << 20:
                raise BadTree("an effort is impossible")
            self._efforts[place] += high << 32

    def _child_count(self, index: int) -> int:
        return self._flags[index] >> 5

    def _link(self) -> None:
        """Finds where the family of each node begins: families come whole, the latest node first."""
        total = len(self._values)
        self._first_child, self._parent = array("I", bytes(4 * total)), array("I", bytes(4 * total))
        stack, free = ([0] if self._child_count(0) else []), 1
        while stack:
            index = stack.pop()
            count = self._child_count(index)
            self._first_child[index] = free
            if free + count > total:
                raise BadTree("the counts of children do not fit the nodes")
            for child in range(free, free + count):
                self._parent[child] = index
                if self._child_count(child):
                    stack.append(child)
            free += count
        if free != total:
            raise BadTree("the counts of children do not fit the nodes")

    def _read_state(self, file: TreeFile) -> None:
        state = file.fields("state")
        #: All numbers of the search, by the names of docs/tree-file.md.
        self.state = state.numbers()
        #: Positions searched.
        self.nodes = int(self.state.get("nodes", 0))
        #: The moves from the root of the tree to the position analysed.
        self.line = [move_text(code) for code in state.moves()]
        self._answer = state.option("H")
        try:
            at = self.at
        except ShansError:
            raise BadTree("the position analysed is not in the tree") from None
        if self._answer is not None and self._answer >= self._child_count(at.index):
            raise BadTree("the answer is not in the tree")

    def _read_lines(self, file: TreeFile) -> Iterator[tuple[int, list[str]]]:
        """The moves behind leaves, by the places of the leaves."""
        if "lines" not in file:
            return
        for block in file.records("lines", _LINE.size):
            for place, count, _, *codes in _LINE.iter_unpack(block):
                if place >= len(self) or not 1 <= count <= 19:
                    raise BadTree("a line is impossible")
                yield place, [move_text(code) for code in codes[:count]]

    def _following(self, node: Node) -> Node | None:
        if self._answer is not None and node.moves == self.line:
            return self.answer
        return node.best

    def _chances(self, index: int) -> tuple[float, float]:
        """Both chances: stored as what differs from those of a node without children."""
        value, estimate = self._values[index], self._estimates[index]
        other = 2 * value - estimate
        own_is_white = self._flags[index] & 3 != 2
        predicted = (estimate, other) if own_is_white else (other, estimate)
        bits = struct.unpack("<II", struct.pack("<ff", *predicted))
        white, black = bits[0] ^ self._alphas[index], bits[1] ^ self._betas[index]
        told: tuple[float, float] = struct.unpack("<ff", struct.pack("<II", white, black))
        return told

    def _board(self, moves: Sequence[str]) -> chess.Board:
        try:
            import chess
        except ImportError:
            raise ShansError("boards take python-chess: pip install chess") from None
        standard = chess.Board(self.position)
        board = standard if standard.is_valid() else chess.Board(self.position, chess960=True)
        try:
            for move in [*self.played, *moves]:
                board.push_uci(move)
        except ValueError as error:
            raise BadTree(f"an illegal move: {error}") from None
        return board


def _comments(file: TreeFile) -> Iterator[tuple[tuple[str, ...], str]]:
    if "comments" in file:
        fields = file.fields("comments")
        for _ in range(fields.count()):
            yield tuple(move_text(code) for code in fields.moves()), fields.text()


def _after(moves: Sequence[str]) -> str:
    return f"after {' '.join(moves)}" if moves else "at the root"
