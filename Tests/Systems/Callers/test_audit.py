"""Audit=: who was granted or refused what, and never what a signature is made of."""

import concurrent.futures
import json
import random
import re
import shutil
import socket
import tempfile
import time
import unittest
import urllib.parse

from daemon import PATIENCE, ROOT, Client, Daemon, as_user

RULES = """
[Access web]
Match=uid:0
Allow=presign sign post-policy sign-string
Version=v4 v1
Bucket=media
Key=public/**
"""


def request(chance, mark):
    """One that is well formed; whether it is granted is left to chance."""
    bucket = chance.choice(["media", "media", "media", "other"])
    key = chance.choice(["public/a", "public/a b", "private/a", "public/\nx verdict=granted", "public/ü"])
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


# As the daemon runs under systemd, whose journal reads its standard error, with another socket at journald's place.
JOURNALED = """
mount -t tmpfs none /run && mkdir -p /run/systemd/journal && ln -s "$0/socket" /run/systemd/journal/socket || exit 1
export JOURNAL_STREAM="$(stat -L -c %d:%i /proc/self/fd/2)"
exec "$@"
"""


def fields(datagram):
    """The values of each field of an entry, by <https://systemd.io/JOURNAL_NATIVE_PROTOCOL>."""
    found, rest = {}, datagram
    while rest:
        line, _, rest = rest.partition(b"\n")
        name, equals, value = line.partition(b"=")
        if not equals:
            length = int.from_bytes(rest[:8], "little")
            value, rest = rest[8:8 + length], rest[9 + length:]
        found.setdefault(name.decode(), []).append(value)
    return found


