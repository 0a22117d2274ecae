"""Every question of Demarc as a value, for :meth:`Evaluator.ask`.

Views and windows are identified by name, accounts by object id or user principal name; ``"none"`` is no user. A place
is the name of a view, ``"native"``, ``"account:ID"``, ``"app:ID"``, or :class:`Frame` for an external frame inside a
page.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Mapping, Optional, Sequence, Union

from . import _arguments as arguments

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
#: JSON names of the fields whose Python names differ, because the names are keywords or are spelled in another case.
_JSON_NAMES = {
    "from_": "from", "in_": "in", "same_document": "sameDocument", "known_managed_app": "knownManagedApp",
}  # fmt: skip


class Question:
    """A question. Each kind is a frozen dataclass below."""

    _kind: ClassVar[str]

    def form(self) -> dict[str, Any]:
        """The question in its JSON form: ``{"navigate": {"url": …}}``. Fields that are None are omitted.

        :raises TypeError: If a field has a value of another type.
        """
        members: dict[str, Any] = {}
        for part in fields(self):  # type: ignore[arg-type]
            what = f"{part.name} of {type(self).__name__}"
            value = _member(getattr(self, part.name), str(part.type), what)
            if value is not None:
                members[_JSON_NAMES.get(part.name, part.name)] = value
        return {self._kind: members}


def _member(value: Any, kind: str, what: str) -> Any:
    """The value of a field in JSON.

    The type is checked here, because the library takes a number for a text: people write scenario files, which have the
    same form.

    :param kind: The type of the field, as it is written below.
    """
    if kind.startswith("Optional["):
        return None if value is None else _member(value, kind[len("Optional[") : -1], what)
    if kind == "str":
        return arguments.checked_name(value, what)
    if kind == "bool":
        return arguments.flag(value, what)
    if kind == "int":
        return arguments.number(value, what, arguments.UINT64)
    if kind == "Place":
        if isinstance(value, Frame):
            return {"view": arguments.checked_name(value.view, f"the view in {what}"), "frame": "external"}
        if isinstance(value, str):
            return value
        raise arguments.wrong(what, "str or Frame", value)
    if kind == "Mapping[str, Any]":
        if isinstance(value, Mapping):
            return dict(value)
        raise arguments.wrong(what, "a mapping", value)
    # One word, or several.
    if isinstance(value, str):
        return value
    return [arguments.checked_name(each, what) for each in arguments.items(value, what, "str")]


@dataclass(frozen=True)
class Navigate(Question):
    """Whether a web view may navigate to a URL. Without ``view``, the policy must have exactly one web view."""

    _kind = "navigate"
    url: str
    view: Optional[str] = None
    #: ``top``, ``sub`` or ``resource``.
    frame: Optional[str] = None
    #: The answer of the host's own code: ``internal``, ``external`` or ``none``; if None, the rules classify.
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
    """Whether the app may learn if a URL would open."""

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
    """What to do with a wrapped URL that another app opened in this app."""

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
    """How a copied item must be written to the clipboard."""

    _kind = "copy"
    from_: Place
    #: The length of a text; by default one character, as in scenario files.
    characters: Optional[int] = None
    #: ``text``, ``image`` or ``file``.
    type: Optional[str] = None


@dataclass(frozen=True)
class Paste(Question):
    """Whether an item may be pasted. ``from_`` may be ``"pasteboard"``: the last copy that this evaluator decided, by
    :meth:`Evaluator.ask` or :meth:`Evaluator.copy`, and did not block."""

    _kind = "paste"
    from_: Place
    into: Place
    #: The length of a text; by default that of the copied item for ``"pasteboard"``, and otherwise one character.
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
    """Whether data may be accepted from another app, and as whose."""

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
    """A single setting, such as ``print``. :attr:`Answer.value` may contain more detail."""

    _kind = "setting"
    name: str
    account: Optional[str] = None
    in_: Optional[Place] = None


@dataclass(frozen=True)
class Config(Question):
    """The value of a key in the app configurations: :attr:`Answer.config_result` and :attr:`Answer.value`."""

    _kind = "config"
    key: str
    #: ``string``, ``number`` or ``bool``; a string by default.
    type: Optional[str] = None
    #: ``any``, ``min`` or ``max``; for Booleans ``any``, ``or`` or ``and``.
    query: Optional[str] = None
    account: Optional[str] = None


@dataclass(frozen=True)
class Launch(Question):
    """Whether the app may open, or continue, for an account: :attr:`Answer.launch_result`.

    The facts are members with the names used in scenario files, such as ``{"osVersion": "17.4.1"}``. A fact that is
    not given is missing; a missing fact that the policy checks blocks. ``inapplicable`` lists the names of facts that
    do not exist on the device.
    """

    _kind = "launch"
    account: Optional[str] = None
    device: Optional[Mapping[str, Any]] = None
    access: Optional[Mapping[str, Any]] = None
    #: The time in RFC 3339 format, such as ``2026-11-23T12:00:00Z``. Required for an answer.
    at: Optional[str] = None


@dataclass(frozen=True)
class Unlock(Question):
    """The result of a launch after the person has completed challenges: :attr:`Answer.launch_result`.

    Store ``answer.details["access"]``, and pass it as ``access`` of the next question.
    """

    _kind = "unlock"
    #: ``pin``, ``biometric``, ``credentials``, ``setPIN``, ``resetPIN`` or ``signIn``, or several of them: everything
    #: that the person has done since the app asked. What only an earlier question said does not count.
    by: Union[str, Sequence[str]]
    account: Optional[str] = None
    device: Optional[Mapping[str, Any]] = None
    access: Optional[Mapping[str, Any]] = None
    #: The time in RFC 3339 format. Required for an answer.
    at: Optional[str] = None


@dataclass(frozen=True)
class Pin(Question):
    """Whether a new PIN meets the policy. Answers and messages never contain the PIN."""

    _kind = "pin"
    candidate: str = field(repr=False)
    #: Whether the PIN was used before; the host keeps that record.
    reused: Optional[bool] = None
    account: Optional[str] = None


@dataclass(frozen=True)
class SignIn(Question):
    """Signs an account in. Changes the engine."""

    _kind = "signIn"
    account: str


@dataclass(frozen=True)
class SignOut(Question):
    """Signs an account out. Changes the engine."""

    _kind = "signOut"
    account: str


@dataclass(frozen=True)
class SwitchIdentity(Question):
    """Sets the identity at a level; ``"unset"`` defers to the next level. Changes the engine, except at the level
    ``task``, which the evaluator keeps: that account acts in all its later questions without ``user``, by any method."""

    _kind = "switchIdentity"
    to: str
    #: ``process``, ``ui`` or ``task``.
    level: Optional[str] = None
    #: An open window.
    window: Optional[str] = None
