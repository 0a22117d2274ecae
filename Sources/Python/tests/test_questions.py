"""Every question, invalid ones first: an invalid question raises an error, and answers are unambiguous."""

from __future__ import annotations

import collections
import dataclasses
import types
from typing import Any, Callable

import demarc
import pytest
from demarc import (
    Account, App, AppSharing, Binding, CanOpen, Connection, Copy, DemarcError, Destination, Engine, Evaluator, Fault,
    Frame, IdentityResult, Incoming, Item, Launch, LaunchResult, Native, Navigate, OpenFrom, OpenURL, Owner, Page, Paste,
    Pin, Question, Receive, Request, Save, Scheme, Send, Setting, SignIn, SignOut, Source, Status, SwitchIdentity,
    UniversalLink, Unlock, Upload, URLClass, Verdict,
)  # fmt: skip

USER = "dana@contoso.com"
NOW = "2026-11-23T12:00:00Z"


@pytest.mark.parametrize(
    "ask",
    [
        lambda e: e.navigate("https://contoso.com/", "nowhere"),
        lambda e: e.navigate("https://contoso.com/", demarc.View(0)),
        lambda e: e.navigate("https://contoso.com/", demarc.View(2**64 - 1)),
        lambda e: e.navigate("https://contoso.com/", "documents", frame="middle"),
        lambda e: e.navigate("https://contoso.com/", "documents", classified="perhaps"),
        lambda e: e.open_url("https://contoso.com/", window="closed"),
        lambda e: e.connection("contoso.com", 65536, "documents"),
        lambda e: e.connection("contoso.com", -1, "documents"),
        lambda e: e.connection("contoso.com", 443, "documents", frame="sub"),
        lambda e: e.ask(Connection("contoso.com", 443, "documents", frame="sub")),
        lambda e: e.ask(Copy("documents", characters=-1)),
        lambda e: e.copy(Native("closed")),
        lambda e: e.copy("nowhere"),
        lambda e: e.copy("documents", Item(-1)),
        lambda e: e.copy("documents", Item(1, "song")),
        lambda e: e.copy(Owner("made up")),
        lambda e: e.paste("documents", Owner("made up")),
        lambda e: e.upload("documents", "nowhere"),
        lambda e: e.ask(Navigate("https://contoso.com/", "nowhere")),
        lambda e: e.ask(Navigate("https://contoso.com/", "documents", frame="middle")),
        lambda e: e.ask(Setting("nothing")),
        lambda e: e.ask(Setting("print"), window="closed"),
        lambda e: e.ask(SwitchIdentity(USER, window="closed")),
        lambda e: e.ask(SwitchIdentity("unset", window="closed")),
        lambda e: e.ask_json({"when": {1, 2}}),
        lambda e: e.engine.add_view("native"),
        lambda e: e.engine.add_view("app:com.example.other"),
        lambda e: e.ask(Launch()),
        lambda e: e.ask(Launch(at="noon")),
        lambda e: e.ask(Launch(at=NOW, device={"osVersoin": "17"})),
        lambda e: e.ask(Launch(at=NOW, device={"hasPasscode": "yes"})),
        lambda e: e.ask(Launch("stranger@contoso.com", at=NOW)),
        lambda e: e.ask(Unlock("charm", at=NOW)),
        lambda e: e.ask(Unlock([], at="")),
        lambda e: e.ask_json({"when": {"wait": {"duration": "PT1H"}}}),
        lambda e: e.ask_json({}),
        lambda e: e.ask_json({"when": {"navigate": {}}}),
        lambda e: e.ask_json({"when": {"navigate": {"url": float("nan")}}}),
        lambda e: e.ask_json({"when": {"navigate": {"url": "x" * (2 << 20)}}}),
        lambda e: e.ask_json({"requests": [{"when": {"open": "tel:1"}}] * 1001}),
        lambda e: e.ask_json({1: object()}),
        lambda e: e.rule(0),
        lambda e: e.rule(2**64 - 1),
    ],
)
def test_what_cannot_be_asked_raises(evaluator: Evaluator, ask: Callable[[Evaluator], Any]) -> None:
    with pytest.raises(DemarcError) as caught:
        ask(evaluator)
    assert caught.value.status < 0 and caught.value.code and caught.value.message


