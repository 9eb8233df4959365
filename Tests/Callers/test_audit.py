"""Audit=: who was granted or refused what, and never what a signature is made of."""

import json
import random
import re
import time
import unittest
import urllib.parse

from daemon import PATIENCE, ROOT, Client, Daemon, as_user

RULES = """
[Access web]
Match=uid:0
Allow=presign sign post-policy sign-string
Bucket=media
Key=public/**
"""


def request(chance, mark):
    """One that is well formed; whether it is granted is left to chance."""
    bucket = chance.choice(["media", "media", "media", "other"])
    key = chance.choice(["public/a", "public/a b", "private/a", "public/\nossauthd_verdict=granted", "public/ü"])
    place = {"bucket": bucket, "key": key}
    kind = chance.choice(["presign", "presign", "sign", "post-policy", "sign-string", "keys"])
    version = {"version": chance.choice(["v1", "v4"])}
    headers = {"content-type": mark(), "x-oss-meta-a": mark()}
    parameters = {"response-content-type": mark(), chance.choice(["versionId", "uploadId"]): mark()}
    if chance.random() < 0.2:
        parameters[chance.choice(["acl", mark()])] = mark()
    if kind == "presign":
        return "POST", "/v1/presign", place | version | {"headers": headers, "parameters": parameters, "explain": True}
    if kind == "keys":
        return "POST", "/v1/presign", version | {"bucket": bucket, "keys": [key, "public/b"], "parameters": parameters}
    if kind == "sign":
        headers["content-md5"] = "XrY7u+Ae7tCTyVK7j1rNww=="
        return "POST", "/v1/sign", place | version | {"headers": headers, "parameters": parameters, "cloudBoxID": "cb-1"}
    if kind == "post-policy":
        conditions = [["eq", "$key", key], ["eq", "$x-oss-meta-a", mark()], {"success_action_redirect": mark()}]
        return "POST", "/v1/post-policy", version | {"bucket": bucket, "expires": 60, "conditions": conditions}
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())
    text = f"GET\n\n{mark()}\n{date}\nx-oss-meta-a:{mark()}\n/{bucket}/{chance.choice(['public', 'private'])}/a?versionId={mark()}"
    return "POST", "/v1/sign-string", {"version": "v1", "stringToSign": text}


