"""What the daemon tells of callers and of its rules."""

import os
import sys
import unittest

from daemon import Client, Daemon, as_user

RULES = """
[Access web]
Match=unit:nginx.service user:root
Match=uid:1234
Allow=presign sign
Bucket=media
Key=public/**
MaxExpires=1h

[Access own]
Match=uid:0
Allow=status
"""


class AnswerTests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(RULES)
        self.addCleanup(self.daemon.stop)

    def ask(self, *request, path=None):
        client = Client(path or self.daemon.api)
        self.addCleanup(client.close)
        status, _, document = client.ask(*request)
        return status, document

    def explain(self, **members):
        request = {"bucket": "media", "key": "public/a/b"} | members.pop("request", {})
        return self.ask("POST", "/v1/explain", {"operation": "presign", "request": request} | members,
                        path=self.daemon.admin)

    def test_tells_who_the_caller_is(self):
        status, me = self.ask("GET", "/v1/whoami")
        self.assertEqual(status, 200)
        self.assertEqual((me["uid"], me["gid"], me["pid"]), (os.getuid(), os.getgid(), os.getpid()))
        self.assertEqual(me["exe"], os.path.realpath(sys.executable))
        self.assertEqual([rule["name"] for rule in me["rules"]], ["own"])
        self.assertIn(me["certainty"], ["pidfd", "start-time"])

    def test_tells_what_the_rules_for_the_caller_grant(self):
        _, me = as_user(1234, lambda: self.ask("GET", "/v1/whoami"), groups=[5, 6])
        self.assertEqual(me["groups"], [5, 6])
        self.assertEqual(me["rules"], [{
            "name": "web", "allow": ["sign", "presign"], "profile": [], "bucket": ["media"], "key": ["public/**"],
            "method": [], "parameter": [], "maxExpires": 3600, "timeSkew": 900, "rate": None, "burst": None}])

    def test_knows_more_groups_than_most_have(self):
        many = list(range(2_000, 2_200))
        _, me = as_user(1234, lambda: self.ask("GET", "/v1/whoami"), groups=many)
        self.assertEqual(me["groups"], many)

    def test_explains_what_is_granted_to_somebody_else(self):
        granted = {"granted": True, "rule": "web", "reason": "[Access web] grants all of it", "rules": ["web"],
                   "obstacle": None}
        self.assertEqual(self.explain(uid=1234), (200, granted))
        self.assertEqual(self.explain(user="root", unit="nginx.service"), (200, granted | {"rules": ["web", "own"]}))

    def test_explains_that_somebody_cannot_even_connect(self):
        os.chmod(self.daemon.api, 0o660)
        os.chown(self.daemon.api, 0, 4321)
        status, answer = self.explain(uid=1234)
        self.assertEqual((status, answer["granted"]), (200, True))
        self.assertIn(f"he cannot connect to {self.daemon.api}: he is not in its group 4321;", answer["obstacle"])
        self.assertIsNone(self.explain(user="root")[1]["obstacle"])

    def test_explains_what_is_refused(self):
        for members, reason in [
            ({"uid": 1234, "request": {"key": "private/a"}}, "no rule for this caller names this key in Key="),
            ({"uid": 1234, "request": {"bucket": "films"}}, "no rule for this caller names this bucket in Bucket="),
            ({"uid": 1234, "request": {"expires": 3601}}, "expires is more than the 3600 seconds of MaxExpires="),
            ({"uid": 1235}, "no access rule is for this caller"),
            ({"uid": 1235, "request": {"bucket": "A"}}, "no access rule is for this caller"),
            ({"user": "root", "unit": "other.service"}, "no rule for this caller has Allow=presign"),
        ]:
            status, answer = self.explain(**members)
            self.assertEqual((status, answer["granted"], answer["reason"]), (200, False, reason))

    def test_explains_who_gets_the_credential_itself(self):
        def explain(uid, request):
            return self.ask("POST", "/v1/explain", {"uid": uid, "operation": "credentials", "request": request},
                            path=self.daemon.admin)

        status, answer = explain(1234, {"profile": "main"})
        self.assertEqual((status, answer["granted"], answer["reason"]),
                         (200, False, "no rule for this caller has Allow=credentials"))
        self.daemon.configure(RULES + "[Access key]\nMatch=uid:1234\nAllow=credentials\nProfile=main\n")
        self.assertEqual(self.ask("POST", "/v1/reload", path=self.daemon.admin)[0], 200)
        for request in ({"profile": "main"}, {}):
            self.assertEqual(explain(1234, request)[1] | {"rules": []}, {
                "granted": True, "rule": "key", "reason": "[Access key] grants all of it", "rules": [], "obstacle": None})
        self.assertFalse(explain(1235, {})[1]["granted"])
        self.assertEqual(explain(1234, {"profile": "none"})[0], 404)
        for request in ({"profil": "main"}, {"bucket": "media"}, {"profile": 1}, {"minValid": 1}, []):
            self.assertEqual(explain(1234, request)[0], 400, request)

    def test_refuses_a_question_that_makes_no_sense(self):
        for members, status in [({}, 400), ({"uid": 1, "user": "root"}, 400), ({"uid": -1}, 422),
                                ({"user": "no-such-user-here"}, 422), ({"uid": 1, "unti": "x"}, 400),
                                ({"uid": 1, "operation": "status"}, 422),
                                ({"uid": 1234, "request": {"bucket": "A"}}, 422)]:
            self.assertEqual(self.explain(**members)[0], status, members)

    def test_explains_nothing_on_the_api_socket(self):
        self.assertEqual(self.ask("POST", "/v1/explain", {})[0], 404)


if __name__ == "__main__":
    unittest.main()
