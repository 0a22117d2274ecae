"""Measures the Python package on a list of URLs, interleaved with the Swift loop of `demarc bench` on the same URLs.

measure.py POLICY URLS VIEW [--demarc COMMAND] [--passes N]

POLICY is compiled, URLS has one URL a line. Figures are processor time per URL: the fastest pass.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from demarc import Engine

try:
    import pyarrow
except ImportError:
    pyarrow = None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("policy")
    parser.add_argument("urls")
    parser.add_argument("view")
    parser.add_argument("--demarc", help="the command, in release mode, to compare with its loop")
    parser.add_argument("--passes", type=int, default=5)
    arguments = parser.parse_args()
    urls = [line for line in Path(arguments.urls).read_text("utf-8", "replace").split("\n") if line]
    engine = Engine.open(arguments.policy)
    view = engine.view(arguments.view)
    evaluator = engine.evaluator()
    some = urls[:200_000]

    def one_at_a_time() -> None:
        for url in some:
            evaluator.navigate(url, view)

    kinds: dict[str, tuple[Callable[[], Any], int]] = {
        "one at a time": (one_at_a_time, len(some)),
        "a list of str": (lambda: evaluator.navigate_batch(urls, view), len(urls)),
    }
    if pyarrow is not None:
        table = pyarrow.array(urls, pyarrow.large_string())
        kinds["an Arrow array"] = (lambda: evaluator.navigate_batch(table, view), len(urls))
    best: dict[str, float] = {}
    ratios: list[float] = []
    for _ in range(arguments.passes):
        times = {}
        for name, (run, count) in kinds.items():
            begin = time.process_time_ns()
            run()
            times[name] = (time.process_time_ns() - begin) / count
        if arguments.demarc:
            command = [arguments.demarc, "bench", "--policy", arguments.policy, "--view", arguments.view]
            command += ["--urls", arguments.urls, "--format", "json"]
            said = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            times["the Swift loop"] = said["decideNs"]["min"]
            if "an Arrow array" in times:
                ratios.append(times["an Arrow array"] / times["the Swift loop"])
        for name, figure in times.items():
            best[name] = min(best.get(name, figure), figure)
    for name, figure in best.items():
        print(f"{name:<16} {figure:9.1f} ns a URL {1e9 / figure:14,.0f} URLs/s")
    if ratios:
        print(f"Arrow against the Swift loop: {best['an Arrow array'] / best['the Swift loop']:.2f} x of the fastest passes,", end=" ")
        print(f"{sorted(ratios)[len(ratios) // 2]:.2f} x in the middle")


if __name__ == "__main__":
    main()
