"""A configuration that says otherwise where a token comes from, or what it is, while programs sign."""

import pathlib
import threading
import unittest

from app_server import PROFILE, RULES, AppServer
from daemon import PATIENCE, Client, Daemon, until


class NewSourceTests(unittest.TestCase):
    def setUp(self):
        self.old = self.enterContext(AppServer("Old"))
        self.new = self.enterContext(AppServer("New", life=1_800))
        self.daemon = Daemon(RULES, PROFILE.format(url=self.old.url), "RequestTimeout=1s\n")
        self.addCleanup(lambda: self.daemon.stop())
        until(lambda: self.presign()[0] == 200)

    def presign(self):
        client = Client(self.daemon.api)
        try:
            return client.presign(profile="main")
        finally:
            client.close()

    def key(self):
        status, answer = self.presign()
        self.assertEqual(status, 200, answer)
        return answer["url"].partition("x-oss-credential=")[2].partition("%2F")[0]

    def profile(self):
        client = Client(self.daemon.admin)
        try:
            return client.ask("GET", "/v1/status")[2]["profiles"][0]
        finally:
            client.close()

    def source(self):
        return self.daemon.profiles.split("Source=appserver\n")[1].split("\nEndpoint")[0]

    def reload(self, old, new):
        self.assertIn(old, self.daemon.profiles)
        self.daemon.profiles = self.daemon.profiles.replace(old, new)
        self.daemon.configure(RULES)
        client = Client(self.daemon.admin)
        status, _, answer = client.ask("POST", "/v1/reload")
        client.close()
        self.assertEqual(status, 200, answer)
        return answer["profiles"][0]

    def test_no_request_fails_while_the_new_server_hangs_or_refuses(self):
        before = self.key()
        statuses, isOver = set(), threading.Event()

        def work():
            while not isOver.is_set():
                statuses.add(self.presign()[0])
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            for mood in ["hanging", "wrong"]:
                self.new.mood = mood
                for line in [f"URL={self.new.url}", f"URL={self.new.url}?role=x", f"URL={self.new.url}\nHeader=A: b"]:
                    calls = self.new.calls
                    profile = self.reload(self.source(), line)
                    self.assertIn("signs with the token of the former source", "".join(profile["warnings"]))
                    until(lambda: self.new.calls > calls)
            until(lambda: self.profile()["lastError"])
            profile = self.profile()
            self.assertIn("NoPermission", profile["lastError"])
            self.assertEqual((profile["state"], self.key()), ("fresh", before))
        finally:
            isOver.set()
            for thread in threads:
                thread.join(PATIENCE)
        self.assertEqual(statuses, {200})
        # Though it ends sooner.
        self.new.mood = "good"
        until(lambda: self.key() != before)
        self.assertIn("STS.New", self.key())
        profile = self.profile()
        self.assertEqual((profile["warnings"], profile["lastError"], profile["generation"]), ([], None, 2))

    def test_a_kill_before_the_first_answer_loses_nothing(self):
        before = self.key()
        until(pathlib.Path(self.daemon.directory, "cache", "main.token").exists)
        self.new.mood = "hanging"
        self.reload(self.old.url, self.new.url)
        for _ in range(2):
            self.daemon.process.kill()
            self.daemon.process.wait(PATIENCE)
            self.daemon.restart()
            self.assertEqual(self.key(), before)
            self.assertIn("signs with the token of the former source", "".join(self.profile()["warnings"]))
        self.new.mood = "good"
        until(lambda: self.key() != before)
        self.assertIn("STS.New", self.key())

    def test_a_token_that_may_do_more_is_dropped_and_the_reload_says_so(self):
        self.new.mood = "wrong"
        before = self.key()
        profile = self.reload("Source=appserver\nURL=" + self.old.url, "Source=credentials-uri\nURL=" + self.new.url)
        self.assertIn("the reload dropped the token", "".join(profile["warnings"]))
        until(lambda: self.profile()["lastError"])
        status, answer = self.presign()
        self.assertEqual(status, 503, answer)
        self.assertRegex(answer["detail"], "^profile main lost its token at the reload [0-9a-z ]+ ago, because the configuration asks "
                                           "for another one now; its fetch fails: .*status 403")
        self.new.mood = "good"
        until(lambda: self.presign()[0] == 200)
        self.assertNotEqual(self.key(), before)
        self.assertEqual(self.profile()["warnings"], [])

    def test_a_token_that_was_forgotten_comes_back_by_no_reload(self):
        before = self.key()
        client = Client(self.daemon.admin)
        self.new.mood = "wrong"
        self.assertEqual(client.ask("DELETE", "/v1/profiles/main/credentials")[0], 200)
        client.close()
        self.reload(self.old.url, self.new.url)
        until(lambda: self.profile()["lastError"])
        status, answer = self.presign()
        self.assertEqual(status, 503, answer)
        self.assertRegex(answer["detail"], "^the token of profile main was forgotten [0-9a-z ]+ ago, as the operator asked; "
                                           "the fetch of another one fails: .*NoPermission")
        self.new.mood = "good"
        until(lambda: self.presign()[0] == 200)
        self.assertNotEqual(self.key(), before)


if __name__ == "__main__":
    unittest.main()
