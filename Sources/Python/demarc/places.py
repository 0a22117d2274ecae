"""Views, places and items: arguments of questions."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, Optional, Union

from . import _arguments as arguments
from . import _library as lib
from ._bound import Unchanging
from .questions import Frame

if TYPE_CHECKING:
    from .engine import Engine

__all__ = ["Account", "App", "Item", "Location", "Native", "Owner", "View"]


@dataclass(frozen=True)
class View(Unchanging):
    """A content view of one engine. An engine does not use an id again until it has added four billion other views.

    A view cannot be pickled, because the same number stands for another view in another process. Do not use the views of
    a closed engine with another engine.
    """

    number: int
    name: Optional[str] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", arguments.number(self.number, "the number of a view", arguments.UINT64))

    def _refuse(self) -> NoReturn:
        raise TypeError("a view cannot be pickled: find it by its name in each process")


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
Location = Union[View, str, Frame, Native, Account, App, Owner]


@dataclass(frozen=True)
class Item:
    """An item that is copied or pasted."""

    #: The length of a text in user-perceived characters (extended grapheme clusters), and at least one for every 32
    #: code points; ignored for other items. None is a length that is not known: the exception for short texts, which a
    #: policy can have, does not apply to it.
    characters: Optional[int] = None
    #: ``text``, ``image`` or ``file``.
    kind: str = "text"

    def _struct(self) -> lib.ItemStruct:
        kinds = ("text", "image", "file")
        if arguments.checked_name(self.kind, "the kind of an item") not in kinds:
            raise arguments.invalid(f"an item is one of {', '.join(kinds)}")
        known = arguments.UINT64 if self.characters is None else self.characters
        characters = arguments.number(known, "the number of characters", arguments.UINT64)
        return lib.ItemStruct(ctypes.sizeof(lib.ItemStruct), kinds.index(self.kind), characters)


def item_struct(item: Item) -> lib.ItemStruct:
    """An item as a struct for the library."""
    if not isinstance(item, Item):
        raise arguments.wrong("an item", "Item", item)
    return item._struct()


def place_struct(engine: "Engine", place: Location) -> lib.PlaceStruct:
    """A place as a struct for the library."""
    size = ctypes.sizeof(lib.PlaceStruct)
    if isinstance(place, Frame):
        return lib.PlaceStruct(size, 2, engine._number(place.view), lib.text_struct(None))
    if isinstance(place, Native):
        return lib.PlaceStruct(size, 3, 0, lib.text_struct(arguments.optional_name(place.window, "a window")))
    if isinstance(place, Account):
        return lib.PlaceStruct(size, 4, 0, lib.text_struct(arguments.account(place.id)))
    if isinstance(place, App):
        return lib.PlaceStruct(size, 5, 0, lib.text_struct(arguments.name(place.id, "an app")))
    if isinstance(place, Owner):
        return lib.PlaceStruct(size, 6, 0, lib.text_struct(arguments.name(place.text, "an owner")))
    if not isinstance(place, (View, str)):
        raise arguments.wrong("a place", "a View, its name, Frame, Native, Account, App or Owner", place)
    return lib.PlaceStruct(size, 1, engine._number(place), lib.text_struct(None))
