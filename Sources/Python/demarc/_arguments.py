"""Converts arguments to what the library takes, in one place: an argument of another type raises TypeError.

Everything here is private. Numbers are checked because ctypes would keep only their lowest bits.
"""

from __future__ import annotations

import operator
from typing import Any, Iterable, Optional, Union

from .errors import DemarcError, Status

#: A text that is passed as it is, such as a URL: bytes need not be UTF-8.
AnyText = Union[str, bytes, bytearray, memoryview]

UINT32 = 0xFFFF_FFFF
UINT64 = 0xFFFF_FFFF_FFFF_FFFF
_TEXTS = (str, bytes, bytearray, memoryview)


def wrong(what: str, expected: str, value: object) -> TypeError:
    """The error for an argument of another type."""
    return TypeError(f"{what} is {expected}, not {type(value).__name__}")


def invalid(message: str) -> DemarcError:
    """The error for an argument of the right type that is not valid."""
    return DemarcError(Status.INVALID, "invalid", message)


def text(value: Any, what: str = "a URL") -> bytes:
    """The bytes of a text. Lone surrogates are passed unchanged, and the library rejects them."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    if type(value) is bytes:
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        with memoryview(value) as view:
            if view.itemsize == 1:
                return view.tobytes()
            raise TypeError(f"{what} is str or bytes, not memory with the format {view.format!r}")
    raise wrong(what, "str or bytes", value)


def optional_text(value: Any, what: str) -> Optional[bytes]:
    """The bytes of a text, or None."""
    return None if value is None else text(value, what)


def checked_name(value: Any, what: str) -> str:
    """A name, unchanged."""
    if isinstance(value, str):
        return value
    raise wrong(what, "str", value)


def name(value: Any, what: str) -> bytes:
    """The bytes of a name."""
    return checked_name(value, what).encode("utf-8", "surrogatepass")


def optional_name(value: Any, what: str) -> Optional[bytes]:
    """The bytes of a name, or None."""
    return None if value is None else name(value, what)


def account(value: Any, what: str = "an account") -> bytes:
    """The bytes of an account. An empty text is an error: it comes from a variable that is not set, and the library
    would take it for no user, to whom no policy applies."""
    raw = name(value, what)
    if not raw:
        raise invalid(f'{what} is empty; write "none" for no user')
    return raw


def optional_account(value: Any, what: str = "an account") -> Optional[bytes]:
    """The bytes of an account, or None."""
    return None if value is None else account(value, what)


def items(values: Any, what: str, of: str) -> tuple[Any, ...]:
    """The elements of a sequence. One text is not a sequence, although Python iterates over its letters."""
    if isinstance(values, _TEXTS) or not isinstance(values, Iterable):
        raise TypeError(f"{what} are a sequence of {of}, not {type(values).__name__}")
    return tuple(values)


def names(values: Any, what: str, each: str) -> list[bytes]:
    """The bytes of each name of a sequence."""
    return [name(value, each) for value in items(values, what, "str")]


def number(value: Any, what: str, limit: int = UINT32) -> int:
    """A number from 0 to a limit. A Boolean is not a number."""
    if type(value) is not int:
        if isinstance(value, bool):
            raise wrong(what, "int", value)
        try:
            value = int(operator.index(value))
        except TypeError:
            raise wrong(what, "int", value) from None
    if not 0 <= value <= limit:
        raise invalid(f"{what} is a number from 0 to {limit}")
    return int(value)


def flag(value: Any, what: str) -> bool:
    """A Boolean, also of NumPy. Other values are not accepted: the text "false" would count as true."""
    kind = type(value)
    if kind is bool or kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"):
        return bool(value)
    raise wrong(what, "bool", value)


def memory(value: Any, what: str) -> bytes:
    """A copy of memory: bytes, or any object with the buffer protocol."""
    if type(value) is bytes:
        return value
    try:
        view = memoryview(value)
    except TypeError:
        raise wrong(what, "bytes", value) from None
    with view:
        return view.tobytes()
