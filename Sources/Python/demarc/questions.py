"""Every question of Demarc as a value, for :meth:`Evaluator.ask`.

Views and windows go by their names, accounts by object id or user principal name; ``"none"`` is no user. A place is the
name of a view, ``"native"``, ``"account:ID"``, ``"app:ID"``, or :class:`Frame` for an external frame inside a page.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Mapping, Optional, Sequence, Union

__all__ = [
    "AppSharing", "CanOpen", "Config", "Connection", "Copy", "Frame", "Incoming", "Launch", "Navigate", "OpenFrom", "OpenURL",
    "Paste", "Pin", "Place", "Question", "Receive", "Save", "Send", "Setting", "SignIn", "SignOut", "SwitchIdentity",
    "UniversalLink", "Unlock", "Upload",
]  # fmt: skip


@dataclass(frozen=True)
class Frame:
    """An external frame inside the page of a web view, as a place."""

    view: str


Place = Union[str, Frame]
#: The names of fields that cannot be the names of variables, or would say too little.
_JSON_NAMES = {
    "from_": "from", "in_": "in", "same_document": "sameDocument", "known_managed_app": "knownManagedApp",
}  # fmt: skip


class Question:
    """What is asked. Each kind is a frozen dataclass below."""

    _kind: ClassVar[str]

    def form(self) -> dict[str, Any]:
        """The question as the JSON form has it: ``{"navigate": {"url": …}}``. What is None is left out."""
        members: dict[str, Any] = {}
        for part in fields(self):  # type: ignore[arg-type]
            value = getattr(self, part.name)
            if isinstance(value, Frame):
                value = {"view": value.view, "frame": "external"}
            elif isinstance(value, Mapping):
                value = dict(value)
            elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
                value = list(value)
            if value is not None:
                members[_JSON_NAMES.get(part.name, part.name)] = value
        return {self._kind: members}


@dataclass(frozen=True)
class Navigate(Question):
    """Whether a web view may go to a URL. Without ``view`` the policy must have one web view alone."""

    _kind = "navigate"
    url: str
    view: Optional[str] = None
    #: ``top``, ``sub`` or ``resource``.
    frame: Optional[str] = None
    #: What the host's own code says: ``internal``, ``external`` or ``none``; not given, the rules classify.
    answer: Optional[str] = None
    same_document: Optional[bool] = None


@dataclass(frozen=True)
class OpenURL(Question):
    """Whether a URL may be opened outside of the app."""

    _kind = "open"
    url: str
    known_managed_app: Optional[bool] = None


@dataclass(frozen=True)
class CanOpen(Question):
    """Whether the app may know that a URL would open."""

    _kind = "canOpen"
    url: str
    known_managed_app: Optional[bool] = None


@dataclass(frozen=True)
class UniversalLink(Question):
    """Whether a universal link opens in an app."""

    _kind = "universalLink"
    url: str


@dataclass(frozen=True)
class Incoming(Question):
    """What is to be done with a wrapped URL that another app opened here."""

    _kind = "incoming"
    url: str
    from_: Optional[str] = None


@dataclass(frozen=True)
class Connection(Question):
    """Whether a tunnel may be opened to a host and port."""

    _kind = "connection"
    host: str
    port: int
    view: Optional[str] = None
    #: ``top`` or ``resource``.
    frame: Optional[str] = None


@dataclass(frozen=True)
class Copy(Question):
    """How an item that is copied must be written to the clipboard."""

    _kind = "copy"
    from_: Place
    characters: Optional[int] = None
    #: ``text``, ``image`` or ``file``.
    type: Optional[str] = None


@dataclass(frozen=True)
class Paste(Question):
    """Whether an item may be pasted. ``from_`` may be ``"pasteboard"``: what this evaluator was asked to copy last."""

    _kind = "paste"
    from_: Place
    into: Place
    characters: Optional[int] = None
    #: ``text``, ``image`` or ``file``.
    type: Optional[str] = None


@dataclass(frozen=True)
class Upload(Question):
    """Whether content may be uploaded through the page of a web view."""

    _kind = "upload"
    from_: Place
    into: Place


@dataclass(frozen=True)
class Save(Question):
    """Whether a copy may be saved to a location, such as ``localStorage``."""

    _kind = "save"
    to: str
    owner: Optional[str] = None
    from_: Optional[Place] = None
    account: Optional[str] = None


@dataclass(frozen=True)
class OpenFrom(Question):
    """Whether data may be opened from a location, such as ``photoLibrary``."""

    _kind = "openFrom"
    from_: str
    receiver: Optional[str] = None
    account: Optional[str] = None


@dataclass(frozen=True)
class Send(Question):
    """Whether data may be sent to another app, and how."""

    _kind = "send"
    to: str
    from_: Optional[Place] = None
    #: ``direct``, ``url``, ``openIn`` or ``shareExtension``.
    via: Optional[str] = None


@dataclass(frozen=True)
class Receive(Question):
    """Whether data may be taken in from another app, and as whose."""

    _kind = "receive"
    from_: str
    into: Optional[str] = None
    owner: Optional[str] = None


@dataclass(frozen=True)
class AppSharing(Question):
    """Whether an account may share with other apps at all."""

    _kind = "appSharing"
    account: Optional[str] = None


@dataclass(frozen=True)
class Setting(Question):
    """A single setting, such as ``print``. :attr:`Answer.value` may say more."""

    _kind = "setting"
    name: str
    account: Optional[str] = None
    in_: Optional[Place] = None


@dataclass(frozen=True)
class Config(Question):
    """What the app configurations say of a key. :attr:`Answer.configuration` and :attr:`Answer.value` say it."""

    _kind = "config"
    key: str
    #: ``string``, ``number`` or ``bool``; a text where it is not given.
    type: Optional[str] = None
    #: ``any``, ``min`` or ``max``; for Booleans ``any``, ``or`` or ``and``.
    query: Optional[str] = None
    account: Optional[str] = None


@dataclass(frozen=True)
class Launch(Question):
    """Whether the app may open, or go on, for an account. :attr:`Answer.launch_result` says it.

    The facts are members with the names that scenario files have, such as ``{"osVersion": "17.4.1"}``. What is not said is
    missing, and what the policy asks about and is missing blocks. ``inapplicable`` lists the names of facts that do not
    exist there.
    """

    _kind = "launch"
    account: Optional[str] = None
    device: Optional[Mapping[str, Any]] = None
    access: Optional[Mapping[str, Any]] = None
    #: The moment as RFC 3339 writes it, such as ``2026-11-23T12:00:00Z``. Without it the question cannot be answered.
    at: Optional[str] = None


@dataclass(frozen=True)
class Unlock(Question):
    """What becomes of a launch when the person has done what was asked. :attr:`Answer.launch_result` says it."""

    _kind = "unlock"
    #: ``pin``, ``biometric``, ``credentials``, ``setPIN``, ``resetPIN`` or ``signIn``, or several of them.
    by: Union[str, Sequence[str]]
    account: Optional[str] = None
    device: Optional[Mapping[str, Any]] = None
    access: Optional[Mapping[str, Any]] = None
    #: The moment as RFC 3339 writes it. Without it the question cannot be answered.
    at: Optional[str] = None


@dataclass(frozen=True)
class Pin(Question):
    """Whether a PIN that somebody would like to have meets the policy. No answer and no message has the PIN in it."""

    _kind = "pin"
    candidate: str = field(repr=False)
    #: Whether it is one of the former ones, which the host knows.
    reused: Optional[bool] = None
    account: Optional[str] = None


@dataclass(frozen=True)
class SignIn(Question):
    """Signs an account in, and changes the engine."""

    _kind = "signIn"
    account: str


@dataclass(frozen=True)
class SignOut(Question):
    """Signs an account out, and changes the engine."""

    _kind = "signOut"
    account: str


@dataclass(frozen=True)
class SwitchIdentity(Question):
    """Sets who acts at a level, and changes the engine; ``"unset"`` lets the next level answer."""

    _kind = "switchIdentity"
    to: str
    #: ``process``, ``ui`` or ``task``.
    level: Optional[str] = None
    window: Optional[str] = None
