"""A policy in force, with its views, windows and identities."""

from __future__ import annotations

import ctypes
import enum
import os
from dataclasses import dataclass
from types import TracebackType
from typing import Callable, Iterable, Optional, Union

from . import _library as lib
from .answers import Answer
from .errors import DemarcError, Status
from .evaluator import Evaluator

__all__ = ["Engine", "Info", "Level", "View", "ViewPolicy"]

_AnyText = Union[str, bytes]


class ViewPolicy(enum.IntEnum):
    """How a content view and everything below it is treated."""

    #: As the nearest view above that says something else, or as the policy says of all views.
    UNSET = 0
    UNMANAGED = 1
    CURRENT_IDENTITY = 2
    CURRENT_IDENTITY_BLOCK_UPLOAD = 3


class Level(enum.IntEnum):
    """Where an identity is set."""

    UI = 0
    PROCESS = 1


@dataclass(frozen=True)
class View:
    """A content view of one engine. Its number is not used again for another view."""

    number: int
    name: Optional[str] = None


@dataclass(frozen=True)
class Info:
    """What is in force."""

    #: How often another policy was put in force since the engine was opened.
    reloads: int
    #: The revision that the policy document gives itself.
    revision: int
    #: The SHA-256 of the compiled policy, in hexadecimal digits.
    digest: str
    rules: int
    rule_sets: int
    accounts: int
    views: int


