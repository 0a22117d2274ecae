"""A policy in force, with its views, windows and identities."""

from __future__ import annotations

import ctypes
import enum
import os
from dataclasses import dataclass
from types import TracebackType
from typing import Callable, Iterable, NoReturn, Optional, Union

from . import _arguments as arguments
from . import _library as lib
from ._arguments import AnyText
from ._bound import Bound
from .answers import Answer
from .errors import DemarcError, Status
from .evaluator import Evaluator
from .places import View

__all__ = ["Engine", "Info", "Level", "View", "ViewPolicy"]


class ViewPolicy(enum.IntEnum):
    """The web-view policy of a content view, which also applies to all views below it."""

    #: Inherited from the nearest view above that sets one, or else the policy document's default for all views.
    UNSET = 0
    UNMANAGED = 1
    CURRENT_IDENTITY = 2
    CURRENT_IDENTITY_BLOCK_UPLOAD = 3


class Level(enum.IntEnum):
    """The level at which an identity is set."""

    UI = 0
    PROCESS = 1


@dataclass(frozen=True)
class Info:
    """The policy in force."""

    #: How often another policy was put in force since the engine was opened.
    reloads: int
    #: The revision stated in the policy document.
    revision: int
    #: The SHA-256 digest of the compiled policy, in hexadecimal.
    digest: str
    rules: int
    rule_sets: int
    accounts: int
    views: int


