"""Batches: invalid buffers first, then the same answers from every form of input, without copies."""

from __future__ import annotations

import gc
from array import array
from typing import Any, Iterator, Optional

import pytest
from demarc import Destination, DemarcError, Engine, Evaluator, Rows, Status, URLClass, Verdict

URLS: list[Optional[str]] = [
    "https://contoso.com/", None, "https://casino.example/", "https://other.example/", "", "https://contoso.com/ü",
]  # fmt: skip
VERDICTS = [Verdict.ALLOW, Verdict.BLOCK, Verdict.BLOCK, Verdict.ROUTE, Verdict.BLOCK, Verdict.ALLOW]


@pytest.mark.parametrize(
    ("data", "offsets", "validity", "first_bit", "why"),
    [
        (b"abc", array("q"), None, 0, "no offset at all"),
        (b"abc", array("Q", [0, 3]), None, 0, "unsigned"),
        (b"abc", array("h", [0, 3]), None, 0, "16 bits"),
        (b"abc", array("d", [0, 3]), None, 0, "floating"),
        (memoryview(b"abcdef")[::2], array("q", [0, 3]), None, 0, "gaps in the data"),
        (b"abc", memoryview(array("q", [0, 1, 2, 3]))[::2], None, 0, "gaps in the offsets"),
        (b"abc", array("q", [0, 4]), None, 0, "behind the end"),
        (b"abc", array("i", [-1, 3]), None, 0, "negative"),
        (b"abc", array("q", [0, 3, 2]), None, 0, "decreasing"),
        (b"abc", array("q", [0, 1 << 62]), None, 0, "huge"),
        (b"", array("q", [0, 1]), None, 0, "no data"),
        (b"abc", array("q", [0, 3]), b"", 0, "no validity"),
        (b"abc", array("q", [0, 3]), b"\xff", 8, "validity ends before"),
        (b"abc", array("q", [0, 3]), b"\xff", -1, "validity begins before"),
        (array("q", [0, 3]), array("q", [0, 3]), None, 0, "data of numbers"),
        (array("d", [0.5]), array("q", [0, 3]), None, 0, "data of floating numbers"),
        (b"abc", array("q", [0, 3]), array("q", [1]), 0, "validity of numbers"),
        (b"abc", array("q", [0, 3]), memoryview(b"\1").cast("?"), 0, "a Boolean for each URL"),
    ],
)
def test_buffers_that_do_not_fit_are_refused(
    evaluator: Evaluator, data: Any, offsets: Any, validity: Any, first_bit: int, why: str
) -> None:
    with pytest.raises(DemarcError) as caught:
        evaluator.navigate_buffers(data, offsets, "documents", validity=validity, validity_offset=first_bit)
    assert caught.value.status == Status.INVALID, why


@pytest.mark.parametrize(
    ("data", "offsets", "validity"),
    [(b"abc", [0, 3], None), ("abc", array("q", [0, 3]), None), (3, array("q", [0, 3]), None),
     (b"abc", None, None), (b"abc", array("q", [0, 3]), [True])],
)  # fmt: skip
def test_what_is_no_buffer_is_refused(evaluator: Evaluator, data: Any, offsets: Any, validity: Any) -> None:
    with pytest.raises(TypeError, match="must be memory with the buffer protocol, not"):
        evaluator.navigate_buffers(data, offsets, "documents", validity=validity)


@pytest.mark.parametrize(
    "urls", ["https://contoso.com/", b"x", bytearray(b"x"), memoryview(b"x"), [1], [["x"]], ["x", object()]]
)
def test_what_is_not_a_list_of_urls_is_refused(evaluator: Evaluator, urls: Any) -> None:
    with pytest.raises(TypeError, match="batch"):
        evaluator.navigate_batch(urls, "documents")


def test_a_generator_may_use_the_evaluator_and_may_fail(evaluator: Evaluator) -> None:
    def some() -> Iterator[Optional[str]]:
        for url in URLS:
            evaluator.navigate(url or "", "documents")
            yield url

    def failing() -> Iterator[str]:
        yield "https://contoso.com/"
        raise KeyError("in the middle")

    check(evaluator.navigate_batch(some(), "documents"), evaluator)
    with pytest.raises(KeyError, match="in the middle"):
        evaluator.navigate_batch(failing(), "documents")
    check(evaluator.navigate_batch(URLS, "documents"), evaluator)


