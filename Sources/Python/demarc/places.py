"""Places and items: arguments of questions about the clipboard and uploads."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Union

from . import _library as lib
from .errors import DemarcError, Status
from .questions import Frame

if TYPE_CHECKING:
    from .engine import Engine, View

__all__ = ["Account", "App", "Item", "Location", "Native", "Owner"]


@dataclass(frozen=True)
class Native:
    """The host's own user interface, in the named open window, or outside of any window."""

    window: Optional[str] = None


@dataclass(frozen=True)
class Account:
    """User interface or data of the host that belongs to an account."""

    id: str


@dataclass(frozen=True)
class App:
    """Another app, by its bundle id."""

    id: str


@dataclass(frozen=True)
class Owner:
    """The owner that :meth:`Evaluator.owner` returned when an item was copied. Only valid as the source of a paste."""

    text: str


#: A view or its name, or one of the places above.
Location = Union["View", str, Frame, Native, Account, App, Owner]


@dataclass(frozen=True)
class Item:
    """An item that is copied or pasted."""

    characters: int = 1
    #: ``text``, ``image`` or ``file``.
    kind: str = "text"

    def _struct(self) -> lib.ItemStruct:
        kinds = ("text", "image", "file")
        if self.kind not in kinds or not 0 <= self.characters < 1 << 64:
            raise DemarcError(Status.INVALID, "invalid", f"an item is one of {', '.join(kinds)}, and not negative")
        return lib.ItemStruct(ctypes.sizeof(lib.ItemStruct), kinds.index(self.kind), self.characters)


def place_struct(engine: "Engine", place: Location) -> lib.PlaceStruct:
    """A place as a struct for the library."""
    size = ctypes.sizeof(lib.PlaceStruct)
    if isinstance(place, Frame):
        return lib.PlaceStruct(size, 2, engine._number(place.view), lib.text_struct(None))
    if isinstance(place, Native):
        return lib.PlaceStruct(size, 3, 0, lib.text_struct(place.window))
    if isinstance(place, Account):
        return lib.PlaceStruct(size, 4, 0, lib.text_struct(place.id))
    if isinstance(place, App):
        return lib.PlaceStruct(size, 5, 0, lib.text_struct(place.id))
    if isinstance(place, Owner):
        return lib.PlaceStruct(size, 6, 0, lib.text_struct(place.text))
    return lib.PlaceStruct(size, 1, engine._number(place), lib.text_struct(None))
