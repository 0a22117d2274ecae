"""Generates a Parquet file and a text file with a given number of URLs from a list: make_urls.py LIST COUNT FOLDER.

The list is repeated with a different query each time, so equal arguments produce equal files.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pyarrow.parquet


def urls(listed: list[str]) -> Iterator[str]:
    yield from listed
    for turn in itertools.count(1):
        for url in listed:
            url, mark, fragment = url.partition("#")
            yield f"{url}{'&' if '?' in url else '?'}turn={turn}{mark}{fragment}"


def main() -> None:
    source, count, folder = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    lines = source.read_text("utf-8", "replace").split("\n")
    listed = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    folder.mkdir(parents=True, exist_ok=True)
    made = itertools.islice(urls(listed), count)
    schema = pyarrow.schema([("url", pyarrow.string())])
    with (
        pyarrow.parquet.ParquetWriter(folder / "urls.parquet", schema) as table,
        open(folder / "urls.txt", "w", encoding="utf-8") as text,
    ):
        while part := list(itertools.islice(made, 262_144)):
            table.write_table(pyarrow.table({"url": part}, schema))
            text.write("\n".join(part) + "\n")


if __name__ == "__main__":
    main()