class Chunks:
    """An Arrow array of chunks that does not know how many URLs it has."""

    type = "string"

    def __init__(self, chunks: list[Any], count: int) -> None:
        self.chunks = chunks
        self.count = count

    def __len__(self) -> int:
        return self.count


class Chunk:
    """An Arrow array, without pyarrow."""

    type = "large_string"

    def __init__(self, urls: list[str], offset: int = 0) -> None:
        self.urls = [url.encode() for url in urls]
        self.offset = offset

    def __len__(self) -> int:
        return len(self.urls)

    def buffers(self) -> list[Any]:
        offsets = array("q", [0])
        for url in self.urls:
            offsets.append(offsets[-1] + len(url))
        return [None, offsets, b"".join(self.urls)]


def test_an_array_that_does_not_know_its_own_size_is_refused(evaluator: Evaluator) -> None:
    chunk = Chunk(["https://contoso.com/"] * 1_000)
    assert evaluator.navigate_batch(chunk, "documents")[-1].verdict is Verdict.ALLOW
    assert evaluator.navigate_batch(Chunks([chunk, chunk], 2_000), "documents")[-1].verdict is Verdict.ALLOW
    wrong = [Chunks([chunk, chunk], count) for count in (0, 1, 1_000, 1_001, 1_999, 2_001)]
    for urls in (*wrong, Chunk(["https://contoso.com/"], -1), Chunk(["https://contoso.com/"], 1)):
        with pytest.raises(DemarcError) as caught:
            evaluator.navigate_batch(urls, "documents")
        assert caught.value.status == Status.INVALID


def test_a_row_says_what_it_is(evaluator: Evaluator) -> None:
    rows = evaluator.navigate_batch(URLS, "documents")
    assert repr(rows[0]) == f"<Row allow, to view, internal, rule {rows[0].rule}: {', '.join(rows[0].reasons)}>"
    assert repr(rows[1]) == "<Row block, status UNKNOWN>"
    assert repr(rows[3]).startswith("<Row route, to managedBrowser, external: ")
    for wrong in (slice(0, 1), "0", 0.0, None):
        with pytest.raises(TypeError):
            rows[wrong]  # type: ignore[index]


@pytest.mark.parametrize("url", ["ftp://contoso.com/", "intent://contoso.com/"])
def test_a_rule_that_only_gives_the_class_did_not_decide(evaluator: Evaluator, url: str) -> None:
    answer = evaluator.navigate(url, "documents", user="dana@contoso.com")
    assert (answer.verdict, answer.url_class, answer.rule) == (Verdict.BLOCK, URLClass.INTERNAL, None)
    assert evaluator.navigate_batch([url], "documents", user="dana@contoso.com")[0].rule == 0


def check(rows: Rows, evaluator: Evaluator) -> None:
    assert [row.verdict for row in rows] == VERDICTS
    assert [Rows.VERDICTS[number] for number in rows.verdicts] == VERDICTS
    assert rows.statuses.tolist() == [0, Status.UNKNOWN, 0, 0, 0, 0]
    assert [evaluator.rule(number).id if number else None for number in rows.rules] == [
        "intranet", None, "gambling", None, None, "intranet",
    ]  # fmt: skip
    assert Rows.CLASSES[rows.classes[3]] is URLClass.EXTERNAL
    assert Rows.DESTINATIONS[rows.destinations[3]] is Destination.MANAGED_BROWSER
    assert rows[-1].reasons == rows[0].reasons and rows[1].reasons == ()
    assert len(rows) == len(URLS) and rows.pages[0] == rows.pages[5] == 1
    for position in (6, -7):
        with pytest.raises(IndexError):
            rows[position]


def test_lists_of_text_and_bytes(evaluator: Evaluator) -> None:
    check(evaluator.navigate_batch(URLS, "documents"), evaluator)
    check(evaluator.navigate_batch(tuple(u.encode() if u else u for u in URLS), evaluator.engine.view("documents")), evaluator)
    check(evaluator.navigate_batch(iter(URLS), "documents"), evaluator)
    assert len(evaluator.navigate_batch([], "documents")) == 0


