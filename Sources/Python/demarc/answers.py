"""What was decided: verdicts, classes, pages, destinations, reasons."""

from __future__ import annotations

import enum
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Optional, Protocol, Union

from . import _library as lib
from .errors import DemarcError, Status

if TYPE_CHECKING:
    from .evaluator import Evaluator

__all__ = ["Answer", "ConfigResult", "Destination", "IdentityResult", "LaunchResult", "Page", "Rule", "URLClass", "Verdict"]


class Verdict(str, enum.Enum):
    """What the host must do."""

    BLOCK = "block"
    ALLOW = "allow"
    #: Open :attr:`Answer.route` instead, at the destination.
    ROUTE = "route"
    ALLOW_ENCRYPTED = "allowEncrypted"
    ALLOW_AS_ORGANIZATION_DATA = "allowAsOrganizationData"
    #: Take the data in under :attr:`Answer.account`.
    SWITCH_ACCOUNT = "switchAccount"
    #: Write it to the clipboard as it is.
    PLAIN = "plain"
    #: Write it to the clipboard so that only apps managed for the owner can read it.
    PROTECTED = "protected"


class Destination(str, enum.Enum):
    """Where an allowed or routed open goes."""

    VIEW = "view"
    MANAGED_BROWSER = "managedBrowser"
    UNMANAGED_BROWSER = "unmanagedBrowser"
    MANAGED_APP = "managedApp"
    UNMANAGED_APP = "unmanagedApp"
    SYSTEM = "system"
    INSTALL_BROWSER = "installBrowser"


class URLClass(str, enum.Enum):
    """What the rules of a view say of a URL."""

    INTERNAL = "internal"
    EXTERNAL = "external"
    BLOCKED = "blocked"


class Page(str, enum.Enum):
    """Whose content a page is."""

    MANAGED = "managed"
    UNMANAGED = "unmanaged"


class IdentityResult(str, enum.Enum):
    """How signing in, signing out or switching ended."""

    SUCCESS = "success"
    CANCELED = "canceled"
    NOT_ALLOWED = "notAllowed"
    FAILED = "failed"


class ConfigResult(str, enum.Enum):
    """What the app configurations have of a key."""

    #: A value: :attr:`Answer.value`.
    VALUE = "value"
    #: Nothing that reaches the account.
    ABSENT = "absent"
    #: Something that is no value of the type that was asked for.
    INVALID = "invalid"


class LaunchResult(str, enum.Enum):
    """Whether the app may open, strictest first."""

    #: The organization's data is to be removed from the app.
    WIPE = "wipe"
    #: The app does not open.
    BLOCK = "block"
    #: The app opens when the person has done what :attr:`Answer.challenges` asks.
    CHALLENGE = "challenge"
    #: The app opens, and the person is warned.
    WARN = "warn"
    #: The app opens.
    ALLOW = "allow"


#: By the numbers of the library. A number that is not in a list blocks.
VERDICTS: tuple[Verdict, ...] = tuple(Verdict)
DESTINATIONS: tuple[Optional[Destination], ...] = (None, *Destination)
CLASSES: tuple[Optional[URLClass], ...] = (None, *URLClass)
PAGES: tuple[Optional[Page], ...] = (None, *Page)


@dataclass(frozen=True)
class Rule:
    """The rule that decided."""

    #: Its id, unique in its rule set.
    id: str
    #: The name of its rule set.
    rule_set: str
    #: What its author says of it; empty where that is nothing.
    because: str
    #: Where it is written, as path, line and column.
    place: str


class _Numbers(Protocol):
    """What every answer struct of the library has."""

    verdict: int
    destination: int
    url_class: int
    page: int


@dataclass(frozen=True)
class _Facts:
    verdict: Verdict
    destination: Optional[Destination]
    url_class: Optional[URLClass]
    page: Optional[Page]

    @classmethod
    def reading(cls, raw: _Numbers) -> "_Facts":
        try:
            return cls(
                VERDICTS[raw.verdict], DESTINATIONS[raw.destination], CLASSES[raw.url_class], PAGES[raw.page]
            )
        except IndexError:
            raise unknown_number() from None


def unknown_number() -> DemarcError:
    """A newer library says what this package has no name for, which must not be taken for an allow."""
    return DemarcError(Status.UNSUPPORTED, "unsupported", "the library returned an answer that this package does not know")


