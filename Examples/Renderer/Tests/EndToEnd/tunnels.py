"""Tunnels – https, and every WebSocket – are decided by host and port; the tests verify exactly that."""

import socket
import ssl
import time

from . import processes
from .attacker import HOSTILE, Attacker

EVIL = f"http://{HOSTILE}"


class Tunnels(Attacker):
    def arrived(self, mark, timeout=5, **fields):
        """Waits until something has arrived at the origin server."""
        deadline = time.monotonic() + timeout
        while not self.service.since(mark, **fields):
            assert time.monotonic() < deadline, (fields, self.service.since(mark))
            time.sleep(0.05)
        return self.service.since(mark, **fields)

    def test_what_passes_an_allowed_tunnel_is_not_seen(self):
        person = self.person()
        # An http page may open both kinds of WebSocket; both are tunnels.
        for scheme in ("ws", "wss"):
            mark = self.service.mark()
            person.clear_notes()
            person.go(f"{EVIL}/socket?to={scheme}://search.localhost/any/path&say=secret")
            person.shows("socket")
            person.noted("allow load", f"{scheme}://search.localhost/any/path")
            frames = self.arrived(mark, kind="frame")
            assert [(frame["host"], frame["path"], frame["body"], frame["secure"]) for frame in frames] == [
                ("search.localhost", "/any/path", "secret", scheme == "wss")], frames
            # Exactly that, and nothing more: neither a blocked host, nor a host with only some blocked pages.
            mark = self.service.mark()
            partly = {"ws": HOSTILE, "wss": "shared.contoso.localhost"}[scheme]
            for url, reason in ((f"{scheme}://bets.localhost/any", "rule gambling"),
                                (f"{scheme}://{partly}/any", "connection.undecided")):
                person.clear_notes()
                person.go(f"{EVIL}/socket?to={url}&say=secret")
                person.shows("socket")
                person.noted("block", reason)
                time.sleep(0.3)
            for kind in ("frame", "websocket", "handshake", "connection"):
                assert not self.service.since(mark, kind=kind), (scheme, kind)
        person.end()

    def test_pages_over_https_are_decided_as_others_are(self):
        person = self.person()
        mark = self.service.mark()
        person.go(f"https://{HOSTILE}/show/allowed")
        person.shows("/show/allowed")
        person.noted("allow navigate", f"https://{HOSTILE}/show/allowed", "rule intranet")
        assert self.service.since(mark, path="/show/allowed")[0]["secure"]
        # A host with some blocked pages cannot be reached over https at all, with or without a worker: nothing could
        # identify the page that is requested through its tunnel.
        mark = self.service.mark()
        for path, reason in (("/forbidden", "rule forbidden-secure"), ("/show/other", "connection.undecided")):
            person.clear_notes()
            person.go(f"https://shared.contoso.localhost{path}")
            person.noted("block", reason)
        time.sleep(0.5)
        assert not self.service.since(mark, host="shared.contoso.localhost")
        # Over http, the gate sees every path, so only the blocked pages are blocked.
        person.go("http://shared.contoso.localhost/show/http")
        person.shows("/show/http")
        assert self.service.since(mark, host="shared.contoso.localhost", path="/show/http")
        person.end()

    def test_a_process_that_was_taken_over_has_the_tunnels_of_its_pages_and_no_more(self):
        """What cannot be prevented without terminating TLS, sent to the gate as a compromised process could."""
        person = self.person()
        person.go("https://search.localhost/show/search")
        person.shows("/show/search")
        assert person.owner() == "unmanaged"
        gate = self.gate_of_the_unmanaged_browser(person)
        mark = self.service.mark()
        # A tunnel that was not requested, or that the policy blocks, stays closed; so does a permitted host without a
        # request.
        for target in ("bets.localhost:443", "bets.localhost:80", "other.test:443", "search.localhost:80", "127.0.0.1:443",
                       f"localhost:{self.service.origin_port}", f"127.0.0.1:{self.service.origin_port}"):
            assert " 403 " in self.connect(gate, target)[0], target
        for url in ("http://bets.localhost/t/raw", "http://search.localhost/t/undecided"):
            with socket.create_connection(("127.0.0.1", gate), 10) as plain:
                plain.sendall(f"GET {url} HTTP/1.1\r\nHost: search.localhost\r\n\r\n".encode())
                assert b" 403 " in plain.recv(4096).split(b"\r\n")[0], url
        time.sleep(0.3)
        assert not self.service.since(mark), self.service.since(mark)
        # Through the tunnel of the page, anything arrives – another path, another host, another name in the handshake –
        # but only at the server to which the tunnel connects.
        status, tunnel = self.connect(gate, "search.localhost:443")
        assert " 200 " in status, status
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with context.wrap_socket(tunnel, server_hostname="other.test") as secure:
            secure.sendall(b"GET /t/unseen HTTP/1.1\r\nHost: other.test\r\nConnection: close\r\n\r\n")
            assert b" 404 " in secure.recv(4096)
        assert [(entry["kind"], entry["host"], entry["path"]) for entry in self.service.since(mark)] == [
            ("handshake", "other.test", ""), ("http", "other.test", "/t/unseen")]
        person.end()

    def gate_of_the_unmanaged_browser(self, person):
        """The proxy port of the browser for unmanaged pages, which is the browser that was started last."""
        browsers = {process: name for process, name in processes.below(self.service.process.pid).items() if "--type=" not in name}
        newest = browsers[max((process for process, name in browsers.items() if "--proxy-server=" in name), key=processes.start)]
        return int(next(each for each in newest.split("\0") if each.startswith("--proxy-server=")).rpartition(":")[2])

    @staticmethod
    def connect(gate, target):
        connection = socket.create_connection(("127.0.0.1", gate), 10)
        connection.sendall(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n".encode())
        return connection.recv(4096).decode("latin-1").split("\r\n")[0], connection
