"""After `forget` nothing in the memory of the daemon, and nothing that it wrote, holds the secret."""

import datetime
import json
import os
import pathlib
import re
import socket
import time
import unittest

from daemon import Client, Daemon

PROFILES = """
[Profile main]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""
RULES = "[Access all]\nMatch=uid:0\nAllow=presign sign credentials\n"


def count(pid, secrets):
    """How often each stands in the memory that can be read."""
    found = dict.fromkeys(secrets, 0)
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            start, end = (int(number, 16) for number in line.split()[0].split("-"))
            if not re.search(r" r.", line) or "[vvar" in line or "[vsyscall" in line:
                continue
            try:
                memory.seek(start)
                content = memory.read(end - start)
            except OSError:
                continue
            for secret in secrets:
                found[secret] += content.count(secret.encode())
    return found


@unittest.skipUnless(os.geteuid() == 0, "only root may look")
class MemoryTests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(RULES, PROFILES, "LogLevel=debug\nAudit=yes\n")
        self.addCleanup(self.daemon.stop)
        self.secret = "SecretOf" + os.urandom(12).hex()
        self.token = "TokenOf" + os.urandom(60).hex()

    def document(self):
        end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
        return {"AccessKeyId": "STS.Public", "AccessKeySecret": self.secret, "SecurityToken": self.token,
                "Expiration": end.strftime("%Y-%m-%dT%H:%M:%SZ")}

    def use_and_forget(self, hand_over):
        admin, client = Client(self.daemon.admin), Client(self.daemon.api)
        hand_over(admin)
        for version in ["v4", "v1"]:
            for path in ["/v1/presign", "/v1/sign"]:
                status, _, _ = client.ask("POST", path, {"version": version, "bucket": "bucket", "key": "key"})
                self.assertEqual(status, 200)
        self.assertEqual(admin.ask("DELETE", "/v1/profiles/main/credentials")[0], 200)
        admin.close()
        client.close()

    def expect_nothing(self):
        # Another answer: by then the turn of the last request is over.
        client = Client(self.daemon.api)
        client.ask("GET", "/v1/status")
        client.close()
        self.assertEqual(count(self.daemon.process.pid, [self.secret]), {self.secret: 0})
        self.assertNotIn(self.secret, self.daemon.said)
        self.assertNotIn(self.token, self.daemon.said)
        for path in pathlib.Path(self.daemon.directory).rglob("*"):
            if path.is_file():
                self.assertNotIn(self.secret.encode(), path.read_bytes(), path)

    def test_finds_what_is_there(self):
        # The daemon remembers where its files are.
        self.assertGreater(count(self.daemon.process.pid, [self.daemon.directory])[self.daemon.directory], 0)

    def test_one_that_is_in_use_cannot_be_read_where_the_kernel_hides_it(self):
        admin = Client(self.daemon.admin)
        self.assertEqual(admin.ask("PUT", "/v1/profiles/main/credentials", self.document())[0], 200)
        admin.close()
        client = Client(self.daemon.api)
        client.ask("GET", "/v1/status")
        client.close()
        if "secretmem" not in pathlib.Path(f"/proc/{self.daemon.process.pid}/maps").read_text():
            self.skipTest("this kernel hides no memory")
        self.assertEqual(count(self.daemon.process.pid, [self.secret]), {self.secret: 0})

    def test_a_token_that_was_handed_over_and_forgotten_is_gone(self):
        def hand_over(admin):
            self.assertEqual(admin.ask("PUT", "/v1/profiles/main/credentials", self.document())[0], 200)
        self.use_and_forget(hand_over)
        self.expect_nothing()

    def test_one_that_came_in_pieces_is_gone_too(self):
        def hand_over(admin):
            body = json.dumps(self.document()).encode()
            stream = admin.connection.sock
            stream.sendall(b"PUT /v1/profiles/main/credentials HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body))
            for start in range(0, len(body), 50):
                stream.sendall(body[start:start + 50])
                time.sleep(0.01)
            self.assertIn(b" 200 ", stream.recv(65_536))
        self.use_and_forget(hand_over)
        self.expect_nothing()

    def test_one_that_was_handed_out_is_gone_too(self):
        def hand_over(admin):
            self.assertEqual(admin.ask("PUT", "/v1/profiles/main/credentials", self.document())[0], 200)
            client = Client(self.daemon.api)
            self.assertEqual(client.ask("GET", "/v1/credentials")[2]["AccessKeySecret"], self.secret)
            client.close()
        self.use_and_forget(hand_over)
        self.expect_nothing()

    def test_one_in_answers_that_are_taken_late_or_never_is_gone_too(self):
        def hand_over(admin):
            self.assertEqual(admin.ask("PUT", "/v1/profiles/main/credentials", self.document())[0], 200)
            for takes_it in [True, False]:
                client = Client(self.daemon.api)
                stream = client.connection.sock
                stream.sendall(b"GET /v1/credentials HTTP/1.1\r\nHost: x\r\n\r\n" * 1_200)
                answers = b""
                while takes_it and answers.count(b'"Code"') < 1_200:
                    answers += stream.recv(65_536)
                client.close()
        self.use_and_forget(hand_over)
        self.expect_nothing()

    def test_one_that_was_refused_is_gone_too(self):
        admin = Client(self.daemon.admin)
        self.assertEqual(admin.ask("PUT", "/v1/profiles/main/credentials", self.document() | {"Expiration": "x"})[0], 422)
        admin.close()
        self.expect_nothing()


if __name__ == "__main__":
    unittest.main()