#: For each type of a field, a good value, and values of other types.
VALUES: dict[str, tuple[Any, list[Any]]] = {
    "str": ("x", [5, True, 1.5, b"x", ["x"], Frame("documents"), None]),
    "bool": (True, ["true", 0, 1, None]),
    "int": (1, ["1", 1.5, True, None]),
    "Place": ("native", [5, b"native", Native(), Frame(5), {"view": "documents"}, None]),  # type: ignore[arg-type]
    "Mapping[str, Any]": ({}, ["{}", 5, [], None]),
    "Union[str, Sequence[str]]": (["pin"], [5, b"pin", [5], None]),
}


@pytest.mark.parametrize("kind", Question.__subclasses__())
def test_a_field_of_a_question_has_its_type(evaluator: Evaluator, kind: type[Question]) -> None:
    kinds = {part.name: str(part.type) for part in dataclasses.fields(kind)}  # type: ignore[arg-type]
    plain = {name: kind[len("Optional[") : -1] if kind.startswith("Optional[") else kind for name, kind in kinds.items()}
    good = {name: VALUES[kind][0] for name, kind in plain.items()}
    assert kind(**good).form()
    for name in kinds:
        for wrong in VALUES[plain[name]][1]:
            question = kind(**{**good, name: wrong})
            if wrong is None and kinds[name] != plain[name]:
                assert len(next(iter(question.form().values()))) == len(good) - 1
                continue
            with pytest.raises(TypeError, match=f"{name} of {kind.__name__} (is|are) "):
                evaluator.ask(question)


@pytest.mark.parametrize(
    "url",
    ["", "nothing", "http://", "https://%/", b"\xff\xfe", "https://contoso.com\0.evil.example/", "\ud800",
     "https://" + "a" * 1_000_000, "https://user@evil.example\\@contoso.com/"],
)  # fmt: skip
def test_a_hostile_url_is_not_allowed(evaluator: Evaluator, url: Any) -> None:
    answer = evaluator.navigate(url, "documents")
    assert not answer.is_allowed
    assert evaluator.navigate_batch([url], "documents")[0].verdict is answer.verdict


@pytest.mark.parametrize(
    ("url", "verdict", "destination", "url_class", "page", "rule", "route"),
    [
        ("https://contoso.com/", Verdict.ALLOW, Destination.VIEW, URLClass.INTERNAL, Page.MANAGED, "intranet", None),
        (b"https://hr.contoso.com/", Verdict.ALLOW, Destination.VIEW, URLClass.INTERNAL, Page.MANAGED, "intranet", None),
        ("https://casino.example/", Verdict.BLOCK, None, URLClass.BLOCKED, None, "gambling", None),
        ("https://other.example/", Verdict.ROUTE, Destination.MANAGED_BROWSER, URLClass.EXTERNAL, None, None,
         "microsoft-edge-https://other.example/"),
    ],
)  # fmt: skip
def test_a_navigation_is_answered_with_all_its_facts(
    evaluator: Evaluator, url: Any, verdict: Verdict, destination: Any, url_class: Any, page: Any, rule: Any, route: Any
) -> None:
    answer = evaluator.navigate(url, "documents", user=USER)
    facts = (answer.verdict, answer.destination, answer.url_class, answer.page, answer.route)
    assert facts == (verdict, destination, url_class, page, route)
    assert (answer.rule.id if answer.rule else None) == rule
    assert answer.reasons and all(answer.reasons)
    explained = answer.explain()
    assert explained["verdict"] == verdict.value
    assert [reason["code"] for reason in explained["reasons"]] == list(answer.reasons)
    assert answer.url == explained["url"] == (url if isinstance(url, str) else url.decode())
    if isinstance(url, str):
        asked = evaluator.ask(Navigate(url, "documents"), user=USER)
        assert asked.url == url
        assert (asked.verdict, asked.destination, asked.url_class, asked.page, asked.route) == facts
        assert asked.reasons == answer.reasons and asked.rule == answer.rule
    row = evaluator.navigate_batch([url], "documents", user=USER)[0]
    assert (row.verdict, row.destination, row.url_class, row.page, row.reasons) == (*facts[:4], answer.reasons)


