"""Batches: decisions for many URLs, one row per URL, without a copy if the URLs are already in buffers."""

from __future__ import annotations

import ctypes
import operator
import sys
from array import array
from typing import Any, Iterator, Mapping, Optional

from . import _arguments as arguments
from . import _library as lib
from ._arguments import invalid as _invalid
from .answers import (
    CLASSES,
    DESTINATIONS,
    PAGES,
    VERDICTS,
    Destination,
    Page,
    URLClass,
    Verdict,
    described,
    unknown_number,
)
from .errors import Status

__all__ = ["Row", "Rows"]

_ROW = ctypes.sizeof(lib.RowStruct)


class Row:
    """The answer for one URL of a batch; created on access."""

    __slots__ = ("destination", "page", "reasons", "rule", "status", "url_class", "verdict")

    def __init__(self, raw: lib.RowStruct) -> None:
        from .evaluator import reason_name

        try:
            #: What the host must do.
            self.verdict: Verdict = VERDICTS[raw.verdict]
            #: Where the URL opens.
            self.destination: Optional[Destination] = DESTINATIONS[raw.destination]
            #: The class that the rules give to the URL.
            self.url_class: Optional[URLClass] = CLASSES[raw.url_class]
            #: The classification of the page.
            self.page: Optional[Page] = PAGES[raw.page]
        except IndexError:
            raise unknown_number() from None
        #: ``OK``, or why there is no decision on the URL; the row blocks in that case.
        self.status: int = raw.status
        #: The number of the rule that decided, for :meth:`Evaluator.rule`; 0 if no rule did.
        self.rule: int = raw.rule
        #: The names of the reasons.
        self.reasons: tuple[str, ...] = tuple(reason_name(number) for number in raw.reasons if number)

    def __bool__(self) -> bool:
        raise TypeError("a row is neither true nor false: compare row.verdict")

    def __repr__(self) -> str:
        parts = described(self.verdict, self.destination, self.url_class)
        if self.rule:
            parts.append(f"rule {self.rule}")
        if self.status:
            known = self.status in Status._value2member_map_
            parts.append(f"status {Status(self.status).name if known else self.status}")
        return f"<Row {', '.join(parts)}{': ' if self.reasons else ''}{', '.join(self.reasons)}>"


