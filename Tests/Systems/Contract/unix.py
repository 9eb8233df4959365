"""HTTP over a Unix socket: an adapter for requests, and one exchange of raw bytes."""

import http.client
import socket

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection
from urllib3.connectionpool import HTTPConnectionPool

# More than the 10 s that the daemon may wait for a credential, on any machine.
SECONDS = 60


class UnixAdapter(HTTPAdapter):
    """Sends the requests of a session to a Unix socket, whatever host their URL names."""

    def __init__(self, path):
        self.path = path
        super().__init__()

    def init_poolmanager(self, *arguments, **options):
        super().init_poolmanager(*arguments, **options)
        self.pool = UnixPool(self.path)

    def get_connection_with_tls_context(self, request, verify, proxies=None, cert=None):
        return self.pool

    def close(self):
        self.pool.close()


class UnixPool(HTTPConnectionPool):
    def __init__(self, path):
        super().__init__("localhost", timeout=SECONDS)
        self.path = path

    def _new_conn(self):
        return UnixConnection(self.path, timeout=SECONDS)


class UnixConnection(HTTPConnection):
    def __init__(self, path, **options):
        super().__init__("localhost", **options)
        self.path = path

    def _new_conn(self):
        return connected(self.path)


def connected(path):
    stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stream.settimeout(SECONDS)
    stream.connect(path)
    return stream


def exchange(path, request, method="GET"):
    """Sends the bytes on a connection of their own; the answer and its body."""
    with connected(path) as stream:
        try:
            stream.sendall(request)
        except (BrokenPipeError, ConnectionResetError):
            pass  # The daemon may answer before it has read a request that it refuses.
        answer = http.client.HTTPResponse(stream, method=method)
        answer.begin()
        return answer, answer.read()
