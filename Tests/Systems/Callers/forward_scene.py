"""Connections of any user to a proxy, whose ends are really there, and questions of `/v1/forward` about them."""

import os
import socket
import sys
import unittest
import unittest.mock

from daemon import PATIENCE, PROFILES, ROOT, Daemon, being, is_open, until
from forwarding import USER

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Namespaces"))
from namespaces import Namespace, obstacle  # noqa: E402

CLIENT, OTHER = 1234, 4712
PROXY = "127.0.0.1", 471
SETTINGS = "ForwardSocket={directory}/forward.sock\n"
SECTION = "[Forward media]\nListen=127.0.0.1:471\nUser=4711\nProfile=main\n"
# A question that passes gets the rights of the client's user.
RULES = "[Access all]\nMatch=uid:1234\nMatch=uid:0\nMatch=uid:4712\nProfile=main\nAllow=sign\nBucket=media\n"
QUESTION = ("GET /v1/forward HTTP/1.1\r\nHost: ossauthd\r\nForward-Client: {}:{}\r\nForward-Server: {}:{}\r\nForward-Method: GET\r\n"
            "Forward-Target: /media/{}\r\nForward-Host: 127.0.0.1\r\nAuthorization: OSS dummy:AAAA\r\nConnection: close\r\n\r\n")


@unittest.skipIf(obstacle(), obstacle())
class ForwardScene(unittest.TestCase):
    rules, profiles, settings, launcher = RULES, PROFILES, "", []

    def setUp(self):
        self.space = self.enterContext(Namespace("ossauthd-forward"))
        self.enterContext(unittest.mock.patch.object(Daemon, "launcher", [*self.space.command(), *self.launcher]))
        self.daemon = Daemon(self.rules, self.profiles, SETTINGS + self.settings + SECTION)
        self.addCleanup(self.daemon.stop)
        self.path = f"{self.daemon.directory}/forward.sock"
        until(lambda: is_open(self.path))
        # Also another user than the proxy's reaches the socket, so that only the daemon keeps it out.
        os.chmod(self.path, 0o666)

    def listen(self, address, user=0):
        """As root, like systemd, if the port is below 1024."""
        return self.made(user, lambda: socket.create_server(address))

    def made(self, user, work):
        """What the user makes within the namespace; it is the user's for the kernel."""
        def whole():
            with being(user):
                return work()
        stream = self.space.work(whole)
        self.addCleanup(stream.close)
        return stream

    def connection(self, listener, client=CLIENT, accepting=USER, source=None):
        """The ends of a connection as two addresses: that of the client and that of the listener."""
        near = self.made(client, lambda: socket.create_connection(listener.getsockname(), PATIENCE, source))
        self.made(accepting, lambda: listener.accept()[0])
        return near.getsockname(), near.getpeername()

    def question(self, client, server, user=USER, key="a"):
        """A connection of the user to the daemon, with a question in it."""
        stream = socket.socket(socket.AF_UNIX)
        self.addCleanup(stream.close)
        stream.settimeout(PATIENCE)
        with being(user):
            stream.connect(self.path)
        stream.sendall(QUESTION.format(*client, *server, key).encode())
        return stream

    def ask(self, *question, **options):
        return answer(self.question(*question, **options))

    def granted(self, *question, to):
        text = self.ask(*question)
        self.assertTrue(text.startswith("HTTP/1.1 200 "), text)
        self.assertIn(f"\r\nForward-User: {to}\r\n", text)


def answer(stream):
    with stream.makefile("rb") as file:
        return file.read().decode()
