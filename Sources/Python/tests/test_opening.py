"""Opening, closing and reloading: a damaged policy or closed object raises an error and never decides."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable

import demarc
import pytest
from demarc import DemarcError, Engine, Evaluator, Level, Navigate, SignOut, Status, Verdict, ViewPolicy

INSIDE = "https://contoso.com/"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda policy: b"", "empty"),
        (lambda policy: b"\0" * 64, "not a policy"),
        (lambda policy: b"demarc: 1\n", "text is compiled first"),
        (lambda policy: policy[:16], "a head alone"),
        (lambda policy: policy[:-1], "truncated"),
        (lambda policy: policy + b"\0", "too long"),
        (lambda policy: policy[:200] + bytes([policy[200] ^ 1]) + policy[201:], "one bit differs"),
    ],
)
def test_a_damaged_policy_is_refused(policy: bytes, tmp_path: Path, change: Callable[[bytes], bytes], why: str) -> None:
    damaged = change(policy)
    path = tmp_path / "policy.demarc"
    path.write_bytes(damaged)
    for make in (lambda: Engine.from_bytes(damaged), lambda: Engine.open(path), lambda: Engine.open(path, mapped=True)):
        with pytest.raises(DemarcError) as caught:
            make()
        assert caught.value.status in (Status.POLICY, Status.INVALID), why
        assert caught.value.code and caught.value.message


@pytest.mark.parametrize("path", ["", "/nonexistent/policy", "/", b"\xff\xfe", "a\0b"])
def test_a_path_that_is_not_a_policy_is_refused(path: Any) -> None:
    with pytest.raises(DemarcError):
        Engine.open(path)


def test_accounts_that_the_policy_does_not_have_are_refused(policy: bytes) -> None:
    with pytest.raises(DemarcError) as caught:
        Engine.from_bytes(policy, signed_in=["mallory@contoso.com"])
    assert caught.value.status == Status.UNKNOWN
    with Engine.from_bytes(policy, signed_in=[]) as engine, engine.evaluator() as evaluator:
        answer = evaluator.navigate(INSIDE, "documents", user="dana@contoso.com")
        assert answer.verdict is Verdict.BLOCK


def test_an_engine_is_made_by_its_factories_only() -> None:
    with pytest.raises(TypeError):
        Engine()


def test_every_method_of_what_is_closed_raises(policy: bytes) -> None:
    engine = Engine.from_bytes(policy)
    evaluator = engine.evaluator()
    view = engine.view("documents")
    answer = evaluator.navigate(INSIDE, view)
    evaluator.close()
    evaluator.close()
    asks: list[Callable[[], Any]] = [
        lambda: evaluator.navigate(INSIDE, view),
        lambda: evaluator.navigate_batch([INSIDE], view),
        lambda: evaluator.open_url(INSIDE),
        lambda: evaluator.ask(Navigate(INSIDE, "documents")),
        lambda: evaluator.rule(1),
        lambda: evaluator.rest(),
        lambda: evaluator.__enter__(),
        lambda: answer.explain(),
        lambda: answer.url,
    ]
    for ask in asks:
        with pytest.raises(DemarcError) as caught:
            ask()
        assert caught.value.status == Status.HANDLE
    engine.close()
    engine.close()
    changes: list[Callable[[], Any]] = [
        lambda: engine.evaluator(),
        lambda: engine.info,
        lambda: engine.view("documents"),
        lambda: engine.add_view("x"),
        lambda: engine.reload_if_changed(),
        lambda: engine.reload(policy),
        lambda: engine.sign_in("dana@contoso.com"),
        lambda: engine.did_navigate(view, answer),
        lambda: engine.set_installed([]),
        lambda: engine.__enter__(),
    ]
    for change in changes:
        with pytest.raises(DemarcError) as caught:
            change()
        assert caught.value.status == Status.HANDLE
    # The contents of an answer are its own and outlive the evaluator.
    assert answer.rule is not None and answer.rule.id == "intranet"


def test_an_evaluator_goes_on_without_its_engine(policy: bytes) -> None:
    engine = Engine.from_bytes(policy)
    view = engine.view("documents")
    evaluator = engine.evaluator()
    engine.close()
    assert evaluator.navigate(INSIDE, view).verdict is Verdict.ALLOW
    # Names are looked up in the engine.
    with pytest.raises(DemarcError):
        evaluator.navigate(INSIDE, "documents")


def test_a_closed_answer_can_outlive_everything(policy: bytes) -> None:
    engine = Engine.from_bytes(policy)
    answer = engine.evaluator().navigate(INSIDE, "documents")
    del engine
    with pytest.raises(DemarcError):
        answer.explain()
    assert answer.verdict is Verdict.ALLOW


def test_a_changed_file_is_put_in_force_and_a_damaged_one_is_not(
    policy: bytes, next_policy: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "policy.demarc"
    path.write_bytes(policy)

    def replace(content: bytes) -> None:
        other = tmp_path / "new"
        other.write_bytes(content)
        os.replace(other, path)

    with Engine.open(path) as engine, engine.evaluator() as evaluator:
        assert not engine.reload_if_changed()
        before = engine.info
        assert (before.revision, before.reloads, before.accounts, before.rule_sets) == (1, 0, 2, 1)
        number = evaluator.navigate_batch([INSIDE], "documents").rules[0]
        remembered = evaluator.rule(number)
        os.utime(path)
        assert not engine.reload_if_changed()
        replace(b"damaged")
        with pytest.raises(DemarcError) as caught:
            engine.reload_if_changed()
        assert caught.value.status == Status.POLICY
        assert engine.info == before
        assert evaluator.navigate("https://casino.example/", "documents").verdict is Verdict.BLOCK
        replace(next_policy)
        assert engine.reload_if_changed()
        assert (engine.info.revision, engine.info.reloads) == (2, 1)
        assert engine.info.digest != before.digest
        answer = evaluator.navigate(INSIDE, "documents")
        assert answer.rule is not None and answer.rule.id == "intranet"
        assert evaluator.rule(evaluator.navigate_batch([INSIDE], "documents").rules[0]).because == "Ours."
        assert number != evaluator.navigate_batch([INSIDE], "documents").rules[0]
        assert evaluator.rule(number) == remembered
        with engine.evaluator() as other, pytest.raises(DemarcError) as caught:
            other.rule(number)
        assert caught.value.status == Status.STALE
        engine.reload(policy)
        assert engine.info.revision == 1


def test_a_relative_path_means_the_same_file_from_every_directory(
    policy: bytes, next_policy: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (tmp_path / "policy.demarc").write_bytes(policy)
    (other / "policy.demarc").write_bytes(next_policy)
    monkeypatch.chdir(tmp_path)
    with Engine.open("policy.demarc") as engine:
        monkeypatch.chdir(other)
        assert not engine.reload_if_changed()
        (tmp_path / "next").write_bytes(next_policy)
        os.replace(tmp_path / "next", tmp_path / "policy.demarc")
        assert engine.reload_if_changed()
        (tmp_path / "policy.demarc").unlink()
        with pytest.raises(DemarcError) as caught:
            engine.reload_if_changed()
        assert caught.value.code == "file-not-found"
        assert engine.info.revision == 2


def test_the_bytes_in_force_are_not_another_policy(policy: bytes, next_policy: bytes) -> None:
    with Engine.from_bytes(policy) as engine, engine.evaluator() as evaluator:
        number = evaluator.navigate_batch([INSIDE], "documents").rules[0]
        engine.reload(policy)
        assert engine.info.reloads == 0
        with engine.evaluator() as other:
            assert other.rule(number).id == "intranet"
        engine.reload(next_policy)
        assert engine.info.reloads == 1


def test_the_number_of_a_rule_means_the_same_to_all_evaluators_of_an_engine(policy: bytes, next_policy: bytes) -> None:
    def number(evaluator: Evaluator) -> int:
        return evaluator.navigate_batch([INSIDE], "documents").rules[0]

    with Engine.from_bytes(policy) as engine, engine.evaluator() as first, engine.evaluator() as second:
        before = number(first)
        assert second.rule(before) == first.rule(before)
        with engine.evaluator() as third:
            engine.reload(next_policy)
            # The third evaluator has never decided by the first policy.
            numbers = {number(evaluator) for evaluator in (third, second, first)}
            assert len(numbers) == 1 and before not in numbers
            with pytest.raises(DemarcError) as caught:
                third.rule(before)
            assert caught.value.status == Status.STALE


def test_views_windows_and_identities_change_what_is_decided(engine: Engine, evaluator: Evaluator) -> None:
    for attempt in (
        lambda: engine.view("nowhere"),
        lambda: engine.add_view("documents"),
        lambda: engine.add_view("x", parent="documents"),
        lambda: engine.add_view("x", window="closed"),
        lambda: engine.add_view(""),
        lambda: engine.open_window(""),
        lambda: engine.close_window("closed"),
        lambda: engine.sign_out("mallory@contoso.com"),
        lambda: engine.switch_identity("mallory@contoso.com"),
        lambda: engine.set_rule_set(demarc.View(1 << 63), "places"),
    ):
        with pytest.raises(DemarcError):
            attempt()
    engine.open_window("main")
    group = engine.add_view("group", is_container=True, policy=ViewPolicy.CURRENT_IDENTITY, window="main")
    child = engine.add_view("child", parent=group)
    engine.set_rule_set(child, "places")
    engine.set_document(child, "https://contoso.com/doc")
    assert evaluator.navigate(INSIDE, "child").page is demarc.Page.MANAGED
    engine.switch_identity("dana@home.example", window="main")
    assert evaluator.navigate(INSIDE, child).page is demarc.Page.UNMANAGED
    engine.switch_identity(None, window="main")
    engine.switch_identity("none", level=Level.PROCESS)
    engine.show_accounts(["dana@contoso.com", "dana@home.example"], window="main")
    assert evaluator.navigate(INSIDE, child).page is demarc.Page.MANAGED
    engine.set_view_policy(child, ViewPolicy.UNMANAGED)
    assert evaluator.navigate(INSIDE, child).page is demarc.Page.UNMANAGED
    engine.move_view(child, None)
    engine.remove_view(group)
    engine.remove_view(child)
    gone = evaluator.navigate(INSIDE, child)
    assert (gone.verdict, gone.reasons) == (Verdict.BLOCK, ("view.unknown",))
    engine.close_window("main")
    engine.set_installed(None)
    engine.set_mdm_enrolled(True)
    engine.set_browser_installed(False)
    engine.set_app("com.example.app")
    engine.switch_identity(None, level=Level.PROCESS)
    outside = evaluator.navigate("https://other.example/", "documents", user="dana@contoso.com")
    assert outside.destination is demarc.Destination.INSTALL_BROWSER
    with pytest.raises(ValueError):
        engine.set_page("documents", external=True, loaded_for="dana@contoso.com")
    engine.set_page("documents", external=True)
    assert evaluator.upload("documents", "documents").verdict is not None


def test_a_navigation_is_reported_once_and_in_order(engine: Engine, evaluator: Evaluator) -> None:
    first = evaluator.navigate(INSIDE, "documents")
    second = evaluator.navigate(INSIDE, "documents")
    engine.did_navigate("documents", second)
    with pytest.raises(DemarcError) as caught:
        engine.did_navigate("documents", first)
    assert caught.value.status == Status.STALE
    asked = evaluator.ask(Navigate(INSIDE, "documents"))
    engine.did_navigate("documents", asked)
    # The answer to any other question changes nothing.
    engine.did_navigate("documents", evaluator.open_url(INSIDE))
    with pytest.raises(DemarcError) as caught:
        engine.did_navigate("documents", evaluator.ask(SignOut("dana@contoso.com")))
    assert caught.value.status == Status.INVALID
