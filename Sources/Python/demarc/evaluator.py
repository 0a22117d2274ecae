"""Evaluators: the objects that make decisions, one per thread."""

from __future__ import annotations

import ctypes
import json
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Mapping, NoReturn, Optional, Sequence, Union

from . import _arguments as arguments
from . import _library as lib
from ._arguments import AnyText
from ._bound import Bound
from .answers import CLASSES, DESTINATIONS, PAGES, VERDICTS, Answer, Rule, Verdict, answer_of_json, unknown_number
from .batches import Rows, batch_of, decide_batch, decide_buffers
from .errors import DemarcError, Status
from .places import Item, Location, View, item_struct, place_struct
from .questions import Question
from .requests import Binding, Request, RequestAnswer, binding_struct, read_request, request_struct

if TYPE_CHECKING:
    from .engine import Engine

__all__ = ["Evaluator"]

_FRAMES = {"top": 0, "sub": 1, "resource": 2}
_TUNNEL_FRAMES = {"top": 0, "resource": 2}
_CLASSIFIED = {None: 0, "internal": 1, "external": 2, "none": 3}
_SAME_DOCUMENT, _KNOWN_MANAGED_APP, _EXTERNAL_FRAME, _INSPECTED = 1, 2, 4, 8

#: The names of reasons by number, shared by all evaluators: they never change while the library is loaded.
_reason_names: dict[int, str] = {}


def reason_name(number: int) -> str:
    """The name of a reason, such as ``rule.external``, by its number in :class:`Rows`."""
    number = arguments.number(number, "a reason")
    name = _reason_names.get(number)
    if name is None:
        name = lib.read_text(lib.library.demarc_reason_name, number, has_error=False)
        _reason_names[number] = name
    return name


