"""Runs the commands of each example's README against the example, and compares what they print with what it says.

A command is in a block of `sh`, and what it prints in the block of `text` right behind it.
"""

import os
import re
import subprocess

from .proxies import EXAMPLES, Proxy, Running

BLOCKS = re.compile(r"```sh\n(?P<command>(?:curl|c-icap-client) .*?)```\s*```text\n(?P<output>.*?)```", re.DOTALL)


def commands(proxy: Proxy) -> list[tuple[str, str]]:
    text = (EXAMPLES / proxy.example / "README.md").read_text()
    return [(match["command"], match["output"]) for match in BLOCKS.finditer(text)]


def check(proxy: Proxy, base: int) -> list[str]:
    """What is printed otherwise than the README says."""
    wrong = []
    found = commands(proxy)
    if len(found) < 3:
        return [f"{proxy.name}: the README has fewer than three commands to try"]
    with Running(proxy, base) as running:
        # The site of the example itself, which answers with what it got.
        running.environment["EXAMPLE_UPSTREAM"] = ""
        running.start()
        for command, expected in found:
            for old, new in running.ports.items():
                command = re.sub(rf"(127\.0\.0\.1:|-p ){old}\b", rf"\g<1>{new}", command)
            result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=20, env=os.environ)
            printed = result.stdout + result.stderr
            if not matches(expected, printed):
                wrong.append(f"{proxy.name}: `{command.strip()}` printed\n{printed}\nexpected\n{expected}")
    return wrong


def matches(expected: str, printed: str) -> bool:
    """Line by line; `…` in a line stands for anything, and a line that is only `…` for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n"
        for line in expected.strip("\n").split("\n")
    )
    return re.fullmatch(pattern, printed.replace("\r\n", "\n").strip("\n") + "\n") is not None