def test_an_answer_cannot_be_mistaken_and_never_changes(evaluator: Evaluator) -> None:
    answer = evaluator.navigate("https://other.example/", "documents")
    with pytest.raises(TypeError):
        bool(answer)
    with pytest.raises(TypeError):
        bool(evaluator.navigate_batch(["x"], "documents")[0])
    with pytest.raises(AttributeError):
        answer.verdict = Verdict.ALLOW
    with pytest.raises(AttributeError):
        del answer.verdict
    before = (answer.verdict, answer.reasons, answer.route)
    evaluator.navigate("https://contoso.com/", "documents")
    assert (answer.verdict, answer.reasons, answer.route) == before
    with pytest.raises(DemarcError) as caught:
        answer.explain()
    assert caught.value.status == Status.STALE
    with pytest.raises(DemarcError) as caught:
        answer.url
    assert caught.value.status == Status.STALE
    assert "route" in repr(answer)


def test_the_url_of_an_answer_is_canonical_and_not_the_text_of_the_question(evaluator: Evaluator) -> None:
    assert evaluator.navigate("HTTPS://Contoso.com:443/a/../b", "documents", user=USER).url == "https://contoso.com/b"
    assert evaluator.navigate("not a URL", "documents", user=USER).url is None



@pytest.mark.parametrize(
    ("question", "verdicts"),
    [
        (OpenURL("https://other.example/"), {"route"}),
        (CanOpen("tel:1"), {"block", "allow"}),
        (UniversalLink("https://other.example/x"), {"allow", "route", "block"}),
        (Incoming("https://other.example/"), {"block", "allow", "route"}),
        (Connection("contoso.com", 443, "documents"), {"allow"}),
        (Connection("casino.example", 443, "documents"), {"block"}),
        (Copy("documents", characters=5), {"protected"}),
        (Copy(Frame("documents")), {"plain", "protected", "block"}),
        (Paste("documents", "notices", 5), {"block"}),
        (Paste("account:dana@contoso.com", "native"), {"allow"}),
        (Upload("documents", "notices"), {"block"}),
        (Save("localStorage", owner=USER), {"allow", "block"}),
        (OpenFrom("photoLibrary", receiver=USER), {"allow", "block"}),
        (Send("com.example.other", from_=f"account:{USER}", via="openIn"), {"allow", "allowEncrypted", "block"}),
        (Receive("com.example.other", into=USER), {"allow", "block", "allowAsOrganizationData", "switchAccount"}),
        (AppSharing(USER), {"allow", "block"}),
        (Setting("print", account=USER), {"allow", "block"}),
    ],
)
def test_every_question_has_its_own_verdicts(evaluator: Evaluator, question: Question, verdicts: set[str]) -> None:
    answer = evaluator.ask(question, user=USER)
    assert answer.verdict.value in verdicts
    assert answer.reasons and answer.identity_result is None
    assert answer.details is not None and list(answer.details["request"]) == list(question.form())
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(question, dataclasses.fields(question)[0].name, "other")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "result"),
    [
        (SignIn("mallory@contoso.com"), IdentityResult.FAILED),
        (SignOut(USER), IdentityResult.SUCCESS),
        (SignIn(USER), IdentityResult.SUCCESS),
        (SwitchIdentity("dana@home.example", level="process"), IdentityResult.SUCCESS),
        (SwitchIdentity("unset"), IdentityResult.SUCCESS),
    ],
)
def test_identities_change(evaluator: Evaluator, question: Question, result: IdentityResult) -> None:
    answer = evaluator.ask(question)
    assert answer.identity_result is result
    assert answer.is_allowed == (result is IdentityResult.SUCCESS)


def test_a_launch_is_answered_by_the_strictest_row(evaluator: Evaluator) -> None:
    # The example policy has no launch conditions and accepts any PIN.
    opens = evaluator.ask(Launch(USER, device={"osVersion": "17.4.1", "model": None}, at=NOW))
    assert opens.launch_result is LaunchResult.ALLOW and opens.is_allowed and opens.challenges == ()
    assert opens.reasons == ("launch.met",) and opens.next_check is None
    unlocked = evaluator.ask(Unlock(["pin"], USER, access={"lastCheckIn": NOW, "pinFailures": 2}, at=NOW))
    assert unlocked.launch_result is LaunchResult.ALLOW
    fails = evaluator.ask(Launch(USER, access={"authentication": "failed"}, at=NOW))
    assert fails.launch_result is LaunchResult.BLOCK and fails.verdict is Verdict.BLOCK
    assert fails.reasons == ("launch.account",)


