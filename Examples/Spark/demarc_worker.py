"""What runs in each Python worker of Spark: one engine for all of its tasks.

It is a module of its own, shipped with `addPyFile`: what a worker imports stays with the worker, whereas the functions of
the main script are sent anew with every task.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy
import pyarrow
from demarc import Engine, Evaluator, Rows
from pyspark import SparkFiles

#: By policy, because a worker can serve several jobs.
_evaluators: dict[str, Evaluator] = {}

#: The columns that `Classifier` gives, for `mapInArrow`.
SCHEMA = "class string, verdict string, rule string"


def evaluator_for(policy: str) -> Evaluator:
    """The worker's evaluator: the policy is opened once, and shared with other workers by mapping it."""
    known = _evaluators.get(policy)
    if known is None:
        known = Engine.open(SparkFiles.get(policy), mapped=True).evaluator()
        _evaluators[policy] = known
    return known


def words(numbers: numpy.ndarray, names: list[str | None]) -> pyarrow.Array:
    """A column of names by their numbers."""
    return pyarrow.array(names, pyarrow.string()).take(pyarrow.array(numpy.ascontiguousarray(numbers)))


class Classifier:
    """Classifies batches of URLs; for `DataFrame.mapInArrow`."""

    def __init__(self, policy: str, view: str, column: str = "url", keep_urls: bool = False) -> None:
        self.policy, self.view, self.column, self.keep_urls = policy, view, column, keep_urls

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        evaluator = evaluator_for(self.policy)
        for batch in batches:
            urls = batch.column(self.column)
            rows = numpy.frombuffer(evaluator.navigate_batch(urls, self.view).buffer, dtype=Rows.DTYPE)
            numbers, places = numpy.unique(rows["rule"], return_inverse=True)
            rules = [evaluator.rule(int(number)).id if number else None for number in numbers]
            columns = {
                "class": words(rows["url_class"], [one and one.value for one in Rows.CLASSES]),
                "verdict": words(rows["verdict"], [one.value for one in Rows.VERDICTS]),
                "rule": words(places, rules),
            }
            if self.keep_urls:
                columns = {"url": urls, **columns}
            yield pyarrow.RecordBatch.from_pydict(columns)
