"""The answers of the daemon about callers and its rules."""

import os
import pathlib
import pwd
import sys
import unittest

from daemon import PROFILES, Client, Daemon, as_user

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


NAME_OF_1234 = next((user.pw_name for user in pwd.getpwall() if user.pw_uid == 1234), None)


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

    def test_whoami_tells_who_the_caller_is(self):
        status, me = self.ask("GET", "/v1/whoami")
        self.assertEqual(status, 200)
        self.assertEqual((me["uid"], me["gid"], me["pid"]), (os.getuid(), os.getgid(), os.getpid()))
        self.assertEqual(me["exe"], os.path.realpath(sys.executable))
        self.assertEqual([rule["name"] for rule in me["rules"]], ["own"])
        self.assertEqual(me["user"], pwd.getpwuid(os.getuid()).pw_name)
        self.assertIn(me["certainty"], ["pidfd", "start-time"])

    def test_whoami_tells_what_the_rules_for_the_caller_grant(self):
        _, me = as_user(1234, lambda: self.ask("GET", "/v1/whoami"), groups=[5, 6])
        self.assertEqual(me["groups"], [me["gid"], 5, 6])
        # No rule asks for a name, and the host may know none.
        self.assertEqual(me["user"], NAME_OF_1234)
        self.assertEqual(me["rules"], [{
            "name": "web", "allow": ["sign", "presign"], "profile": None, "version": None, "bucket": ["media"],
            "key": ["public/**"], "method": None, "parameter": [], "maxExpires": 3600, "timeSkew": 900, "rate": None, "burst": None}])

    def test_whoami_knows_more_groups_than_most_users_have(self):
        many = list(range(2_000, 2_200))
        _, me = as_user(1234, lambda: self.ask("GET", "/v1/whoami"), groups=many)
        self.assertEqual(me["groups"], [me["gid"], *many])

    def place(self, heading):
        """The file and line of a section."""
        path = pathlib.Path(self.daemon.directory, "ossauthd.conf")
        return f"{path}:{path.read_text().splitlines().index(heading) + 1}"

    def test_root_is_told_the_rights_of_another_user(self):
        granted = {"granted": True, "rule": "web", "reason": "[Access web] grants all of it", "rules": ["web"],
                   "nearestRule": "web", "place": self.place("[Access web]"), "missing": [], "obstacle": None}
        self.assertEqual(self.explain(uid=1234), (200, granted))
        self.assertEqual(self.explain(user="root", unit="nginx.service"), (200, granted | {"rules": ["web", "own"]}))

    def test_root_is_told_that_a_user_cannot_connect(self):
        os.chmod(self.daemon.api, 0o660)
        os.chown(self.daemon.api, 0, 4321)
        status, answer = self.explain(uid=1234)
        self.assertEqual((status, answer["granted"]), (200, True))
        self.assertIn(f"the user cannot connect to {self.daemon.api}: it is not in the group 4321;", answer["obstacle"])
        self.assertIsNone(self.explain(user="root")[1]["obstacle"])

    def test_an_explanation_names_what_is_refused(self):
        for members, reason in [
            ({"uid": 1234, "request": {"key": "private/a"}}, "[Access web]: key 'private/a' is not in Key=public/**"),
            ({"uid": 1234, "request": {"bucket": "films"}}, "[Access web]: bucket 'films' is not in Bucket=media"),
            ({"uid": 1234, "request": {"expires": 3601}}, "[Access web]: expires 1h 1s is over MaxExpires=1h"),
            ({"uid": 1235}, "no access rule is for this caller"),
            ({"uid": 1235, "request": {"bucket": "A"}}, "no access rule is for this caller"),
            ({"user": "root", "unit": "other.service"}, "[Access own]: operation presign is not in Allow=status"),
        ]:
            status, answer = self.explain(**members)
            self.assertEqual((status, answer["granted"], answer["reason"]), (200, False, reason))

    def test_an_explanation_has_everything_that_is_missing(self):
        status, answer = self.ask("POST", "/v1/explain", {"uid": 1234, "operation": "post-policy", "request": {
            "bucket": "films", "expires": 7200, "conditions": [["starts-with", "$key", "in/"]]}}, path=self.daemon.admin)
        self.assertEqual((status, answer["nearestRule"], answer["place"]), (200, "web", self.place("[Access web]")))
        self.assertEqual(answer["missing"], [
            {"member": "operation", "value": "post-policy", "granted": ["sign", "presign"],
             "detail": "operation post-policy is not in Allow=sign presign"},
            {"member": "bucket", "value": "films", "granted": ["media"], "detail": "bucket 'films' is not in Bucket=media"},
            {"member": "key", "value": "in/", "granted": ["public/**"],
             "detail": "keys that begin with 'in/' are not in Key=public/**"},
            {"member": "expires", "value": 7200, "limit": 3600, "detail": "expires 2h is over MaxExpires=1h"},
        ])

    def test_a_refusal_says_all_that_is_missing_but_not_where_the_rule_is(self):
        request = {"bucket": "films", "key": "private/a", "expires": 7200}
        status, problem = as_user(1234, lambda: self.ask("POST", "/v1/presign", request))
        self.assertEqual((status, problem["rule"]), (403, "web"))
        self.assertEqual([part["member"] for part in problem["missing"]], ["bucket", "key", "expires"])
        self.assertNotIn("place", problem)
        # A caller without the right to sign with the profile learns that, and nothing else.
        status, problem = self.ask("POST", "/v1/presign", request)
        self.assertEqual((status, problem["rule"], [part["member"] for part in problem["missing"]]),
                         (403, "own", ["operation"]))
        status, problem = as_user(1235, lambda: self.ask("POST", "/v1/presign", request))
        self.assertEqual((status, problem["rule"], problem["missing"]), (403, None, []))

    def test_an_explanation_tells_who_gets_the_credential_itself(self):
        def explain(uid, request):
            return self.ask("POST", "/v1/explain", {"uid": uid, "operation": "credentials", "request": request},
                            path=self.daemon.admin)

        status, answer = explain(1234, {"profile": "main"})
        self.assertEqual((status, answer["granted"], answer["reason"]),
                         (200, False, "[Access web]: operation credentials is not in Allow=sign presign"))
        self.daemon.configure(RULES + "[Access key]\nMatch=uid:1234\nAllow=credentials\nProfile=main\n")
        self.assertEqual(self.ask("POST", "/v1/reload", path=self.daemon.admin)[0], 200)
        for request in ({"profile": "main"}, {}):
            self.assertEqual(explain(1234, request)[1] | {"rules": []}, {
                "granted": True, "rule": "key", "reason": "[Access key] grants all of it", "nearestRule": "key",
                "place": self.place("[Access key]"), "missing": [], "rules": [], "obstacle": None})
        self.assertFalse(explain(1235, {})[1]["granted"])
        self.assertEqual(explain(1234, {"profile": "none"})[0], 404)
        for request in ({"profil": "main"}, {"bucket": "media"}, {"profile": 1}, {"minValid": 1}, []):
            self.assertEqual(explain(1234, request)[0], 400, request)

    def test_a_question_that_makes_no_sense_is_refused(self):
        for members, status in [({"unit": "a.service"}, 400), ({"uid": 1, "user": "root"}, 400), ({"uid": -1}, 422),
                                ({"user": "no-such-user-here"}, 422), ({"uid": 1, "unti": "x"}, 400),
                                ({"uid": 1, "operation": "reload"}, 422),
                                ({"uid": 1234, "request": {"bucket": "A"}}, 422)]:
            self.assertEqual(self.explain(**members)[0], status, members)

    def test_a_caller_is_told_what_concerns_itself(self):
        def explain(**members):
            question = {"operation": "presign", "request": {"bucket": "media", "key": "private/a"}} | members
            return as_user(1234, lambda: self.ask("POST", "/v1/explain", question))

        status, answer = explain()
        self.assertEqual((status, answer["granted"], answer["nearestRule"]), (200, False, "web"))
        self.assertEqual((answer["reason"], answer["rules"], answer["place"]),
                         ("[Access web]: key 'private/a' is not in Key=public/**", ["web"], None))
        self.assertTrue(explain(request={"bucket": "media", "key": "public/a"})[1]["granted"])
        # The rules of the process that asks count, here of root on the admin socket.
        question = {"operation": "presign", "request": {"bucket": "media", "key": "public/a"}}
        answer = self.ask("POST", "/v1/explain", question, path=self.daemon.admin)[1]
        self.assertEqual((answer["granted"], answer["rules"]), (False, ["own"]))

    def test_a_caller_is_told_nothing_of_others(self):
        question = {"operation": "presign", "request": {"bucket": "media", "key": "private/a"}}
        for members, status in [({"uid": 0}, 422), ({"user": "root"}, 422), ({"uid": 1234}, 422),
                                ({"unit": "nginx.service"}, 400)]:
            answer = as_user(1234, lambda: self.ask("POST", "/v1/explain", question | members))
            self.assertEqual(answer[0], status, answer)
            self.assertNotIn("own", str(answer))
        # Neither whether there is a profile that its rules do not name.
        self.daemon.profiles += PROFILES.replace("main", "other")
        self.daemon.configure(RULES.replace("Key=public/**", "Key=public/**\nProfile=other"))
        self.assertEqual(self.ask("POST", "/v1/reload", path=self.daemon.admin)[0], 200)
        answers = [
            as_user(1234, lambda: self.ask("POST", "/v1/explain", question | {
                "request": {"profile": profile, "bucket": "A_bad_name"}}))[1] for profile in ("main", "nosuch")]
        self.assertEqual([answer["granted"] for answer in answers], [False, False])
        self.assertEqual(answers[0]["reason"].replace("main", "nosuch"), answers[1]["reason"])

    def test_the_answer_for_an_unknown_profile_lists_those_that_the_caller_may_use(self):
        _, problem = as_user(1234, lambda: self.ask("POST", "/v1/presign", {"profile": "nosuch", "key": "a"}))
        self.assertEqual((problem["status"], problem["detail"]), (404, "unknown profile 'nosuch' (you may use: main)"))


if __name__ == "__main__":
    unittest.main()
