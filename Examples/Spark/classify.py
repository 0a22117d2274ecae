"""Classifies a Parquet file of URLs with Spark and prints a summary by class and rule.

classify.py URLS.parquet POLICY.demarc --view VIEW [--output FOLDER] [--master local[1]]
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

import pyarrow.parquet
from demarc_worker import CLASSES, COUNTS, Classifier, Counter
from pyspark.sql import SparkSession, functions


def processor_seconds() -> float:
    """The CPU time of this process and all processes below it: Spark's JVM and its Python workers."""
    spent, parents = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # The process has ended in the meantime, and its parent has its time.
        parents[int(folder.name)] = int(fields[1])
        spent[int(folder.name)] = sum(int(field) for field in fields[11:15])
    below = {os.getpid()}
    while found := {process for process, parent in parents.items() if parent in below} - below:
        below |= found
    return sum(spent.get(process, 0) for process in below) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description="Classify a Parquet file of URLs")
    parser.add_argument("urls", help="a Parquet file with a column `url`")
    parser.add_argument("policy", help="a policy that `demarc compile` wrote")
    parser.add_argument("--view", required=True, help="the web view of the policy that the URLs are for")
    parser.add_argument("--output", help="a folder for a Parquet file with the class, verdict and rule of each URL")
    parser.add_argument("--row-groups", action="store_true", help="let workers read the file, which they must have")
    parser.add_argument("--master", default="local[1]")
    arguments = parser.parse_args()

    spark = (
        SparkSession.builder.master(arguments.master)
        .appName("demarc")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.memory", "2g")
        # On a single core, concurrent garbage collection threads have no benefit, and a job of seconds has none from an
        # optimizing compiler that takes seconds.
        .config("spark.driver.extraJavaOptions", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
        .config("spark.buffer.size", str(1 << 20))
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    # Each machine gets the compiled policy once, and each worker opens it once.
    spark.sparkContext.addFile(str(Path(arguments.policy).resolve()))
    spark.sparkContext.addPyFile(str(Path(__file__).with_name("demarc_worker.py")))
    policy = os.path.basename(arguments.policy)

    begin, spent = time.perf_counter(), processor_seconds()
    if arguments.row_groups:
        urls = spark.range(pyarrow.parquet.ParquetFile(arguments.urls).num_row_groups)
    else:
        urls = spark.read.parquet(arguments.urls).select("url")
    file = str(Path(arguments.urls).resolve()) if arguments.row_groups else None
    settings = {"policy": policy, "view": arguments.view, "file": file}
    if arguments.output:
        classifier = Classifier(**settings)
        urls.mapInArrow(classifier, f"url string, {CLASSES}").write.mode("overwrite").parquet(arguments.output)
        lines = spark.read.parquet(arguments.output).withColumn("count", functions.lit(1))
    else:
        lines = urls.mapInArrow(Counter(**settings), COUNTS)
    key = ("class", "verdict", "rule")
    summary = lines.groupBy(*key).agg(functions.sum("count").alias("urls")).collect()
    summary.sort(key=lambda row: tuple(row[name] or "" for name in key))
    seconds, spent = time.perf_counter() - begin, processor_seconds() - spent

    print(f"{'class':<10} {'verdict':<8} {'rule':<24} {'URLs':>10}")
    for row in summary:
        print(f"{row['class'] or '-':<10} {row['verdict']:<8} {row['rule'] or '-':<24} {row['urls']:>10}")
    count = sum(row["urls"] for row in summary)
    print(json.dumps({"urls": count, "seconds": round(seconds, 2), "processorSeconds": round(spent, 2)}))
    spark.stop()


if __name__ == "__main__":
    main()
