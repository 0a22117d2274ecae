"""Answers: verdicts, classes, pages, destinations, reasons."""

from __future__ import annotations

import enum
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, NoReturn, Optional, Protocol, Union

from . import _library as lib
from ._bound import Unchanging
from .errors import DemarcError, Status

if TYPE_CHECKING:
    from .evaluator import Evaluator

__all__ = ["Answer", "ConfigResult", "Destination", "IdentityResult", "LaunchResult", "Page", "Rule", "URLClass", "Verdict"]


class Verdict(str, enum.Enum):
    """What the host must do."""

    BLOCK = "block"
    #: Perform the action; if a URL is loaded or opened, it is :attr:`Answer.url`.
    ALLOW = "allow"
    #: Open :attr:`Answer.route` instead, at the destination.
    ROUTE = "route"
    ALLOW_ENCRYPTED = "allowEncrypted"
    ALLOW_AS_ORGANIZATION_DATA = "allowAsOrganizationData"
    #: Accept the data under :attr:`Answer.account`.
    SWITCH_ACCOUNT = "switchAccount"
    #: Write the item to the clipboard unprotected.
    PLAIN = "plain"
    #: Write the item to the clipboard so that only apps managed for its owner can read it.
    PROTECTED = "protected"


class Destination(str, enum.Enum):
    """Where an allowed or routed URL opens."""

    VIEW = "view"
    MANAGED_BROWSER = "managedBrowser"
    UNMANAGED_BROWSER = "unmanagedBrowser"
    MANAGED_APP = "managedApp"
    UNMANAGED_APP = "unmanagedApp"
    SYSTEM = "system"
    INSTALL_BROWSER = "installBrowser"


class URLClass(str, enum.Enum):
    """The class that the rules of a view give to a URL."""

    INTERNAL = "internal"
    EXTERNAL = "external"
    BLOCKED = "blocked"


class Page(str, enum.Enum):
    """The classification of a page."""

    MANAGED = "managed"
    UNMANAGED = "unmanaged"


class IdentityResult(str, enum.Enum):
    """The result of signing in, signing out or switching identity."""

    SUCCESS = "success"
    CANCELED = "canceled"
    NOT_ALLOWED = "notAllowed"
    FAILED = "failed"


class ConfigResult(str, enum.Enum):
    """The result of looking up a key in the app configurations."""

    #: A value: :attr:`Answer.value`.
    VALUE = "value"
    #: No configuration that applies to the account has the key.
    ABSENT = "absent"
    #: The value is not of the requested type.
    INVALID = "invalid"


class LaunchResult(str, enum.Enum):
    """Whether the app may open, strictest first."""

    #: The organization's data must be removed from the app.
    WIPE = "wipe"
    #: The app does not open.
    BLOCK = "block"
    #: The app opens once the person has completed :attr:`Answer.challenges`.
    CHALLENGE = "challenge"
    #: The app opens, and the person is warned.
    WARN = "warn"
    #: The app opens.
    ALLOW = "allow"


#: Indexed by the numbers of the library. A number that is not in a list blocks.
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
    #: Its author's remark; empty if there is none.
    because: str
    #: Its place: path, line and column.
    place: str


class _Numbers(Protocol):
    """The fields that every answer struct of the library has."""

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
    """The error for a number from a newer library that this package does not know; it must not become an allow."""
    return DemarcError(Status.UNSUPPORTED, "unsupported", "the library returned an answer unknown to this package")


