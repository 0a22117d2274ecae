#!/usr/bin/env python3
"""A site for the examples: answers each request with the head that it received, to show what has passed."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        fields = sorted(f"{name.lower()}: {value}" for name, value in self.headers.items())
        shown = [field for field in fields if field.startswith(("host:", "x-demarc-"))]
        # Values that differ for each request would make the output of the README untestable.
        shown = [field for field in shown if not field.startswith(("x-demarc-id:", "x-demarc-policy:"))]
        body = "\n".join([f"the site got: {self.requestline}", *shown, ""]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_POST = do_PUT = do_DELETE = do_GET

    def log_message(self, *arguments):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Echo).serve_forever()
