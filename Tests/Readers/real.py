#!/usr/bin/env python3
"""Says what real readers make of URLs: `real.py urllib`, `real.py rfc3986` or `real.py curl`.

Each line of standard input is a text in hexadecimal UTF-8; each line of output is `refused`, or scheme, host, port, path and
query in hexadecimal between commas, with `-` for a port or a query that is not there. An IPv6 address is written in its
shortest form, without brackets and zone. `real.py --version NAME` says what is asked, or fails where it is not there.
"""

import ctypes
import ctypes.util
import ipaddress
import re
import sys
from urllib.parse import urlsplit


def line(scheme, host, port, path, query):
    """A reading as a line; the parts are bytes or texts."""
    def hexadecimal(part):
        return (part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part).hex()

    return ",".join([
        hexadecimal(scheme.lower()),
        hexadecimal(address(host)),
        "-" if port is None else str(port),
        hexadecimal(path),
        "-" if query is None else hexadecimal(query),
    ])


def address(host):
    """A host with an IPv6 address in its shortest form; any other host as it is."""
    text = host.decode("utf-8", "replace") if isinstance(host, bytes) else host
    if ":" not in text:
        return host
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    text = text.partition("%")[0]
    try:
        return str(ipaddress.IPv6Address(text))
    except ValueError:
        return host


def urllib(data):
    text = data.decode("utf-8", "replace")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "refused"
    return line(parts.scheme, host, port, parts.path, parts.query or None)


# Appendix B of RFC 3986, with `.` for every byte.
APPENDIX_B = re.compile(rb"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)


def rfc3986(data):
    match = APPENDIX_B.match(data)
    scheme, authority, path, query = match[2] or b"", match[4] or b"", match[5], match[7]
    host, port = authority.rpartition(b"@")[2], b""
    found = re.fullmatch(rb"(.*):([^:\]]*)", host, re.DOTALL)
    if found:
        host, port = found[1], found[2]
    if port and not port.isdigit():
        return "refused"
    return line(scheme, host, min(int(port), 65536) if port else None, without_dot_segments(path), query)


def without_dot_segments(path):
    """A path that starts with a slash, without dot segments, by section 5.2.4 of RFC 3986 step by step."""
    if not path.startswith(b"/"):
        return path
    rest, output = path, b""
    while rest:
        if rest.startswith(b"/./"):
            rest = rest[2:]
        elif rest == b"/.":
            rest = b"/"
        elif rest.startswith(b"/../"):
            rest, output = rest[3:], output[:max(output.rfind(b"/"), 0)]
        elif rest == b"/..":
            rest, output = b"/", output[:max(output.rfind(b"/"), 0)]
        else:
            end = rest.find(b"/", 1)
            end = len(rest) if end < 0 else end
            output, rest = output + rest[:end], rest[end:]
    return output


class Curl:
    """libcurl's `curl_url`, with the flags of transfers."""

    PARTS = {"scheme": 1, "host": 5, "port": 6, "path": 7, "query": 8}
    GUESS_SCHEME, NON_SUPPORT_SCHEME = 1 << 9, 1 << 3

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("curl") or "libcurl.so.4")
        self.library.curl_url.restype = ctypes.c_void_p
        self.library.curl_version.restype = ctypes.c_char_p
        self.library.curl_free.argtypes = [ctypes.c_void_p]
        self.library.curl_url_cleanup.argtypes = [ctypes.c_void_p]
        self.library.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
        self.library.curl_url_get.argtypes = [
            ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint]

    def version(self):
        return self.library.curl_version().decode().split()[0]

    def part(self, handle, name):
        found = ctypes.c_void_p()
        if self.library.curl_url_get(handle, self.PARTS[name], ctypes.byref(found), 0) != 0:
            return None
        value = ctypes.string_at(found)
        self.library.curl_free(found)
        return value

    def __call__(self, data):
        handle = self.library.curl_url()
        try:
            if self.library.curl_url_set(handle, 0, data.partition(b"\0")[0], self.GUESS_SCHEME | self.NON_SUPPORT_SCHEME):
                return "refused"
            parts = {name: self.part(handle, name) for name in self.PARTS}
            port = int(parts["port"]) if parts["port"] else None
            return line(parts["scheme"] or b"", parts["host"] or b"", port, parts["path"] or b"", parts["query"])
        finally:
            self.library.curl_url_cleanup(handle)


def main():
    name = sys.argv[-1]
    reader = {"urllib": lambda: urllib, "rfc3986": lambda: rfc3986, "curl": Curl}[name]()
    if "--version" in sys.argv:
        print({"urllib": "Python " + sys.version.split()[0], "rfc3986": "RFC 3986, appendix B"}.get(name)
              or reader.version())
        return
    for text in sys.stdin:
        sys.stdout.write(reader(bytes.fromhex(text)) + "\n")


if __name__ == "__main__":
    main()
