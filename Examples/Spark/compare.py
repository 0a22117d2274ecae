"""Prints the speed of Spark relative to `demarc check`: one round of `run --compare`.

compare.py ROUND SECONDS USER SYSTEM, with the last line of `classify.py` as input. If the machine also does other work,
CPU time is the relevant figure: the time that each takes on one core.
"""

from __future__ import annotations

import json
import sys


def main() -> None:
    spark = json.load(sys.stdin)
    wall, user, system = (float(argument) for argument in sys.argv[2:5])
    urls = spark["urls"]
    for what, of_spark, of_check in (
        ("by the clock", spark["seconds"], wall),
        ("of processor time", spark["processorSeconds"], user + system),
    ):
        print(
            f"round {sys.argv[1]}, {what}: Spark {urls / of_spark:,.0f} URLs/s, demarc check {urls / of_check:,.0f} URLs/s, "
            f"{of_check / of_spark:.2f} x"
        )


if __name__ == "__main__":
    main()