class Evaluator(Bound):
    """Makes decisions for one thread. Created by :meth:`Engine.evaluator`; cannot be copied or pickled.

    An evaluator may be used from any thread, but by one call at a time: a call made while another is in progress
    raises :class:`DemarcError` with the code ``busy``. Other Python threads run while the evaluator decides. If no
    decision can be made, a method raises :class:`DemarcError`; treat that as a block.

    ``user`` is the acting account: an object id or user principal name, or ``"none"`` for no user; None uses the identity
    levels, of which the evaluator's own ``task`` comes first: see :class:`SwitchIdentity`. An empty text raises.
    ``window`` is the window that a question comes from.
    """

    __slots__ = ("_answer", "_engine", "_error", "_handle", "_lock", "_rules", "__weakref__")

    def __init__(self, engine: "Engine", handle: int) -> None:
        self._engine = engine
        self._handle = handle
        # Output structs are shared between calls, so the library's own check for concurrent calls would come too late.
        self._lock = threading.Lock()
        self._answer = lib.AnswerStruct(ctypes.sizeof(lib.AnswerStruct))
        self._error = lib.new_error()
        self._rules: dict[int, Rule] = {}

    def _refuse(self) -> NoReturn:
        raise TypeError(
            "an evaluator cannot be copied or pickled: make an evaluator for each thread, and open the policy in each process"
        )

    # Closing

    def close(self) -> None:
        """Releases the evaluator; calls on it then raise, and closing it again does nothing.

        :raises DemarcError: ``busy`` if a call is in progress, in which case nothing changes.
        """
        self._enter()
        try:
            handle, self._handle = self._handle, 0
            if handle:
                lib.library.demarc_evaluator_free(handle)
        finally:
            self._lock.release()

    def __enter__(self) -> "Evaluator":
        if not self._handle:
            raise _closed()
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
        """Whether the evaluator has been closed."""
        return not self._handle

    @property
    def engine(self) -> "Engine":
        """The engine that created the evaluator."""
        return self._engine

    def rest(self) -> None:
        """Releases the policy of the last decision. Call this if the evaluator will be idle for long."""
        with self._taken() as handle:
            lib.call(lib.library.demarc_evaluator_rest, handle)
            self._rules.clear()

    def _enter(self) -> None:
        if not self._lock.acquire(False):
            raise DemarcError(
                Status.BUSY, "busy", "another thread is in a call of this evaluator: make an evaluator for each thread"
            )

    def _taken(self) -> "_Taken":
        return _Taken(self)

    # Questions

    def navigate(
        self,
        url: AnyText,
        view: Union[View, str],
        *,
        user: Optional[str] = None,
        frame: str = "top",
        classified: Optional[str] = None,
        same_document: bool = False,
    ) -> Answer:
        """Whether a web view may navigate to a URL, and where the URL opens.

        :param url: The URL as the page or person supplied it; bytes need not be UTF-8.
        :param view: A view, or its name; a name costs a lookup.
        :param frame: ``top``, ``sub`` or ``resource``.
        :param classified: The answer of the host's own code: ``internal``, ``external``, or ``none`` if the code could
            not answer; None leaves the answer to the rules.
        :param same_document: The page stays, and only its URL changes.
        """
        number = view.number if type(view) is View else self._engine._number(view)
        options = None
        if user is not None or frame != "top" or classified is not None or same_document is not False:
            flags = _SAME_DOCUMENT if arguments.flag(same_document, "same_document") else 0
            options = _options(
                flags, user, None, _choice(_FRAMES, frame, "frame"), _choice(_CLASSIFIED, classified, "classification")
            )
        raw = url.encode("utf-8", "surrogatepass") if isinstance(url, str) else arguments.text(url)
        return self._decide(lib.library.demarc_navigate, number, raw, len(raw), options)

    def open_url(
        self, url: AnyText, *, user: Optional[str] = None, window: Optional[str] = None, known_managed_app: bool = False
    ) -> Answer:
        """Whether a URL may be opened outside of the app, and what is opened."""
        return self._outside(lib.library.demarc_open_url, url, user, window, known_managed_app)

    def can_open(
        self, url: AnyText, *, user: Optional[str] = None, window: Optional[str] = None, known_managed_app: bool = False
    ) -> Answer:
        """Whether the app may learn if a URL would open."""
        return self._outside(lib.library.demarc_can_open, url, user, window, known_managed_app)

    def _outside(
        self, function: Callable[..., int], url: AnyText, user: Optional[str], window: Optional[str], is_known: bool
    ) -> Answer:
        raw = arguments.text(url)
        options = _options(_KNOWN_MANAGED_APP if arguments.flag(is_known, "known_managed_app") else 0, user, window)
        return self._decide(function, raw, len(raw), options)

    def connection(
        self,
        host: AnyText,
        port: int,
        view: Union[View, str],
        *,
        user: Optional[str] = None,
        frame: str = "top",
        inspected: bool = False,
    ) -> Answer:
        """Whether a tunnel may be opened to a host and port, when nothing more is known of it.

        :param frame: ``top`` or ``resource``.
        :param inspected: The requests inside the tunnel will be decided one by one.
        """
        port = arguments.number(port, "a port", 0xFFFF)
        raw = arguments.text(host, "a host")
        flags = _INSPECTED if arguments.flag(inspected, "inspected") else 0
        options = _options(flags, user, None, _choice(_TUNNEL_FRAMES, frame, "frame"))
        return self._decide(lib.library.demarc_connection, self._engine._number(view), raw, len(raw), port, options)

    def copy(self, from_: Location, item: Item = Item(), *, user: Optional[str] = None) -> Answer:
        """How a copied item must be written to the clipboard: plain, protected, or not at all. Unless it is blocked, the
        item is what ``"pasteboard"`` means in a later :class:`Paste`.

        :param item: By default, a text whose length is not known, to which no exception for short texts applies.
        """
        place = place_struct(self._engine, from_)
        return self._decide(lib.library.demarc_copy, item_struct(item), place, _options(0, user))

    def paste(self, from_: Location, into: Location, item: Item = Item(), *, user: Optional[str] = None) -> Answer:
        """Whether an item may be pasted.

        :param item: By default, a text whose length is not known, to which no exception for short texts applies.
        """
        places = place_struct(self._engine, from_), place_struct(self._engine, into)
        return self._decide(lib.library.demarc_paste, item_struct(item), *places, _options(0, user))

    def owner(self, place: Location, *, user: Optional[str] = None) -> str:
        """The owner of the content of a place. Record it with an item when the item is copied, and pass it to a later
        :meth:`paste` as ``Owner(...)``. It can restrict that paste and never permit it. The owner is that of the moment
        of this call: if the identity may be switched between :meth:`copy` and this call, pass the same user to both."""
        raw, options = place_struct(self._engine, place), _options(0, user)
        with self._taken() as handle:
            return lib.read_text(lib.library.demarc_owner, handle, raw, options)

    def upload(
        self, from_: Location, into: Union[View, str], *, user: Optional[str] = None, external_frame: bool = False
    ) -> Answer:
        """Whether content may be uploaded through the page of a web view."""
        number = self._engine._number(into)
        options = _options(_EXTERNAL_FRAME if arguments.flag(external_frame, "external_frame") else 0, user)
        return self._decide(lib.library.demarc_upload, place_struct(self._engine, from_), number, options)

    def ask(
        self, question: Question, *, user: Optional[str] = None, window: Optional[str] = None
    ) -> Answer:
        """Asks any question. :attr:`Answer.details` contains the full answer.

        :raises TypeError: If a field of the question has a value of another type.
        :raises DemarcError: ``question`` if the question is malformed; ``unknown`` if it names something that does
            not exist.
        """
        if not isinstance(question, Question):
            raise arguments.wrong("a question", "Question", question)
        request: dict[str, Any] = {"when": question.form()}
        if user is not None:
            request["user"] = arguments.checked_name(user, "a user")
        if window is not None:
            request["window"] = arguments.checked_name(window, "a window")
        text = _json(request)
        with self._taken() as handle:
            raw = lib.AnswerStruct(ctypes.sizeof(lib.AnswerStruct))
            form = self._ask(handle, text, raw)
        return answer_of_json(self, raw if raw.reserved[0] else None, form)

    def ask_json(self, request: Mapping[str, Any]) -> Any:
        """Asks a request in the JSON format of `demarc` and its server: ``{"when": {"navigate": {"url": …}}}``,
        optionally with ``user``, ``window``, ``ref`` and ``given``, or ``{"requests": [...]}`` with up to 1000
        requests. If another policy is put in force meanwhile, it decides the rest of them, except those with ``given``.

        :returns: The answer, or ``{"answers": [...]}``, as parsed JSON.
        """
        if not isinstance(request, Mapping):
            raise arguments.wrong("a request", "a mapping", request)
        text = _json(request)
        with self._taken() as handle:
            return self._ask(handle, text, None)

    def _ask(self, handle: int, text: bytes, raw: Optional[lib.AnswerStruct]) -> Any:
        buffer = ctypes.create_string_buffer(4096)
        error = lib.new_error()
        length = lib.library.demarc_ask(handle, text, len(text), raw, buffer, len(buffer), error)
        if length < 0:
            lib.raise_error(length, error)
        if length >= len(buffer):
            # The question was evaluated and may have changed state, so only its text is read again.
            return json.loads(lib.read_text(lib.library.demarc_ask_text, handle))
        return json.loads(buffer.raw[:length])

    # Batches and requests

    def navigate_batch(
        self,
        urls: Any,
        view: Union[View, str],
        *,
        user: Optional[str] = None,
        frame: str = "top",
    ) -> Rows:
        """Decides navigation to many URLs: the same as :meth:`navigate` for each.

        :param urls: A sequence of ``str``, ``bytes`` and None; or an Arrow array or chunked array of strings or
            binaries, such as those of pyarrow, which is read in place. A missing URL blocks.
        :raises DemarcError: If nothing was decided.
        """
        options = _options(0, user, None, _choice(_FRAMES, frame, "frame"))
        number = self._engine._number(view)
        # A generator is run before the evaluator is taken, so that it may use the evaluator.
        batch = batch_of(urls)
        with self._taken() as handle:
            return decide_batch(handle, number, options, batch)

    def navigate_buffers(
        self,
        data: Any,
        offsets: Any,
        view: Union[View, str],
        *,
        validity: Any = None,
        validity_offset: int = 0,
        user: Optional[str] = None,
        frame: str = "top",
    ) -> Rows:
        """Decides navigation to many URLs in one contiguous run of bytes, in Arrow's layout, without copying.

        :param data: Any object with the buffer protocol: bytes, a NumPy array, an Arrow buffer, mapped memory.
        :param offsets: A buffer of n + 1 signed integers of 32 or 64 bits; URL i lies between offsets i and i + 1.
        :param validity: One bit per URL, least significant bit first, 0 for a missing URL.
        :param validity_offset: The bit index of the first URL.
        :raises DemarcError: ``invalid`` if the offsets decrease or lead outside of the data.
        """
        options = _options(0, user, None, _choice(_FRAMES, frame, "frame"))
        number = self._engine._number(view)
        with self._taken() as handle:
            return decide_buffers(handle, number, options, data, offsets, validity, validity_offset)

    def read_request(self, binding: Binding, request: Request) -> RequestAnswer:
        """Reads a request that a proxy saw, and decides for every way in which it could be read.

        The answer to a request that cannot be read as one request is a block with :attr:`RequestAnswer.fault`.
        """
        raw_binding, raw_request = binding_struct(binding), request_struct(request)
        with self._taken() as handle:
            return read_request(handle, raw_binding, raw_request)

    # About answers

    def rule(self, number: int) -> Rule:
        """The rule with a number from :class:`Rows`, of this or another evaluator of the same engine.

        A rule that this evaluator has returned before is remembered, also if another policy is in force by now, until
        :meth:`rest` or until it has returned 65,536 rules.

        :raises DemarcError: ``stale`` if another policy is in force by now and the rule is not remembered; ``unknown``.
        """
        number = arguments.number(number, "the number of a rule", arguments.UINT64)
        known = self._rules.get(number)
        if known is not None:
            return known
        with self._taken() as handle:
            return self._read_rule(handle, number)

    def _read_rule(self, handle: int, number: int) -> Rule:
        known = self._rules.get(number)
        if known is None:
            read = (lib.read_text(lib.library.demarc_rule, handle, number, what) for what in range(4))
            known = Rule(*read)
            # Rule numbers of replaced policies are not reused for a long time, so cached entries stay correct. The
            # limit keeps them from accumulating.
            if len(self._rules) >= 65_536:
                self._rules.clear()
            self._rules[number] = known
        return known

    def _url(self, raw: Optional[lib.AnswerStruct]) -> Optional[str]:
        if raw is None:
            raise DemarcError(Status.UNSUPPORTED, "unsupported", "this answer has no URL")
        with self._taken() as handle:
            return lib.read_text(lib.library.demarc_url, handle, raw) or None

    def _explain(self, raw: Optional[lib.AnswerStruct]) -> Any:
        if raw is None:
            raise DemarcError(Status.UNSUPPORTED, "unsupported", "this answer has no further explanation")
        with self._taken() as handle:
            return json.loads(lib.read_text(lib.library.demarc_explain, handle, raw))

    def _decide(self, function: Callable[..., int], *arguments: Any) -> Answer:
        # PERF: this is the cost of a single decision, so the locking is written out inline.
        if not self._lock.acquire(False):
            self._enter()
        try:
            handle = self._handle
            if not handle:
                raise _closed()
            raw = self._answer
            status = function(handle, *arguments, raw, self._error)
            if status:
                lib.raise_error(status, self._error)
            try:
                verdict = VERDICTS[raw.verdict]
                destination = DESTINATIONS[raw.destination]
                url_class = CLASSES[raw.url_class]
                page = PAGES[raw.page]
            except IndexError:
                raise unknown_number() from None
            reasons = tuple(
                [_reason_names.get(number) or reason_name(number) for number in raw.reasons[: raw.reason_count]]
            )
            rule = self._read_rule(handle, raw.rule) if raw.rule else None
            route = None
            if verdict is Verdict.ROUTE:
                route = lib.read_text(lib.library.demarc_route, handle, raw) or None
            # The answer keeps this copy, to be reported and explained later.
            copied = lib.AnswerStruct.from_buffer_copy(raw)
            return Answer(self, copied, verdict, destination, url_class, page, reasons, rule, route)
        finally:
            self._lock.release()