class Rows:
    """The rows of a batch, one per URL, in one buffer.

    The columns are views of that buffer: ``numpy.asarray(rows.verdicts)`` and
    ``numpy.frombuffer(rows.buffer, dtype=Rows.DTYPE)`` copy nothing. Their numbers are indexes into the tuples
    :attr:`VERDICTS`, :attr:`DESTINATIONS`, :attr:`CLASSES` and :attr:`PAGES`, and values of :class:`Status`. Rows can be
    pickled, but the numbers of rules have a meaning only in the process that made them.
    """

    __slots__ = ("_bytes", "_count")

    #: The verdicts by number. 0 is a block.
    VERDICTS = VERDICTS
    #: The destinations by number.
    DESTINATIONS = DESTINATIONS
    #: The classes by number.
    CLASSES = CLASSES
    #: The pages by number.
    PAGES = PAGES
    #: The layout of a row, for ``numpy.dtype``.
    DTYPE: list[Any] = [
        ("verdict", "u1"), ("destination", "u1"), ("url_class", "u1"), ("page", "u1"), ("status", "i4"),
        ("rule", "u8"), ("reasons", "u2", (lib.REASON_LIMIT,)),
    ]  # fmt: skip

    def __init__(self, count: int) -> None:
        self._count = count
        self._bytes = bytearray(count * _ROW)

    @property
    def buffer(self) -> memoryview:
        """All rows, read-only."""
        return memoryview(self._bytes).toreadonly()

    @property
    def verdicts(self) -> memoryview:
        """The number of each verdict."""
        return self.buffer[0::_ROW]

    @property
    def destinations(self) -> memoryview:
        """The number of each destination."""
        return self.buffer[1::_ROW]

    @property
    def classes(self) -> memoryview:
        """The number of each class."""
        return self.buffer[2::_ROW]

    @property
    def pages(self) -> memoryview:
        """The number of each page."""
        return self.buffer[3::_ROW]

    @property
    def statuses(self) -> memoryview:
        """The status of each row."""
        return self.buffer.cast("i")[1 :: _ROW // 4]

    @property
    def rules(self) -> memoryview:
        """The number of the rule that decided each row, for :meth:`Evaluator.rule`; 0 if no rule did."""
        return self.buffer.cast("Q")[1 :: _ROW // 8]

    @property
    def reasons(self) -> memoryview:
        """The number of the first reason of each row, for :func:`reason_name`; 0 if there is none."""
        return self.buffer.cast("H")[8 :: _ROW // 2]

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, position: int) -> Row:
        position = operator.index(position)
        if position < 0:
            position += self._count
        if not 0 <= position < self._count:
            raise IndexError("there is no such row")
        return Row(lib.RowStruct.from_buffer_copy(self._bytes, position * _ROW))

    def __iter__(self) -> Iterator[Row]:
        return (self[position] for position in range(self._count))

    def __repr__(self) -> str:
        return f"<Rows of {self._count} URLs>"


class _Buffer:
    """The address of an object with the buffer protocol. The object cannot move or shrink until this is released."""

    class _Struct(ctypes.Structure):
        # `Py_buffer`, whose layout is the same in every Python 3.
        _fields_ = [
            ("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t),
            ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
            ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
            ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p),
        ]  # fmt: skip

    def __init__(self, source: Any, what: str) -> None:
        self._raw = self._Struct()
        self._held = False
        try:
            # 0x4 requests the format. Strides are not requested, so only contiguous memory is accepted.
            ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(source), ctypes.byref(self._raw), ctypes.c_int(0x4 | 0x8))
        except TypeError:
            raise TypeError(f"{what} must be memory with the buffer protocol, not {type(source).__name__}") from None
        except (BufferError, ValueError) as error:
            raise _invalid(f"{what} must be contiguous memory with the buffer protocol: {error}") from None
        self._held = True
        self.address: int = self._raw.buf or 0
        self.count: int = self._raw.len
        self.itemsize: int = self._raw.itemsize
        self.format: str = (self._raw.format or b"B").decode("ascii", "replace")

    def __enter__(self) -> "_Buffer":
        return self

    def __exit__(self, *_: object) -> None:
        if self._held:
            self._held = False
            ctypes.pythonapi.PyBuffer_Release(ctypes.byref(self._raw))


def decide_buffers(
    handle: int, view: int, options: Optional[lib.OptionsStruct], data: Any, offsets: Any, validity: Any, first_bit: int
) -> Rows:
    """Decides on the URLs of buffers. The evaluator must be locked."""
    first_bit = arguments.number(first_bit, "validity_offset", arguments.UINT64)
    with _Buffer(offsets, "offsets") as held:
        if held.format.lstrip("@=<" if sys.byteorder == "little" else "@=>") not in ("i", "l", "q"):
            raise _invalid(f"offsets must be signed integers of 32 or 64 bits, not {held.format!r}")
        if held.itemsize not in (4, 8):
            raise _invalid("offsets must have 32 or 64 bits")
        if held.count < held.itemsize:
            raise _invalid("n URLs have n + 1 offsets, so at least one is required")
        count = held.count // held.itemsize - 1
        rows = Rows(count)
        _decide(handle, view, options, data, held.address, held.itemsize * 8, count, validity, first_bit, rows, 0)
        return rows


def _decide(
    handle: int, view: int, options: Optional[lib.OptionsStruct], data: Any, offsets: int, bits: int, count: int,
    validity: Any, first_bit: int, rows: Rows, first_row: int,
) -> None:  # fmt: skip
    # The library writes `count` rows from the first on, and reads `count` bits.
    if first_row + count > len(rows) or first_bit < 0:
        raise _invalid("the chunks of the array have more URLs than the array")
    with _Buffer(b"" if data is None else data, "data") as bytes_:
        if bytes_.itemsize != 1 and not bytes_.format.endswith("s"):
            raise _invalid(f"data must be bytes, not {bytes_.format!r}")
        batch = lib.BatchStruct(
            ctypes.sizeof(lib.BatchStruct), bits, bytes_.address or None, bytes_.count, offsets, count, None, first_bit,
            _ROW,
        )  # fmt: skip
        address = None
        # The ctypes object that provides the address keeps `rows` from being resized.
        if count:
            first = ctypes.c_char.from_buffer(rows._bytes, first_row * _ROW)
            address = ctypes.addressof(first)
        if validity is None:
            lib.call(lib.library.demarc_navigate_batch, handle, view, batch, options, address)
            return
        with _Buffer(validity, "validity") as bits_:
            if bits_.itemsize != 1 or bits_.format.endswith("?"):
                raise _invalid(f"validity must be bytes with a bit for each URL, not {bits_.format!r}")
            if first_bit + count > bits_.count * 8:
                raise _invalid("validity has fewer bits than there are URLs")
            batch.validity = bits_.address
            lib.call(lib.library.demarc_navigate_batch, handle, view, batch, options, address)


class _Joined:
    """URLs in the layout of an Arrow array."""

    __slots__ = ("data", "offsets", "validity")

    def __init__(self, data: bytes, offsets: "array[int]", validity: Optional[bytearray]) -> None:
        self.data = data
        self.offsets = offsets
        self.validity = validity


def batch_of(urls: Any) -> Any:
    """The URLs of a sequence, joined; an Arrow array as it is."""
    if hasattr(urls, "type") and hasattr(urls, "chunks") or hasattr(urls, "buffers") and hasattr(urls, "offset"):
        return urls
    return _joined(urls)


def decide_batch(handle: int, view: int, options: Optional[lib.OptionsStruct], batch: Any) -> Rows:
    """Decides on the URLs of a batch of :func:`batch_of`. The evaluator must be locked."""
    if isinstance(batch, _Joined):
        return decide_buffers(handle, view, options, batch.data, batch.offsets, batch.validity, 0)
    rows = Rows(len(batch))
    position = 0
    for chunk in batch.chunks if hasattr(batch, "chunks") else (batch,):
        _decide_arrow(handle, view, options, chunk, rows, position)
        position += len(chunk)
    if position != len(rows):
        raise _invalid("the chunks of the array have fewer URLs than the array")
    return rows


def _decide_arrow(
    handle: int, view: int, options: Optional[lib.OptionsStruct], strings: Any, rows: Rows, first_row: int
) -> None:
    kind = str(strings.type)
    size = {"string": 4, "binary": 4, "large_string": 8, "large_binary": 8}.get(kind)
    if size is None:
        raise _invalid(f"an Arrow array of {kind} has no URLs: cast it to string, binary, large_string or large_binary")
    count, offset = len(strings), strings.offset
    if not count:
        return
    if offset < 0:
        raise _invalid("the array begins before its memory")
    validity, offsets, data = strings.buffers()
    with _Buffer(offsets, "offsets") as held:
        if held.count < (offset + count + 1) * size:
            raise _invalid("the array has fewer offsets than URLs")
        _decide(
            handle, view, options, data, held.address + offset * size, size * 8, count, validity, offset, rows, first_row
        )


def _joined(urls: Any) -> _Joined:
    if isinstance(urls, (str, bytes, bytearray, memoryview)):
        raise TypeError("one text is not a batch: pass a list of URLs, or use navigate_buffers")
    # The rows of a batch are found by position.
    if isinstance(urls, (set, frozenset, Mapping)) or not hasattr(urls, "__iter__") and not hasattr(urls, "__getitem__"):
        raise TypeError(f"a batch is a sequence of URLs, not {type(urls).__name__}")
    parts: list[bytes] = []
    missing: list[int] = []
    offsets = array("q", [0])
    end = 0
    for position, url in enumerate(urls):
        if isinstance(url, str):
            part = url.encode("utf-8", "surrogatepass")
        elif url is None:
            missing.append(position)
            part = b""
        elif isinstance(url, (bytes, bytearray, memoryview)):
            part = arguments.text(url, f"URL {position} of the batch")
        else:
            raise TypeError(f"URL {position} of the batch is str, bytes or None, not {type(url).__name__}")
        parts.append(part)
        end += len(part)
        offsets.append(end)
    validity: Optional[bytearray] = None
    if missing:
        validity = bytearray(b"\xff" * ((len(parts) + 7) // 8))
        for position in missing:
            validity[position >> 3] &= ~(1 << (position & 7)) & 0xFF
    return _Joined(b"".join(parts), offsets, validity)
