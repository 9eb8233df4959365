"""`examples/selftest.py` against the stand-in for OSS, which recomputes every signature: each outcome, and interrupted at each step."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

from daemon import PATIENCE, ROOT
from documents import DocumentCase, profile_at

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Standin"))
from oss_standin import Handler  # noqa: E402

PROGRAM = ROOT / "packaging" / "examples" / "selftest.py"
RULES = """
[Access tests]
Match=uid:0
Allow=sign presign
"""
ALL = "Version=v4 v1 s3\n"
STEPS = 9


class InterruptingHandler(Handler):
    """Interrupts the client while it waits for the answer to one of its requests."""

    def _dispatch(self, request):
        self.server.count += 1
        if self.server.count == self.server.interrupted:
            os.kill(self.server.client.pid, self.server.signal)
        return super()._dispatch(request)


class SelfTests(DocumentCase):
    handler = InterruptingHandler

    def scene(self, rules=ALL, change=lambda profile: profile):
        self.served = self.oss()
        self.served.interrupted, self.served.signal = None, signal.SIGINT
        return self.daemon(RULES + rules, change(profile_at(self.served.url)))

    def run_selftest(self, daemon, *options, place="oss://demo-bucket/own folder"):
        """The exit status, and the lines that it printed."""
        self.served.count = 0
        self.served.client = daemon.start(PROGRAM, *options, place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        printed = self.served.client.communicate(timeout=PATIENCE)[0]
        return self.served.client.returncode, printed.splitlines()

    def nothing_is_left(self):
        self.assertEqual((self.served.store.objects, self.served.store.uploads), ({}, {}))

    def test_every_step_succeeds_with_each_kind_of_signature(self):
        status, lines = self.run_selftest(self.scene(), "--s3")
        self.assertEqual(status, 0, lines)
        self.assertEqual(lines[:STEPS], [
            "v4 header  put              ok       200", "v4 header  get              ok       200",
            "v4 header  list             ok       200", "v4 header  copy             ok       200",
            "v4 header  begin upload     ok       200", "v4 header  upload part      ok       200",
            "v4 header  list parts       ok       200", "v4 header  complete upload  ok       200",
            "v4 header  delete           ok       204"])
        for kind in "v4 header", "v4 URL", "v1 header", "v1 URL", "s3 header", "s3 URL":
            self.assertEqual(sum(line.startswith(f"{kind} ") and " ok " in line for line in lines), STEPS, lines)
        self.assertEqual(lines[-1], "54 steps succeeded, 0 failed, 0 refused by the daemon")
        self.nothing_is_left()

    def test_a_signature_that_the_rules_do_not_grant_is_no_failure(self):
        status, lines = self.run_selftest(self.scene("Version=v4\n"))
        self.assertEqual(status, 0, lines)
        self.assertEqual(sum(line.startswith("v1 header  delete           refused  ") for line in lines), 1, lines)
        self.assertEqual(lines[-1], "18 steps succeeded, 0 failed, 2 refused by the daemon")

    def test_the_selftest_puts_nothing_that_the_rules_would_not_let_it_delete(self):
        status, lines = self.run_selftest(self.scene("Version=v4 v1\nMethod=GET PUT POST\n"))
        self.assertEqual((status, lines[-1]), (1, "0 steps succeeded, 0 failed, 4 refused by the daemon"))
        self.assertEqual(self.served.count, 0)

    def test_the_selftest_names_the_error_of_oss_and_deletes_what_another_kind_of_signature_made(self):
        daemon = self.scene(change=lambda profile: profile.replace("cn-hangzhou", "cn-beijing"))  # V1 has no region.
        status, lines = self.run_selftest(daemon)
        self.assertEqual(status, 1, lines)
        self.assertRegex(lines[0], "^v4 header  put              failed   4.. [A-Z]")
        self.assertTrue(lines[1].startswith("v4 header  get              skipped  a step before it"), lines)
        self.assertEqual(sum(line.startswith("v1 ") and " ok " in line for line in lines), 2 * STEPS, lines)
        self.nothing_is_left()

    def test_the_selftest_stops_at_the_first_failed_connection_and_names_nothing_to_delete(self):
        place = ["--endpoint", "http://127.0.0.1:1", "--region", "cn-hangzhou", "--addressing", "path"]
        status, lines = self.run_selftest(self.scene(), *place)
        self.assertEqual((status, len(lines)), (1, 2), lines)
        self.assertRegex(lines[0], "^v4 header  put              failed   cannot reach 127.0.0.1:1: ")

    def test_a_selftest_that_is_interrupted_at_any_step_leaves_no_object_and_no_upload(self):
        daemon = self.scene()
        for step in range(1, STEPS + 1):
            with self.subTest(step):
                self.served.interrupted, self.served.signal = step, [signal.SIGINT, signal.SIGTERM, signal.SIGHUP][step % 3]
                status, lines = self.run_selftest(daemon)
                self.assertEqual((status, lines[-1].partition("; ")[2]), (1, "interrupted"), lines)
                self.nothing_is_left()

    def test_a_bucket_without_a_prefix_is_refused(self):
        daemon = self.scene()
        for place in "oss://demo-bucket", "oss://demo-bucket/":
            status, lines = self.run_selftest(daemon, place=place)
            self.assertEqual(status, 2)
            self.assertIn("needs a prefix, so that no other object is touched", lines[-1])

    def test_the_report_has_the_answers_and_no_name_key_or_signature(self):
        daemon = self.scene("Version=v4\n", lambda profile: profile.replace("cn-hangzhou", "cn-beijing"))
        self.run_selftest(daemon, "--report", "report.json")
        text = pathlib.Path(daemon.directory, "report.json").read_text()
        steps = json.loads(text)["steps"]
        self.assertEqual({step["outcome"] for step in steps}, {"failed", "skipped", "refused"}, text)
        self.assertEqual({"signature", "step", "outcome", "status", "code", "ec"}, set(steps[0]), text)
        for name in "demo-bucket", "own folder", "LTAI5t", "127.0.0.1", "Signature=", "beijing":
            self.assertNotIn(name, text)


if __name__ == "__main__":
    unittest.main()
