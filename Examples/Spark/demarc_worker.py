"""The code in each Python worker of Spark: one engine for all of its tasks.

It is a separate module, shipped with `addPyFile`: modules that a worker imports stay loaded in the worker, whereas the
functions of the main script are sent again with every task.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy
import pyarrow
import pyarrow.parquet
from demarc import Engine, Evaluator, Rows
from pyspark import SparkFiles

#: Keyed by policy, because a worker can serve several jobs.
_evaluators: dict[str, Evaluator] = {}

#: The columns of `Classifier` and `Counter`, for `mapInArrow`.
CLASSES = "class string, verdict string, rule string"
COUNTS = f"{CLASSES}, count long"


def evaluator_for(policy: str) -> Evaluator:
    """The worker's evaluator: the policy is opened once, and shared with other workers by mapping it."""
    known = _evaluators.get(policy)
    if known is None:
        known = Engine.open(SparkFiles.get(policy), mapped=True).evaluator()
        _evaluators[policy] = known
    return known


class Classifier:
    """Determines the class, verdict and rule of each URL; for `DataFrame.mapInArrow`."""

    def __init__(self, policy: str, view: str, column: str = "url", file: str | None = None) -> None:
        """If `file` is the path of a Parquet file, the rows are numbers of its row groups, which the worker reads
        itself, so that the URLs do not go through the JVM."""
        self.policy, self.view, self.column, self.file = policy, view, column, file

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch, evaluator, table in self.decided(batches):
            rules = pyarrow.array(table["rule"]).dictionary_encode()
            ids = [evaluator.rule(number).id if number else None for number in rules.dictionary.to_pylist()]
            yield pyarrow.RecordBatch.from_pydict(
                {
                    "url": batch.column(self.column),
                    "class": words([one and one.value for one in Rows.CLASSES], pyarrow.array(table["url_class"])),
                    "verdict": words([one.value for one in Rows.VERDICTS], pyarrow.array(table["verdict"])),
                    "rule": words(ids, rules.indices),
                }
            )

    def decided(
        self, batches: Iterator[pyarrow.RecordBatch]
    ) -> Iterator[tuple[pyarrow.RecordBatch, Evaluator, numpy.ndarray]]:
        """The batches with their rows."""
        evaluator = evaluator_for(self.policy)
        for batch in self.read(batches) if self.file else batches:
            rows = evaluator.navigate_batch(batch.column(self.column), self.view)
            yield batch, evaluator, numpy.frombuffer(rows.buffer, dtype=Rows.DTYPE)

    def read(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The URLs of row groups."""
        file = pyarrow.parquet.ParquetFile(self.file)
        for batch in batches:
            groups = batch.column("id").to_pylist()
            yield from file.iter_batches(65_536, row_groups=groups, columns=[self.column], use_threads=False)


class Counter(Classifier):
    """Counts each batch by class, verdict and rule, so that a summary brings back a few lines and not every URL."""

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for _, evaluator, table in self.decided(batches):
            # PERF: counting one number is many times faster than counting three columns. The position of a rule takes
            # 48 bits of its number; the remaining bits identify the policy, which is the same for all rows of a batch.
            rules = table["rule"]
            policy = int(rules.max(initial=0)) >> 48 << 48
            keys = rules & 0xFFFF_FFFF_FFFF | table["verdict"].astype("u8") << 48 | table["url_class"].astype("u8") << 56
            counted = [
                {"url_class": key >> 56, "verdict": key >> 48 & 255, "rule": key & 0xFFFF_FFFF_FFFF, "count_all": count}
                for key, count in zip(*(part.to_pylist() for part in pyarrow.array(keys).value_counts().flatten()))
            ]
            for line in counted:
                if line["rule"]:
                    line["rule"] |= policy
            classes = [Rows.CLASSES[line["url_class"]] for line in counted]
            yield pyarrow.RecordBatch.from_pydict(
                {
                    "class": pyarrow.array([one and one.value for one in classes], pyarrow.string()),
                    "verdict": [Rows.VERDICTS[line["verdict"]].value for line in counted],
                    "rule": pyarrow.array(
                        [evaluator.rule(line["rule"]).id if line["rule"] else None for line in counted], pyarrow.string()
                    ),
                    "count": pyarrow.array([line["count_all"] for line in counted], pyarrow.int64()),
                }
            )


def words(names: list[str | None], numbers: pyarrow.Array) -> pyarrow.Array:
    """A column of names, by their numbers."""
    return pyarrow.array(names, pyarrow.string()).take(numbers)
