"""Credentials for those who may have them: over the api socket, and to systemd for a service."""

import datetime
import json
import os
import re
import socket
import unittest

from daemon import PATIENCE, Client, Daemon, as_user

PROFILES = """
[Profile main]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Profile other]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""

# No signature is wanted, so the server need not be there.
REMOTE = """
[Profile main]
Source=remote-signer
URL=http://127.0.0.1:1/
AccessKeyID=LTAI5tPublicVector01
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""

RULES = """
[Access keys]
Match=uid:0
Profile=main*
Allow=credentials

[Access seldom]
Match=uid:1235
Allow=credentials
Rate=1/h
"""

MEMBERS = ["AccessKeyId", "AccessKeySecret", "Expiration", "SecurityToken", "LastUpdated", "Code"]


def document(life=3600, **members):
    end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=life)
    return {"AccessKeyId": "STS.Public", "AccessKeySecret": "made-up-secret", "SecurityToken": "made-up-token",
            "Expiration": end.strftime("%Y-%m-%dT%H:%M:%SZ")} | members


class HandoutTests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(RULES, PROFILES, "Audit=yes\nRequestTimeout=300ms\n")
        self.stopped = False
        self.addCleanup(lambda: self.stopped or self.daemon.stop())

    def ask(self, method, path, body=None, socket=None):
        client = Client(socket or self.daemon.api)
        self.addCleanup(client.close)
        status, _, answer = client.ask(method, path, body)
        return status, answer

    def give(self, **members):
        given = document(**members)
        status, _ = self.ask("PUT", "/v1/profiles/main/credentials", given, self.daemon.admin)
        self.assertEqual(status, 200)
        return given

    def said(self):
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        said = self.daemon.said
        self.stopped = True
        self.daemon.stop()
        return said

    def test_the_document_has_six_members_each_on_a_line(self):
        given = self.give()
        for path in ["/v1/credentials?profile=main", "/v1/credentials?profile=m%61in&minValid=60"]:
            status, answer = self.ask("GET", path)
            self.assertEqual((status, list(answer)), (200, MEMBERS))
            self.assertEqual({name: answer[name] for name in given} | {"Code": "Success"}, given | {"Code": answer["Code"]})
            self.assertRegex(answer["LastUpdated"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        with socket.socket(socket.AF_UNIX) as stream:
            stream.connect(self.daemon.api)
            stream.sendall(b"GET /v1/credentials?profile=main HTTP/1.0\r\n\r\n")
            head, _, body = stream.makefile("rb").read().partition(b"\r\n\r\n")
        self.assertRegex(head, rb"Content-Length: +%d$" % len(body))
        lines = body.decode().splitlines()
        self.assertEqual([re.match(r' *"(\w+)": ".*",?$', line)[1] for line in lines[1:-1]], MEMBERS)

    def test_the_operator_may_correct_a_token_that_was_set(self):
        self.give()
        corrected = self.give(AccessKeySecret="another-secret", life=1800)
        status, answer = self.ask("GET", "/v1/credentials?profile=main")
        self.assertEqual((status, {name: answer[name] for name in corrected}), (200, corrected))

    def test_a_head_request_tells_no_secret(self):
        self.give()
        with socket.socket(socket.AF_UNIX) as stream:
            stream.connect(self.daemon.api)
            stream.sendall(b"HEAD /v1/credentials?profile=main HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = stream.makefile("rb").read()
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"\r\n\r\n"), answer)

    def test_a_caller_without_a_rule_is_refused(self):
        self.give()
        status, answer = as_user(1, lambda: self.ask("GET", "/v1/credentials?profile=main"))
        self.assertEqual((status, answer["type"]), (403, "urn:ossauthd:problem:not-allowed"))
        self.assertEqual(self.ask("GET", "/v1/credentials?profile=main-2")[0], 404)

    def test_no_user_learns_which_profiles_others_have(self):
        for path in ["/v1/credentials", "/v1/compat"]:
            answers = {name: self.ask("GET", f"{path}?profile={name}") for name in ["other", "none", "", "%ff", "a" * 5_000]}
            self.assertEqual({(status, answer["type"], answer["rule"]) for status, answer in answers.values()},
                             {(403, "urn:ossauthd:problem:not-allowed", answers["none"][1]["rule"])})
            # A profile of another user and one that does not exist: the answers differ only in the name that was asked for.
            self.assertEqual(json.dumps(answers["other"]).replace("other", "none"), json.dumps(answers["none"]))

    def test_a_question_that_makes_no_sense_is_refused(self):
        self.give()
        for query, status in [("profile=main&profile=main", 400), ("profil=main", 400), ("minValid=x", 422),
                              ("minValid=-1", 422), ("minValid=1&minValid=1", 400), ("profile", 403), ("profile=%ff", 403),
                              ("profile=%2", 400), ("profile=main&minValid=99999999999999999999", 422)]:
            self.assertEqual(self.ask("GET", f"/v1/credentials?{query}")[0], status, query)
        self.assertEqual(self.ask("POST", "/v1/credentials", {})[0], 405)

    def test_a_token_that_does_not_live_as_long_as_asked_is_not_handed_out(self):
        self.give(life=60)
        self.assertEqual(self.ask("GET", "/v1/credentials?profile=main&minValid=3600")[0], 503)
        self.assertEqual(self.ask("GET", "/v1/credentials?profile=main")[0], 200)

    def test_a_profile_without_a_secret_is_refused(self):
        daemon = Daemon(RULES, REMOTE)
        self.addCleanup(daemon.stop)
        status, answer = self.ask("GET", "/v1/credentials?profile=main", socket=daemon.api)
        self.assertEqual(status, 422)
        self.assertIn("remote-signer", answer["detail"])

    def test_hand_outs_are_counted(self):
        self.give()
        statuses = as_user(1235, lambda: [self.ask("GET", "/v1/credentials?profile=main")[0] for _ in range(2)])
        self.assertEqual(statuses, [200, 429])

    def test_granted_and_refused_callers_are_recorded(self):
        self.give()
        self.ask("GET", "/v1/credentials?profile=main")
        as_user(1, lambda: self.ask("GET", "/v1/credentials?profile=main"))
        said = self.said()
        lines = [line for line in said.splitlines() if " operation=credentials" in line]
        self.assertRegex(lines[0], r"^granted credentials of profile main to root \(\S+\) by rule keys uid=0 pid=\d+ .*operation=credentials "
                         r"profile=main class=removal verdict=granted generation=1 rule=keys$")
        self.assertRegex(lines[1], r"^refused credentials of profile main to \S+ .*: no access rule .* operation=credentials profile=main "
                         r'class=refusal verdict=refused missing="no access rule is for this caller"$')
        self.assertNotIn("made-up", said)

    def test_the_log_says_once_that_tokens_live_too_short(self):
        self.give(life=900)
        for _ in range(3):
            self.ask("GET", "/v1/credentials?profile=main")
        # A second may begin between the making of a token and its coming.
        self.assertEqual(len(re.findall(r"main: tokens live [0-9a-z ]+,", self.said())), 1)

    def as_service(self, name):
        """The answer to a client that asks for a credential from a socket with this name."""
        with socket.socket(socket.AF_UNIX) as stream:
            if name is not None:
                stream.bind(name)
            stream.connect(f"{self.daemon.directory}/credentials.sock")
            stream.shutdown(socket.SHUT_WR)
            stream.settimeout(PATIENCE)
            return stream.recv(65_536)

    def test_a_process_outside_of_a_service_does_not_get_its_credential(self):
        self.give()
        number = os.urandom(8).hex()
        for name in [None, f"\0{number}/unit/no-such.service/main", f"\0{number}/unit//main", f"\0{number}/main", "\0"]:
            self.assertEqual(self.as_service(name), b"", name)
        self.assertIn(" operation=credentials class=refusal verdict=refused", self.said())

    def test_the_socket_for_services_is_for_root(self):
        self.give()  # who answers has all sockets
        mode = os.stat(f"{self.daemon.directory}/credentials.sock")
        self.assertEqual((mode.st_mode & 0o777, mode.st_uid), (0o600, 0))


if __name__ == "__main__":
    unittest.main()