class _Taken:
    """Locks an evaluator for the duration of one call."""

    __slots__ = ("_evaluator",)

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def __enter__(self) -> int:
        self._evaluator._enter()
        handle = self._evaluator._handle
        if not handle:
            self._evaluator._lock.release()
            raise _closed()
        return handle

    def __exit__(self, *_: object) -> None:
        self._evaluator._lock.release()


def _closed() -> DemarcError:
    return DemarcError(Status.HANDLE, "handle", "the evaluator is closed")


def _options(
    flags: int, user: Optional[str], window: Optional[str] = None, frame: int = 0, classified: int = 0
) -> Optional[lib.OptionsStruct]:
    if not flags and user is None and window is None and not frame and not classified:
        return None
    return lib.OptionsStruct(
        ctypes.sizeof(lib.OptionsStruct), flags, frame, classified,
        lib.text_struct(arguments.optional_account(user, "a user")),
        lib.text_struct(arguments.optional_name(window, "a window")),
    )  # fmt: skip


def _choice(choices: Mapping[Any, int], chosen: Optional[str], what: str) -> int:
    known = choices.get(chosen) if chosen is None or isinstance(chosen, str) else None
    if known is None:
        arguments.checked_name(chosen, f"a {what}")
        names: Sequence[str] = [str(name) for name in choices if name]
        raise arguments.invalid(f"a {what} is one of {', '.join(names)}")
    return known


def _plain(value: Any) -> Any:
    """A mapping of another type as the ``dict`` that JSON knows."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def _json(request: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(request, ensure_ascii=False, allow_nan=False, default=_plain).encode()
    except RecursionError:
        raise DemarcError(Status.QUESTION, "question.malformed", "the question is nested too deeply") from None
    except (TypeError, ValueError) as error:
        raise DemarcError(Status.QUESTION, "question.malformed", f"the question is not JSON: {error}") from None
