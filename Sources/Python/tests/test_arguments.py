"""Arguments of another type raise TypeError with a sentence; they are never made into a text, a number or a list."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Mapping
from typing import Any, Callable, Iterator

import demarc
import pytest
from demarc import (
    Account, App, Binding, DemarcError, Engine, Evaluator, Fault, Frame, Item, Native, Navigate, Owner, Request, Scheme,
    Source, Status, Verdict, View, ViewPolicy,
)  # fmt: skip

URL = "https://contoso.com/"
HOST = [(Source.HOST, "contoso.com")]
BINDING = Binding("documents", scheme=Scheme.HTTPS, fixed_account="dana@contoso.com")


@pytest.mark.parametrize("url", [3, None, 1.5, True, object, [], ["https://contoso.com/"], {}, Navigate(URL)])
def test_a_url_is_text(engine: Engine, evaluator: Evaluator, url: Any) -> None:
    asks: list[Callable[[], Any]] = [
        lambda: evaluator.navigate(url, "documents"),
        lambda: evaluator.open_url(url),
        lambda: evaluator.can_open(url),
    ]
    for ask in asks:
        with pytest.raises(TypeError, match=f"^a URL is str or bytes, not {type(url).__name__}$"):
            ask()
    with pytest.raises(TypeError, match="^a host is str or bytes, not"):
        evaluator.connection(url, 443, "documents")
    if url is not None:
        with pytest.raises(TypeError, match="^a URL is str or bytes, not"):
            engine.set_document("documents", url)
        with pytest.raises(TypeError, match="^URL 1 of the batch is str, bytes or None, not"):
            evaluator.navigate_batch([URL, url], "documents")


class Bytes(bytes):
    """A subclass whose length is not that of its bytes."""

    def __len__(self) -> int:
        return 1 << 20


@pytest.mark.parametrize(
    "url",
    [URL, URL.encode(), bytearray(URL.encode()), memoryview(URL.encode()), Bytes(URL.encode()),
     memoryview(b"".join(b"%c." % byte for byte in URL.encode()))[::2], memoryview(URL.encode()).cast("c")],
)  # fmt: skip
def test_every_form_of_a_text_is_the_same_url(engine: Engine, evaluator: Evaluator, url: Any) -> None:
    expected = evaluator.navigate(URL, "documents")
    for answer in (evaluator.navigate(url, "documents"), evaluator.navigate(url, engine.view("documents"))):
        assert (answer.verdict, answer.rule, answer.reasons) == (expected.verdict, expected.rule, expected.reasons)
    assert evaluator.open_url(url).reasons == evaluator.open_url(URL).reasons
    assert evaluator.can_open(url).reasons == evaluator.can_open(URL).reasons
    assert evaluator.navigate_batch([url, None], "documents")[0].verdict is Verdict.ALLOW
    engine.set_document("documents", url)


def test_memory_of_numbers_is_not_a_url(evaluator: Evaluator) -> None:
    for url in (memoryview(array("q", [1, 2])), memoryview(b"abcd").cast("i")):
        with pytest.raises(TypeError, match="a URL is str or bytes, not memory with the format"):
            evaluator.open_url(url)
        with pytest.raises(TypeError, match="URL 0 of the batch is str or bytes, not memory with the format"):
            evaluator.navigate_batch([url], "documents")
    # Nothing of the argument is held after the call.
    url_bytes = bytearray(URL.encode())
    evaluator.open_url(url_bytes)
    url_bytes.extend(b"x")


@pytest.mark.parametrize("view", [3, None, b"documents", 1.5, ["documents"], Frame("documents")])
def test_a_view_is_a_view_or_its_name(engine: Engine, evaluator: Evaluator, view: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: evaluator.navigate(URL, view),
        lambda: evaluator.navigate_batch([URL], view),
        lambda: evaluator.navigate_buffers(b"", array("q", [0]), view),
        lambda: evaluator.connection("contoso.com", 443, view),
        lambda: evaluator.upload("documents", view),
        lambda: engine.view(view),
        lambda: engine.remove_view(view),
        lambda: engine.move_view(view),
        lambda: engine.set_view_policy(view, ViewPolicy.UNSET),
        lambda: engine.set_rule_set(view, None),
        lambda: engine.set_document(view, URL),
        lambda: engine.set_page(view),
        lambda: engine.did_navigate(view, evaluator.navigate(URL, "documents")),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=f"^a view is a View or its name, not {type(view).__name__}$"):
            call()
    if not isinstance(view, Frame):
        with pytest.raises(TypeError, match="^a place is a View, its name, .*, not"):
            evaluator.copy(view)
        with pytest.raises(TypeError, match="^a view is a View or its name, not"):
            evaluator.copy(Frame(view))


@pytest.mark.parametrize("name", [3, b"dana@contoso.com", bytearray(b"x"), ["x"], 1.5])
def test_a_name_is_str(policy: bytes, engine: Engine, evaluator: Evaluator, name: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: Engine.from_bytes(policy, signed_in=[name]),
        lambda: engine.set_installed([name]),
        lambda: engine.set_app(name),
        lambda: engine.add_view(name),
        lambda: engine.add_view("x", window=name),
        lambda: engine.move_view("documents", window=name),
        lambda: engine.set_rule_set("documents", name),
        lambda: engine.set_page("documents", loaded_for=name),
        lambda: engine.open_window(name),
        lambda: engine.close_window(name),
        lambda: engine.sign_in(name),
        lambda: engine.sign_out(name),
        lambda: engine.switch_identity(name),
        lambda: engine.switch_identity(None, window=name),
        lambda: engine.show_accounts([name]),
        lambda: engine.show_accounts([], window=name),
        lambda: evaluator.navigate(URL, "documents", user=name),
        lambda: evaluator.navigate(URL, "documents", frame=name),
        lambda: evaluator.navigate(URL, "documents", classified=name),
        lambda: evaluator.navigate_batch([URL], "documents", user=name),
        lambda: evaluator.open_url(URL, user=name),
        lambda: evaluator.open_url(URL, window=name),
        lambda: evaluator.copy("documents", user=name),
        lambda: evaluator.owner("documents", user=name),
        lambda: evaluator.copy(Native(name)),
        lambda: evaluator.copy(Account(name)),
        lambda: evaluator.copy(App(name)),
        lambda: evaluator.paste(Owner(name), "documents"),
        lambda: evaluator.copy("documents", Item(1, name)),
        lambda: evaluator.ask(Navigate(URL), user=name),
        lambda: evaluator.ask(Navigate(URL), window=name),
        lambda: evaluator.read_request(dataclasses.replace(BINDING, view=name), Request("GET", "/", HOST)),
        lambda: evaluator.read_request(dataclasses.replace(BINDING, fixed_account=name), Request("GET", "/", HOST)),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=f" is str, not {type(name).__name__}$"):
            call()


def test_an_empty_account_is_not_no_user(engine: Engine, evaluator: Evaluator) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: engine.switch_identity(""),
        lambda: engine.show_accounts(["dana@contoso.com", ""]),
        lambda: engine.set_page("documents", loaded_for=""),
        lambda: evaluator.navigate(URL, "documents", user=""),
        lambda: evaluator.navigate_batch([URL], "documents", user=""),
        lambda: evaluator.open_url(URL, user=""),
        lambda: evaluator.connection("contoso.com", 443, "documents", user=""),
        lambda: evaluator.copy("documents", user=""),
        lambda: evaluator.copy(Account("")),
        lambda: evaluator.read_request(dataclasses.replace(BINDING, fixed_account=""), Request("GET", "/", HOST)),
        lambda: evaluator.read_request(dataclasses.replace(BINDING, absent_account=""), Request("GET", "/", HOST)),
    ]
    for call in calls:
        with pytest.raises(DemarcError, match="is empty; write \"none\" for no user") as caught:
            call()
        assert caught.value.status == Status.INVALID
    assert evaluator.navigate(URL, "documents", user="none").reasons == ("identity.unmanaged",)


def test_what_must_be_given_is_not_none(engine: Engine, evaluator: Evaluator) -> None:
    nothing: Any = None
    calls: list[Callable[[], Any]] = [
        lambda: engine.open_window(nothing),
        lambda: engine.sign_in(nothing),
        lambda: engine.show_accounts(nothing),
        lambda: engine.set_view_policy("documents", nothing),
        lambda: engine.did_navigate("documents", nothing),
        lambda: engine.reload(nothing),
        lambda: evaluator.copy(nothing),
        lambda: evaluator.copy("documents", nothing),
        lambda: evaluator.copy(Account(nothing)),
        lambda: evaluator.ask(nothing),
        lambda: evaluator.ask_json(nothing),
        lambda: evaluator.navigate(URL, "documents", frame=nothing),
        lambda: evaluator.navigate_batch(nothing, "documents"),
        lambda: evaluator.read_request(nothing, Request("GET", "/", HOST)),
        lambda: evaluator.read_request(BINDING, nothing),
        lambda: evaluator.rule(nothing),
        lambda: View(nothing),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=", not NoneType$"):
            call()


@pytest.mark.parametrize("text", ["dana@contoso.com", b"dana@contoso.com", bytearray(b"x"), 3])
def test_one_text_is_not_a_list(policy: bytes, engine: Engine, evaluator: Evaluator, text: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: Engine.from_bytes(policy, signed_in=text),
        lambda: engine.set_installed(text),
        lambda: engine.show_accounts(text),
        lambda: evaluator.read_request(BINDING, Request("GET", "/", HOST, accounts=text)),
        lambda: evaluator.read_request(BINDING, Request("GET", "/", text)),
        lambda: evaluator.read_request(BINDING, Request("GET", "/", HOST, schemes=text)),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=f" are a sequence of .*, not {type(text).__name__}$"):
            call()
    with Engine.from_bytes(policy, signed_in=(name for name in ["dana@contoso.com"])) as opened:
        assert opened.info.accounts == 2


@pytest.mark.parametrize("batch", [None, 3, {URL: 1}, {URL}, frozenset([URL]), object()])
def test_a_batch_has_an_order(evaluator: Evaluator, batch: Any) -> None:
    with pytest.raises(TypeError, match=f"^a batch is a sequence of URLs, not {type(batch).__name__}$"):
        evaluator.navigate_batch(batch, "documents")


def test_a_number_is_not_cut_to_its_lowest_bits(engine: Engine, evaluator: Evaluator) -> None:
    number = evaluator.navigate_batch([URL], "documents").rules[0]
    view = engine.view("documents").number
    fault: Any = 1 << 32
    calls: list[Callable[[], Any]] = [
        lambda: evaluator.rule(number + 2**64),
        lambda: evaluator.rule(-1),
        lambda: View(view + 2**64),
        lambda: View(-1),
        lambda: engine.set_view_policy("documents", 2**32 + 1),  # type: ignore[arg-type]
        lambda: engine.add_view(policy=2**32 + 1),  # type: ignore[arg-type]
        lambda: engine.switch_identity(None, level=2**32),  # type: ignore[arg-type]
        lambda: evaluator.connection("contoso.com", 443 + 65536, "documents"),
        lambda: evaluator.copy("documents", Item(2**64)),
        lambda: evaluator.navigate_buffers(b"", array("q", [0]), "documents", validity=b"\0", validity_offset=2**64),
        lambda: evaluator.read_request(BINDING, Request("GET", "/", HOST, fault=fault)),
        lambda: evaluator.read_request(BINDING, Request("GET", "/", [(fault, "contoso.com")])),
        lambda: evaluator.read_request(dataclasses.replace(BINDING, scheme=fault), Request("GET", "/", HOST)),
        lambda: demarc.reason_name(2**32 + 1),
    ]
    for call in calls:
        with pytest.raises(DemarcError) as caught:
            call()
        assert caught.value.status == Status.INVALID
    assert evaluator.read_request(BINDING, Request("GET", "/", HOST, fault=Fault.NONE)).is_allowed


@pytest.mark.parametrize("value", ["1", 1.0, True, b"1", [1]])
def test_a_number_is_int(engine: Engine, evaluator: Evaluator, value: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: evaluator.rule(value),
        lambda: View(value),
        lambda: engine.set_view_policy("documents", value),
        lambda: engine.show_accounts([], level=value),
        lambda: evaluator.connection("contoso.com", value, "documents"),
        lambda: evaluator.copy("documents", Item(value)),
        lambda: evaluator.read_request(BINDING, Request("GET", "/", HOST, fault=value)),
        lambda: evaluator.read_request(BINDING, Request("GET", "/", [(value, "contoso.com")])),
        lambda: demarc.reason_name(value),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=f" is int, not {type(value).__name__}$"):
            call()


@pytest.mark.parametrize("value", ["false", 0, 1, None, [], 0.0])
def test_a_flag_is_bool(engine: Engine, evaluator: Evaluator, value: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: Engine.open("/nowhere", mapped=value),
        lambda: engine.set_browser_installed(value),
        lambda: engine.set_mdm_enrolled(value),
        lambda: engine.add_view(is_container=value),
        lambda: engine.set_page("documents", external=value),
        lambda: evaluator.navigate(URL, "documents", same_document=value),
        lambda: evaluator.open_url(URL, known_managed_app=value),
        lambda: evaluator.can_open(URL, known_managed_app=value),
        lambda: evaluator.connection("contoso.com", 443, "documents", inspected=value),
        lambda: evaluator.upload("documents", "documents", external_frame=value),
        lambda: evaluator.read_request(dataclasses.replace(BINDING, compares_sni=value), Request("GET", "/", HOST)),
        lambda: evaluator.read_request(BINDING, Request("GET", "/", HOST, schemes=[("https", value)])),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=f" is bool, not {type(value).__name__}$"):
            call()


def test_values_of_numpy_are_numbers_flags_and_texts(engine: Engine, evaluator: Evaluator) -> None:
    numpy = pytest.importorskip("numpy", reason="NumPy is not installed: pip install numpy")
    rules = evaluator.navigate_batch(numpy.array([URL, URL]), "documents").rules
    assert evaluator.rule(numpy.asarray(rules)[0]).id == "intranet"
    assert evaluator.navigate(numpy.str_(URL), "documents").verdict is Verdict.ALLOW
    engine.set_browser_installed(numpy.bool_(True))
    assert evaluator.connection("contoso.com", numpy.uint16(443), "documents").verdict is Verdict.ALLOW


@pytest.mark.parametrize("value", [3, None, "text", ["x"]])
def test_a_policy_is_memory(policy: bytes, engine: Engine, value: Any) -> None:
    for call in (Engine.from_bytes, engine.reload):
        with pytest.raises(TypeError, match=f"^a policy is bytes, not {type(value).__name__}$"):
            call(value)
    for form in (bytearray(policy), memoryview(policy), array("B", policy)):
        Engine.from_bytes(form).close()  # type: ignore[arg-type]


def test_a_request_has_the_shape_of_a_request(evaluator: Evaluator) -> None:
    wrong: list[Any] = [
        Request("GET", "/", ["contoso.com"]),  # type: ignore[list-item]
        Request("GET", "/", [(Source.HOST,)]),  # type: ignore[list-item]
        Request("GET", "/", [(Source.HOST, None)]),  # type: ignore[list-item]
        Request("GET", "/", HOST, [("https", True, 1)]),  # type: ignore[list-item]
        Request("GET", "/", HOST, [(None, True)]),  # type: ignore[list-item]
        Request("GET", "/", HOST, accounts=[None]),  # type: ignore[list-item]
        Request(None, "/", HOST),  # type: ignore[arg-type]
        Request("GET", None, HOST),  # type: ignore[arg-type]
        Request("GET", "/", HOST, upgrade=3),  # type: ignore[arg-type]
        "GET / HTTP/1.1",
    ]
    for request in wrong:
        with pytest.raises(TypeError):
            evaluator.read_request(BINDING, request)
    memory: Any = bytearray(b"/a?b")
    hosts: Any = iter(HOST)
    assert evaluator.read_request(BINDING, Request("GET", memory, hosts)).url == "https://contoso.com/a?b"


def nested(depth: int) -> dict[str, Any]:
    form: dict[str, Any] = {}
    for _ in range(depth):
        form = {"a": form}
    return form


@pytest.mark.parametrize("depth", [65, 1_000, 10_000, 100_000])
def test_a_question_that_is_nested_too_deeply_is_refused(evaluator: Evaluator, depth: int) -> None:
    loop: dict[str, Any] = {}
    loop["loop"] = loop
    for form in (nested(depth), {"a": loop}):
        asks: list[Callable[[], Any]] = [
            lambda: evaluator.ask_json({"ref": form, "when": {"open": "tel:1"}}),
            lambda: evaluator.ask_json(form),
            lambda: evaluator.ask(demarc.Launch(device=form, at="2026-11-23T12:00:00Z")),
        ]
        for ask in asks:
            with pytest.raises(DemarcError) as caught:
                ask()
            assert caught.value.status == Status.QUESTION and caught.value.code == "question.malformed"
    assert evaluator.ask_json({"when": {"navigate": {"url": URL, "view": "documents"}}})["verdict"] == "allow"


def test_a_question_is_a_question(evaluator: Evaluator) -> None:
    for question in ("navigate", {"navigate": {"url": URL}}, Navigate, 3):
        with pytest.raises(TypeError, match="^a question is Question, not"):
            evaluator.ask(question)  # type: ignore[arg-type]
    for request in ("{}", b"{}", [{}], 3):
        with pytest.raises(TypeError, match="^a request is a mapping, not"):
            evaluator.ask_json(request)  # type: ignore[arg-type]


class Lazy(Mapping):  # type: ignore[type-arg]
    """A mapping that is no dictionary."""

    def __getitem__(self, key: Any) -> Any:
        raise KeyError(key)

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0


def test_a_mapping_that_is_not_json_is_refused(evaluator: Evaluator) -> None:
    with pytest.raises(DemarcError) as caught:
        evaluator.ask_json(Lazy())
    assert caught.value.status == Status.QUESTION


def test_after_an_argument_was_refused_the_evaluator_goes_on(evaluator: Evaluator) -> None:
    wrong: Any = 3
    for _ in range(3):
        with pytest.raises(TypeError):
            evaluator.navigate(wrong, "documents")
        with pytest.raises(TypeError):
            evaluator.navigate_batch([URL, wrong], "documents")
        with pytest.raises(TypeError):
            evaluator.navigate_buffers(wrong, array("q", [0]), "documents")
        assert evaluator.navigate(URL, "documents").verdict is Verdict.ALLOW