class Answer(Unchanging):
    """The answer to one question. It holds its own data and is immutable.

    An answer has no truth value, because ``if answer:`` would treat a route as a permission. Compare :attr:`verdict`,
    or use :attr:`is_allowed`. It cannot be pickled, because it refers to its evaluator; its parts can.
    """

    __slots__ = ("_evaluator", "_raw", "account", "challenges", "config_result", "details", "destination", "has_conflict",
                 "identity_result", "launch_result", "next_check", "page", "reasons", "route", "rule", "url_class", "value", "verdict",
                 "__weakref__")  # fmt: skip

    _evaluator: "weakref.ref[Evaluator]"
    _raw: Optional[lib.AnswerStruct]
    #: What the host must do. Some questions have a result of their own. For identities it is :attr:`identity_result`;
    #: the verdict is a block unless the operation succeeded. For app configuration it is :attr:`config_result`; nothing
    #: is permitted, and the verdict is a block. For a launch it is :attr:`launch_result`; the verdict is a block unless
    #: the app opens without further conditions.
    verdict: Verdict
    #: Where the URL opens; None if nothing opens.
    destination: Optional[Destination]
    #: The class that the rules give to the URL; None if no rules were consulted.
    url_class: Optional[URLClass]
    #: The classification of the page; None if the question is not about a page.
    page: Optional[Page]
    #: The names of the reasons, in the order in which they decided.
    reasons: tuple[str, ...]
    #: The rule that decided; None if no rule did.
    rule: Optional[Rule]
    #: The URL to open instead; None unless the verdict is a route that has one.
    route: Optional[str]
    #: The account of ``switchAccount``; None otherwise.
    account: Optional[str]
    #: The detailed value of a single setting, or the value of an app configuration; None otherwise.
    value: Union[str, float, bool, None]
    #: The result of an app configuration question; None for any other question.
    config_result: Optional[ConfigResult]
    #: Whether two configurations of the key differ; False for any other question.
    has_conflict: bool
    #: Whether the app may open; None for any other question.
    launch_result: Optional[LaunchResult]
    #: What the person must do before the app opens, in order; empty for any other question.
    challenges: tuple[str, ...]
    #: The first later time at which the same facts give another result, in RFC 3339 format; None if there is none.
    next_check: Optional[str]
    #: The result of a question about identities; None for any other question.
    identity_result: Optional[IdentityResult]
    #: The full JSON answer to :meth:`Evaluator.ask`; None for an answer of another method.
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
        """Whether the action is allowed exactly as requested, without further conditions."""
        return self.verdict is Verdict.ALLOW

    @property
    def url(self) -> Optional[str]:
        """The canonical form of the URL that the question was about; None if it was not about a URL, or if the URL could
        not be parsed.

        The decision is about this URL. If the verdict is ``allow``, load it, rather than the text of the question, which
        other software may read as a URL of another host. Available only until the evaluator's next question.

        :raises DemarcError: ``stale`` if the evaluator has made another decision since; ``handle`` if it is closed;
            ``unsupported`` for an answer to a :class:`Launch`, :class:`Unlock`, :class:`Pin`, :class:`Config` or
            identity question.
        """
        evaluator = self._evaluator()
        if evaluator is None:
            raise DemarcError(Status.HANDLE, "handle", "the evaluator of this answer no longer exists")
        return evaluator._url(self._raw)

    def explain(self) -> Mapping[str, Any]:
        """The full explanation: the canonical URL, each reason with its rule, setting, place and sentence, and the
        rules that also matched but lost.

        Available only until the evaluator's next question. Evaluates every rule again.

        :raises DemarcError: As for :attr:`url`.
        """
        evaluator = self._evaluator()
        if evaluator is None:
            raise DemarcError(Status.HANDLE, "handle", "the evaluator of this answer no longer exists")
        explained: Mapping[str, Any] = evaluator._explain(self._raw)
        return explained

    def _refuse(self) -> NoReturn:
        raise TypeError("an answer cannot be pickled: pickle the parts that you need, such as answer.verdict")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an answer never changes: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an answer never changes: {name}")

    def __bool__(self) -> bool:
        raise TypeError("an answer is neither true nor false: compare answer.verdict")

    def __repr__(self) -> str:
        parts = described(self.verdict, self.destination, self.url_class)
        if self.rule:
            parts.append(f"rule {self.rule.id}")
        return f"<Answer {', '.join(parts)}: {', '.join(self.reasons)}>"


def described(verdict: Verdict, destination: Optional[Destination], url_class: Optional[URLClass]) -> list[str]:
    """What was decided, in words for a ``repr``."""
    parts = [verdict.value]
    if destination:
        parts.append(f"to {destination.value}")
    if url_class:
        parts.append(url_class.value)
    return parts


def answer_of_json(evaluator: "Evaluator", raw: Optional[lib.AnswerStruct], form: Mapping[str, Any]) -> Answer:
    """Converts an answer from the library's JSON."""
    try:
        said = form["verdict"]
        result = IdentityResult(said) if said in IdentityResult._value2member_map_ else None
        config = ConfigResult(said) if said in ConfigResult._value2member_map_ else None
        # The answer to a PIN question uses the same words, but has no challenges.
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
