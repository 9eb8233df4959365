"""The limits of one user: Rate=, Burst= and MaxConnectionsPerUser=."""

import os
import signal
import unittest

from daemon import Client, Daemon, as_user, until

RULES = """
[Access slow]
Match=uid:1234
Match=uid:1235
Allow=presign
Rate=3/1h
Burst=2
"""


class RateTests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(RULES)
        self.addCleanup(self.daemon.stop)

    def statuses(self, user, count, **members):
        def ask():
            # Connections of their own: the rate is that of the user.
            found = []
            for _ in range(count):
                client = Client(self.daemon.api)
                status, headers, document = client.ask("POST", "/v1/presign", {"bucket": "bucket"} | members)
                found.append((status, int(headers.get("Retry-After", 0)), document["type"] if status != 200 else None))
                client.close()
            return found
        return as_user(user, ask)

    def test_a_user_over_the_rate_is_told_when_to_come_again(self):
        answers = self.statuses(1234, 4, key="key")
        self.assertEqual([status for status, _, _ in answers], [200, 200, 429, 429])
        _, seconds, problem = answers[2]
        self.assertEqual(problem, "urn:ossauthd:problem:rate-limited")
        self.assertTrue(1190 <= seconds <= 1201, seconds)
        self.assertEqual([status for status, _, _ in self.statuses(1235, 2, key="key")], [200, 200])

    def test_each_url_of_many_counts(self):
        answers = self.statuses(1234, 2, keys=["a", "b", "c"])
        self.assertEqual([status for status, _, _ in answers], [200, 429])

    def test_a_refused_request_is_not_counted(self):
        self.assertEqual({status for status, _, _ in self.statuses(1234, 5, key="key", parameters={"acl": None})}, {403})
        self.assertEqual([status for status, _, _ in self.statuses(1234, 2, key="key")], [200, 200])

    def test_a_record_with_process_details_sets_no_rate_aside(self):
        recording = Daemon(RULES, daemon="Audit=yes\n")
        self.addCleanup(recording.stop)

        def ask():
            client = Client(recording.api)
            return [client.ask("POST", "/v1/presign", {"bucket": "bucket", "key": "key"})[0] for _ in range(4)]
        self.assertEqual(as_user(1234, ask), [200, 200, 429, 429])


class ConnectionTests(unittest.TestCase):
    def test_a_connection_that_the_client_closed_does_not_count(self):
        daemon = Daemon("[Access all]\nMatch=uid:0\nAllow=presign\n", daemon="MaxConnectionsPerUser=2\n")
        self.addCleanup(daemon.stop)
        until(lambda: Client(daemon.api).presign()[0] == 200)
        clients = [Client(daemon.api) for _ in range(2)]
        self.assertEqual([client.presign()[0] for client in clients], [200, 200])
        # The daemon learns of the end and of the beginning at once.
        daemon.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, daemon.process.pid, os.WSTOPPED)
        clients[0].close()
        clients[0] = Client(daemon.api)
        daemon.process.send_signal(signal.SIGCONT)
        self.assertEqual([client.presign()[0] for client in clients], [200, 200])


if __name__ == "__main__":
    unittest.main()
