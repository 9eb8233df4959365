"""A proxy as the daemon expects one: it names the connection of each request, and gives the program the daemon's answer."""

import encodings.idna  # noqa: F401  # another user may not be able to read it later
import os
import signal
import socket

# No other user of the host has this number.
USER = 4711


class Proxy:
    """Serves as a user of its own at a port that `opener` opens. `forge` changes the fields of a question, `path` and `port` are the
    daemon's and its own."""

    def __init__(self, path, port, user=USER, forge=lambda fields, connection: fields, method="GET", body=b"", opener=0):
        self.path, self.forge, self.method, self.body = path, forge, method, body
        listener = socket.create_server(("127.0.0.1", port))
        os.fchown(listener.fileno(), opener, 0)
        self.child = os.fork()
        if self.child == 0:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            while True:
                self.serve(listener.accept()[0])
        listener.close()

    def stop(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)

    def serve(self, connection):
        with connection:
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(65_536) or b"\r\n\r\n"
            connection.sendall(self.ask(head, connection))

    def ask(self, head, connection):
        line, *lines = head.split(b"\r\n\r\n")[0].split(b"\r\n")
        method, target, _ = line.split(b" ")
        host = next((line[5:].strip() for line in lines if line.lower().startswith(b"host:")), b"")
        fields = self.forge({
            "Client": "%s:%d" % connection.getpeername(), "Server": "%s:%d" % connection.getsockname(),
            "Method": method, "Target": target, "Host": host.split(b":")[0]}, connection)
        question = [b"%s /v1/forward HTTP/1.1" % self.method.encode(), b"Host: ossauthd"]
        question += [b"Forward-" + name.encode() + b": " + (value.encode() if isinstance(value, str) else value)
                     for name, value in fields.items()]
        question += [line for line in lines if not line.lower().startswith((b"host:", b"connection:", b"content-length:"))]
        question += [b"Content-Length: %d" % len(self.body), b"Connection: close", b"", self.body]
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
            stream.connect(self.path)
            stream.sendall(b"\r\n".join(question))
            return stream.makefile("rb").read()


def exchange(port, request):
    """Sends the bytes of a request to the proxy; the status, the fields and the body of the daemon's answer."""
    with socket.create_connection(("127.0.0.1", port)) as stream:
        stream.sendall(request)
        head, _, body = stream.makefile("rb").read().partition(b"\r\n\r\n")
    line, *lines = head.decode().split("\r\n")
    return int(line.split(" ")[1]), dict(line.split(": ", 1) for line in lines), body.decode()