class Engine:
    """A compiled policy in force. Any thread may use it at any time.

    Text is not read here: compile it with ``demarc compile POLICY -o FILE``. ::

        with Engine.open("policy.demarc") as engine, engine.evaluator() as evaluator:
            print(evaluator.navigate("https://contoso.example/", engine.view("editor")))
    """

    __slots__ = ("_handle", "__weakref__")
    _handle: int

    def __init__(self) -> None:
        raise TypeError("use Engine.open or Engine.from_bytes")

    @classmethod
    def open(
        cls,
        path: Union[str, bytes, "os.PathLike[str]"],
        *,
        mapped: bool = False,
        signed_in: Optional[Iterable[_AnyText]] = None,
    ) -> "Engine":
        """Opens a compiled policy.

        :param path: A file that ``demarc compile`` wrote.
        :param mapped: Map the file, so that processes share its memory. It must only be replaced by renaming then:
            writing to it or making it shorter can end the process.
        :param signed_in: The accounts that are signed in; None for every account of the policy.
        :raises DemarcError: ``policy`` statuses where the file cannot be read or is damaged; ``unknown`` accounts.
        """
        raw = os.fsencode(path)
        flags = lib.MAPPED if mapped else 0
        return cls._make(lib.library.demarc_engine_open, raw, flags, signed_in)

    @classmethod
    def from_bytes(cls, policy: bytes, *, signed_in: Optional[Iterable[_AnyText]] = None) -> "Engine":
        """Opens a compiled policy that is in memory, and copies it. As :meth:`open`."""
        return cls._make(lib.library.demarc_engine_open_memory, bytes(policy), 0, signed_in)

    @classmethod
    def _make(
        cls, function: Callable[..., int], raw: bytes, flags: int, signed_in: Optional[Iterable[_AnyText]]
    ) -> "Engine":
        accounts = None if signed_in is None else [lib.text_struct(account) for account in signed_in]
        options = lib.OpenOptionsStruct(ctypes.sizeof(lib.OpenOptionsStruct), flags)
        if accounts is not None:
            array = lib.text_list(accounts)
            options.signed_in = array
            options.signed_in_count = len(accounts)
        handle = ctypes.c_void_p()
        lib.call(function, raw, len(raw), options, ctypes.byref(handle))
        engine = object.__new__(cls)
        engine._handle = handle.value or 0
        return engine

    # Closing

    def close(self) -> None:
        """Gives the engine back; again does nothing. Evaluators go on until they are closed themselves.

        :raises DemarcError: ``busy`` while a call of the engine is under way, which changes nothing.
        """
        handle = self._handle
        if handle:
            status = lib.library.demarc_engine_free(handle)
            if status == Status.BUSY:
                raise DemarcError(status, "busy", "another thread is in a call of this engine")
            self._handle = 0

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # Nothing can be said from here, least of all while the interpreter ends.
            pass

    @property
    def is_closed(self) -> bool:
        """Whether the engine was given back."""
        return not self._handle

    def _open_handle(self) -> int:
        handle: int = self._handle
        if not handle:
            raise DemarcError(Status.HANDLE, "handle", "the engine is closed")
        return handle

    # Deciding

    def evaluator(self) -> Evaluator:
        """Makes what one thread decides with. Make one for each thread."""
        handle = ctypes.c_void_p()
        lib.call(lib.library.demarc_evaluator_make, self._open_handle(), ctypes.byref(handle))
        return Evaluator(self, handle.value or 0)

    def did_navigate(self, view: Union[View, str], answer: Answer) -> None:
        """Says that an allowed navigation has been carried out, so that the engine knows what page the view shows.

        :raises DemarcError: ``stale`` where a newer navigation of the view was reported already.
        """
        if answer._raw is None:
            raise DemarcError(Status.INVALID, "invalid", "the answer is not that of a navigation")
        lib.call(lib.library.demarc_did_navigate, self._open_handle(), self._number(view), answer._raw)

    # The policy

    def reload_if_changed(self) -> bool:
        """Puts the policy file in force again if it has changed; to be called about once a second.

        :returns: Whether another policy is in force now.
        :raises DemarcError: Where the file cannot be used. The policy in force stays; it is said once for each change.
        """
        changed = ctypes.c_uint32()
        lib.call(lib.library.demarc_engine_reload_if_changed, self._open_handle(), ctypes.byref(changed))
        return changed.value == 1

    def reload(self, policy: bytes) -> None:
        """Puts a compiled policy that is in memory in force. Where it cannot be used, the policy in force stays."""
        raw = bytes(policy)
        lib.call(lib.library.demarc_engine_reload_memory, self._open_handle(), raw, len(raw))

    @property
    def info(self) -> Info:
        """What is in force."""
        raw = lib.InfoStruct(ctypes.sizeof(lib.InfoStruct))
        lib.call(lib.library.demarc_engine_info, self._open_handle(), raw)
        return Info(
            raw.reloads, raw.revision, raw.digest.decode("ascii"), raw.rules, raw.rule_sets, raw.accounts, raw.views
        )

    def set_installed(self, apps: Optional[Iterable[_AnyText]]) -> None:
        """Says which apps of the policy are installed, by bundle id; None is all of them."""
        texts = None if apps is None else [lib.text_struct(app) for app in apps]
        array = None if texts is None else lib.text_list(texts)
        lib.call(lib.library.demarc_engine_set_installed, self._open_handle(), array, len(texts or ()))

    def set_browser_installed(self, is_installed: bool) -> None:
        """Says whether the managed browser is installed."""
        lib.call(lib.library.demarc_engine_set_browser_installed, self._open_handle(), int(bool(is_installed)))

    def set_mdm_enrolled(self, is_enrolled: bool) -> None:
        """Says whether device management has the device."""
        lib.call(lib.library.demarc_engine_set_mdm_enrolled, self._open_handle(), int(bool(is_enrolled)))

    def set_app(self, app: Optional[_AnyText]) -> None:
        """Says which app this is, by its bundle id; None takes it from the policy."""
        raw = lib.encoded(app)
        lib.call(lib.library.demarc_engine_set_app, self._open_handle(), raw, lib.length(raw))

    # Views

    def view(self, name: str) -> View:
        """Finds a view by its name, such as one that the policy declares.

        :raises DemarcError: ``unknown`` where there is no such view.
        """
        return View(self._number(name), name)

    def add_view(
        self,
        name: Optional[str] = None,
        *,
        parent: Union[View, str, None] = None,
        opener: Union[View, str, None] = None,
        policy: ViewPolicy = ViewPolicy.UNSET,
        window: Optional[str] = None,
        is_container: bool = False,
    ) -> View:
        """Adds a view.

        :param name: A name to find it by, unique in the engine.
        :param parent: The view that holds it; None for a root.
        :param opener: The web view whose page opened this one.
        :param window: The open window of a root.
        :param is_container: It holds other views and loads no URLs.
        :raises DemarcError: ``refused`` for a name that is taken or a parent that is a web view.
        """
        options = lib.ViewOptionsStruct(
            ctypes.sizeof(lib.ViewOptionsStruct), lib.CONTAINER if is_container else 0, policy, 0,
            self._number(parent) if parent is not None else 0, self._number(opener) if opener is not None else 0,
            lib.text_struct(name), lib.text_struct(window),
        )  # fmt: skip
        number = ctypes.c_uint64()
        lib.call(lib.library.demarc_view_add, self._open_handle(), options, ctypes.byref(number))
        return View(number.value, name)

    def move_view(
        self, view: Union[View, str], parent: Union[View, str, None] = None, *, window: Optional[str] = None
    ) -> None:
        """Moves a view, with everything below it, to another parent; None makes it a root, in ``window`` where given."""
        raw = lib.encoded(window)
        parent_number = self._number(parent) if parent is not None else 0
        lib.call(
            lib.library.demarc_view_move, self._open_handle(), self._number(view), parent_number, raw, lib.length(raw)
        )

    def remove_view(self, view: Union[View, str]) -> None:
        """Removes a view and everything below it. What is asked about it blocks from then on."""
        lib.call(lib.library.demarc_view_remove, self._open_handle(), self._number(view))

    def set_view_policy(self, view: Union[View, str], policy: ViewPolicy) -> None:
        """Sets how a view is treated."""
        lib.call(lib.library.demarc_view_set_policy, self._open_handle(), self._number(view), policy)

    def set_rule_set(self, view: Union[View, str], rule_set: Optional[str]) -> None:
        """Lets a rule set of the policy classify a web view's URLs; None takes it away."""
        raw = lib.encoded(rule_set)
        lib.call(
            lib.library.demarc_view_set_rule_set, self._open_handle(), self._number(view), raw, lib.length(raw)
        )

    def set_document(self, view: Union[View, str], url: Optional[_AnyText]) -> None:
        """Says the URL of the document that a view shows; None for none."""
        raw = lib.encoded(url)
        lib.call(
            lib.library.demarc_view_set_document, self._open_handle(), self._number(view), raw, lib.length(raw)
        )

    def set_page(
        self, view: Union[View, str], *, external: bool = False, loaded_for: Optional[str] = None
    ) -> None:
        """Says what page a web view shows, for a host that restores what it showed earlier. Neither argument: nothing
        was reported, and the page follows the view."""
        if external and loaded_for is not None:
            raise ValueError("a page is external or loaded for an account, not both")
        raw = lib.encoded(loaded_for)
        page = 1 if external else 2 if loaded_for is not None else 0
        lib.call(
            lib.library.demarc_view_set_page, self._open_handle(), self._number(view), page, raw, lib.length(raw)
        )

    def _number(self, view: Union[View, str]) -> int:
        if isinstance(view, View):
            return view.number
        raw = lib.encoded(view)
        number = ctypes.c_uint64()
        lib.call(
            lib.library.demarc_view_find, self._open_handle(), raw, lib.length(raw), ctypes.byref(number)
        )
        return number.value

    # Windows and identities

    def open_window(self, name: str) -> None:
        """Opens a window under a name, so that views can be in it and an account can act in it alone."""
        raw = lib.encoded(name)
        lib.call(lib.library.demarc_window_open, self._open_handle(), raw, lib.length(raw))

    def close_window(self, name: str) -> None:
        """Closes a window: its views are removed, and who acts there is forgotten."""
        raw = lib.encoded(name)
        lib.call(lib.library.demarc_window_close, self._open_handle(), raw, lib.length(raw))

    def sign_in(self, account: str) -> None:
        """Signs an account in.

        :raises DemarcError: ``unknown`` account, or ``refused`` as a second managed one.
        """
        raw = lib.encoded(account)
        lib.call(lib.library.demarc_sign_in, self._open_handle(), raw, lib.length(raw))

    def sign_out(self, account: str) -> None:
        """Signs an account out. It acts nowhere from then on."""
        raw = lib.encoded(account)
        lib.call(lib.library.demarc_sign_out, self._open_handle(), raw, lib.length(raw))

    def switch_identity(
        self, account: Optional[str], *, level: Level = Level.UI, window: Optional[str] = None
    ) -> None:
        """Sets who acts at a level: an account, ``"none"`` for no user, or None to let the next level answer."""
        raw, window_raw = lib.encoded(account), lib.encoded(window)
        lib.call(
            lib.library.demarc_switch_identity, self._open_handle(), raw, lib.length(raw), level, window_raw,
            lib.length(window_raw),
        )  # fmt: skip

    def show_accounts(
        self, accounts: Iterable[str], *, level: Level = Level.UI, window: Optional[str] = None
    ) -> None:
        """Shows the content of several accounts at once: the strictest policy is in force if one of them is managed."""
        texts = [lib.text_struct(account) for account in accounts]
        window_raw = lib.encoded(window)
        lib.call(
            lib.library.demarc_show_accounts, self._open_handle(), lib.text_list(texts), len(texts), level, window_raw,
            lib.length(window_raw),
        )  # fmt: skip
