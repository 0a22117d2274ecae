"""Requests that a proxy saw: one reader for all proxies, which blocks what cannot be read as one request."""

from __future__ import annotations

import ctypes
import enum
from dataclasses import dataclass
from typing import Any, Optional, Sequence

from . import _arguments as arguments
from . import _library as lib
from ._arguments import AnyText
from .answers import Destination, Page, URLClass, Verdict, _Facts

__all__ = ["Absent", "Binding", "Fault", "Request", "RequestAnswer", "Scheme", "Source"]


class Source(enum.IntEnum):
    """Where an authority was seen."""

    TARGET = 0
    HOST = 1
    #: The ``:authority`` of HTTP/2 and HTTP/3.
    PSEUDO = 2
    FORWARDED = 3
    CONNECT = 4
    SNI = 5


class Scheme(enum.IntEnum):
    """How the scheme is determined."""

    #: By the proxy's claim; if a client could have made it, both schemes are decided.
    CLAIMED = 0
    HTTPS = 1
    HTTP = 2


class Absent(enum.IntEnum):
    """Who acts if the request does not identify an account."""

    BLOCKS = 0
    #: The strictest policy, with the rules of the view.
    LOCKS_DOWN = 1
    #: The account of :attr:`Binding.absent_account`.
    IS_ACCOUNT = 2


class Fault(enum.IntEnum):
    """Faults that a proxy itself can report. An answer's fault is a string, such as ``request.authoritiesDiffer``."""

    NONE = 0
    FIELD_REPEATED = 11
    FIELD_ALIAS = 12
    FIELD_MISSING = 13
    PEER_UNKNOWN = 25
    HEAD_TOO_LARGE = 26
    HEAD_INVALID = 27
    FRAMING_AMBIGUOUS = 28
    TIMED_OUT = 29
    OVERLOADED = 30


@dataclass(frozen=True)
class Binding:
    """How the requests of one proxy are read, and for which view. The defaults trust nothing that a client writes."""

    #: The name of a web view of the policy.
    view: str
    scheme: Scheme = Scheme.CLAIMED
    absent: Absent = Absent.BLOCKS
    absent_account: Optional[str] = None
    #: The account that always acts; a claim in addition to it is a fault.
    fixed_account: Optional[str] = None
    compares_sni: bool = False
    inspects_tunnels: bool = False
    believes_fetch_destination: bool = False
    proxy_normalizes: bool = False


@dataclass(frozen=True)
class Request:
    """One request as a proxy saw it: raw, not decoded, folded, trimmed or joined."""

    #: The method, in the case in which it was sent.
    method: AnyText
    #: The target, in origin-form or absolute-form, or the authority of CONNECT.
    target: AnyText
    #: Every authority that was seen, including repeated ones.
    authorities: Sequence[tuple[Source, AnyText]] = ()
    #: Every claim about the scheme, and whether the proxy itself makes it.
    schemes: Sequence[tuple[AnyText, bool]] = ()
    #: Every value that the source of accounts gives for the acting account.
    accounts: Sequence[AnyText] = ()
    fetch_destination: Optional[AnyText] = None
    #: The value of ``Upgrade``.
    upgrade: Optional[AnyText] = None
    #: The first fault that the proxy itself found.
    fault: int = Fault.NONE
    #: ``:protocol``, which makes a CONNECT an extended one. A CONNECT with ``Upgrade`` alone asks for a tunnel.
    protocol: Optional[AnyText] = None


@dataclass(frozen=True)
class RequestAnswer:
    """The answer to one request. It holds its own data and is immutable."""

    verdict: Verdict
    destination: Optional[Destination]
    url_class: Optional[URLClass]
    page: Optional[Page]
    #: Why the request could not be read, such as ``request.targetInvalid``; None if it could.
    fault: Optional[str]
    #: The codes of the reasons, or the code of the fault.
    reasons: tuple[str, ...]
    #: The URL to open instead.
    route: Optional[str]
    #: The id of the rule that decided, its rule set, and its author's remark.
    rule: Optional[str]
    rule_set: Optional[str]
    because: Optional[str]
    #: The URL as it was decided.
    url: Optional[str]
    #: The URL as another server reads it, if that URL is decided differently.
    other_url: Optional[str]
    #: The account that the request was decided for.
    account: Optional[str]
    #: A sentence for people.
    message: str
    #: The policy that decided: its revision, a hyphen, and the first digits of its digest.
    policy: Optional[str]
    #: Whether the request is a tunnel: CONNECT.
    is_connection: bool

    @property
    def is_allowed(self) -> bool:
        """Whether the request may proceed."""
        return self.verdict is Verdict.ALLOW

    def __bool__(self) -> bool:
        raise TypeError("an answer is neither true nor false: compare answer.verdict")


