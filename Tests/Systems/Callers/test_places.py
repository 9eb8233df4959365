"""The places for connections: users with many numbers do not take them from the others."""

import re
import socket
import unittest

from daemon import PATIENCE, Client, Daemon, being, until

GROUP = 40001
# The numbers that one member of the group may have in its user namespaces.
NUMBERS = range(100_000, 100_200)
RULES = f"[Access members]\nMatch=gid:{GROUP}\nAllow=presign\n[Access victim]\nMatch=uid:20005\nAllow=presign\n"


class PlaceTests(unittest.TestCase):
    def start(self, settings):
        daemon = Daemon(RULES, daemon=settings)
        self.addCleanup(daemon.stop)
        self.monitor = Client(daemon.admin)
        self.addCleanup(self.monitor.close)
        # The connections by which the start was seen are over.
        until(lambda: self.connections() == 1)
        return daemon

    def metrics(self):
        self.monitor.connection.request("GET", "/metrics")
        return self.monitor.connection.getresponse().read().decode()

    def connections(self):
        return int(re.search(r"^ossauthd_connections (\d+)$", self.metrics(), re.M)[1])

    def hold(self, daemon, user, count, groups=(), half=False):
        """Connections of that user that stay as long as the daemon lets them."""
        with being(user, groups):
            for _ in range(count):
                stream = socket.socket(socket.AF_UNIX)
                self.addCleanup(stream.close)
                stream.settimeout(PATIENCE)
                stream.connect(daemon.api)
                if half:
                    stream.sendall(b"POST /v1/presign HTTP/1.1\r\n")
        self.monitor.ask("GET", "/v1/health")

    def ask(self, daemon, user, groups=()):
        with being(user, groups):
            client = Client(daemon.api)
        self.addCleanup(client.close)
        return client, client.presign()[0]

    def test_four_numbers_of_one_member_do_not_lock_out_another_user(self):
        for half in (False, True):
            daemon = self.start("MaxConnections=100\nMaxConnectionsPerUser=25\n")
            for number in NUMBERS[:4]:
                self.hold(daemon, number, 25, [GROUP], half)
            until(lambda: self.connections() == 100)
            clients = []
            for _ in range(10):
                client, status = self.ask(daemon, 20005)
                self.assertEqual(status, 200)
                clients.append(client)
            # None of them was closed for the next one.
            self.assertEqual([client.presign()[0] for client in clients], [200] * 10)
            self.assertEqual(self.connections(), 100)

    def test_a_hundred_numbers_with_one_connection_each_do_not_lock_out_another_user(self):
        daemon = self.start("MaxConnections=100\n")
        for number in NUMBERS[:100]:
            self.hold(daemon, number, 1, [GROUP])
        until(lambda: self.connections() == 100)
        self.assertEqual(self.ask(daemon, 20005)[1], 200)

    def test_callers_without_a_rule_share_a_few_places(self):
        daemon = self.start("MaxConnections=200\n")
        for number in NUMBERS[:40]:
            self.hold(daemon, number, 4)
        # Behind these answers all of them were accepted.
        self.assertEqual(self.ask(daemon, 20005)[1], 200)
        self.assertLessEqual(self.connections(), 1 + 64 + 1)
        self.assertRegex(self.metrics(), r'ossauthd_limits_hit_total\{limit="without-rule"\} [1-9]')
        # Another one without a rule is answered all the same.
        self.assertEqual(self.ask(daemon, 20006)[1], 403)

    def test_a_caller_without_a_rule_is_closed_soon(self):
        daemon = self.start("IdleTimeout=1h\n")
        with being(20006):
            client = Client(daemon.api)
        self.addCleanup(client.close)
        self.assertEqual(client.presign()[0], 403)
        self.assertEqual(client.connection.sock.recv(1), b"")

    def test_a_user_with_too_many_connections_learns_of_which_limit(self):
        daemon = self.start("MaxConnectionsPerUser=2\n")
        self.hold(daemon, 20005, 10)
        with being(20005):
            client = Client(daemon.api)
        self.addCleanup(client.close)
        # The answer comes without a request, which the closed connection may not take any more.
        answer = client.connection.sock.makefile("rb").read().decode()
        self.assertIn("user 20005 has as many connections as MaxConnectionsPerUser= allows", answer)


if __name__ == "__main__":
    unittest.main()
