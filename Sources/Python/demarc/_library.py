"""Finds libdemarc and declares its functions and structs: `demarc.h` in ctypes.

Everything here is private. ``ctypes.CDLL`` releases the global interpreter lock during each call.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from ctypes import POINTER, c_char, c_int32, c_size_t, c_ssize_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Optional

from .errors import DemarcError, Status

REASON_LIMIT = 8
MAPPED = 1
CONTAINER = 1


class ErrorStruct(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("status", c_int32), ("code", c_char * 40), ("message", c_char * 464)]


class TextStruct(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char_p), ("count", c_size_t)]


class AnswerStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("verdict", c_uint32), ("destination", c_uint32), ("url_class", c_uint32),
        ("page", c_uint32), ("reason_count", c_uint32), ("reasons", c_uint16 * REASON_LIMIT), ("rule", c_uint64),
        ("reserved", c_uint64 * 5),
    ]


class OpenOptionsStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("signed_in", POINTER(TextStruct)), ("signed_in_count", c_size_t),
    ]


class InfoStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("reloads", c_uint32), ("revision", c_uint64), ("digest", c_char * 72),
        ("rules", c_uint64), ("rule_sets", c_uint32), ("accounts", c_uint32), ("views", c_uint32),
        ("reserved", c_uint32),
    ]


class ViewOptionsStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("policy", c_uint32), ("reserved", c_uint32), ("parent", c_uint64),
        ("opener", c_uint64), ("name", TextStruct), ("window", TextStruct),
    ]


class OptionsStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("frame", c_uint32), ("external_url", c_uint32),
        ("user", TextStruct), ("window", TextStruct),
    ]


class BatchStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("offset_bits", c_uint32), ("bytes", c_void_p), ("byte_count", c_size_t),
        ("offsets", c_void_p), ("count", c_size_t), ("validity", c_void_p), ("validity_offset", c_size_t),
        ("row_size", c_size_t),
    ]


class RowStruct(ctypes.Structure):
    _fields_ = [
        ("verdict", c_uint8), ("destination", c_uint8), ("url_class", c_uint8), ("page", c_uint8),
        ("status", c_int32), ("rule", c_uint64), ("reasons", c_uint16 * REASON_LIMIT),
    ]


class PlaceStruct(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("kind", c_uint32), ("view", c_uint64), ("name", TextStruct)]


class ItemStruct(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("kind", c_uint32), ("characters", c_uint64)]


class AuthorityStruct(ctypes.Structure):
    _fields_ = [("text", TextStruct), ("source", c_uint32), ("reserved", c_uint32)]


class SchemeStruct(ctypes.Structure):
    _fields_ = [("scheme", TextStruct), ("claimant", c_uint32), ("reserved", c_uint32)]


class RequestStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("fault", c_uint32), ("method", TextStruct), ("target", TextStruct),
        ("authorities", POINTER(AuthorityStruct)), ("authority_count", c_size_t),
        ("schemes", POINTER(SchemeStruct)), ("scheme_count", c_size_t),
        ("accounts", POINTER(TextStruct)), ("account_count", c_size_t),
        ("fetch_destination", TextStruct), ("upgrade", TextStruct), ("protocol", TextStruct),
    ]


class BindingStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("scheme", c_uint32), ("absent", c_uint32), ("compares_sni", c_uint32),
        ("inspects_tunnels", c_uint32), ("believes_fetch_destination", c_uint32), ("proxy_normalizes", c_uint32),
        ("reserved", c_uint32), ("view", TextStruct), ("absent_account", TextStruct), ("fixed_account", TextStruct),
    ]


class RequestAnswerStruct(ctypes.Structure):
    _fields_ = [
        ("size", c_uint32), ("verdict", c_uint32), ("destination", c_uint32), ("url_class", c_uint32),
        ("page", c_uint32), ("fault", c_uint32), ("kind", c_uint32), ("frame", c_uint32), ("reason_count", c_uint32),
        ("reserved", c_uint32), ("reasons", c_uint16 * REASON_LIMIT), ("serial", c_uint64),
    ]


#: Bytes passed to the library, or NULL. A ``bytes`` object is passed by its address, without a copy.
_IN = ctypes.c_char_p
_ERROR = POINTER(ErrorStruct)
_ANSWER = POINTER(AnswerStruct)
_OPTIONS = POINTER(OptionsStruct)
_PLACE = POINTER(PlaceStruct)
_OUT = [c_void_p, c_size_t]

_STATUS_FUNCTIONS: dict[str, list[Any]] = {
    "demarc_engine_open": [_IN, c_size_t, POINTER(OpenOptionsStruct), POINTER(c_void_p), _ERROR],
    "demarc_engine_open_memory": [_IN, c_size_t, POINTER(OpenOptionsStruct), POINTER(c_void_p), _ERROR],
    "demarc_engine_reload_if_changed": [c_void_p, POINTER(c_uint32), _ERROR],
    "demarc_engine_reload_memory": [c_void_p, _IN, c_size_t, _ERROR],
    "demarc_engine_info": [c_void_p, POINTER(InfoStruct), _ERROR],
    "demarc_engine_set_installed": [c_void_p, POINTER(TextStruct), c_size_t, _ERROR],
    "demarc_engine_set_browser_installed": [c_void_p, c_uint32, _ERROR],
    "demarc_engine_set_mdm_enrolled": [c_void_p, c_uint32, _ERROR],
    "demarc_engine_set_app": [c_void_p, _IN, c_size_t, _ERROR],
    "demarc_engine_free": [c_void_p],
    "demarc_view_add": [c_void_p, POINTER(ViewOptionsStruct), POINTER(c_uint64), _ERROR],
    "demarc_view_find": [c_void_p, _IN, c_size_t, POINTER(c_uint64), _ERROR],
    "demarc_view_move": [c_void_p, c_uint64, c_uint64, _IN, c_size_t, _ERROR],
    "demarc_view_remove": [c_void_p, c_uint64, _ERROR],
    "demarc_view_set_policy": [c_void_p, c_uint64, c_uint32, _ERROR],
    "demarc_view_set_rule_set": [c_void_p, c_uint64, _IN, c_size_t, _ERROR],
    "demarc_view_set_document": [c_void_p, c_uint64, _IN, c_size_t, _ERROR],
    "demarc_view_set_page": [c_void_p, c_uint64, c_uint32, _IN, c_size_t, _ERROR],
    "demarc_window_open": [c_void_p, _IN, c_size_t, _ERROR],
    "demarc_window_close": [c_void_p, _IN, c_size_t, _ERROR],
    "demarc_sign_in": [c_void_p, _IN, c_size_t, _ERROR],
    "demarc_sign_out": [c_void_p, _IN, c_size_t, _ERROR],
    "demarc_switch_identity": [c_void_p, _IN, c_size_t, c_uint32, _IN, c_size_t, _ERROR],
    "demarc_show_accounts": [c_void_p, POINTER(TextStruct), c_size_t, c_uint32, _IN, c_size_t, _ERROR],
    "demarc_evaluator_make": [c_void_p, POINTER(c_void_p), _ERROR],
    "demarc_evaluator_rest": [c_void_p, _ERROR],
    "demarc_evaluator_free": [c_void_p],
    "demarc_navigate": [c_void_p, c_uint64, _IN, c_size_t, _OPTIONS, _ANSWER, _ERROR],
    "demarc_navigate_batch": [c_void_p, c_uint64, POINTER(BatchStruct), _OPTIONS, c_void_p, _ERROR],
    "demarc_did_navigate": [c_void_p, c_uint64, _ANSWER, _ERROR],
    "demarc_open_url": [c_void_p, _IN, c_size_t, _OPTIONS, _ANSWER, _ERROR],
    "demarc_can_open": [c_void_p, _IN, c_size_t, _OPTIONS, _ANSWER, _ERROR],
    "demarc_connection": [c_void_p, c_uint64, _IN, c_size_t, c_uint16, _OPTIONS, _ANSWER, _ERROR],
    "demarc_copy": [c_void_p, POINTER(ItemStruct), _PLACE, _OPTIONS, _ANSWER, _ERROR],
    "demarc_paste": [c_void_p, POINTER(ItemStruct), _PLACE, _PLACE, _OPTIONS, _ANSWER, _ERROR],
    "demarc_upload": [c_void_p, _PLACE, c_uint64, _OPTIONS, _ANSWER, _ERROR],
    "demarc_request_read": [
        c_void_p, POINTER(BindingStruct), POINTER(RequestStruct), POINTER(RequestAnswerStruct), _ERROR,
    ],
}
_LENGTH_FUNCTIONS: dict[str, list[Any]] = {
    "demarc_reason_name": [c_uint32, *_OUT],
    "demarc_fault_name": [c_uint32, *_OUT],
    "demarc_owner": [c_void_p, _PLACE, _OPTIONS, *_OUT, _ERROR],
    "demarc_ask": [c_void_p, _IN, c_size_t, _ANSWER, *_OUT, _ERROR],
    "demarc_ask_text": [c_void_p, *_OUT, _ERROR],
    "demarc_url": [c_void_p, _ANSWER, *_OUT, _ERROR],
    "demarc_route": [c_void_p, _ANSWER, *_OUT, _ERROR],
    "demarc_reasons": [c_void_p, _ANSWER, *_OUT, _ERROR],
    "demarc_explain": [c_void_p, _ANSWER, *_OUT, _ERROR],
    "demarc_rule": [c_void_p, c_uint64, c_uint32, *_OUT, _ERROR],
    "demarc_request_text": [c_void_p, POINTER(RequestAnswerStruct), c_uint32, *_OUT, _ERROR],
}


def _candidates() -> list[str]:
    """Possible paths of the library: in the package, named by the environment, found by the system."""
    bundled = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libdemarc.so")
    if os.path.exists(bundled):
        return [bundled]
    named = os.environ.get("DEMARC_LIBRARY")
    if named:
        return [named]
    found = ctypes.util.find_library("demarc")
    return [found] if found else ["libdemarc.so.0.1", "libdemarc.so"]


def _load() -> ctypes.CDLL:
    problems: list[str] = []
    for candidate in _candidates():
        try:
            loaded = ctypes.CDLL(candidate)
        except OSError as error:
            problems.append(str(error))
            continue
        try:
            return _declare(loaded)
        except AttributeError as error:
            problems.append(f"{candidate} is not the library that this package needs: {error}")
    raise ImportError(
        "libdemarc cannot be loaded: install a wheel that contains it, name it in DEMARC_LIBRARY, or install it with "
        "`make install-library`. It needs the system's ICU, PCRE2 and libpsl. " + "; ".join(problems)
    )


def _declare(loaded: ctypes.CDLL) -> ctypes.CDLL:
    for name, arguments in _STATUS_FUNCTIONS.items():
        function = getattr(loaded, name)
        function.argtypes, function.restype = arguments, c_int32
    for name, arguments in _LENGTH_FUNCTIONS.items():
        function = getattr(loaded, name)
        function.argtypes, function.restype = arguments, c_ssize_t
    loaded.demarc_version.argtypes, loaded.demarc_version.restype = [], c_uint32
    # Before 1.0, a minor version may change the interface.
    if loaded.demarc_version() >> 8 != 1:
        raise AttributeError(f"its version is {version_text(loaded.demarc_version())} and not 0.1")
    return loaded


def version_text(number: int) -> str:
    """A version as three numbers."""
    return f"{number >> 16}.{number >> 8 & 255}.{number & 255}"


library = _load()


def new_error() -> ErrorStruct:
    """An error struct that the library can fill."""
    return ErrorStruct(ctypes.sizeof(ErrorStruct))


def raise_error(status: int, error: Optional[ErrorStruct] = None) -> None:
    """Raises the error of a failed call."""
    if error is not None and error.status == status and error.code:
        raise DemarcError(status, error.code.decode("utf-8", "replace"), error.message.decode("utf-8", "replace"))
    name = Status(status).name.lower() if status in Status._value2member_map_ else "unknown-status"
    raise DemarcError(status, name, f"the library answered {status}")


def call(function: Callable[..., Any], *arguments: Any) -> None:
    """Calls a function whose last argument is an error, and raises an exception if it fails."""
    error = new_error()
    status = function(*arguments, error)
    if status != 0:
        raise_error(status, error)


def read_text(function: Callable[..., Any], *arguments: Any, has_error: bool = True) -> str:
    """Calls a function that writes a text; calls it again if the buffer was too small."""
    capacity = 512
    while True:
        buffer = ctypes.create_string_buffer(capacity)
        if has_error:
            error = new_error()
            length = function(*arguments, buffer, capacity, error)
            if length < 0:
                raise_error(length, error)
        else:
            length = function(*arguments, buffer, capacity)
            if length < 0:
                raise_error(length)
        if length < capacity:
            return buffer.raw[:length].decode("utf-8", "replace")
        capacity = length + 1


def length(text: Optional[bytes]) -> int:
    """The number of bytes; 0 for None."""
    return 0 if text is None else len(text)


def text_struct(text: Optional[bytes]) -> TextStruct:
    """A text as a struct that keeps the bytes alive."""
    return TextStruct(text, length(text))


def text_list(texts: list[bytes]) -> Any:
    """An array of texts with at least one element, so that it is not NULL."""
    array = (TextStruct * max(len(texts), 1))()
    for position, text in enumerate(texts):
        array[position] = text_struct(text)
    return array
