"""What stands around the filter in its tests: a recording server in place of nginx or the daemon, and a client that speaks as nginx does."""

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
PATIENCE = 60
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Recorder:
    """A server at a Unix socket: it keeps what comes on each connection, and answers when a request is complete."""

    def __init__(self, path, answer=OK):
        self.path, self.answer, self.received, self.ended = path, answer, [], threading.Condition()
        self.is_early, self.begun = False, threading.Event()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen(64)
        self.count = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.take, args=(connection,), daemon=True).start()

    def take(self, connection):
        with connection:
            data = bytearray()
            while not is_complete(data, self.is_early):
                piece = connection.recv(1 << 16)
                if not piece:
                    break
                data += piece
                self.begun.set()
            else:
                connection.sendall(self.answer)
        with self.ended:
            self.received.append(bytes(data))
            self.ended.notify_all()

    def next(self):
        """The next request, whole or not."""
        with self.ended:
            assert self.ended.wait_for(lambda: len(self.received) > self.count, PATIENCE), "no request came"
            self.count += 1
            return parsed(self.received[self.count - 1])

    def close(self):
        # The thread that accepts would otherwise keep the socket.
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def parsed(message):
    head, _, body = message.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    return first, {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}, body


def is_complete(data, is_early):
    if b"\r\n\r\n" not in data:
        return False
    if is_early:
        return True
    _, headers, body = parsed(bytes(data))
    return len(body) >= int(headers.get("content-length", 0))


class Filter:
    """The built filter between two recorders, in a folder of its own."""

    def __init__(self, *options, programs=ROOT / ".build" / "debug"):
        self.options, self.programs = options, pathlib.Path(programs)

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ossauth-unchunk-")))
            self.next = Recorder(self.folder / "next")
            stack.callback(self.next.close)
            self.daemon = Recorder(self.folder / "daemon")
            stack.callback(self.daemon.close)
            self.process = subprocess.Popen(
                [self.programs / "ossauth-unchunk", "--listen", self.folder / "front", "--next", self.folder / "next",
                 "--daemon", self.folder / "daemon", *self.options], stderr=subprocess.PIPE, text=True)
            stack.callback(self.end)
            wait_for(self.folder / "front", self.process)
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self.stack.close()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            _, self.errors = self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            # It still has a connection; all other tests would wait for it too.
            self.process.kill()
            self.process.communicate()
            raise AssertionError("the filter does not end, as it holds a connection that its client has left") from None

    def connect(self):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        connection.connect(str(self.folder / "front"))
        return connection

    def send(self, *pieces):
        """Sends the pieces of a request one after the other; returns status, headers and body of the answer."""
        with contextlib.closing(self.connect()) as connection:
            # A filter that gives up closes the connection.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                for piece in pieces:
                    connection.sendall(piece)
            return read_answer(connection)


def read_answer(connection):
    answer = b""
    # A filter that gives up has not read all of the request.
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(1 << 16):
            answer += piece
    first, headers, body = parsed(answer)
    return int(first.split()[1]) if first else None, headers, body


def wait_for(path, process):
    end = time.monotonic() + PATIENCE
    while not reachable(path):
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < end
        time.sleep(0.01)


def reachable(path):
    with contextlib.suppress(OSError), contextlib.closing(socket.socket(socket.AF_UNIX)) as probe:
        probe.connect(str(path))
        return True
    return False


def memory(process):
    """The resident memory of a process in bytes."""
    return int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