@pytest.mark.parametrize("code", ["i", "q"])
def test_plain_buffers(evaluator: Evaluator, code: str) -> None:
    parts = [(url or "").encode() for url in URLS]
    offsets = array(code, [0])
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    data = b"".join(parts)
    for held in (data, bytearray(data), memoryview(data), array("B", data)):
        check(evaluator.navigate_buffers(held, offsets, "documents", validity=b"\x3d"), evaluator)
        check(evaluator.navigate_buffers(held, offsets, "documents", validity=b"\xe8\x01", validity_offset=3), evaluator)
    rows = evaluator.navigate_buffers(bytearray(data), offsets, "documents")
    assert rows[1].status == 0 and rows[1].verdict is Verdict.BLOCK


def test_a_buffer_is_let_go_of_after_the_call(evaluator: Evaluator) -> None:
    data, offsets = bytearray(b"https://contoso.com/"), array("q", [0, 20])
    evaluator.navigate_buffers(data, offsets, "documents")
    with pytest.raises(DemarcError):
        evaluator.navigate_buffers(data, array("q", [0, 99]), "documents")
    # These fail while a buffer is still held.
    data.extend(b"x")
    offsets.append(21)


@pytest.mark.parametrize("kind", ["string", "large_string", "binary", "large_binary"])
def test_arrow_arrays_and_their_slices(evaluator: Evaluator, kind: str) -> None:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    of_kind = getattr(arrow, kind)()
    whole = arrow.array(URLS, arrow.string()).cast(of_kind)
    check(evaluator.navigate_batch(whole, "documents"), evaluator)
    longer = arrow.array(["x"] * 11 + URLS + ["y", None], arrow.string()).cast(of_kind)
    check(evaluator.navigate_batch(longer[11:17], "documents"), evaluator)
    chunked = arrow.chunked_array([longer[11:13], longer[13:13], longer[13:17]])
    check(evaluator.navigate_batch(chunked, "documents"), evaluator)
    assert len(evaluator.navigate_batch(whole[:0], "documents")) == 0
    assert len(evaluator.navigate_batch(arrow.array([], of_kind), "documents")) == 0


def test_arrow_arrays_of_something_else_are_refused(evaluator: Evaluator) -> None:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    for wrong in (arrow.array([1, 2]), arrow.array(["a"]).dictionary_encode(), arrow.array([["a"]])):
        with pytest.raises(DemarcError) as caught:
            evaluator.navigate_batch(wrong, "documents")
        assert "cast" in caught.value.message


def test_numpy_reads_the_rows_where_they_are(evaluator: Evaluator) -> None:
    numpy = pytest.importorskip("numpy", reason="NumPy is not installed: pip install numpy")
    parts = [(url or "").encode() for url in URLS]
    offsets = numpy.cumsum([0] + [len(part) for part in parts])
    data = numpy.frombuffer(b"".join(parts), dtype="u1")
    rows = evaluator.navigate_buffers(data, offsets, "documents", validity=numpy.array([0x3D], "u1"))
    check(rows, evaluator)
    table = numpy.frombuffer(rows.buffer, dtype=Rows.DTYPE)
    columns = {"verdict": rows.verdicts, "url_class": rows.classes, "rule": rows.rules, "status": rows.statuses}
    for name, column in columns.items():
        seen = numpy.asarray(column)
        assert (table[name] == seen).all()
        assert numpy.shares_memory(table[name], seen) and not seen.flags.writeable
    del rows
    gc.collect()
    assert table["verdict"][0] == 1


def test_a_batch_decides_as_single_questions_do(engine: Engine, evaluator: Evaluator) -> None:
    urls = [f"https://{host}/{number}" for number in range(500) for host in ("contoso.com", "casino.example", "x.test")]
    rows = evaluator.navigate_batch(urls, "documents", user="dana@home.example", frame="sub")
    for url, row in zip(urls, rows):
        answer = evaluator.navigate(url, "documents", user="dana@home.example", frame="sub")
        assert (row.verdict, row.url_class, row.page) == (answer.verdict, answer.url_class, answer.page)
