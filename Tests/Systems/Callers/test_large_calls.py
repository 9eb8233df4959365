"""The memory that calls for many URLs and unread answers take goes back to the system, though it stays for a moment for the next one."""

import pathlib
import unittest

from daemon import Client, Daemon, until

RULES = "[Access all]\nMatch=uid:0\nAllow=presign\n"


class LargeCalls(unittest.TestCase):
    def setUp(self):
        # Clients that do not read stay longer than the test waits.
        self.daemon = Daemon(RULES, daemon="RequestTimeout=5min\n")
        self.addCleanup(self.daemon.stop)
        self.client = Client(self.daemon.api)
        self.addCleanup(self.client.close)

    def resident(self):
        """KiB"""
        lines = pathlib.Path(f"/proc/{self.daemon.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon:"))

    def presign(self, keys):
        wish = {"bucket": "bucket", "keys": [f"folder/{n:06}{900 * ' '}x" for n in range(keys)]}
        status, _, document = self.client.ask("POST", "/v1/presign", wish)
        self.assertEqual(status, 200)
        self.assertEqual(len(document["urls"]), keys)

    def test_the_memory_of_a_large_call_goes_back(self):
        self.presign(1)
        before = self.resident()
        # Twice: it is no matter of the first time.
        for _ in range(2):
            # It stays for the next call, but for a moment only, which we may miss.
            until(lambda: self.presign(1_000) or self.resident() > before + 2_000)
            until(lambda: self.resident() < before + 1_000)

    def test_the_memory_of_answers_that_no_client_read_goes_back(self):
        self.presign(1)
        before = self.resident()
        request = b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        clients = [Client(self.daemon.api) for _ in range(100)]
        for client in clients:
            client.connection.sock.sendall(100 * request)
        until(lambda: self.resident() > before + 6_000)
        # These stay, and what they hold is at the end of the heap.
        for client in clients[:-3]:
            client.close()
        until(lambda: self.resident() < before + 4_000)


if __name__ == "__main__":
    unittest.main()