class Answer:
    """What became of one question. It owns its facts and never changes.

    There is no truth value: ``if answer:`` would take a route for a permission. Compare :attr:`verdict`, or use
    :attr:`is_allowed`.
    """

    __slots__ = ("_evaluator", "_raw", "account", "challenges", "config_result", "details", "destination", "has_conflict",
                 "identity_result", "launch_result", "next_check", "page", "reasons", "route", "rule", "url_class", "value", "verdict",
                 "__weakref__")  # fmt: skip

    _evaluator: "weakref.ref[Evaluator]"
    _raw: Optional[lib.AnswerStruct]
    #: What the host must do. Questions about identities have :attr:`identity_result`, and their verdict is a block
    #: unless they succeeded. Questions about app configuration have :attr:`config_result`, permit nothing, and their
    #: verdict is a block. Questions about a launch have :attr:`launch_result`, and their verdict is a block unless the app
    #: opens with nothing else to be done.
    verdict: Verdict
    #: Where it goes; None where it goes nowhere.
    destination: Optional[Destination]
    #: What the rules say of the URL; None where no rules were asked.
    url_class: Optional[URLClass]
    #: Whose content the page will be; None where the question is not about a page.
    page: Optional[Page]
    #: The names of the reasons, in the order in which they decided.
    reasons: tuple[str, ...]
    #: The rule that decided; None where none did.
    rule: Optional[Rule]
    #: What is to be opened instead; None unless the verdict is a route that has one.
    route: Optional[str]
    #: The account of ``switchAccount``; None otherwise.
    account: Optional[str]
    #: The finer answer of a single setting, or the value of an app configuration; None otherwise.
    value: Union[str, float, bool, None]
    #: What the app configurations have of a key; None for any other question.
    config_result: Optional[ConfigResult]
    #: Whether two configurations of the key are not identical; False for any other question.
    has_conflict: bool
    #: Whether the app may open; None for any other question.
    launch_result: Optional[LaunchResult]
    #: What the person is asked for before the app opens, in order; empty for any other question.
    challenges: tuple[str, ...]
    #: The first later moment at which the same facts give another result, as RFC 3339 writes it; None where there is none.
    next_check: Optional[str]
    #: How a question about identities ended; None for any other one.
    identity_result: Optional[IdentityResult]
    #: The answer as :meth:`Evaluator.ask` got it in JSON; None for an answer of another method.
    details: Optional[Mapping[str, Any]]

    def __init__(
        self,
        evaluator: "Evaluator",
        raw: Optional[lib.AnswerStruct],
        verdict: Verdict,
        destination: Optional[Destination],
        url_class: Optional[URLClass],
        page: Optional[Page],
        reasons: tuple[str, ...],
        rule: Optional[Rule],
        route: Optional[str],
        details: Optional[Mapping[str, Any]] = None,
    ) -> None:
        put = object.__setattr__
        put(self, "_evaluator", weakref.ref(evaluator))
        put(self, "_raw", raw)
        put(self, "verdict", verdict)
        put(self, "destination", destination)
        put(self, "url_class", url_class)
        put(self, "page", page)
        put(self, "reasons", reasons)
        put(self, "rule", rule)
        put(self, "route", route)
        put(self, "details", details)
        put(self, "account", details.get("account") if details else None)
        put(self, "value", details.get("value") if details else None)
        put(self, "config_result", None)
        put(self, "has_conflict", bool(details.get("conflict")) if details else False)
        put(self, "identity_result", None)
        put(self, "launch_result", None)
        put(self, "challenges", tuple(details.get("challenges") or ()) if details else ())
        put(self, "next_check", details.get("nextCheck") if details else None)

    @property
    def is_allowed(self) -> bool:
        """Whether what was asked may be done as asked, and nothing else need be done."""
        return self.verdict is Verdict.ALLOW

    def explain(self) -> Mapping[str, Any]:
        """Everything there is to say: the canonical URL, each reason with its rule, setting, place and sentence, and
        the rules that matched too and lost.

        Only until the evaluator's next question; asks every rule again.

        :raises DemarcError: ``stale`` where the evaluator has decided something else since; ``handle`` where it is closed.
        """
        evaluator = self._evaluator()
        if evaluator is None:
            raise DemarcError(Status.HANDLE, "handle", "the evaluator of this answer no longer exists")
        explained: Mapping[str, Any] = evaluator._explain(self._raw)
        return explained

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an answer never changes: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an answer never changes: {name}")

    def __bool__(self) -> bool:
        raise TypeError("an answer is neither true nor false: compare answer.verdict")

    def __repr__(self) -> str:
        parts = [self.verdict.value]
        if self.destination:
            parts.append(f"to {self.destination.value}")
        if self.url_class:
            parts.append(self.url_class.value)
        if self.rule:
            parts.append(f"rule {self.rule.id}")
        return f"<Answer {', '.join(parts)}: {', '.join(self.reasons)}>"


def answer_of_json(evaluator: "Evaluator", raw: Optional[lib.AnswerStruct], form: Mapping[str, Any]) -> Answer:
    """An answer that the library wrote in JSON."""
    try:
        said = form["verdict"]
        result = IdentityResult(said) if said in IdentityResult._value2member_map_ else None
        config = ConfigResult(said) if said in ConfigResult._value2member_map_ else None
        # A PIN is answered with the same words, and has no challenges.
        launch = LaunchResult(said) if "challenges" in form else None
        if launch is not None:
            verdict = Verdict.ALLOW if launch is LaunchResult.ALLOW else Verdict.BLOCK
        elif config is not None:
            verdict = Verdict.BLOCK
        elif result is not None:
            verdict = Verdict.ALLOW if result is IdentityResult.SUCCESS else Verdict.BLOCK
        else:
            verdict = Verdict(said)
        destination = Destination(form["to"]) if form.get("to") else None
        url_class = URLClass(form["class"]) if form.get("class") else None
        page = Page(form["page"]) if form.get("page") else None
    except (KeyError, ValueError):
        raise unknown_number() from None
    reasons = tuple(str(reason["code"]) for reason in form.get("reasons", ()))
    rule = evaluator.rule(raw.rule) if raw is not None and raw.rule else None
    answer = Answer(evaluator, raw, verdict, destination, url_class, page, reasons, rule, form.get("route"), form)
    object.__setattr__(answer, "identity_result", result)
    object.__setattr__(answer, "config_result", config)
    object.__setattr__(answer, "launch_result", launch)
    return answer
