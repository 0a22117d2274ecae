"""Classifies a Parquet file of URLs with Spark and prints a summary by class and rule.

classify.py URLS.parquet POLICY.demarc --view VIEW [--output FOLDER] [--master local[1]]
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

from demarc_worker import SCHEMA, Classifier
from pyspark.sql import SparkSession


def processor_seconds() -> float:
    """The processor time of this process and everything below it: Spark's JVM and its Python workers."""
    spent, parents = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # It ended meanwhile, and its parent has its time.
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
    parser.add_argument("--master", default="local[1]")
    arguments = parser.parse_args()

    spark = (
        SparkSession.builder.master(arguments.master)
        .appName("demarc")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.memory", "2g")
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
    urls = spark.read.parquet(arguments.urls).select("url")
    schema = f"url string, {SCHEMA}" if arguments.output else SCHEMA
    classified = urls.mapInArrow(Classifier(policy, arguments.view, keep_urls=bool(arguments.output)), schema)
    if arguments.output:
        classified.write.mode("overwrite").parquet(arguments.output)
        classified = spark.read.parquet(arguments.output)
    summary = classified.groupBy("class", "verdict", "rule").count().orderBy("class", "verdict", "rule").collect()
    seconds, spent = time.perf_counter() - begin, processor_seconds() - spent

    print(f"{'class':<10} {'verdict':<8} {'rule':<24} {'URLs':>10}")
    for row in summary:
        print(f"{row['class'] or '-':<10} {row['verdict']:<8} {row['rule'] or '-':<24} {row['count']:>10}")
    count = sum(row["count"] for row in summary)
    print(json.dumps({"urls": count, "seconds": round(seconds, 2), "processorSeconds": round(spent, 2)}))
    spark.stop()


if __name__ == "__main__":
    main()