def binding_struct(binding: Binding) -> lib.BindingStruct:
    """A binding as a struct for the library."""
    if not isinstance(binding, Binding):
        raise arguments.wrong("a binding", "Binding", binding)
    flags = [
        int(arguments.flag(getattr(binding, name), name))
        for name in ("compares_sni", "inspects_tunnels", "believes_fetch_destination", "proxy_normalizes")
    ]
    return lib.BindingStruct(
        ctypes.sizeof(lib.BindingStruct), arguments.number(binding.scheme, "the scheme of a binding"),
        arguments.number(binding.absent, "absent"), *flags, 0,
        lib.text_struct(arguments.name(binding.view, "the view of a binding")),
        lib.text_struct(arguments.optional_account(binding.absent_account)),
        lib.text_struct(arguments.optional_account(binding.fixed_account)),
    )  # fmt: skip


def request_struct(request: Request) -> lib.RequestStruct:
    """A request as a struct for the library."""
    if not isinstance(request, Request):
        raise arguments.wrong("a request", "Request", request)
    seen = _pairs(request.authorities, "authorities", "pairs of a Source and a text")
    authorities = (lib.AuthorityStruct * max(len(seen), 1))()
    for position, (source, text) in enumerate(seen):
        raw = lib.text_struct(arguments.text(text, "an authority"))
        authorities[position] = lib.AuthorityStruct(raw, arguments.number(source, "a source"), 0)
    claims = _pairs(request.schemes, "schemes", "pairs of a text and a Boolean")
    schemes = (lib.SchemeStruct * max(len(claims), 1))()
    for position, (scheme, is_proxy) in enumerate(claims):
        raw = lib.text_struct(arguments.text(scheme, "a scheme"))
        schemes[position] = lib.SchemeStruct(raw, int(arguments.flag(is_proxy, "whether the proxy claims a scheme")), 0)
    accounts = [
        arguments.text(account, "an account") for account in arguments.items(request.accounts, "accounts", "str or bytes")
    ]
    return lib.RequestStruct(
        ctypes.sizeof(lib.RequestStruct), arguments.number(request.fault, "a fault"),
        lib.text_struct(arguments.text(request.method, "a method")),
        lib.text_struct(arguments.text(request.target, "a target")), authorities, len(seen), schemes, len(claims),
        lib.text_list(accounts), len(accounts),
        lib.text_struct(arguments.optional_text(request.fetch_destination, "a fetch destination")),
        lib.text_struct(arguments.optional_text(request.upgrade, "an upgrade")),
        lib.text_struct(arguments.optional_text(request.protocol, "a protocol")),
    )  # fmt: skip


def _pairs(pairs: Any, what: str, of: str) -> tuple[Any, ...]:
    found = arguments.items(pairs, what, of)
    for pair in found:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(f"{what} are a sequence of {of}, and one of them is {type(pair).__name__}")
    return found


def read_request(handle: int, binding: lib.BindingStruct, request: lib.RequestStruct) -> RequestAnswer:
    """Reads and decides a request. The evaluator must be locked."""
    raw = lib.RequestAnswerStruct(ctypes.sizeof(lib.RequestAnswerStruct))
    lib.call(lib.library.demarc_request_read, handle, binding, request, raw)
    return _answer(handle, raw)


def _answer(handle: int, raw: Any) -> RequestAnswer:
    facts = _Facts.reading(raw)
    texts = [lib.read_text(lib.library.demarc_request_text, handle, raw, what) for what in range(10)]
    route, reasons, rule, rule_set, because, url, other_url, account, message, policy = texts
    fault = lib.read_text(lib.library.demarc_fault_name, raw.fault, has_error=False) if raw.fault else None
    return RequestAnswer(
        facts.verdict, facts.destination, facts.url_class, facts.page, fault,
        tuple(reasons.split(",")) if reasons else (), route or None, rule or None, rule_set or None, because or None,
        url or None, other_url or None, account or None, message, policy or None, raw.kind == 1,
    )  # fmt: skip
