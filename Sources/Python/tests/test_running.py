"""Threads, forks, the global interpreter lock and memory."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from array import array
from pathlib import Path

import pytest
from demarc import DemarcError, Engine, Status, Verdict

URL = b"https://contoso.com/"
COUNT = 2_000_000


@pytest.fixture(scope="module")
def many() -> tuple[bytes, array[int]]:
    return URL * COUNT, array("q", range(0, len(URL) * COUNT + 1, len(URL)))


def test_a_second_call_at_once_is_refused_and_others_run(policy: bytes, many: tuple[bytes, array[int]]) -> None:
    """A batch releases the GIL: this thread runs meanwhile, and gets `busy` from the evaluator in use."""
    with Engine.from_bytes(policy) as engine, engine.evaluator() as evaluator, engine.evaluator() as other:
        view = engine.view("documents")
        started, counts = threading.Event(), []

        def decide() -> None:
            started.set()
            counts.append(len(evaluator.navigate_buffers(*many, view)))

        thread = threading.Thread(target=decide)
        thread.start()
        started.wait()
        refused, decided = 0, 0
        while thread.is_alive():
            try:
                evaluator.navigate(URL, view)
            except DemarcError as error:
                assert error.status == Status.BUSY and "for each thread" in error.message
                # The batch has only begun, and is in progress during this call too.
                if refused == 0:
                    with pytest.raises(DemarcError):
                        evaluator.close()
                refused += 1
            assert other.navigate(URL, view).verdict is Verdict.ALLOW
            decided += 1
        thread.join()
        assert counts == [COUNT]
        # If the GIL were held, this thread would not have run during the batch.
        assert refused > 10 and decided > 10
        assert evaluator.navigate(URL, view).verdict is Verdict.ALLOW


def test_threads_decide_while_the_policy_changes(policy: bytes, next_policy: bytes) -> None:
    with Engine.from_bytes(policy) as engine:
        view = engine.view("documents")
        stop, problems = threading.Event(), []

        def decide() -> None:
            try:
                with engine.evaluator() as evaluator:
                    while not stop.is_set():
                        assert evaluator.navigate(URL, view).verdict is Verdict.ALLOW
                        assert evaluator.navigate("https://casino.example/", view).verdict is Verdict.BLOCK
            except BaseException as problem:
                problems.append(problem)

        threads = [threading.Thread(target=decide) for _ in range(4)]
        for thread in threads:
            thread.start()
        for turn in range(100):
            engine.reload(policy if turn % 2 else next_policy)
            if turn % 10 == 0:
                with pytest.raises(DemarcError):
                    engine.reload(policy[:100])
        stop.set()
        for thread in threads:
            thread.join()
        assert not problems
        assert engine.info.reloads == 100


def test_both_sides_of_a_fork_go_on(policy: bytes, next_policy: bytes) -> None:
    with Engine.from_bytes(policy) as engine, engine.evaluator() as evaluator:
        assert evaluator.navigate(URL, "documents").verdict is Verdict.ALLOW
        children = []
        for _ in range(4):
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    engine.reload(next_policy)
                    same = evaluator.navigate(URL, "documents").verdict is Verdict.ALLOW
                    with engine.evaluator() as made:
                        blocked = made.navigate("https://casino.example/", "documents").verdict is Verdict.BLOCK
                    status = 0 if same and blocked and engine.info.revision == 2 else 2
                finally:
                    os._exit(status)
            children.append(child)
        for child in children:
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert engine.info.revision == 1
        assert evaluator.navigate(URL, "documents").verdict is Verdict.ALLOW


def resident() -> int:
    """The resident memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_nothing_piles_up(policy: bytes) -> None:
    def work(turns: int) -> None:
        for _ in range(turns):
            with Engine.from_bytes(policy) as engine, engine.evaluator() as evaluator:
                answer = evaluator.navigate(URL, "documents")
                answer.explain()
                evaluator.navigate_batch([URL] * 100, "documents")
                evaluator.ask_json({"when": {"open": "tel:1"}})
                with pytest.raises(DemarcError):
                    engine.view("nowhere")
            # Released only by the garbage collector.
            forgotten = Engine.from_bytes(policy)
            forgotten.evaluator().navigate(URL, forgotten.view("documents"))

    work(100)
    gc.collect()
    before = resident()
    work(600)
    gc.collect()
    # A leaked engine with its evaluator takes 52 kB, so 1,200 of them take 62 MB. A leaked unused evaluator takes only
    # 3 kB and would not be detected here.
    assert resident() - before < 8 << 20


def test_handles_that_are_given_back_can_be_made_again_without_end(policy: bytes) -> None:
    with Engine.from_bytes(policy) as engine:
        begin = time.monotonic()
        made = 0
        while made < 20_000 and time.monotonic() - begin < 5:
            engine.evaluator().close()
            made += 1
        assert made > 1_000


def test_the_interpreter_can_end_at_any_time(policy: bytes, tmp_path: Path) -> None:
    path = tmp_path / "policy.demarc"
    path.write_bytes(policy)
    script = (
        "import sys, demarc, threading\n"
        f"engine = demarc.Engine.open({str(path)!r})\n"
        "evaluator = engine.evaluator()\n"
        "answer = evaluator.navigate('https://contoso.com/', 'documents')\n"
        "def decide():\n"
        "    mine = engine.evaluator()\n"
        "    while True: mine.navigate('https://contoso.com/', 'documents')\n"
        "threading.Thread(target=decide, daemon=True).start()\n"
        "sys.exit(7)\n"
    )
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, timeout=60)
        assert (ended.returncode, ended.stderr) == (7, "")


def test_a_library_that_is_not_there_is_said(tmp_path: Path) -> None:
    import demarc

    package = tmp_path / "demarc"
    package.mkdir()
    for file in Path(demarc.__file__).parent.glob("*.py"):
        (package / file.name).write_bytes(file.read_bytes())
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "DEMARC_LIBRARY": str(tmp_path / "missing.so")}
    run = [sys.executable, "-c", "import demarc"]
    ended = subprocess.run(run, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert ended.returncode == 1 and "DEMARC_LIBRARY" in ended.stderr
    environment["DEMARC_LIBRARY"] = str(next(Path("/").glob("lib*/x86_64-linux-gnu/libc.so.6"), "/lib/libc.so.6"))
    ended = subprocess.run(run, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert ended.returncode == 1 and "not the library" in ended.stderr
    bundled = Path(demarc.__file__).with_name("libdemarc.so")
    if bundled.exists():
        environment["DEMARC_LIBRARY"] = str(bundled)
        ended = subprocess.run(run, capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert ended.returncode == 0, ended.stderr