def test_a_pin_is_in_no_answer_and_no_message(evaluator: Evaluator) -> None:
    pin = Pin("8472615", reused=True)
    answer = evaluator.ask(pin, user=USER)
    assert answer.launch_result is None and answer.verdict is Verdict.ALLOW
    assert "8472615" not in repr(pin) + repr(answer) + repr(answer.details)
    with pytest.raises(DemarcError) as caught:
        evaluator.ask_json({"when": {"pin": {"candidate": ["8472615"]}}})
    assert "8472615" not in caught.value.message


def test_the_functions_of_a_question_agree_with_its_form(evaluator: Evaluator) -> None:
    pairs = [
        (evaluator.open_url("https://other.example/", user=USER), OpenURL("https://other.example/")),
        (evaluator.can_open("tel:1", user=USER), CanOpen("tel:1")),
        (evaluator.connection("contoso.com", 443, "documents", user=USER), Connection("contoso.com", 443, "documents")),
        (evaluator.copy("documents", Item(5), user=USER), Copy("documents", 5)),
        (evaluator.copy(Frame("documents"), user=USER), Copy(Frame("documents"))),
        (evaluator.paste("documents", "notices", Item(5), user=USER), Paste("documents", "notices", 5)),
        (evaluator.paste(App("com.a"), Account(USER), user=USER), Paste("app:com.a", f"account:{USER}")),
        (evaluator.upload("documents", "notices", user=USER), Upload("documents", "notices")),
    ]
    for answer, question in pairs:
        asked = evaluator.ask(question, user=USER)
        assert (answer.verdict, answer.destination, answer.route, answer.reasons) == (
            asked.verdict, asked.destination, asked.route, asked.reasons,
        ), question  # fmt: skip


def test_the_account_of_a_task_acts_in_every_method(evaluator: Evaluator) -> None:
    def answers(**options: Any) -> list[Verdict]:
        url = "https://other.example/"
        return [
            evaluator.navigate(url, "documents", **options).verdict,
            evaluator.navigate_batch([url], "documents", **options)[0].verdict,
            evaluator.open_url(url, **options).verdict,
            evaluator.connection("other.example", 443, "documents", **options).verdict,
            evaluator.copy(Native(), **options).verdict,
            evaluator.paste(Native(), App("com.example.other"), **options).verdict,
            evaluator.ask(OpenURL(url), **options).verdict,
        ]

    as_dana, as_home = answers(user=USER), answers(user="dana@home.example")
    assert all(one is not other for one, other in zip(as_dana, as_home))
    for account, expected in (("dana@home.example", as_home), (USER, as_dana)):
        assert evaluator.ask(SwitchIdentity(account, level="task")).is_allowed
        assert answers() == expected
    assert answers(user="dana@home.example") == as_home


def test_the_pasteboard_has_the_last_copy_of_either_method(evaluator: Evaluator) -> None:
    paste = Paste("pasteboard", "app:com.example.other")
    cases: list[tuple[list[Any], Verdict]] = [
        ([Copy("notices"), "documents"], Verdict.BLOCK),
        (["documents", Copy("notices")], Verdict.ALLOW),
        ([Copy("documents"), "notices"], Verdict.ALLOW),
    ]
    for copies, expected in cases:
        for copy in copies:
            answer = evaluator.ask(copy, user=USER) if isinstance(copy, Copy) else evaluator.copy(copy, user=USER)
            assert answer.verdict is not Verdict.BLOCK
        assert evaluator.ask(paste, user=USER).verdict is expected


def test_the_access_of_an_unlock_is_part_of_the_next_question(evaluator: Evaluator) -> None:
    unlocked = evaluator.ask(Unlock("pin", USER, access={"lastCheckIn": NOW}, at=NOW))
    assert unlocked.details is not None and unlocked.details["access"] == {"lastCheckIn": NOW}
    assert evaluator.ask(Launch(USER, access=unlocked.details["access"], at=NOW)).is_allowed


def test_a_request_may_be_any_mapping(evaluator: Evaluator) -> None:
    makers: list[Callable[[Any], Any]] = [dict, types.MappingProxyType, collections.UserDict, collections.ChainMap]
    for make in makers:
        request = make({"user": USER, "when": make({"open": make({"url": "https://other.example/"})})})
        assert evaluator.ask_json(request)["verdict"] == "route"