class AuditTests(unittest.TestCase):
    def start(self, setting="Audit=yes\n", rules=RULES):
        self.daemon = Daemon(rules, daemon=setting)
        self.stopped = False
        self.addCleanup(lambda: self.stopped or self.daemon.stop())
        return Client(self.daemon.api)

    def lines(self):
        """What was said, when all of it was."""
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
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
        self.assertRegex(lines[0], r"^granted to user 0 ossauthd_uid=0 ossauthd_pid=\d+ (ossauthd_unit=\S+ )?ossauthd_exe=\S+ "
                         r"ossauthd_operation=presign "
                         r'ossauthd_profile=main ossauthd_method=GET ossauthd_bucket=media ossauthd_key="public/a b" '
                         r"ossauthd_expires=60 ossauthd_verdict=granted ossauthd_generation=1 ossauthd_rule=web$")
        self.assertRegex(lines[1], r"^refused to user 0 .* ossauthd_key=private/a .*ossauthd_verdict=refused "
                         r'ossauthd_missing="no rule for this caller names this key in Key=" ossauthd_rule=web$')
        self.assertIn("ossauthd_key=public/a ossauthd_signatures=2", lines[2])

    def test_a_refusal_says_nothing_of_the_request_before(self):
        client = self.start(rules="[Access own]\nMatch=uid:0\nProfile=main\nAllow=presign\n")
        client.presign(bucket="media", key="public/a", expires=600)
        self.assertEqual(client.presign(profile="no-such", bucket="media", key="public/a")[0], 403)
        self.assertEqual(client.ask("POST", "/v1/post-policy", {"bucket": "media"})[0], 403)
        client.close()
        lines = [line for line in self.lines() if "ossauthd_verdict=" in line]
        self.assertEqual(["ossauthd_expires" in line for line in lines], [True, False, False], lines)

    def test_holds_nothing_that_a_signature_is_made_of(self):
        client = self.start()
        url = client.presign(bucket="media", key="public/a", parameters={"response-content-type": "a-query-string"})[1]["url"]
        client.close()
        text = "\n".join(self.lines())
        for secret in ["PublicTestVectorSecretOnly0001", "a-query-string", re.search("signature=([^&]+)", url)[1]]:
            self.assertNotIn(secret, text)

    def test_a_key_that_nobody_could_have_is_not_recorded(self):
        """Who may not presign at all is refused before his keys are looked at."""
        client = self.start(rules=RULES.replace("presign ", ""))
        self.assertEqual(client.ask("POST", "/v1/presign", {"bucket": "media", "keys": ["k" * 4_000_000]})[0], 403)
        client.close()
        (line,) = [line for line in self.lines() if "ossauthd_verdict" in line]
        self.assertIn("ossauthd_operation=presign", line)
        self.assertLess(len(line), 1_000)

    def test_a_form_is_recorded_with_its_keys_and_its_end(self):
        client = self.start()
        end = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 3_500))
        conditions = [{"bucket": "media"}, ["starts-with", "$key", "public/in/"]]
        policy = json.dumps({"expiration": end, "conditions": conditions})
        self.assertEqual(client.ask("POST", "/v1/post-policy", {"version": "v1", "bucket": "media", "policy": policy})[0], 200)
        client.close()
        (line,) = [line for line in self.lines() if "ossauthd_verdict" in line]
        self.assertIn("ossauthd_key=public/in/ ", line)
        self.assertTrue(3_000 < int(re.search(r"ossauthd_expires=(\d+)", line)[1]) <= 3_500, line)

    def test_a_flood_is_counted(self):
        client = self.start()
        body = b'{"bucket":"media","key":"private/a"}'
        request = b"POST /v1/presign HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        stream = client.connection.sock
        start = time.monotonic()
        for _ in range(10):
            stream.sendall(request * 200)
            answers = b""
            while answers.count(b"HTTP/1.1 403") < 200:
                answers += stream.recv(65_536)
        seconds = time.monotonic() - start
        client.close()
        lines = self.lines()
        refused = sum("ossauthd_verdict=refused" in line for line in lines)
        dropped = sum(int(count) for count in re.findall(r"ossauthd_dropped=(\d+)", "\n".join(lines)))
        self.assertEqual(refused + dropped, 2_000)
        # Five hundred at once, and as many in each second.
        self.assertLessEqual(refused, 500 + 500 * seconds)

    def test_refusals_do_not_hide_what_is_granted(self):
        client = self.start()

        def request(key):
            body = json.dumps({"bucket": "media", "key": key}).encode()
            return b"POST /v1/presign HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body

        stream = client.connection.sock
        stream.sendall(request("private/a") * 700 + request("public/quietly"))
        answers = b""
        while answers.count(b"HTTP/1.1 ") < 701 or not answers.endswith(b"}"):
            answers += stream.recv(65_536)
        client.close()
        lines = self.lines()
        granted = [line for line in lines if "ossauthd_verdict=granted" in line]
        self.assertEqual(["ossauthd_key=public/quietly " in line for line in granted], [True])
        refused = sum("ossauthd_verdict=refused" in line for line in lines)
        # A slow daemon is in the next second when it has refused them all.
        rests = [line for line in lines if "ossauthd_dropped" in line]
        dropped = sum(int(re.search(r"ossauthd_dropped=(\d+)", rest)[1]) for rest in rests)
        self.assertGreater(dropped, 0)
        self.assertEqual(refused + dropped, 700)
        for rest in rests:
            self.assertTrue(rest.startswith("more refusals to user 0 "), rest)

    def test_what_one_user_asked_for_is_in_no_record_of_another(self):
        self.start(rules="[Access x]\nMatch=uid:1001\nAllow=presign\n[Access y]\nMatch=uid:1002\nAllow=status\n").close()

        def ask(keys):
            client = Client(self.daemon.api)
            try:
                return [client.ask("POST", "/v1/presign", {"bucket": "media", "key": key})[0] for key in keys]
            finally:
                client.close()

        for _ in range(5):
            keys = [f"a-long-key-of-x-{number}" for number in range(4)]
            self.assertEqual(as_user(1001, lambda: ask(keys)), [200] * 4)
            self.assertEqual(as_user(1002, lambda: ask(["b", "a-key-of-y-that-is-as-long-as-those-of-x"])), [403] * 2)
        lines = self.lines()
        of_x = [line for line in lines if "ossauthd_uid=1001 " in line]
        of_y = [line for line in lines if "ossauthd_uid=1002 " in line]
        self.assertEqual((len(of_x), len(of_y)), (20, 10))
        for line in of_x:
            self.assertRegex(line, "ossauthd_bucket=media ossauthd_key=a-long-key-of-x-[0-3] ")
        for line in of_y:
            self.assertNotIn("ossauthd_bucket=", line)
            self.assertNotIn("ossauthd_key=", line)

    def test_records_what_was_done_on_the_admin_socket_and_what_failed(self):
        self.start().close()
        admin = Client(self.daemon.admin)
        for method, path, body, status in [
            ("DELETE", "/v1/profiles/main/credentials", None, 200), ("POST", "/v1/reload", None, 200),
            ("PUT", "/v1/profiles/main/credentials", {"AccessKeySecret": "a secret"}, 422),
            ("POST", "/v1/profiles/main/refresh", None, 200), ("DELETE", "/v1/profiles/nobody/credentials", None, 404),
            # Only asked, nothing done.
            ("POST", "/v1/explain", {"user": "root", "operation": "presign", "request": {"bucket": "media", "key": "k"}}, 200),
        ]:
            self.assertEqual(admin.ask(method, path, body)[0], status, path)
        self.daemon.configure("[Access broken\n")
        self.assertEqual(admin.ask("POST", "/v1/reload")[0], 422)
        admin.close()
        lines = self.lines()
        self.assertNotIn("a secret", "\n".join(lines))
        found = [re.search(r"^(.*) by user 0 .*ossauthd_operation=(\S+)( ossauthd_profile=\S+)? ossauthd_verdict=(\S+)$", line)
                 for line in lines if " by user 0 " in line]
        self.assertEqual([(one[2], (one[3] or "")[18:], one[4]) for one in found], [
            ("forget-credentials", "main", "done"), ("reload", "", "done"), ("set-credentials", "main", "failed"),
            ("refresh", "main", "done"), ("forget-credentials", "nobody", "failed"), ("reload", "", "failed")])

    def test_records_what_somebody_began_and_did_not_wait_for(self):
        self.start(rules=f"[Profile slow]\nSource=process\nCommand=/bin/sleep {PATIENCE}\n").close()
        admin = Client(self.daemon.admin)
        admin.connection.sock.sendall(b"POST /v1/profiles/slow/refresh HTTP/1.1\r\nHost: x\r\n\r\n")
        admin.close()
        # Another one, who is answered later, so the first was served.
        other = Client(self.daemon.admin)
        other.ask("GET", "/v1/status")
        other.close()
        self.assertEqual(sum("refresh by user 0 begun" in line for line in self.lines()), 1)

    def test_each_decision_is_recorded_once_and_none_tells_what_it_must_not(self):
        """Requests of all kinds, with a mark wherever a client can put bytes; the seed is printed when it fails."""
        seed = random.randrange(1 << 32)
        chance = random.Random(seed)
        client = self.start()
        marks, decisions, signatures = [], 0, []

        def mark():
            marks.append(f"mark{chance.randrange(1 << 60):x}")
            return marks[-1]

        for _ in range(250):
            method, path, body = request(chance, mark)
            status, _, answer = client.ask(method, path, body)
            self.assertIn(status, [200, 403, 404, 422], (seed, body, answer))
            decisions += status in (200, 403)
            signatures += re.findall(r"[sS]ignature['\"=: ]+([^&'\", ]{8,})", json.dumps(answer))
        client.close()
        lines = self.lines()
        records = [line for line in lines if "ossauthd_verdict=" in line]
        text = "\n".join(lines)
        self.assertEqual(len(records), decisions, seed)
        self.assertGreater(decisions, 100)
        self.assertGreater(len(signatures), 20)
        for word in marks + signatures + ["PublicTestVectorSecretOnly0001"]:
            self.assertNotIn(word, text, seed)
            self.assertNotIn(urllib.parse.unquote(word), text, seed)
        for record in records:
            for name in ["uid", "pid", "exe", "operation", "profile", "method", "verdict"]:
                self.assertIn(f" ossauthd_{name}=", record, seed)

    def test_without_a_journal_nothing_is_recorded_unless_asked_for(self):
        client = self.start("")
        self.assertEqual(client.presign(bucket="media", key="public/a")[0], 200)
        client.close()
        self.assertNotIn("ossauthd_verdict", "\n".join(self.lines()))

    def test_the_catalog_knows_each_message(self):
        sources = (ROOT / "Sources/Service/Daemon/Logging").glob("*.swift")
        source = "".join(path.read_text() for path in sources)
        catalog = (ROOT / "systemd/ossauthd.catalog").read_text()
        self.assertEqual(sorted(re.findall(r'"([0-9a-f]{32})"', source)), sorted(re.findall(r"^-- ([0-9a-f]{32})$", catalog, re.M)))


if __name__ == "__main__":
    unittest.main()