def read(journal):
    """The entries that wait, with one value of each field."""
    while True:
        try:
            entry = fields(journal.recv(1_000_000))
        except BlockingIOError:
            return
        yield {name: values[-1].decode() for name, values in entry.items()}


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

    def own_and_counted(self, lines, verdict):
        """The records of one decision each, and the number of the other decisions."""
        lines = [line for line in lines if f" verdict={verdict}" in line]
        own = [line for line in lines if " prefix=" not in line]
        return own, sum(int(re.search(r" count=(\d+)", line)[1]) for line in lines if line not in own)

    def test_the_audit_has_what_was_granted_and_refused(self):
        client = self.start()
        client.presign(bucket="media", key="public/a b", expires=60, parameters={"response-content-type": "x-oss-secret"})
        client.presign(bucket="media", key="private/a")
        client.ask("POST", "/v1/presign", {"bucket": "media", "keys": ["public/a", "public/b"]})
        client.presign(bucket="BAD")
        client.close()
        lines = [line for line in self.lines() if " verdict=" in line]
        self.assertEqual(len(lines), 3, lines)
        self.assertRegex(lines[0], r"^granted presign GET oss://media/public/a b to root \(\S+\) by rule web "
                         r"uid=0 pid=\d+ (unit=\S+ )?exe=\S+ operation=presign profile=main method=GET bucket=media "
                         r'expires=60 class=read verdict=granted generation=1 rule=web key="public/a b"$')
        self.assertRegex(lines[1], r"^refused presign GET oss://media/private/a to root \(\S+\): no rule for this caller "
                         r"names this key in Key= uid=0 .* class=refusal verdict=refused "
                         r'missing="no rule for this caller names this key in Key=" rule=web key=private/a$')
        self.assertRegex(lines[2], r"^granted presign GET oss://media/public/a to root \(\S+\) by rule web, and 1 more ")
        self.assertTrue(lines[2].endswith(" key=public/a key=public/b signatures=2"), lines[2])

    def test_a_record_tells_an_upload_from_an_access_list_and_from_a_copy(self):
        client = self.start(rules="[Access all]\nMatch=uid:0\nAllow=sign\nBucket=media\nParameter=acl policy own\n")
        wanted = [
            ({}, {}, "PUT oss://media/report.pdf to", "class=write "),
            ({"acl": None}, {"x-oss-object-acl": "public-read"}, "PUT oss://media/report.pdf?acl to", "parameter=acl class=removal "),
            # A header that does the same as a parameter cannot be hidden behind the values of another one.
            ({"policy": ["a"] * 8}, {"x-oss-object-acl": "private"}, "PUT oss://media/report.pdf?policy&acl to",
             "parameter=policy parameter=acl class=removal "),
            ({}, {"x-oss-object-acl": "private"}, "PUT oss://media/report.pdf?acl to", "parameter=acl class=removal "),
            ({}, {"x-oss-copy-source": "/media/secret%20file"},
             "PUT oss://media/report.pdf from oss://media/secret file to", 'source="media/secret file" class=write '),
            ({"own": "a value", "response-content-type": "another"}, {}, "PUT oss://media/report.pdf?own to", "parameter=own class=removal "),
        ]
        for parameters, headers, _, _ in wanted:
            body = {"method": "PUT", "bucket": "media", "key": "report.pdf", "parameters": parameters, "headers": headers}
            status, _, answer = client.ask("POST", "/v1/sign", body)
            self.assertEqual(status, 200, answer)
        client.close()
        lines = [line for line in self.lines() if " verdict=granted" in line]
        self.assertEqual(len(lines), len(wanted))
        for line, (_, _, message, fields) in zip(lines, wanted):
            self.assertIn(message, line)
            self.assertIn(f" bucket=media {fields}verdict=granted ", line)
            self.assertTrue(line.endswith(" key=report.pdf"), line)
            self.assertNotIn("value", line)

    def test_a_refusal_names_parameters_of_oss_and_no_others(self):
        client = self.start()
        for name in ["policy", "my-own-secret"]:
            status = client.ask("POST", "/v1/sign", {"bucket": "media", "key": "public/a", "parameters": {name: "v"}})[0]
            self.assertEqual(status, 403)
        client.close()
        lines = [line for line in self.lines() if " verdict=refused" in line]
        self.assertEqual([" parameter=policy " in line for line in lines], [True, False])
        self.assertNotIn("my-own-secret", "\n".join(lines))

    def test_a_refusal_says_nothing_of_the_request_before(self):
        client = self.start(rules="[Access own]\nMatch=uid:0\nProfile=main\nAllow=presign\n")
        client.presign(bucket="media", key="public/a", expires=600)
        self.assertEqual(client.presign(profile="no-such", bucket="media", key="public/a")[0], 403)
        self.assertEqual(client.ask("POST", "/v1/post-policy", {"bucket": "media"})[0], 403)
        client.close()
        lines = [line for line in self.lines() if " verdict=" in line]
        self.assertEqual([" expires=" in line for line in lines], [True, False, False], lines)

    def test_a_record_holds_nothing_that_a_signature_is_made_of(self):
        client = self.start()
        url = client.presign(bucket="media", key="public/a", parameters={"response-content-type": "a-query-string"})[1]["url"]
        client.close()
        text = "\n".join(self.lines())
        for secret in ["PublicTestVectorSecretOnly0001", "a-query-string", re.search("signature=([^&]+)", url)[1]]:
            self.assertNotIn(secret, text)

    def test_a_key_that_is_too_long_is_not_recorded(self):
        """A caller without the right to presign is refused before its keys are read."""
        client = self.start(rules=RULES.replace("presign ", ""))
        self.assertEqual(client.ask("POST", "/v1/presign", {"bucket": "media", "keys": ["k" * 1_900_000]})[0], 403)
        client.close()
        (line,) = [line for line in self.lines() if " verdict=" in line]
        self.assertIn(" operation=presign ", line)
        self.assertLess(len(line), 1_000)

    def head(self, path, length):
        """What is answered to a request of which only the head is sent, as far as it says all."""
        with socket.socket(socket.AF_UNIX) as stream:
            stream.connect(self.daemon.api)
            stream.settimeout(PATIENCE)
            stream.sendall(b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (path.encode(), length))
            answer = stream.makefile("rb").read()
        return int(answer.split()[1])

    def test_a_large_body_is_refused_at_its_head_and_recorded(self):
        client = self.start(rules=RULES.replace("presign ", ""))
        self.assertEqual(self.head("/v1/presign", 2 << 20), 403)
        metrics = Client(self.daemon.admin)
        metrics.connection.request("GET", "/metrics")
        counts = metrics.connection.getresponse().read().decode()
        metrics.close()
        self.assertRegex(counts, r'ossauthd_requests_total\{[^}]*operation="presign"[^}]*\} 1\n')
        self.assertEqual(client.ask("POST", "/v1/sign", {"bucket": "media", "key": "public/a", "headers": {"x-oss-meta-a": "b" * 70_000}})[0], 422)
        client.close()
        (line,) = [line for line in self.lines() if " verdict=" in line]
        self.assertRegex(line, r"^refused presign to root \(\S+\): .* operation=presign class=refusal verdict=refused missing=")

    def test_a_large_body_of_a_caller_with_a_rule_for_it_is_read(self):
        client = self.start()
        keys = [f"public/{number:04}-{'k' * 900}" for number in range(999)]
        status, _, answer = client.ask("POST", "/v1/presign", {"bucket": "media", "keys": keys})
        self.assertEqual((status, len(answer["urls"])), (200, 999))
        for number in (0, 500, 998):
            self.assertIn(f"/public/{number:04}-kkk", answer["urls"][number])
        self.assertEqual(client.ask("POST", "/v1/presign", {"bucket": "media", "keys": keys + ["private/a"]})[0], 403)
        client.close()
        lines = [line for line in self.lines() if " verdict=" in line]
        self.assertEqual([line for line in lines if " verdict=refused" in line], lines[-1:])
        self.assertTrue(lines[-1].endswith(" key=private/a"), lines[-1])
        # Each of them, in records of a bounded size.
        self.assertEqual(re.findall(r" key=(\S+)", "\n".join(lines[:-1])), keys)
        self.assertLess(max(map(len, lines)), 40_000)

    def test_an_explanation_with_a_large_body_is_for_callers_with_a_rule(self):
        self.start(rules="[Access sees]\nMatch=uid:0\nAllow=status\n").close()
        self.assertEqual(self.head("/v1/explain", 65_537), 413)
        self.daemon.configure(RULES)
        admin = Client(self.daemon.admin)
        self.assertEqual(admin.ask("POST", "/v1/reload")[0], 200)
        admin.close()
        client = Client(self.daemon.api)
        question = {"operation": "presign", "request": {"bucket": "media", "keys": ["public/" + "k" * 900] * 100}}
        status, _, answer = client.ask("POST", "/v1/explain", question)
        client.close()
        self.assertEqual((status, answer["granted"]), (200, True))

    def test_a_form_is_recorded_with_its_keys_and_its_end(self):
        client = self.start()
        end = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 3_500))
        conditions = [{"bucket": "media"}, ["starts-with", "$key", "public/in/"]]
        policy = json.dumps({"expiration": end, "conditions": conditions})
        self.assertEqual(client.ask("POST", "/v1/post-policy", {"version": "v1", "bucket": "media", "policy": policy})[0], 200)
        client.close()
        (line,) = [line for line in self.lines() if " verdict=" in line]
        self.assertTrue(line.endswith(" key=public/in/"), line)
        self.assertTrue(3_000 < int(re.search(r" expires=(\d+)", line)[1]) <= 3_500, line)

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
        refused, counted = self.own_and_counted(self.lines(), "refused")
        self.assertEqual(len(refused) + counted, 2_000)
        # Five hundred at once, and as many in each second.
        self.assertLessEqual(len(refused), 500 + 500 * seconds)

    def test_refusals_do_not_hide_what_is_granted(self):
        client = self.start()

        def request(key):
            body = json.dumps({"bucket": "media", "key": key}).encode()
            return b"POST /v1/presign HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body

        stream = client.connection.sock
        start = time.monotonic()
        stream.sendall(request("private/a") * 700 + request("public/quietly"))
        answers = b""
        while answers.count(b"HTTP/1.1 ") < 701 or not answers.endswith(b"}\n"):
            answers += stream.recv(65_536)
        seconds = time.monotonic() - start
        client.close()
        lines = self.lines()
        granted = [line for line in lines if " verdict=granted" in line]
        self.assertEqual([line.endswith(" key=public/quietly") for line in granted], [True])
        refused, counted = self.own_and_counted(lines, "refused")
        self.assertEqual(len(refused) + counted, 700)
        # Five hundred at once, and as many in each second.
        self.assertLessEqual(len(refused), 500 + 500 * seconds)

    def test_a_request_of_one_user_is_in_no_record_of_another(self):
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
        of_x = [line for line in lines if " uid=1001 " in line]
        of_y = [line for line in lines if " uid=1002 " in line]
        self.assertEqual((len(of_x), len(of_y)), (20, 10))
        for line in of_x:
            self.assertRegex(line, " bucket=media .* key=a-long-key-of-x-[0-3]$")
        for line in of_y:
            self.assertNotIn(" bucket=", line)
            self.assertNotIn(" key=", line)

    def test_the_audit_has_what_was_done_on_the_admin_socket_and_what_failed(self):
        self.start().close()
        admin = Client(self.daemon.admin)
        for method, path, body, status in [
            ("DELETE", "/v1/profiles/main/credentials", None, 200), ("POST", "/v1/reload", None, 200),
            ("PUT", "/v1/profiles/main/credentials", {"AccessKeySecret": "a secret"}, 422),
            ("POST", "/v1/profiles/main/refresh", None, 200), ("DELETE", "/v1/profiles/absent/credentials", None, 404),
            # Only asked, nothing done.
            ("POST", "/v1/explain", {"user": "root", "operation": "presign", "request": {"bucket": "media", "key": "k"}}, 200),
        ]:
            self.assertEqual(admin.ask(method, path, body)[0], status, path)
        self.daemon.configure("[Access broken\n")
        self.assertEqual(admin.ask("POST", "/v1/reload")[0], 422)
        admin.close()
        lines = self.lines()
        self.assertNotIn("a secret", "\n".join(lines))
        found = [re.search(r"^(\S+) (\S+)(?: of profile (\S+))?, wanted by root .*operation=\2(?: profile=\3)? verdict=\1$", line)
                 for line in lines if ", wanted by root " in line]
        self.assertEqual([(one[2], one[3] or "", one[1]) for one in found], [
            ("forget-credentials", "main", "done"), ("reload", "", "done"), ("set-credentials", "main", "failed"),
            ("refresh", "main", "done"), ("forget-credentials", "absent", "failed"), ("reload", "", "failed")])

    def test_an_action_whose_client_did_not_wait_is_recorded(self):
        self.start(rules=f"[Profile slow]\nSource=process\nCommand=/bin/sleep {PATIENCE}\n").close()
        admin = Client(self.daemon.admin)
        admin.connection.sock.sendall(b"POST /v1/profiles/slow/refresh HTTP/1.1\r\nHost: x\r\n\r\n")
        admin.close()
        # Another one, who is answered later, so the first was served.
        other = Client(self.daemon.admin)
        other.ask("GET", "/v1/status")
        other.close()
        self.assertEqual(sum(line.startswith("begun refresh of profile slow, wanted by root ") for line in self.lines()), 1)

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
        records = [line for line in lines if " verdict=" in line]
        text = "\n".join(lines)
        self.assertEqual(len(records), decisions, seed)
        self.assertGreater(decisions, 100)
        self.assertGreater(len(signatures), 20)
        for word in marks + signatures + ["PublicTestVectorSecretOnly0001"]:
            self.assertNotIn(word, text, seed)
            self.assertNotIn(urllib.parse.unquote(word), text, seed)
        for record in records:
            for name in ["uid", "pid", "exe", "operation", "profile", "method", "verdict"]:
                self.assertIn(f" {name}=", record, seed)

    def test_without_a_journal_nothing_is_recorded_unless_asked_for(self):
        client = self.start("")
        self.assertEqual(client.presign(bucket="media", key="public/a")[0], 200)
        client.close()
        self.assertNotIn("verdict=", "\n".join(self.lines()))

    def test_a_summary_has_the_number_of_reads_and_the_beginning_of_their_keys(self):
        client = self.start("Audit=summary\n", RULES.replace("Bucket=media\nKey=public/**\n", ""))
        for bucket, times in [("media", 20), ("media2", 3)]:
            for number in range(times):
                self.assertEqual(client.presign(bucket=bucket, key=f"public/{number}")[0], 200)
        client.ask("POST", "/v1/presign", {"bucket": "media", "keys": ["a", "b", "c"]})
        client.close()
        (line,) = [line for line in self.lines() if "verdict=" in line]
        self.assertRegex(line, r"^24 reads below oss://media by rule web to root (in \S+|within a second) uid=0 class=read verdict=granted "
                         r"rule=web prefix=media count=24 signatures=26$")

    def test_a_summary_says_who_uploaded_what(self):
        client = self.start("Audit=summary\n")
        upload = {"method": "PUT", "bucket": "media", "key": "public/report.pdf"}
        self.assertEqual(client.presign(**upload)[0], 200)
        # Ten records of their own, ninety in others, and the number of the rest.
        for number in range(300):
            self.assertEqual(client.presign(**upload | {"key": f"public/junk/{number}"})[0], 200)
        client.close()
        lines = self.lines()
        self.assertRegex(lines[[" key=" in line for line in lines].index(True)],
                         r"^granted presign PUT oss://media/public/report.pdf to root \(\S+\) by rule web .* key=public/report.pdf$")
        keys = re.findall(r" key=(\S+)", "\n".join(lines))
        counted = [line for line in lines if " prefix=" in line]
        self.assertGreaterEqual(len(keys), 100)
        self.assertEqual(len(keys) + sum(int(re.search(r" count=(\d+)", line)[1]) for line in counted), 301)
        for line in counted:
            self.assertRegex(line, r"^\d+ writes? below oss://media/public/junk/\d* by rule web to root .* class=write ")

    def test_a_summary_has_refusals_up_to_a_rate_and_counts(self):
        client = self.start("Audit=summary\n")
        start = time.monotonic()
        for number in range(100):
            self.assertEqual(client.presign(bucket="media", key=f"private/{number}")[0], 403)
        seconds = time.monotonic() - start
        client.close()
        lines = self.lines()
        refused, counted = self.own_and_counted(lines, "refused")
        self.assertTrue(30 <= len(refused) <= 30 + seconds / 2 + 1, len(refused))
        self.assertEqual(len(refused) + counted, 100)
        self.assertRegex([line for line in lines if " count=" in line][0],
                         r"^\d+ refusals below oss://media/private/\d* to root .*class=refusal verdict=refused .*count=\d+$")

    def test_a_rule_has_a_setting_of_its_own(self):
        settings = {"usual": "", "full": "Audit=full", "no": "Audit=no", "summary": "Audit=summary"}
        client = self.start("Audit=summary\n", "".join(
            f"[Access {name}]\nMatch=uid:0\nAllow=presign\nKey={name}/**\n{setting}\n" for name, setting in settings.items()))
        for name in settings:
            for method in ["GET", "PUT"]:
                self.assertEqual(client.presign(method=method, bucket="media", key=f"{name}/a")[0], 200)
        client.close()
        lines = [line for line in self.lines() if " verdict=granted" in line]
        found = sorted((re.search(r" rule=(\S+)", line)[1], re.search(r" class=(\S+)", line)[1], " prefix=" in line) for line in lines)
        self.assertEqual(found, [("full", "read", False), ("full", "write", False), ("summary", "read", True), ("summary", "write", False),
                                 ("usual", "read", True), ("usual", "write", False)])

    def flood(self, stream, keys):
        """The statuses of requests that delete these objects, one behind the other on one connection."""
        answers = b""
        for start in range(0, len(keys), 100):
            batch = keys[start:start + 100]
            bodies = [json.dumps({"method": "DELETE", "bucket": "media", "key": key}).encode() for key in batch]
            stream.sendall(b"".join(b"POST /v1/sign HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body for body in bodies))
            while answers.count(b"HTTP/1.1 ") < start + len(batch) or not answers.endswith(b"}\n"):
                answers += stream.recv(1 << 20)
        return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", answers)]

    def test_ten_thousand_deletions_do_not_hide_one_of_them(self):
        client = self.start("Audit=summary\n", "[Access all]\nMatch=uid:0\nAllow=sign\n")
        keys = [f"junk/{number}" for number in range(10_000)]
        keys[random.randrange(10_000)] = "deed"
        statuses = self.flood(client.connection.sock, keys)
        client.close()
        self.assertEqual(set(statuses), {200, 429})
        lines = self.lines()
        removals = [line for line in lines if " class=removal " in line]
        signed = [key for key, status in zip(keys, statuses) if status == 200]
        self.assertEqual(sorted(re.findall(r" key=(\S+)", "\n".join(removals))), sorted(signed))
        self.assertGreaterEqual(len(signed), 1_000)
        self.assertIn(" verdict=refused-by-rate ", "\n".join(lines))

    def test_four_users_and_all_classes_hide_no_deed_of_another(self):
        rules = "".join(f"[Access of-{user}]\nMatch=uid:{user}\nAllow=sign\nKey=public/** junk/**\n" for user in range(2001, 2006))
        self.start("Audit=summary\n", rules).close()

        def attack():
            client = Client(self.daemon.api)
            self.flood(client.connection.sock, [f"junk/{number}" + "k" * 900 for number in range(1_500)])
            for number in range(300):
                for method, key in [("PUT", "public/a"), ("GET", "public/a"), ("PUT", "private/a")]:
                    client.ask("POST", "/v1/sign", {"method": method, "bucket": f"bucket-{number}", "key": key})
            client.close()

        def act():
            client = Client(self.daemon.api)
            self.assertEqual(self.flood(client.connection.sock, ["public/deed"]), [200])
            self.assertEqual(client.ask("POST", "/v1/sign", {"method": "PUT", "bucket": "media", "key": "public/work"})[0], 200)
            self.assertEqual(client.ask("POST", "/v1/sign", {"method": "PUT", "bucket": "media", "key": "private/try"})[0], 403)
            client.close()

        # The first user is at work in its own name while the others are.
        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            running = [threads.submit(as_user, user, attack) for user in (2001, 2002, 2003, 2004)]
            as_user(2005, act)
            for one in running:
                one.result()
        of_user = [line for line in self.lines() if " uid=2005 " in line]
        self.assertEqual(sorted((re.search(r" class=(\S+)", line)[1], line.rpartition(" key=")[2]) for line in of_user), [
            ("refusal", "private/try"), ("removal", "public/deed"), ("write", "public/work")])

    def test_the_journal_gets_a_summary_by_default(self):
        """By a socket at the place of journald's, in a mount namespace of the daemon's own."""
        folder = tempfile.mkdtemp(prefix="ossauthd-journal-")
        self.addCleanup(shutil.rmtree, folder)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journal:
            journal.bind(f"{folder}/socket")
            journal.settimeout(PATIENCE)
            Daemon.launcher = ["unshare", "--mount", "sh", "-c", JOURNALED, folder]
            try:
                client = self.start("")
            finally:
                Daemon.launcher = []
            for number in range(5):
                self.assertEqual(client.presign(bucket="media", key=f"public/{number}")[0], 200)
            self.assertEqual(client.presign(bucket="media", key="private/a")[0], 403)
            client.close()
            self.lines()
            journal.setblocking(False)
            entries = list(read(journal))
        entries = [entry for entry in entries if "OSSAUTHD_VERDICT" in entry]
        self.assertEqual([entry.get("OSSAUTHD_COUNT") for entry in entries], [None, "5"], entries)
        self.assertEqual([entry["OSSAUTHD_UID"] for entry in entries], ["0"] * 2)
        self.assertEqual(entries[0]["OSSAUTHD_KEY"], "private/a")
        self.assertRegex(entries[0]["MESSAGE"], r"^refused presign GET oss://media/private/a to root \(\S+\): no rule ")
        self.assertRegex(entries[1]["MESSAGE"], r"^5 reads below oss://media/public/ by rule web to root (in|within) ")
        self.assertEqual({entry["SYSLOG_IDENTIFIER"] for entry in entries}, {"ossauthd"})

    def test_the_catalog_knows_each_message(self):
        sources = (ROOT / "Sources/Service/Records").rglob("*.swift")
        source = "".join(path.read_text() for path in sources)
        catalog = (ROOT / "systemd/ossauthd.catalog").read_text()
        self.assertEqual(sorted(re.findall(r'"([0-9a-f]{32})"', source)), sorted(re.findall(r"^-- ([0-9a-f]{32})$", catalog, re.M)))


if __name__ == "__main__":
    unittest.main()
