"""Forged questions of `/v1/forward`: all ends that they name are there, and each breaks one check only."""

import ctypes
import os
import socket
import unittest

from daemon import being
from forward_scene import CLIENT, OTHER, PROXY, ForwardScene
from forwarding import USER
from namespaces import ADDRESS

SERVER = "127.0.0.1", 8080


class ForgedQuestionTests(ForwardScene):
    def refused(self, *question, **options):
        answer = self.ask(*question, **options)
        self.assertTrue(answer.startswith("HTTP/1.1 400 "), answer)
        self.assertNotIn("Forward-Authorization", answer)

    def test_another_user_learns_nothing_about_a_connection_of_the_proxy(self):
        ends = self.connection(self.listen(PROXY))
        for user in (0, CLIENT, OTHER):
            self.refused(*ends, user=user)
        self.granted(*ends, to=CLIENT)

    def test_the_proxy_learns_nothing_about_a_connection_that_another_user_accepted(self):
        listener = self.listen(PROXY)
        for user in (0, CLIENT, OTHER):
            self.refused(*self.connection(listener, accepting=user))
        self.granted(*self.connection(listener), to=CLIENT)

    def test_the_proxy_learns_nothing_about_a_connection_that_it_made_to_a_server(self):
        own, server = self.connection(self.listen(SERVER), client=USER, accepting=CLIENT)
        self.refused(server, own)

    def test_a_proxy_at_another_port_learns_nothing(self):
        for user in (0, USER):
            self.refused(*self.connection(self.listen(("127.0.0.1", 8000 + user), user)))

    def test_a_proxy_that_turns_its_listener_round_learns_nothing(self):
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

    def test_a_proxy_at_another_address_of_the_host_learns_nothing(self):
        for address in ("127.0.0.2", "127.1.0.1"):
            self.refused(*self.connection(self.listen((address, PROXY[1]))))

    def test_a_client_with_an_address_of_a_network_is_refused(self):
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
