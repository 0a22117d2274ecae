"""Bytes on the wire: a readable form of them, raw requests and their answers, and HTTP/2 by hand."""

import re
import socket
import time
from dataclasses import dataclass, field

REPEATED = re.compile(r"\\\((.+?)\*(\d+)\)")
ESCAPED = re.compile(r"\\(?:x([0-9a-f]{2})|([\\rnt0]))")
NAMED = {"\\": "\\", "r": "\r", "n": "\n", "t": "\t", "0": "\0"}


def unescape(text: str) -> bytes:
    r"""Bytes of a readable text: `\r \n \t \0 \\ \xNN`, and `\(a*100)` for a hundred times `a`."""
    text = REPEATED.sub(lambda match: match[1] * int(match[2]), text)
    return ESCAPED.sub(lambda match: chr(int(match[1], 16)) if match[1] else NAMED[match[2]], text).encode("latin-1")


def escape(data: bytes) -> str:
    """The readable text of bytes; what `unescape` reads."""
    plain = {0x5C: "\\\\", 0x0D: "\\r", 0x0A: "\\n", 0x09: "\\t"}
    text = "".join(plain.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}") for byte in data)
    # A long run of one byte is written once, so that a recording stays readable.
    return re.sub(r"([A-Za-z0-9/.])\1{255,}", lambda match: f"\\({match[1]}*{len(match[0])})", text)


@dataclass
class Head:
    """The first line and fields of an HTTP message, each in the bytes in which it came."""

    line: bytes
    fields: list[tuple[bytes, bytes]]
    raw: bytes

    @classmethod
    def reading(cls, raw: bytes) -> "Head":
        lines = raw.split(b"\r\n")
        fields = []
        for entry in lines[1:]:
            if entry:
                name, _, value = entry.partition(b":")
                fields.append((name, value.strip(b" \t")))
        return cls(lines[0], fields, raw)

    def values(self, name: str) -> list[bytes]:
        wanted = name.lower().encode()
        return [value for key, value in self.fields if key.lower() == wanted]

    def first(self, name: str) -> str:
        return (self.values(name) or [b""])[0].decode("latin-1")


@dataclass
class Response:
    """What a proxy answered; status 0 where it closed the connection, -1 where it said nothing in time."""

    status: int
    head: Head | None = None
    body: bytes = b""
    seconds: float = 0.0


