"""Audit=: who was granted or refused what, and never what a signature is made of."""

import pathlib
import re
import unittest

from daemon import Client, Daemon, ROOT, as_user

RULES = """
[Access web]
Match=uid:0
Allow=presign sign
Bucket=media
Key=public/**
"""


class AuditTests(unittest.TestCase):
    def start(self, setting="Audit=yes\n"):
        self.daemon = Daemon(RULES, daemon=setting)
        self.stopped = False
        self.addCleanup(lambda: self.stopped or self.daemon.stop())
        return Client(self.daemon.api)

    def lines(self):
        """What was said, when all of it was."""
        self.daemon.process.terminate()
        self.daemon.process.wait(20)
        said = self.daemon.said
        self.stopped = True
        self.daemon.stop()
        return said.splitlines()

    def test_records_what_was_granted_and_refused(self):
        client = self.start()
        client.presign(bucket="media", key="public/a b", expires=60, parameters={"response-content-type": "x-oss-secret"})
        client.presign(bucket="media", key="private/a")
        client.ask("POST", "/v1/presign", {"bucket": "media", "keys": ["public/a", "public/b"]})
        client.presign(bucket="BAD")
        client.close()
        lines = [line for line in self.lines() if "ossauthd_verdict" in line]
        self.assertEqual(len(lines), 3, lines)
        self.assertRegex(lines[0], r"^granted to user 0 ossauthd_uid=0 ossauthd_pid=\d+ ossauthd_operation=presign "
                         r"ossauthd_profile=main ossauthd_method=GET ossauthd_bucket=media ossauthd_key=public/a b "
                         r"ossauthd_expires=60 ossauthd_verdict=granted ossauthd_generation=1 ossauthd_rule=web$")
        self.assertRegex(lines[1], r"^refused to user 0 .* ossauthd_key=private/a .*ossauthd_verdict=refused "
                         r"ossauthd_missing=no rule for this caller names this key in Key= ossauthd_rule=web$")
        self.assertIn("ossauthd_key=public/a ossauthd_signatures=2", lines[2])

    def test_holds_nothing_that_a_signature_is_made_of(self):
        client = self.start()
        url = client.presign(bucket="media", key="public/a", parameters={"response-content-type": "a-query-string"})[1]["url"]
        client.close()
        text = "\n".join(self.lines())
        for secret in ["PublicTestVectorSecretOnly0001", "a-query-string", re.search("signature=([^&]+)", url)[1]]:
            self.assertNotIn(secret, text)

    def test_a_flood_is_counted(self):
        client = self.start()
        body = b'{"bucket":"media","key":"private/a"}'
        request = b"POST /v1/presign HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        stream = client.connection.sock
        for _ in range(10):
            stream.sendall(request * 200)
            answers = b""
            while answers.count(b"HTTP/1.1 403") < 200:
                answers += stream.recv(65_536)
        client.close()
        lines = self.lines()
        refused = sum("ossauthd_verdict=refused" in line for line in lines)
        dropped = sum(int(count) for count in re.findall(r"ossauthd_dropped=(\d+)", "\n".join(lines)))
        self.assertEqual(refused + dropped, 2_000)
        self.assertLess(refused, 2_000)

    def test_records_what_was_done_on_the_admin_socket(self):
        self.start().close()
        admin = Client(self.daemon.admin)
        admin.ask("DELETE", "/v1/profiles/main/credentials")
        admin.ask("POST", "/v1/reload")
        admin.close()
        text = "\n".join(self.lines())
        self.assertIn("ossauthd_operation=forget-credentials ossauthd_profile=main", text)
        self.assertIn("ossauthd_operation=reload", text)

    def test_without_a_journal_nothing_is_recorded_unless_asked_for(self):
        client = self.start("")
        self.assertEqual(client.presign(bucket="media", key="public/a")[0], 200)
        client.close()
        self.assertNotIn("ossauthd_verdict", "\n".join(self.lines()))

    def test_the_catalog_knows_each_message(self):
        source = (ROOT / "Sources/Service/Daemon/Logging/AuditDecision.swift").read_text()
        catalog = (ROOT / "systemd/ossauthd.catalog").read_text()
        self.assertEqual(sorted(re.findall(r'"([0-9a-f]{32})"', source)), sorted(re.findall(r"^-- ([0-9a-f]{32})$", catalog, re.M)))


if __name__ == "__main__":
    unittest.main()
