"""The example produces the output that its page shows."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "Examples"


def test_the_example_prints_what_its_page_shows(tmp_path: Path) -> None:
    command = os.environ.get("DEMARC")
    if not command:
        pytest.skip("DEMARC does not name the command: run `make python-tests`")
    page = (EXAMPLES / "Python" / "README.md").read_text()
    commands, shown = page.split("```sh\n")[1].split("```")[0], page.split("```\n")[-2].strip()
    urls = shlex.split(commands.strip().splitlines()[-1])[3:]
    assert len(urls) == 3
    policy = tmp_path / "policy.demarc"
    source = EXAMPLES / "FiveViews" / "policy.yaml"
    subprocess.run([command, "compile", str(source), "-o", str(policy)], check=True, capture_output=True)
    script = EXAMPLES / "Python" / "decide.py"
    assert len(script.read_text().splitlines()) <= 10
    printed = subprocess.run([sys.executable, "-P", script, policy, *urls], check=True, capture_output=True, text=True)
    assert printed.stdout.strip() == shown
