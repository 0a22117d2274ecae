"""What has a meaning in one process only cannot be copied or pickled; plain values can."""

from __future__ import annotations

import copy
import functools
import gc
import multiprocessing
import pickle
from typing import Any, Callable

import demarc
import pytest
from demarc import (
    Account, Answer, Binding, DemarcError, Engine, Evaluator, Frame, Info, Item, Launch, Native, Navigate, Owner, Request,
    RequestAnswer, Row, Rows, Rule, Source, Status, Verdict, View,
)  # fmt: skip

URL = "https://contoso.com/"
PICKLES: list[Callable[[Any], Any]] = [
    *(functools.partial(pickle.dumps, protocol=protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
    lambda held: pickle.dumps({"held": [held]}),
]
COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda held: copy.deepcopy({"held": [held]}),
    lambda held: held.__reduce_ex__(4),
    *PICKLES,
]


@pytest.mark.parametrize("make_copy", COPIES)
def test_engines_and_evaluators_are_not_copied(engine: Engine, evaluator: Evaluator, make_copy: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="an engine cannot be copied or pickled: open the policy in each process"):
        make_copy(engine)
    with pytest.raises(TypeError, match="an evaluator cannot be copied or pickled: .* open the policy in each process"):
        make_copy(evaluator)
    # A copy that is collected would close the handle.
    gc.collect()
    assert evaluator.navigate(URL, engine.view("documents")).verdict is Verdict.ALLOW


def test_what_holds_an_engine_is_not_pickled_either(engine: Engine, evaluator: Evaluator) -> None:
    for held in (evaluator.navigate, engine.evaluator, functools.partial(Evaluator.navigate, evaluator)):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            pickle.dumps(held)


def test_closed_ones_and_subclasses_are_not_copied(policy: bytes) -> None:
    class Watched(Engine):
        note = "with a dictionary"

    watched = Watched.from_bytes(policy)
    watched.note = "set"
    for held in (watched, watched.evaluator()):
        for make_copy in COPIES:
            with pytest.raises(TypeError, match="cannot be copied or pickled"):
                make_copy(held)
        held.close()
        for make_copy in COPIES:
            with pytest.raises(TypeError, match="cannot be copied or pickled"):
                make_copy(held)


class Reopening(Engine):
    """A subclass may say how it is opened in another process."""

    policy: bytes

    def __reduce__(self) -> Any:
        return Reopening.opened, (self.policy,)

    @classmethod
    def opened(cls, policy: bytes) -> "Reopening":
        engine = cls.from_bytes(policy)
        assert isinstance(engine, Reopening)
        engine.policy = policy
        return engine


def test_a_subclass_can_open_the_policy_again(policy: bytes) -> None:
    function, parts = Reopening.opened(policy).__reduce_ex__(4)
    with Reopening.opened(policy) as first, function(*parts) as second:
        assert first._handle != second._handle and first.info.digest == second.info.digest


def test_a_pickle_of_an_earlier_version_is_refused(engine: Engine) -> None:
    state = (None, {"_handle": engine._handle})
    for kind in (Engine, Evaluator, Answer):
        made = object.__new__(kind)
        with pytest.raises(TypeError, match="pickled"):
            made.__setstate__(state)
        del made
    gc.collect()
    assert engine.info.revision == 1


def test_a_worker_does_not_get_an_evaluator(evaluator: Evaluator) -> None:
    context = multiprocessing.get_context("spawn")
    with pytest.raises(TypeError, match="open the policy in each process"):
        context.Process(target=print, args=(evaluator,)).start()


def test_a_view_is_not_pickled_and_is_its_own_copy(engine: Engine) -> None:
    view = engine.view("documents")
    for held in (view, Frame(view), {"view": view}):  # type: ignore[arg-type]
        for make_pickle in PICKLES:
            with pytest.raises(TypeError, match="a view cannot be pickled: find it by its name in each process"):
                make_pickle(held)
    assert copy.copy(view) is view and copy.deepcopy([view])[0] is view


def test_an_answer_is_not_pickled_and_is_its_own_copy(evaluator: Evaluator) -> None:
    answer = evaluator.navigate(URL, "documents")
    asked = evaluator.ask(Navigate(URL, "documents"))
    for held in (answer, asked):
        for make_pickle in PICKLES:
            with pytest.raises(TypeError, match="an answer cannot be pickled"):
                make_pickle(held)
        assert copy.copy(held) is held and copy.deepcopy([held])[0] is held
    for part in (answer.verdict, answer.rule, answer.reasons, asked.details):
        assert pickle.loads(pickle.dumps(part)) == part


@pytest.mark.parametrize("make_copy", [copy.copy, copy.deepcopy, lambda held: pickle.loads(pickle.dumps(held))])
def test_plain_values_are_copied_and_pickled(
    engine: Engine, evaluator: Evaluator, make_copy: Callable[[Any], Any]
) -> None:
    binding, request = Binding("documents"), Request("GET", "/", [(Source.HOST, "contoso.com")])
    values: list[Any] = [
        engine.info, evaluator.navigate(URL, "documents").rule, Navigate(URL, "documents"), Launch(device={"model": "x"}),
        Item(3), Native(), Account("a"), Owner("x"), Frame("documents"), binding, request,
        evaluator.read_request(binding, request), Verdict.ALLOW, Status.BUSY,
    ]  # fmt: skip
    assert isinstance(values[0], Info) and isinstance(values[1], Rule) and isinstance(values[11], RequestAnswer)
    for value in values:
        copied = make_copy(value)
        assert type(copied) is type(value) and copied == value
    rows = evaluator.navigate_batch([URL, None], "documents")
    copied_rows, copied_row = make_copy(rows), make_copy(rows[0])
    assert isinstance(copied_rows, Rows) and bytes(copied_rows.buffer) == bytes(rows.buffer)
    assert isinstance(copied_row, Row) and repr(copied_row) == repr(rows[0])
    with pytest.raises(DemarcError) as caught:
        evaluator.navigate(URL, "nowhere")
    error = make_copy(caught.value)
    assert (error.status, error.code, str(error)) == (Status.UNKNOWN, caught.value.code, str(caught.value))


def test_every_class_is_known_to_be_pickled_or_not() -> None:
    """A new class with a handle must be one of those that refuse."""
    refusing = {
        name for name in demarc.__all__
        if isinstance(getattr(demarc, name), type) and hasattr(getattr(demarc, name), "_refuse")
    }  # fmt: skip
    assert refusing == {"Answer", "Engine", "Evaluator", "View"}