@pytest.mark.parametrize(
    ("item", "is_short"),
    [(None, False), (Item(), False), (Item(0), False), (Item(1), True), (Item(10), True), (Item(11), False)],
)
def test_a_text_of_unknown_length_is_not_short(short_texts: Evaluator, item: Any, is_short: bool) -> None:
    items: tuple[Any, ...] = () if item is None else (item,)
    copied = short_texts.copy("documents", *items, user=USER)
    assert copied.verdict is (Verdict.PLAIN if is_short else Verdict.PROTECTED)
    pasted = short_texts.paste("documents", "notices", *items, user=USER)
    assert pasted.verdict is (Verdict.ALLOW if is_short else Verdict.BLOCK)
    # The pasteboard has the item that was copied; a question that people write is about one character.
    assert short_texts.ask(Paste("pasteboard", "notices"), user=USER).verdict is pasted.verdict
    assert short_texts.ask(Copy("documents"), user=USER).verdict is Verdict.PLAIN


def test_an_owner_restricts_a_paste(evaluator: Evaluator) -> None:
    owner = Owner(evaluator.owner("documents", user=USER))
    assert evaluator.paste(owner, "notices", user=USER).verdict is Verdict.BLOCK
    assert evaluator.paste(owner, "documents", user=USER).verdict is Verdict.ALLOW


def test_long_answers_are_read_whole_and_asked_once(evaluator: Evaluator) -> None:
    requests = [{"ref": number, "when": {"open": "https://other.example/"}} for number in range(200)]
    answers = evaluator.ask_json({"requests": requests})["answers"]
    assert [answer["ref"] for answer in answers] == list(range(200))
    given = evaluator.ask_json({"given": {"user": "none"}, "when": {"navigate": {"url": "x:", "view": "documents"}}})
    assert given["user"] is None


BINDING = Binding("documents", scheme=Scheme.HTTPS, fixed_account=USER)


@pytest.mark.parametrize(
    ("request_", "fault"),
    [
        (Request("", ""), "request.methodInvalid"),
        (Request("GET", "/"), "request.authorityMissing"),
        (Request("GET", "/", [(Source.HOST, "a"), (Source.HOST, "b")]), "request.authoritiesDiffer"),
        (Request("GET", "https://evil/x", [(Source.HOST, "contoso.com")]), "request.authoritiesDiffer"),
        (Request("GET", "/#x", [(Source.HOST, "contoso.com")]), "request.targetFragment"),
        (Request("GET", b"/\xff", [(Source.HOST, "contoso.com")]), "request.targetByte"),
        (Request("GET", "/", [(Source.HOST, "contoso.com@evil")]), "request.authorityInvalid"),
        (Request("GET", "/", [(Source.HOST, "contoso.com")], fault=Fault.FIELD_REPEATED), "request.fieldRepeated"),
    ],
)
def test_a_request_that_is_not_one_blocks(evaluator: Evaluator, request_: Request, fault: str) -> None:
    answer = evaluator.read_request(BINDING, request_)
    assert (answer.verdict, answer.fault) == (Verdict.BLOCK, fault)
    assert answer.reasons == (fault,) and answer.message and not answer.is_allowed


def test_a_request_is_read_and_decided(evaluator: Evaluator) -> None:
    answer = evaluator.read_request(BINDING, Request("GET", "/a?b", [(Source.HOST, "contoso.com")]))
    assert (answer.verdict, answer.rule, answer.url) == (Verdict.ALLOW, "intranet", "https://contoso.com/a?b")
    assert (answer.account, answer.because, answer.is_connection) == (USER, "Ours.", False)
    tunnel = evaluator.read_request(BINDING, Request("CONNECT", "casino.example:443", [(Source.HOST, "casino.example:443")]))
    assert tunnel.is_connection and tunnel.verdict is Verdict.BLOCK
    for wrong in (dataclasses.replace(BINDING, view="nowhere"), dataclasses.replace(BINDING, scheme=9)):  # type: ignore[arg-type]
        try:
            assert evaluator.read_request(wrong, Request("GET", "/", [(Source.HOST, "contoso.com")])).fault
        except DemarcError as error:
            assert error.status == Status.INVALID


def test_the_engine_of_an_evaluator_is_the_one_that_made_it(engine: Engine, evaluator: Evaluator) -> None:
    assert evaluator.engine is engine
    assert demarc.__version__.startswith("0.1.")
