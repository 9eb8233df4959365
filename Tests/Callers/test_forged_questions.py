"""Forged questions of `/v1/forward`: all ends that they name are there, and each breaks one check only."""

import ctypes
import os
import socket
import sys
import unittest
import unittest.mock

from daemon import PATIENCE, ROOT, Daemon, being, is_open, until
from forwarding import USER

sys.path.insert(0, str(ROOT / "Tests" / "Namespaces"))
from namespaces import ADDRESS, Namespace, obstacle  # noqa: E402

CLIENT, OTHER = 1234, 4712
PROXY, SERVER = ("127.0.0.1", 471), ("127.0.0.1", 8080)
SETTINGS = "ForwardSocket={directory}/forward.sock\n[Forward media]\nListen=127.0.0.1:471\nUser=4711\nProfile=main\n"
# A question that passes gets the rights of the client's user.
RULES = "[Access all]\nMatch=uid:1234\nMatch=uid:0\nMatch=uid:4712\nProfile=main\nAllow=sign\nBucket=media\n"
QUESTION = ("GET /v1/forward HTTP/1.1\r\nHost: ossauthd\r\nForward-Client: {}:{}\r\nForward-Server: {}:{}\r\nForward-Method: GET\r\n"
            "Forward-Target: /media/a\r\nForward-Host: 127.0.0.1\r\nAuthorization: OSS dummy:AAAA\r\nConnection: close\r\n\r\n")


@unittest.skipIf(obstacle(), obstacle())
class ForgedQuestionTests(unittest.TestCase):
    def setUp(self):
        self.space = self.enterContext(Namespace("ossauthd-forged"))
        self.enterContext(unittest.mock.patch.object(Daemon, "launcher", self.space.command()))
        self.daemon = Daemon(RULES, daemon=SETTINGS)
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

    def ask(self, client, server, user=USER):
        with socket.socket(socket.AF_UNIX) as stream:
            stream.settimeout(PATIENCE)
            with being(user):
                stream.connect(self.path)
            stream.sendall(QUESTION.format(*client, *server).encode())
            return stream.makefile("rb").read().decode()

    def granted(self, *question, to):
        answer = self.ask(*question)
        self.assertTrue(answer.startswith("HTTP/1.1 200 "), answer)
        self.assertIn(f"\r\nForward-User: {to}\r\n", answer)

    def refused(self, *question, **options):
        answer = self.ask(*question, **options)
        self.assertTrue(answer.startswith("HTTP/1.1 400 "), answer)
        self.assertNotIn("Forward-Authorization", answer)

    def test_another_user_asks_about_a_connection_of_the_proxy(self):
        ends = self.connection(self.listen(PROXY))
        for user in (0, CLIENT, OTHER):
            self.refused(*ends, user=user)
        self.granted(*ends, to=CLIENT)

    def test_the_proxy_asks_about_a_connection_that_another_user_accepted(self):
        listener = self.listen(PROXY)
        for user in (0, CLIENT, OTHER):
            self.refused(*self.connection(listener, accepting=user))
        self.granted(*self.connection(listener), to=CLIENT)

    def test_the_proxy_asks_about_a_connection_that_it_made_to_a_server(self):
        own, server = self.connection(self.listen(SERVER), client=USER, accepting=CLIENT)
        self.refused(server, own)

    def test_the_proxy_listens_at_another_port(self):
        for user in (0, USER):
            self.refused(*self.connection(self.listen(("127.0.0.1", 8000 + user), user)))

    def test_the_proxy_turns_its_listener_round_and_connects_to_a_server(self):
        """Its own end is the address of the section then, and the other end belongs to a user with rights."""
        server = self.listen(SERVER)
        turned = self.listen(PROXY)
        with being(USER):
            disconnect(turned)

        def connect():
            turned.connect(SERVER)
            return turned
        self.made(USER, connect)
        self.assertEqual(turned.getsockname(), PROXY)
        self.made(OTHER, lambda: server.accept()[0])
        self.refused(SERVER, PROXY)

    def test_the_proxy_listens_at_another_address_of_the_host(self):
        for address in ("127.0.0.2", "127.1.0.1"):
            self.refused(*self.connection(self.listen((address, PROXY[1]))))

    def test_the_client_has_an_address_of_a_network(self):
        listener = self.listen(PROXY)
        self.refused(*self.connection(listener, source=(ADDRESS, 0)))
        self.granted(*self.connection(listener, source=("127.0.0.9", 0)), to=CLIENT)


def disconnect(stream):
    """Back to a socket that is bound and not connected, by connect(2) with AF_UNSPEC, which Python lacks."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.connect(stream.fileno(), bytes(16), 16) != 0:
        raise OSError(ctypes.get_errno(), "connect")


if __name__ == "__main__":
    unittest.main()
