"""The compat listener: one document for the user to whom its address was told, and the same 404 for all else."""

import json
import os
import pathlib
import re
import socket
import unittest

from daemon import PATIENCE, Client, Daemon, as_user, until
from free_port import free_port
from test_handout import MEMBERS, PROFILES, document

RULES = """
[Access keys]
Match=uid:0
Match=uid:1234
Match=uid:1235
Profile=main
Allow=credentials
"""


class CompatTests(unittest.TestCase):
    def setUp(self):
        self.port = free_port()
        self.daemon = Daemon(RULES, PROFILES, f"CompatListen=127.0.0.1:{self.port}\nAudit=yes\n")
        self.addCleanup(lambda: self.daemon.stop())
        self.give()

    def give(self):
        client = Client(self.daemon.admin)
        self.given = document()
        self.assertEqual(client.ask("PUT", "/v1/profiles/main/credentials", self.given)[0], 200)
        client.close()

    def uri(self, profile="main"):
        client = Client(self.daemon.api)
        status, _, answer = client.ask("GET", f"/v1/compat?profile={profile}")
        client.close()
        return answer["uri"] if status == 200 else status

    def fetch(self, path, host=None, method="GET", headers=(), version="1.1"):
        """The status line and the body; bytes, as they came."""
        lines = [f"{method} {path} HTTP/{version}"]
        lines += [f"Host: {host or f'127.0.0.1:{self.port}'}"] if host != "" else []
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as stream:
            stream.sendall("\r\n".join([*lines, *headers, "Connection: close", "", ""]).encode())
            answer = stream.makefile("rb").read()
        return answer.decode()

    def fetch_uri(self, uri):
        return self.fetch(re.fullmatch(rf"http://127\.0\.0\.1:{self.port}(/[0-9a-f]{{32}}/\w+)", uri)[1])

    def test_a_program_that_knows_the_address_gets_the_document(self):
        for user in [0, 1234]:
            answer = as_user(user, lambda: self.fetch_uri(self.uri()))
            head, _, body = answer.partition("\r\n\r\n")
            self.assertTrue(head.startswith("HTTP/1.1 200 "), answer)
            self.assertEqual(re.findall(r'^ *"(\w+)"', body, re.M), MEMBERS)
            self.assertIn(self.given["AccessKeySecret"], body)

    def test_a_host_is_accepted_with_and_without_the_port(self):
        path = self.uri().removeprefix(f"http://127.0.0.1:{self.port}")
        for host in ["127.0.0.1", f"127.0.0.1:{self.port}"]:
            self.assertTrue(self.fetch(path, host).startswith("HTTP/1.1 200 "), host)

    def test_the_listener_answers_in_the_forms_of_other_servers(self):
        path = self.uri().removeprefix(f"http://127.0.0.1:{self.port}")
        for form, members in [
            ("json", MEMBERS), ("appserver", ["StatusCode", "AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]),
            ("aws", ["Code", "LastUpdated", "Type", "AccessKeyId", "SecretAccessKey", "Token", "Expiration"]),
        ]:
            body = self.fetch(f"{path}?format={form}").partition("\r\n\r\n")[2]
            self.assertEqual(list(json.loads(body)), members)
        # The Java SDK compares the status with a text.
        self.assertIn('"StatusCode": "200"', self.fetch(f"{path}?format=appserver"))

    def test_a_token_is_the_secret_of_the_path_or_empty(self):
        path = self.uri().removeprefix(f"http://127.0.0.1:{self.port}")
        secret = path.split("/")[1]
        for token in ["", secret]:
            self.assertIn(" 200 ", self.fetch(path, headers=[f"Authorization: {token}"]), token)
        for token in [secret[:-1], f"Bearer {secret}", "0" * 32]:
            self.assertIn(" 404 ", self.fetch(path, headers=[f"Authorization: {token}"]), token)

    def test_everything_else_gets_the_same_answer(self):
        path = self.uri().removeprefix(f"http://127.0.0.1:{self.port}")
        secret = path.split("/")[1]
        wrong = ("0" if secret[0] != "0" else "1") + secret[1:]
        expected = "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        for arguments in [
            {"path": f"/{wrong}/main"}, {"path": f"/{secret}/none"}, {"path": f"/{secret}/other"},
            {"path": f"/{secret}/"}, {"path": f"/{secret}"}, {"path": "/"}, {"path": "/main"}, {"path": "/v1/status"},
            {"path": f"/{secret.upper()}/main"} if secret != secret.upper() else {"path": "//"},
            {"path": path + "?a"}, {"path": path + "?format=env"}, {"path": path + "?format=aws&format=aws"}, {"path": path + "/"}, {"path": "/" + path}, {"path": "*"},
            {"path": path, "method": "POST"}, {"path": path, "method": "HEAD"}, {"path": path, "method": "PUT"},
            {"path": path, "host": "evil.example.com"}, {"path": path, "host": "localhost"},
            {"path": path, "host": f"127.0.0.1:{self.port + 1}"}, {"path": path, "host": "", "version": "1.0"},
            {"path": path, "host": ""}, {"path": path, "headers": ["Origin: http://127.0.0.1"]},
            {"path": path, "headers": ["origin: null"]}, {"path": path, "headers": ["X-Forwarded-For: 127.0.0.1"]},
            {"path": path, "headers": ["No colon"]}, {"path": path, "headers": ["Content-Length: 2000000"]},
            {"path": path, "version": "3.0"},
        ]:
            self.assertEqual(self.fetch(**arguments), expected, arguments)

    def test_the_path_of_one_user_is_of_no_use_to_another(self):
        uri = self.uri()
        self.assertNotEqual(uri, as_user(1234, self.uri))
        self.assertIn(" 404 ", as_user(1234, lambda: self.fetch_uri(uri)))
        self.assertIn(" 200 ", self.fetch_uri(uri))

    def test_a_caller_without_the_right_does_not_get_the_address(self):
        self.assertEqual(as_user(1, self.uri), 403)
        self.assertEqual(self.uri("other"), 403)
        self.assertEqual(self.uri("none"), 403)

    def test_the_rules_decide_with_each_request(self):
        uri = self.uri()
        self.assertIn(" 200 ", self.fetch_uri(uri))
        self.daemon.configure("[Access keys]\nMatch=uid:1234\nAllow=credentials\n")
        client = Client(self.daemon.admin)
        client.ask("POST", "/v1/reload")
        client.close()
        self.assertIn(" 404 ", self.fetch_uri(uri))

    def test_the_connection_of_a_client_that_asks_again_stays(self):
        path = self.uri().removeprefix(f"http://127.0.0.1:{self.port}")
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as stream:
            answers = stream.makefile("rb")
            for _ in range(3):
                stream.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                self.assertTrue(answers.readline().startswith(b"HTTP/1.1 200 "))
                length = 0
                while (line := answers.readline()) != b"\r\n":
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                answers.read(length)

    def test_the_path_is_the_same_after_a_restart(self):
        uri = self.uri()
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        self.daemon.restart()
        self.assertEqual(self.uri(), uri)
        key = pathlib.Path(self.daemon.directory, "cache", "compat.key")
        self.assertEqual(key.stat().st_mode & 0o777, 0o600)
        key.unlink()
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        self.daemon.restart()
        self.assertNotEqual(self.uri(), uri)

    def test_a_client_that_closed_has_no_identity(self):
        # The kernel would call the owner of what is left of it root.
        for _ in range(50):
            stream = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
            stream.close()
        client = Client(self.daemon.api)
        client.ask("GET", "/v1/status")
        client.close()
        self.assertNotIn("granted", self.daemon.said)

    def test_a_daemon_that_cannot_listen_says_so(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.daemon.process.terminate()
            self.daemon.process.wait(PATIENCE)
            self.daemon.daemon = f"CompatListen=127.0.0.1:{taken.getsockname()[1]}\n"
            self.daemon.configure(RULES)
            self.daemon.begin()
            self.assertEqual(self.daemon.process.wait(PATIENCE), 70)
        self.assertIn("CompatListen=: bind", self.daemon.said)

    def test_without_a_listener_there_is_no_address(self):
        daemon = Daemon(RULES, PROFILES)
        self.addCleanup(daemon.stop)
        client = Client(daemon.api)
        self.assertIsNone(client.ask("GET", "/v1/compat?profile=main")[2]["uri"])
        client.close()


if __name__ == "__main__":
    unittest.main()
