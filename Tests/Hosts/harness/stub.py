"""Servers in Demarc's place that allow everything and keep what they were asked: what a proxy really sends."""

import os
import socket
import threading
from dataclasses import dataclass
from pathlib import Path

from .wire import Head, Stream, escape

NAMES = ["Verdict", "Class", "Page", "Destination", "Rule", "Policy", "Id"]
FIELDS = "".join(f"X-Demarc-{name}: stub\r\n" for name in NAMES)


@dataclass
class Asked:
    """One question, in the bytes in which it came."""

    method: bytes
    target: bytes
    fields: list[tuple[bytes, bytes]]
    line: bytes | None = None

    @classmethod
    def reading(cls, head: Head) -> "Asked":
        method, _, rest = head.line.partition(b" ")
        return cls(method, rest.rpartition(b" ")[0], head.fields)

    def object(self) -> dict:
        if self.line is not None:
            return {"line": escape(self.line)}
        return {
            "method": escape(self.method),
            "target": escape(self.target),
            "fields": [[escape(name), escape(value)] for name, value in self.fields],
        }


class Stub:
    """Listens where the example's server would, for HTTP or ICAP, and answers every question with an allow."""

    def __init__(self, address, icap: bool = False, status: int = 204):
        self.icap = icap
        self.status = status
        self.lock = threading.Lock()
        self.asked: list[Asked] = []
        if isinstance(address, (str, Path)):
            self.listener = socket.socket(socket.AF_UNIX)
            self.listener.bind(str(address))
            os.chmod(address, 0o666)
            self.listener.listen(512)
        else:
            self.listener = socket.create_server(address, backlog=512)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection: socket.socket):
        with connection:
            stream = Stream(connection)
            try:
                while head := stream.head():
                    connection.sendall(self.answer_icap(head, stream) if self.icap else self.answer_http(head, stream))
            except (OSError, ValueError):
                pass

    def answer_http(self, head: Head, stream: Stream) -> bytes:
        stream.body(head, to_end=False)
        self.keep(Asked.reading(head))
        length = "Content-Length: 0\r\n" if self.status != 204 else ""
        return f"HTTP/1.1 {self.status} Allowed\r\n{length}{FIELDS}\r\n".encode()

    def answer_icap(self, head: Head, stream: Stream) -> bytes:
        if head.line.startswith(b"OPTIONS"):
            return (
                b"ICAP/1.0 200 OK\r\nMethods: REQMOD\r\nService: stub\r\nISTag: \"stub\"\r\nAllow: 204\r\n"
                b"Preview: 0\r\nTransfer-Preview: *\r\nEncapsulated: null-body=0\r\n\r\n"
            )
        encapsulated = head.first("Encapsulated")
        request = stream.head()
        if request is not None:
            self.keep(Asked.reading(request))
        if "req-body" in encapsulated:
            # A preview of nothing: one empty chunk.
            while stream.line():
                pass
        return b"ICAP/1.0 204 No modifications\r\nISTag: \"stub\"\r\n\r\n"

    def keep(self, asked: Asked):
        with self.lock:
            self.asked.append(asked)

    def take(self) -> list[Asked]:
        """What was asked since the last call."""
        with self.lock:
            taken, self.asked = self.asked, []
        return taken

    def close(self):
        # A thread that waits in accept would keep it open.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


HELPER = """#!/usr/bin/env python3
import sys
with open({path!r}, "ab", buffering=0) as log:
    for line in sys.stdin.buffer:
        log.write(line)
        sys.stdout.write(line.split(b" ")[0].decode() + " OK\\n")
        sys.stdout.flush()
"""


class HelperStub:
    """A program in the place of `demarc` that Squid starts; it keeps each line in a file."""

    def __init__(self, folder: Path):
        self.path = folder / "asked"
        self.path.touch()
        self.path.chmod(0o666)
        self.program = folder / "helper-stub"
        self.program.write_text(HELPER.format(path=str(self.path)))
        self.program.chmod(0o755)
        self.read = 0

    def take(self) -> list[Asked]:
        data = self.path.read_bytes()[self.read :]
        self.read += len(data)
        # The channel number is Squid's own, and a counter.
        return [Asked(b"", b"", [], line.partition(b" ")[2]) for line in data.splitlines()]

    def close(self):
        pass
