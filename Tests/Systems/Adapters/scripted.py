"""Unix sockets that answer as no daemon does, for the adapters."""

import contextlib
import pathlib
import shutil
import socket
import tempfile
import threading

LIMIT = 64 << 20
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def whole(body):
    return HEAD % len(body) + body


ANSWERS = {
    "large": lambda: HEAD % (LIMIT + 1) + b" " * (LIMIT + 1),
    "garbage": lambda: b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "half": lambda: HEAD % 100 + b'{"url": "',
    "deep": lambda: whole(b"[" * 200_000),
    "credential": lambda: whole(b'{"AccessKeyId": 1}'),
    "empty": lambda: whole(b'{}'),
}


class Scripted:
    """Serves until the end of `with`; one socket for each answer, and some that are slow or die."""

    def __enter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="ossauthd-scripted-"))
        self.listeners, self.threads, self.open = [], [], []
        self.fickle_connections, self.ended = 0, threading.Event()
        for name, answer in ANSWERS.items():
            self.serve(name, lambda stream, answer=answer: self.answer_once(stream, answer()))
        self.serve("silent", self.open.append, keep=True)
        self.serve("trickle", self.answer_slowly)
        self.serve("fickle", self.answer_first_request_only)
        return self

    def serve(self, name, answer, keep=False):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self.directory / name))
        listener.listen()
        self.listeners.append(listener)
        self.threads.append(threading.Thread(target=self.accept, args=(listener, answer, keep)))
        self.threads[-1].start()

    def accept(self, listener, answer, keep):
        with contextlib.suppress(OSError):
            while True:
                stream = listener.accept()[0]
                # A client that has enough closes while it is answered.
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    answer(stream)
                if not keep:
                    stream.close()

    def answer_once(self, stream, answer):
        if stream.recv(65_536):
            stream.sendall(answer)

    def answer_slowly(self, stream):
        """Sends a byte now and then, until the client has lost its patience."""
        stream.sendall(HEAD % LIMIT)
        while not self.ended.wait(0.05):
            stream.sendall(b" ")

    def answer_first_request_only(self, stream):
        self.fickle_connections += 1
        if stream.recv(65_536) and self.fickle_connections == 1:
            stream.sendall(whole(b'{"url": "answered"}'))
            stream.recv(65_536)

    def __exit__(self, *error):
        self.ended.set()
        for listener in self.listeners:
            # Wakes the thread that waits for a connection.
            listener.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join()
        for each in self.listeners + self.open:
            each.close()
        shutil.rmtree(self.directory)
