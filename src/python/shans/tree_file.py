"""The bytes of a tree file, as docs/tree-file.md describes them. Nothing in a file is trusted."""

import struct
import zlib
from collections.abc import Iterator

from .errors import BadTree

MAGIC = b"\x89SHANS\r\n"
VERSION = 3
#: No block holds more bytes of records than this.
BLOCK_BYTES = 98_304


class Fields:
    """Reads the fields of a section one after another."""

    def __init__(self, body: bytes) -> None:
        self._body, self._at = body, 0

    def _take(self, code: str) -> "int | float":
        try:
            (value,) = struct.unpack_from("<" + code, self._body, self._at)
        except struct.error:
            raise BadTree("a section is too short") from None
        self._at += struct.calcsize("<" + code)
        assert isinstance(value, (int, float))
        return value

    def count(self, code: str = "Q") -> int:
        """A whole number with this code of `struct`."""
        return int(self._take(code))

    def text(self) -> str:
        length = self.count()
        raw = self._body[self._at : self._at + length]
        if len(raw) != length:
            raise BadTree("a text is too long")
        self._at += length
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            raise BadTree("a text is not in UTF-8") from None

    def moves(self) -> "list[int]":
        return [self.count("H") for _ in range(self.count())]

    def option(self, code: str) -> "int | None":
        return self.count(code) if self.count("B") else None

    def numbers(self) -> "dict[str, int | float]":
        """Named numbers."""
        named: "dict[str, int | float]" = {}
        for _ in range(self.count()):
            name = self.text()
            named[name] = self._take("f" if self.count("I") else "Q")
        return named


class TreeFile:
    """The header of a file, and the bytes of the blocks behind it."""

    def __init__(self, raw: bytes) -> None:
        if raw[:8] != MAGIC or len(raw) < 20:
            raise BadTree("this is not a tree file")
        version, count, length = struct.unpack_from("<HHI", raw, 8)
        if version != VERSION:
            raise BadTree(f"format version {version}; this reads {VERSION}")
        end = 16 + length
        if len(raw) < end + 4 or zlib.crc32(raw[:end]) != int.from_bytes(raw[end : end + 4], "little"):
            raise BadTree("the header is damaged")
        self._bodies: "dict[str, bytes]" = {}
        self._with_blocks: "list[str]" = []
        try:
            self._read_sections(raw[:end], count)
        except (struct.error, IndexError, UnicodeDecodeError):
            raise BadTree("the header is damaged") from None
        #: The length of a record, whether they are compressed, and the blocks with their numbers of records.
        self._blocks: "dict[str, tuple[int, int, list[tuple[memoryview, int]]]]" = {}
        self._read_blocks(memoryview(raw)[end + 4 :])

    def _read_sections(self, header: bytes, count: int) -> None:
        at = 16
        for _ in range(count):
            name_end = at + 1 + header[at]
            name = header[at + 1 : name_end].decode("ascii")
            flags, size = struct.unpack_from("<BI", header, name_end)
            at = name_end + 5 + size
            if at > len(header):
                raise IndexError(name)
            self._bodies[name] = header[name_end + 5 : at]
            if flags & 2:
                self._with_blocks.append(name)

    def __contains__(self, name: str) -> bool:
        return name in self._bodies

    def fields(self, name: str) -> Fields:
        """The fields of a section."""
        if name not in self._bodies:
            raise BadTree(f"there is no section {name}")
        return Fields(self._bodies[name])

    def records(self, name: str, size: int) -> "Iterator[bytes]":
        """The records of a section, each of this many bytes, block by block."""
        told, packed, blocks = self._blocks.get(name, (size, 0, []))
        if told != size:
            raise BadTree(f"records of {name} have an impossible length")
        for stored, count in blocks:
            yield _unpacked(bytes(stored), count, size, packed)

    def _read_blocks(self, raw: memoryview) -> None:
        """Finds the blocks behind the header, and checks all of them, also those that nobody asks for."""
        number = 0
        for name in self._with_blocks:
            fields = self.fields(name)
            size, left, packed = fields.count("I"), fields.count(), fields.count("B")
            if not 0 < size <= BLOCK_BYTES:
                raise BadTree(f"records of {name} have an impossible length")
            blocks: "list[tuple[memoryview, int]]" = []
            self._blocks[name] = (size, packed, blocks)
            while left > 0:
                count = min(left, BLOCK_BYTES // size)
                stored, raw = _block(raw, number)
                blocks.append((stored, count))
                left, number = left - count, number + 1
        if len(raw) > 0:
            raise BadTree("there is something behind the last block")


def _block(raw: memoryview, number: int) -> "tuple[memoryview, memoryview]":
    """What the first block stores, and what follows it."""
    length = int.from_bytes(raw[:4], "little")
    stored, check, rest = raw[4 : 4 + length], raw[4 + length : 8 + length], raw[8 + length :]
    own = zlib.crc32(stored, zlib.crc32(struct.pack("<II", number, length)))
    if len(check) < 4 or own != int.from_bytes(check, "little"):
        raise BadTree(f"block {number} is damaged")
    return stored, rest


def _unpacked(stored: bytes, count: int, size: int, packed: int) -> bytes:
    """The records of a block: as they are, or compressed and turned round (all first bytes, all second bytes, ...)."""
    if len(stored) == count * size:
        return stored
    if not packed:
        raise BadTree("a block has the wrong length")
    columns = _decompressed(stored, count * size)
    records = bytearray(len(columns))
    for byte in range(size):
        records[byte::size] = columns[byte * count : (byte + 1) * count]
    return bytes(records)


def _decompressed(packed: bytes, length: int) -> bytearray:
    """One block of LZ4."""
    out, at = bytearray(), 0
    try:
        while True:
            token, at = packed[at], at + 1
            count, at = _count(token >> 4, packed, at)
            out += packed[at : at + count]
            at += count
            if at >= len(packed):
                break
            offset, at = packed[at] | packed[at + 1] << 8, at + 2
            count, at = _count(token & 15, packed, at)
            count += 4
            if not 0 < offset <= len(out) or len(out) + count > length:
                raise BadTree("a block cannot be decompressed")
            while count > 0:
                begin = len(out) - offset
                piece = out[begin : begin + min(count, offset)]
                out += piece
                count -= len(piece)
    except IndexError:
        raise BadTree("a block cannot be decompressed") from None
    if len(out) != length:
        raise BadTree("a block cannot be decompressed")
    return out


def _count(count: int, packed: bytes, at: int) -> "tuple[int, int]":
    """A length of LZ4 that begins with these four bits; where it ends."""
    more = 255 if count == 15 else 0
    while more == 255:
        more, at = packed[at], at + 1
        count += more
    return count, at
