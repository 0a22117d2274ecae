#!/usr/bin/env python3
"""The sites of the demo and of the tests, on one local port: each host is a folder, and every request is logged.

usage: origin.py --port PORT [--watched PORT] [--certificate FILE] [--log FILE] FOLDER...

With a certificate, the same ports also serve https: the first byte distinguishes the two.
"""

import argparse
import base64
import hashlib
import html
import json
import pathlib
import socket
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TYPES = {".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".js": "text/javascript", ".css": "text/css", ".txt": "text/plain"}


class Log:
    """What arrived, one JSON object per line; the basis for judging every test."""

    def __init__(self, path):
        self.file = open(path, "a", buffering=1) if path else None
        self.lock = threading.Lock()

    def write(self, **entry):
        if self.file:
            with self.lock:
                self.file.write(json.dumps({"time": time.time(), **entry}) + "\n")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folders = []
    log = Log(None)
    tls = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer()

    do_POST = do_HEAD = do_PUT = do_OPTIONS = do_GET

    def answer(self):
        host = self.headers.get("Host", "").split(":")[0]
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else b""
        upgrade = self.headers.get("Upgrade", "").lower()
        self.log.write(
            kind=upgrade or "http", method=self.command, host=host, path=self.path, body=body[:200].decode("latin-1"),
            secure=isinstance(self.connection, ssl.SSLSocket), cookie=self.headers.get("Cookie", ""), purpose=self.headers.get("Sec-Purpose", ""))
        if upgrade == "websocket":
            return self.web_socket()
        parts = urlsplit(self.path)
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        special = getattr(self, "on_" + parts.path.strip("/").split("/")[0].replace("-", "_"), None)
        if special:
            return special(parts, query, body)
        for folder in self.folders:
            for name in (parts.path.strip("/") or "index", parts.path.strip("/") + ".html", "index.html"):
                file = (folder / host / name).resolve()
                if file.is_file() and (folder / host).resolve() in file.parents:
                    if name == "index.html" and parts.path != "/":
                        continue
                    return self.send(200, file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"))
        self.send(404, b"Not here.", "text/plain")

    def send(self, status, body, kind="text/html; charset=utf-8", **fields):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in {"Cache-Control": "no-store", **fields}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD" and status not in (204, 304):
            self.wfile.write(body)

    # The paths that are available on every host.

    def on_redirect(self, _, query, __):
        self.send(int(query.get("status", "302")), b"", Location=query["to"])

    def on_nothing(self, *_):
        self.send(204, b"")

    def on_download(self, parts, *_):
        self.send(200, b"what is in the file\n", "application/octet-stream",
                  Content_Disposition='attachment; filename="report.txt"')

    def on_refresh_header(self, _, query, __):
        self.send(200, b"refreshing", Refresh="0;url=" + query["to"])

    def on_link_header(self, _, query, __):
        self.send(200, b"<!DOCTYPE html><title>linked</title>linked", Link=f'<{query["to"]}>; rel={query["rel"]}')

    def on_reporting(self, _, query, __):
        self.send(200, b"<!DOCTYPE html><title>reporting</title><img src=/nothing>",
                  Content_Security_Policy=f'img-src \'none\'; report-uri {query["to"]}; report-to there',
                  Reporting_Endpoints=f'there="{query["to"]}"')

    def on_show(self, parts, query, body):
        text = f"<!DOCTYPE html><title>{html.escape(parts.path)}</title><p>{html.escape(body.decode('latin-1'))}</p>"
        self.send(200, text.encode())

    def on_cookie(self, _, query, __):
        self.send(200, b"<!DOCTYPE html><title>/cookie</title>", Set_Cookie=f'who={query["set"]}; Path=/')

    def on_clipboard(self, _, query, __):
        """A page with a field, and one or two frames below it."""
        frames = "".join(f'<iframe src="{html.escape(query[name])}"></iframe>' for name in ("frame", "second") if name in query)
        self.send(200, f"""<!DOCTYPE html><title>{html.escape(query["title"])}</title>
            <style>body {{ margin: 0; font: 16px sans-serif; }} textarea, iframe {{ display: block; border: 0; width: 100%; }}
            textarea {{ height: 60px; box-sizing: border-box; }} iframe {{ height: 400px; }}</style>
            <textarea>{html.escape(query.get("text", ""))}</textarea>{frames}""".encode())

    def on_title(self, *_):
        self.send(200, b"<!DOCTYPE html><title>&lt;img src=x onerror=alert(1)&gt;</title><p>A title with markup")

    def web_socket(self):
        key = self.headers.get("Sec-WebSocket-Key", "")
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", accept.decode())
        self.end_headers()
        self.wfile.flush()
        self.close_connection = True
        # One frame from the client, to see its content.
        head = self.rfile.read(2)
        if len(head) == 2 and head[1] & 0x7F < 126:
            mask = self.rfile.read(4)
            data = self.rfile.read(head[1] & 0x7F)
            text = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)).decode("latin-1")
            host = self.headers.get("Host", "").split(":")[0]
            self.log.write(
                kind="frame", method="", host=host, path=self.path, body=text,
                secure=isinstance(self.connection, ssl.SSLSocket), cookie="", purpose="")


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def finish_request(self, request, client_address):
        serve_one(request, client_address)

    def shutdown_request(self, request):
        """The response has already been sent and closed."""

    def handle_error(self, *_):
        pass


def listen_for_datagrams(port, log):
    """Datagrams, which bypass every proxy."""
    receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    receiver.bind(("127.0.0.1", port))
    while True:
        data, _ = receiver.recvfrom(2048)
        log.write(kind="datagram", method="", host="", path="", body=data[:20].hex(), cookie="", purpose="")


def count_connections(port, log):
    """Logs every connection to this port, whether or not it carries a request; then serves it like any other."""
    listener = socket.create_server(("127.0.0.1", port), backlog=256)
    while True:
        connection, peer = listener.accept()
        log.write(kind="connection", method="", host="", path=str(port), body="", cookie="", purpose="")
        threading.Thread(target=serve_one, args=(connection, peer), daemon=True).start()


def serve_one(connection, peer):
    try:
        if Handler.tls and connection.recv(1, socket.MSG_PEEK) == b"\x16":
            connection = Handler.tls.wrap_socket(connection, server_side=True)
        Handler(connection, peer, None)
    except OSError:
        pass
    finally:
        connection.close()


def secured(certificate, log):
    """TLS with a certificate; logs the requested server name, which is all that is visible of a tunnel."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: log.write(
        kind="handshake", method="", host=name or "", path="", body="", secure=True, cookie="", purpose="")
    return context


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--watched", type=int, help="a second port, whose connections are logged too")
    parser.add_argument("--certificate", help="a certificate with its key, for https")
    parser.add_argument("--log")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    Handler.folders = arguments.folders
    Handler.log = Log(arguments.log)
    if arguments.certificate:
        Handler.tls = secured(arguments.certificate, Handler.log)
    threading.Thread(target=listen_for_datagrams, args=(arguments.port, Handler.log), daemon=True).start()
    if arguments.watched:
        threading.Thread(target=count_connections, args=(arguments.watched, Handler.log), daemon=True).start()
    Server(("127.0.0.1", arguments.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
