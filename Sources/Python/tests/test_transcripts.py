"""Every scenario of ``Rules/scenarios`` gives the same answer through Python as through Swift.

``make transcripts`` plays the scenarios in Swift and writes what a host has to do, what it asks, and what it must be
answered to ``.build/transcripts``; the page "Questions in JSON" says what the lines mean. Here they are played through
the package: typed questions, typed answers, and the engine's own methods.
"""

from __future__ import annotations

import json
import os
import pathlib
from dataclasses import fields
from typing import Any, Iterator, Optional

import pytest

import demarc
from demarc import questions

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = pathlib.Path(os.environ.get("DEMARC_TRANSCRIPTS", ROOT / ".build" / "transcripts"))

if not FOLDER.is_dir():
    pytest.skip(f"there is no {FOLDER}: `make transcripts` writes it", allow_module_level=True)

KINDS = {kind._kind: kind for kind in questions.Question.__subclasses__()}
NAMES = {json_name: name for name, json_name in questions._JSON_NAMES.items()}
POLICIES = {
    "unset": demarc.ViewPolicy.UNSET,
    "unmanaged": demarc.ViewPolicy.UNMANAGED,
    "currentIdentity": demarc.ViewPolicy.CURRENT_IDENTITY,
    "currentIdentityBlockUpload": demarc.ViewPolicy.CURRENT_IDENTITY_BLOCK_UPLOAD,
}
LEVELS = {"ui": demarc.Level.UI, "process": demarc.Level.PROCESS}


def transcripts(file: pathlib.Path) -> Iterator[dict[str, Any]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def question(form: dict[str, Any]) -> questions.Question:
    """The typed question of a request."""
    ((kind, values),) = form.items()
    made = KINDS[kind]
    known = {field.name for field in fields(made)}  # type: ignore[arg-type]
    arguments = {}
    for name, value in values.items():
        name = NAMES.get(name, name)
        assert name in known, f"{made.__name__} has no `{name}`"
        arguments[name] = questions.Frame(value["view"]) if isinstance(value, dict) and "frame" in value else value
    return made(**arguments)


class Player:
    """Plays one transcript and collects the differences."""

    def __init__(self, transcript: dict[str, Any]) -> None:
        self.at = f"{transcript['at']}: {transcript['scenario']}"
        self.operations = transcript["operations"]
        self.differences: list[str] = []
        self.asked = 0
        self.answer: Optional[demarc.Answer] = None
        self.engine = demarc.Engine.open(FOLDER / transcript["policy"], signed_in=transcript["signedIn"])
        self.evaluator = self.engine.evaluator()

    def play(self) -> "Player":
        with self.engine, self.evaluator:
            for operation in self.operations:
                try:
                    self.perform(dict(operation))
                except (demarc.DemarcError, AssertionError, KeyError) as error:
                    self.differences.append(f"{self.at}: {operation}: {error!r}")
        return self

    def perform(self, operation: dict[str, Any]) -> None:
        name, engine = operation.pop("operation"), self.engine
        if name == "app":
            engine.set_app(operation["app"])
        elif name == "mdmEnrolled":
            engine.set_mdm_enrolled(operation["is"])
        elif name == "installed":
            engine.set_installed(operation["apps"])
        elif name == "openWindow":
            engine.open_window(operation["window"])
        elif name == "switchIdentity":
            engine.switch_identity(operation["to"], level=LEVELS[operation["level"]])
        elif name == "showAccounts":
            engine.show_accounts(operation["accounts"], level=LEVELS[operation["level"]])
        elif name == "addView":
            engine.add_view(
                operation["view"],
                parent=operation.get("parent"),
                opener=operation.get("opener"),
                policy=POLICIES[operation.get("policy", "unset")],
                window=operation.get("window"),
                is_container=operation["isContainer"],
            )
        elif name == "moveView":
            engine.move_view(operation["view"], operation.get("parent"), window=operation.get("window"))
        elif name == "setPolicy":
            engine.set_view_policy(operation["view"], POLICIES[operation["policy"]])
        elif name == "setDocument":
            engine.set_document(operation["view"], operation["url"])
        elif name == "setPage":
            engine.set_page(
                operation["view"], external=operation["page"] == "external", loaded_for=operation.get("account")
            )
        elif name == "ask":
            self.ask(operation["request"], operation["expected"])
        elif name == "didNavigate":
            assert self.answer is not None, "nothing was asked"
            engine.did_navigate(operation["view"], self.answer)
        else:
            raise KeyError(name)

    def ask(self, request: dict[str, Any], expected: dict[str, Any]) -> None:
        asked = question(request["when"])
        assert asked.form() == request["when"], "the typed question is another one"
        self.answer = self.evaluator.ask(asked, window=request.get("window"))
        self.asked += 1
        details = self.answer.details
        assert details is not None
        for key, value in expected.items():
            if key not in details or details[key] != value:
                self.differences.append(f"{self.at}: {request}: `{key}` is {details.get(key)!r}, expected {value!r}")
        if self.answer.config_result is not None:
            assert self.answer.config_result.value == expected["verdict"]
            assert self.answer.value == expected.get("value") and self.answer.has_conflict == expected["conflict"]
            assert self.answer.verdict is demarc.Verdict.BLOCK, "a value is no permission"
        elif self.answer.launch_result is not None:
            assert self.answer.launch_result.value == expected["verdict"]
            assert list(self.answer.challenges) == expected["challenges"]
            assert self.answer.next_check == expected["nextCheck"]
            assert list(self.answer.reasons) == [reason["code"] for reason in expected["reasons"]]
            assert self.answer.is_allowed == (expected["verdict"] == "allow")
        elif self.answer.identity_result is None:
            assert self.answer.verdict.value == expected["verdict"]
            assert list(self.answer.reasons) == [reason["code"] for reason in expected["reasons"]]
        else:
            assert self.answer.identity_result.value == expected["verdict"]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.jsonl")), ids=lambda file: file.stem)
def test_scenarios_are_answered_as_in_swift(file: pathlib.Path) -> None:
    played = [Player(transcript).play() for transcript in transcripts(file)]
    assert [difference for player in played for difference in player.differences] == []
    assert sum(player.asked for player in played) >= len(played) > 0


def test_every_scenario_is_there() -> None:
    files = sorted(FOLDER.glob("*.jsonl"))
    assert len(files) >= 29
    assert sum(1 for file in files for _ in transcripts(file)) > 600


@pytest.mark.parametrize(
    "key, value",
    [("verdict", "plain"), ("page", "nobody's"), ("reasons", []), ("decidedBy", 7), ("request", {})],
)
def test_an_answer_that_is_not_as_expected_is_found(key: str, value: Any) -> None:
    for transcript in transcripts(FOLDER / "pages.jsonl"):
        for operation in transcript["operations"]:
            if key in operation.get("expected", {}):
                operation["expected"][key] = value
                assert Player(transcript).play().differences != []
                return
    pytest.fail(f"no answer has `{key}`")
