"""A refusal names what is missing, and nothing that the request did not ask."""

import unittest

import daemon
from daemon import Client, Daemon, as_user

RULES = """
[Access web]
Match=uid:1234
Profile=main
Allow=presign post-policy
Bucket=bucket
MaxExpires=10min

[Access all]
Match=uid:1235
Profile=main
Allow=status watch
"""


class ReasonTests(unittest.TestCase):
    def start(self, *arguments, **options):
        self.daemon = Daemon(*arguments, **options)
        self.addCleanup(self.daemon.stop)

    def ask(self, user, *request):
        def answer():
            client = Client(self.daemon.api)
            status, _, document = client.ask(*request)
            client.close()
            return status, document
        return as_user(user, answer)

    def explain(self, user, operation):
        client = Client(self.daemon.admin)
        status, _, document = client.ask("POST", "/v1/explain", {"uid": user, "operation": operation, "request": {}})
        client.close()
        self.assertEqual(status, 200, document)
        return document

    def test_an_operation_without_a_profile_lacks_no_profile(self):
        self.start(RULES)
        for path, operation in [("/v1/watch", "watch"), ("/metrics", "status")]:
            status, document = self.ask(1234, "GET", path)
            self.assertEqual((status, [each["member"] for each in document["missing"]]), (403, ["operation"]))
            self.assertNotIn("profile", document["detail"])
            self.assertEqual(self.explain(1234, operation)["reason"], document["detail"].replace("status", operation))

    def test_explain_knows_the_operations_that_sign_nothing(self):
        self.start(RULES)
        self.assertEqual([self.explain(1235, each)["granted"] for each in ("status", "watch", "issue")], [True, True, False])
        self.assertEqual(self.explain(1234, "issue")["reason"], "[Access web]: operation issue is not in Allow=presign post-policy")

    def test_a_request_without_expires_lives_as_long_as_its_rule_allows(self):
        self.start(RULES)
        request = {"bucket": "bucket", "key": "a"}
        status, document = self.ask(1234, "POST", "/v1/presign", request)
        self.assertEqual(status, 200, document)
        self.assertIn("x-oss-expires=600&", document["url"])
        self.assertIn("x-oss-expires=600&", self.ask(1234, "POST", "/v1/presign", {"bucket": "bucket", "keys": ["a", "b"]})[1]["urls"][1])
        self.assertEqual(self.ask(1234, "POST", "/v1/post-policy", {"bucket": "bucket", "conditions": []})[0], 200)
        self.assertEqual(self.ask(1234, "POST", "/v1/presign", request | {"expires": 601})[0], 403)

    def test_a_daemon_without_profiles_says_so(self):
        self.start(RULES)
        rules = RULES.replace("Profile=main\n", "")
        text = daemon.DAEMON.replace("DefaultProfile=main\n", "") + rules
        self.daemon.write("ossauthd.conf", text.replace("{directory}", self.daemon.directory))
        client = Client(self.daemon.admin)
        self.assertEqual(client.ask("POST", "/v1/reload")[0], 200)
        client.close()
        self.assertIn("the daemon has no profile yet", self.ask(1234, "POST", "/v1/presign", {"bucket": "bucket", "key": "a"})[1]["detail"])

    def test_a_user_without_a_rule_is_told_that(self):
        self.start(RULES)
        status, document = self.ask(4321, "POST", "/v1/presign", {"bucket": "bucket", "key": "a"})
        self.assertEqual((status, document["detail"]), (403, "no access rule is for this caller"))


if __name__ == "__main__":
    unittest.main()
