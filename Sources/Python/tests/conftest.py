"""Shared fixtures: compiled policies and an engine for each test."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from demarc import Engine, Evaluator

POLICY = """\
demarc: 1
revision: {revision}
policies:
  strict:
    managedBrowserToOpenLinksRequired: true
    allowedOutboundClipboardSharingLevel: managedApps
    allowedOutboundClipboardSharingExceptionLength: {exception}
    allowedOutboundDataTransferDestinations: managedApps
accounts:
  - {{account: dana@contoso.com, organization: contoso, policy: strict}}
  - {{account: dana@home.example}}
ruleSets:
  places:
    default: external
    rules:
      - {{id: intranet, class: internal, domain: contoso.com, because: "Ours."}}
      - {{id: gambling, class: blocked, host: casino.example}}
views:
  - {{id: documents, policy: currentIdentity, isExternalURL: places}}
  - {{id: notices, policy: unmanaged}}
"""


def compiled(folder: Path, revision: int = 1, exception: int = 0) -> bytes:
    """The policy above, compiled."""
    command = os.environ.get("DEMARC") or shutil.which("demarc")
    if not command or not os.path.exists(command):
        pytest.exit("there is no `demarc` to compile policies with: run `make python-tests`, or name it in DEMARC", 2)
    source, target = folder / f"policy-{revision}.yaml", folder / f"policy-{revision}.demarc"
    source.write_text(POLICY.format(revision=revision, exception=exception))
    subprocess.run([command, "compile", str(source), "-o", str(target)], check=True, capture_output=True)
    return target.read_bytes()


@pytest.fixture(scope="session")
def policy(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return compiled(tmp_path_factory.mktemp("first"))


@pytest.fixture(scope="session")
def next_policy(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return compiled(tmp_path_factory.mktemp("next"), revision=2)


@pytest.fixture
def engine(policy: bytes) -> Iterator[Engine]:
    with Engine.from_bytes(policy) as engine:
        yield engine


@pytest.fixture
def short_texts(tmp_path: Path) -> Iterator[Evaluator]:
    """An evaluator of the same policy, except that texts of up to ten characters may be copied out."""
    with Engine.from_bytes(compiled(tmp_path, exception=10)) as engine, engine.evaluator() as evaluator:
        yield evaluator


@pytest.fixture
def evaluator(engine: Engine) -> Iterator[Evaluator]:
    with engine.evaluator() as evaluator:
        yield evaluator