class Engine(Bound):
    """A compiled policy in force. It may be used from any thread at any time, but cannot be copied or pickled.

    Policy documents in text form are not accepted: compile them with ``demarc compile POLICY -o FILE``. ::

        with Engine.open("policy.demarc") as engine, engine.evaluator() as evaluator:
            print(evaluator.navigate("https://contoso.example/", engine.view("editor")))
    """

    __slots__ = ("_handle", "__weakref__")
    _handle: int

    def __init__(self) -> None:
        raise TypeError("use Engine.open or Engine.from_bytes")

    def _refuse(self) -> NoReturn:
        raise TypeError("an engine cannot be copied or pickled: open the policy in each process")

    @classmethod
    def open(
        cls,
        path: Union[str, bytes, "os.PathLike[str]"],
        *,
        mapped: bool = False,
        signed_in: Optional[Iterable[str]] = None,
    ) -> "Engine":
        """Opens a compiled policy.

        :param path: A file that ``demarc compile`` wrote. A relative path means the same file later, even if the process
            changes its directory.
        :param mapped: Map the file, so that processes share its memory. A mapped file must only be replaced by
            renaming another file over it: writing to it or truncating it can terminate the process.
        :param signed_in: The signed-in accounts; None for every account of the policy.
        :raises DemarcError: ``policy`` if the file cannot be read or is damaged; ``unknown`` for an unknown account.
        """
        raw = os.fsencode(path)
        flags = lib.MAPPED if arguments.flag(mapped, "mapped") else 0
        return cls._make(lib.library.demarc_engine_open, raw, flags, signed_in)

    @classmethod
    def from_bytes(
        cls, policy: Union[bytes, bytearray, memoryview], *, signed_in: Optional[Iterable[str]] = None
    ) -> "Engine":
        """Opens a compiled policy that is in memory, and copies it. Otherwise as :meth:`open`."""
        return cls._make(lib.library.demarc_engine_open_memory, arguments.memory(policy, "a policy"), 0, signed_in)

    @classmethod
    def _make(
        cls, function: Callable[..., int], raw: bytes, flags: int, signed_in: Optional[Iterable[str]]
    ) -> "Engine":
        accounts = None if signed_in is None else arguments.names(signed_in, "accounts", "an account")
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
        """Releases the engine; calls on it then raise, and closing it again does nothing. Its evaluators continue to work
        until they are closed, with views as :class:`View`: the name of a view is looked up in the engine, and raises.

        :raises DemarcError: ``busy`` if a call of the engine is in progress, in which case nothing changes.
        """
        handle = self._handle
        if handle:
            status = lib.library.demarc_engine_free(handle)
            if status == Status.BUSY:
                raise DemarcError(status, "busy", "another thread is in a call of this engine")
            self._handle = 0

    def __enter__(self) -> "Engine":
        self._open_handle()
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # Errors cannot be reported from here, least of all during interpreter shutdown.
            pass

    @property
    def is_closed(self) -> bool:
        """Whether the engine has been closed."""
        return not self._handle

    def _open_handle(self) -> int:
        handle: int = self._handle
        if not handle:
            raise DemarcError(Status.HANDLE, "handle", "the engine is closed")
        return handle

    # Deciding

    def evaluator(self) -> Evaluator:
        """Creates an evaluator. Create one for each thread."""
        handle = ctypes.c_void_p()
        lib.call(lib.library.demarc_evaluator_make, self._open_handle(), ctypes.byref(handle))
        return Evaluator(self, handle.value or 0)

    def did_navigate(self, view: Union[View, str], answer: Answer) -> None:
        """Reports that an allowed navigation has been carried out, so that the engine knows what page the view shows.

        :raises DemarcError: ``stale`` if a newer navigation of the view has already been reported.
        """
        if not isinstance(answer, Answer):
            raise arguments.wrong("an answer", "Answer", answer)
        if answer._raw is None:
            raise DemarcError(Status.INVALID, "invalid", "the answer is not that of a navigation")
        lib.call(lib.library.demarc_did_navigate, self._open_handle(), self._number(view), answer._raw)

    # The policy

    def reload_if_changed(self) -> bool:
        """Reloads the policy file if it has changed. Call this about once a second.

        :returns: Whether another policy is in force now.
        :raises DemarcError: If the file cannot be used; raised once for each change of the file. The policy in force
            stays.
        """
        changed = ctypes.c_uint32()
        lib.call(lib.library.demarc_engine_reload_if_changed, self._open_handle(), ctypes.byref(changed))
        return changed.value == 1

    def reload(self, policy: Union[bytes, bytearray, memoryview]) -> None:
        """Puts a compiled policy that is in memory in force. If it cannot be used, the policy in force stays. The bytes
        of the policy in force are not another policy: the numbers of its rules stay valid."""
        raw = arguments.memory(policy, "a policy")
        lib.call(lib.library.demarc_engine_reload_memory, self._open_handle(), raw, len(raw))

    @property
    def info(self) -> Info:
        """The policy in force."""
        raw = lib.InfoStruct(ctypes.sizeof(lib.InfoStruct))
        lib.call(lib.library.demarc_engine_info, self._open_handle(), raw)
        return Info(
            raw.reloads, raw.revision, raw.digest.decode("ascii"), raw.rules, raw.rule_sets, raw.accounts, raw.views
        )

    def set_installed(self, apps: Optional[Iterable[str]]) -> None:
        """Sets which apps of the policy are installed, by bundle id; None means all of them."""
        texts = None if apps is None else arguments.names(apps, "apps", "an app")
        array = None if texts is None else lib.text_list(texts)
        lib.call(lib.library.demarc_engine_set_installed, self._open_handle(), array, len(texts or ()))

    def set_browser_installed(self, is_installed: bool) -> None:
        """Sets whether the managed browser is installed."""
        installed = int(arguments.flag(is_installed, "is_installed"))
        lib.call(lib.library.demarc_engine_set_browser_installed, self._open_handle(), installed)

    def set_mdm_enrolled(self, is_enrolled: bool) -> None:
        """Sets whether the device is enrolled in device management."""
        enrolled = int(arguments.flag(is_enrolled, "is_enrolled"))
        lib.call(lib.library.demarc_engine_set_mdm_enrolled, self._open_handle(), enrolled)

    def set_app(self, app: Optional[str]) -> None:
        """Sets the bundle id of the app itself; None uses the app that the policy names."""
        raw = arguments.optional_name(app, "an app")
        lib.call(lib.library.demarc_engine_set_app, self._open_handle(), raw, lib.length(raw))

    # Views

    def view(self, name: str) -> View:
        """Finds a view by its name, such as a view that the policy declares.

        :raises DemarcError: ``unknown`` if there is no such view.
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

        :param name: A name to find the view by, unique in the engine. Questions mean another place by ``native``,
            ``pasteboard``, and names that begin with ``account:``, ``app:`` or ``frame:``, and no view by an empty
            name, so these are refused.
        :param parent: The containing view; None for a root.
        :param opener: The web view whose page opened this view.
        :param window: The open window that a root belongs to.
        :param is_container: Whether the view holds other views and loads no URLs.
        :raises DemarcError: ``refused`` if the name is taken or the parent is a web view; ``invalid`` for a name by
            which questions mean another place, or no view; ``unknown`` if the window is not open.
        """
        options = lib.ViewOptionsStruct(
            ctypes.sizeof(lib.ViewOptionsStruct), lib.CONTAINER if arguments.flag(is_container, "is_container") else 0,
            arguments.number(policy, "the policy of a view"), 0,
            self._number(parent) if parent is not None else 0, self._number(opener) if opener is not None else 0,
            lib.text_struct(arguments.optional_name(name, "the name of a view")),
            lib.text_struct(arguments.optional_name(window, "a window")),
        )  # fmt: skip
        number = ctypes.c_uint64()
        lib.call(lib.library.demarc_view_add, self._open_handle(), options, ctypes.byref(number))
        return View(number.value, name)

    def move_view(
        self, view: Union[View, str], parent: Union[View, str, None] = None, *, window: Optional[str] = None
    ) -> None:
        """Moves a view, with all views below it, to another parent; None makes it a root, in ``window`` if given."""
        raw = arguments.optional_name(window, "a window")
        parent_number = self._number(parent) if parent is not None else 0
        lib.call(
            lib.library.demarc_view_move, self._open_handle(), self._number(view), parent_number, raw, lib.length(raw)
        )

    def remove_view(self, view: Union[View, str]) -> None:
        """Removes a view and all views below it. From then on, questions about these views are blocked."""
        lib.call(lib.library.demarc_view_remove, self._open_handle(), self._number(view))

    def set_view_policy(self, view: Union[View, str], policy: ViewPolicy) -> None:
        """Sets the web-view policy of a view."""
        policy_number = arguments.number(policy, "the policy of a view")
        lib.call(lib.library.demarc_view_set_policy, self._open_handle(), self._number(view), policy_number)

    def set_rule_set(self, view: Union[View, str], rule_set: Optional[str]) -> None:
        """Sets the rule set of the policy that classifies the URLs of a web view; None removes it."""
        raw = arguments.optional_name(rule_set, "a rule set")
        lib.call(
            lib.library.demarc_view_set_rule_set, self._open_handle(), self._number(view), raw, lib.length(raw)
        )

    def set_document(self, view: Union[View, str], url: Optional[AnyText]) -> None:
        """Sets the URL of the document that a view shows; None for none."""
        raw = arguments.optional_text(url, "a URL")
        lib.call(
            lib.library.demarc_view_set_document, self._open_handle(), self._number(view), raw, lib.length(raw)
        )

    def set_page(
        self, view: Union[View, str], *, external: bool = False, loaded_for: Optional[str] = None
    ) -> None:
        """Sets the page state of a web view, for a host that restores what it showed earlier. Without arguments, no
        navigation was reported, and the page has the classification of its view."""
        if arguments.flag(external, "external") and loaded_for is not None:
            raise ValueError("a page is external or loaded for an account, not both")
        raw = arguments.optional_account(loaded_for)
        page = 1 if external else 2 if loaded_for is not None else 0
        lib.call(
            lib.library.demarc_view_set_page, self._open_handle(), self._number(view), page, raw, lib.length(raw)
        )

    def _number(self, view: Union[View, str]) -> int:
        if isinstance(view, View):
            return view.number
        if not isinstance(view, str):
            raise arguments.wrong("a view", "a View or its name", view)
        raw = arguments.name(view, "the name of a view")
        number = ctypes.c_uint64()
        lib.call(lib.library.demarc_view_find, self._open_handle(), raw, len(raw), ctypes.byref(number))
        return number.value

    # Windows and identities

    def open_window(self, name: str) -> None:
        """Opens a window under a name, so that views can belong to it and an account can act in it alone.

        :raises DemarcError: ``refused`` if a window of that name is open; ``invalid`` for an empty name.
        """
        raw = arguments.name(name, "a window")
        lib.call(lib.library.demarc_window_open, self._open_handle(), raw, len(raw))

    def close_window(self, name: str) -> None:
        """Closes a window: its views are removed, and its identity is discarded."""
        raw = arguments.name(name, "a window")
        lib.call(lib.library.demarc_window_close, self._open_handle(), raw, len(raw))

    def sign_in(self, account: str) -> None:
        """Signs an account in.

        :raises DemarcError: ``unknown`` for an unknown account, ``refused`` for a second managed account.
        """
        raw = arguments.name(account, "an account")
        lib.call(lib.library.demarc_sign_in, self._open_handle(), raw, len(raw))

    def sign_out(self, account: str) -> None:
        """Signs an account out. It no longer acts at any level."""
        raw = arguments.name(account, "an account")
        lib.call(lib.library.demarc_sign_out, self._open_handle(), raw, len(raw))

    def switch_identity(
        self, account: Optional[str], *, level: Level = Level.UI, window: Optional[str] = None
    ) -> None:
        """Sets the identity at a level: an account, ``"none"`` for no user, or None to defer to the next level.
        An empty text raises."""
        raw, window_raw = arguments.optional_account(account), arguments.optional_name(window, "a window")
        lib.call(
            lib.library.demarc_switch_identity, self._open_handle(), raw, lib.length(raw),
            arguments.number(level, "a level"), window_raw, lib.length(window_raw),
        )  # fmt: skip

    def show_accounts(
        self, accounts: Iterable[str], *, level: Level = Level.UI, window: Optional[str] = None
    ) -> None:
        """Shows the content of several accounts at once: the strictest policy is in force if any of them is managed."""
        texts = [arguments.account(account) for account in arguments.items(accounts, "accounts", "str")]
        window_raw = arguments.optional_name(window, "a window")
        lib.call(
            lib.library.demarc_show_accounts, self._open_handle(), lib.text_list(texts), len(texts),
            arguments.number(level, "a level"), window_raw, lib.length(window_raw),
        )  # fmt: skip