class Stream:
    """Reads messages from a socket, whole ones only."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.pending = b""

    def more(self) -> bool:
        data = self.connection.recv(65536)
        self.pending += data
        return bool(data)

    def head(self) -> Head | None:
        """The next head; nil at the end, or where what came is no head."""
        while b"\r\n\r\n" not in self.pending:
            if len(self.pending) > 1 << 20 or not self.more():
                return None
        raw, self.pending = self.pending.split(b"\r\n\r\n", 1)
        return Head.reading(raw)

    def exactly(self, count: int) -> bytes:
        while len(self.pending) < count and self.more():
            pass
        data, self.pending = self.pending[:count], self.pending[count:]
        return data

    def line(self) -> bytes:
        while b"\r\n" not in self.pending and self.more():
            pass
        text, _, self.pending = self.pending.partition(b"\r\n")
        return text

    def body(self, head: Head, to_end: bool) -> bytes:
        """The body that follows a head. Chunks count more than a length, as RFC 9112 has it."""
        if b"chunked" in b",".join(head.values("transfer-encoding")).lower():
            parts = []
            while size := int(self.line().split(b";")[0] or b"0", 16):
                parts.append(self.exactly(size))
                self.line()
            while self.line():
                pass
            return b"".join(parts)
        if lengths := head.values("content-length"):
            return self.exactly(int(lengths[0]))
        if to_end:
            while self.more():
                pass
            data, self.pending = self.pending, b""
            return data
        return b""


def connect(address, timeout: float) -> socket.socket:
    connection = socket.create_connection(address, timeout)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def exchange(address, parts: list, timeout: float = 5.0, answers: int = 1, tunnelled: bytes = b"", linger: float = 0.0) -> list[Response]:
    """Sends bytes, and seconds to wait between them, and reads so many answers, or until the connection ends.

    A tunnel that is opened gets `tunnelled`, so that whoever is at its other end sees something.
    """
    began = time.monotonic()
    found: list[Response] = []
    bodiless = False
    try:
        with connect(address, timeout) as connection:
            for part in parts:
                if isinstance(part, (int, float)):
                    time.sleep(part)
                else:
                    bodiless = part.startswith((b"HEAD ", b"CONNECT "))
                    connection.sendall(part)
            stream = Stream(connection)
            while len(found) < answers:
                head = stream.head()
                if head is None:
                    break
                status = int(head.line.split(b" ")[1])
                if 100 <= status < 200 and status != 101:
                    continue
                body = b""
                if not bodiless and status not in (101, 204, 304):
                    body = stream.body(head, to_end=True)
                found.append(Response(status, head, body, time.monotonic() - began))
                if status == 200 and tunnelled:
                    connection.sendall(tunnelled)
                    time.sleep(0.1)
            # A second request that was smuggled in is handled while the connection is open only.
            time.sleep(linger)
    except TimeoutError:
        found.append(Response(-1, seconds=time.monotonic() - began))
    except (OSError, ValueError):
        pass
    return found or [Response(0, seconds=time.monotonic() - began)]


# MARK: HTTP/2, as much as a lie needs


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def literal(text: bytes) -> bytes:
    """A string of HPACK (RFC 7541, 5.2), without Huffman."""
    if len(text) < 127:
        return bytes([len(text)]) + text
    rest, encoded = len(text) - 127, bytearray([127])
    while rest >= 128:
        encoded.append(rest % 128 + 128)
        rest //= 128
    encoded.append(rest)
    return bytes(encoded) + text


def http2(fields: list[tuple[str, str]]) -> bytes:
    """A connection with one request over HTTP/2 without TLS, by prior knowledge; fields exactly as they are given."""
    block = b"".join(b"\x00" + literal(unescape(name)) + literal(unescape(value)) for name, value in fields)
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, b"") + frame(1, 5, 1, block)


# The static table's entries for :status (RFC 7541, appendix A).
STATUS = {8: 200, 9: 204, 10: 206, 11: 304, 12: 400, 13: 404, 14: 500}
DIGITS = {0x00: "0", 0x01: "1", 0x02: "2", 0x19: "3", 0x1A: "4", 0x1B: "5", 0x1C: "6", 0x1D: "7", 0x1E: "8", 0x1F: "9"}


def huffman_digits(data: bytes) -> str:
    bits = "".join(f"{byte:08b}" for byte in data)
    text = ""
    while len(bits) >= 5 and not (len(bits) < 8 and set(bits) == {"1"}):
        size = 5 if int(bits[:5], 2) in (0, 1, 2) else 6
        text += DIGITS.get(int(bits[:size], 2), "?")
        bits = bits[size:]
    return text


def exchange_http2(address, fields: list[tuple[str, str]], timeout: float = 5.0) -> Response:
    """Sends one request over HTTP/2 and reads the status; 0 where the stream or the connection was reset."""
    try:
        with connect(address, timeout) as connection:
            connection.sendall(http2(fields))
            stream = Stream(connection)
            while len(header := stream.exactly(9)) == 9:
                payload = stream.exactly(int.from_bytes(header[:3], "big"))
                kind, flags = header[3], header[4]
                if kind == 4 and not flags & 1:
                    connection.sendall(frame(4, 1, 0, b""))
                if kind in (3, 7):
                    return Response(0)
                if kind == 1:
                    # A size update of the table may come first; :status is the first field, in one of two forms.
                    while payload and payload[0] & 0xE0 == 0x20:
                        payload = payload[1:]
                    if payload[0] & 0x80:
                        return Response(STATUS.get(payload[0] & 0x7F, -2))
                    size = payload[1] & 0x7F
                    value = payload[2 : 2 + size]
                    return Response(int(huffman_digits(value) if payload[1] & 0x80 else value))
    except TimeoutError:
        return Response(-1)
    except OSError:
        pass
    return Response(0)
