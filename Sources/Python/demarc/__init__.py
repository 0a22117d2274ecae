"""Demarc for Python: whether URLs and views are managed or unmanaged, and which data may cross between the two.

::

    from demarc import Engine

    with Engine.open("policy.demarc") as engine, engine.evaluator() as evaluator:
        answer = evaluator.navigate("https://contoso.example/", "editor")
        print(answer.verdict.value, answer.reasons)

An :class:`Engine` is a compiled policy in force and may be used from any thread; an :class:`Evaluator` makes
decisions for one thread. If no decision can be made, a method raises :class:`DemarcError`; treat that as a block.
"""

from . import _library
from .answers import Answer, ConfigResult, Destination, IdentityResult, LaunchResult, Page, Rule, URLClass, Verdict
from .batches import Row, Rows
from .engine import Engine, Info, Level, View, ViewPolicy
from .errors import DemarcError, Status
from .evaluator import Evaluator, reason_name
from .places import Account, App, Item, Location, Native, Owner
from .questions import (
    AppSharing, CanOpen, Config, Connection, Copy, Frame, Incoming, Launch, Navigate, OpenFrom, OpenURL, Paste,
    Pin, Place, Question, Receive, Save, Send, Setting, SignIn, SignOut, SwitchIdentity, UniversalLink, Unlock, Upload,
)  # fmt: skip
from .requests import Absent, Binding, Fault, Request, RequestAnswer, Scheme, Source

#: The version of the library, such as ``0.1.0``.
__version__ = _library.version_text(_library.library.demarc_version())

__all__ = [
    "Absent", "Account", "Answer", "App", "AppSharing", "Binding", "CanOpen", "Config", "ConfigResult", "Connection",
    "Copy", "DemarcError", "Destination", "Engine", "Evaluator", "Fault", "Frame", "IdentityResult", "Incoming", "Info", "Item",
    "Launch", "LaunchResult", "Level", "Location", "Native", "Navigate", "OpenFrom", "OpenURL", "Owner", "Page", "Paste", "Pin", "Place", "Question", "Receive",
    "Request", "RequestAnswer", "Row", "Rows", "Rule", "Save", "Scheme", "Send", "Setting", "SignIn", "SignOut",
    "Source", "Status", "SwitchIdentity", "URLClass", "UniversalLink", "Unlock", "Upload", "Verdict", "View", "ViewPolicy",
    "reason_name",
]  # fmt: skip
