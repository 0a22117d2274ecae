"""A site that keeps the raw bytes of every request that arrives."""

import socket
import threading

from .wire import Head, Stream

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nok\n"


class Upstream:
    """Listens on a port of loopback. What comes behind the end of one request on a connection counts as another."""

    def __init__(self, port: int):
        self.lock = threading.Lock()
        self.received: list[Head] = []
        self.listener = socket.create_server(("127.0.0.1", port), backlog=512)
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
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stream = Stream(connection)
            try:
                while head := stream.head():
                    self.keep(head)
                    stream.body(head, to_end=False)
                    connection.sendall(ANSWER)
            except (OSError, ValueError):
                pass
            # What is no head has arrived all the same: the bytes of a tunnel, or of a request that was cut short.
            if stream.pending:
                self.keep(Head(stream.pending, [], stream.pending))

    def keep(self, head: Head):
        with self.lock:
            self.received.append(head)

    def take(self) -> list[Head]:
        """What has arrived since the last call."""
        with self.lock:
            taken, self.received = self.received, []
        return taken

    def close(self):
        # A thread that waits in accept would keep it open.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
