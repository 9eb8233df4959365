"""`ossauthctl selftest` against the stand-in for OSS: with the signatures of S3, and interrupted at each step."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import unittest
from http.server import ThreadingHTTPServer

from daemon import PATIENCE, PROGRAM, ROOT, Daemon

sys.path.insert(0, str(ROOT / "Tests" / "Standin"))
from oss_ledger import Credential, Ledger  # noqa: E402
from oss_standin import Handler  # noqa: E402
from oss_store import Store  # noqa: E402

PROFILE = """
[Profile main]
Source=static
Endpoint={endpoint}
Region=cn-hangzhou
AccessKeyIDFile={directory}/id
AccessKeySecretFile={directory}/secret
"""
RULES = """
[Access tests]
Match=uid:0
Allow=sign presign
Version=v4 v1 s3
"""
STEPS = 9


class InterruptingHandler(Handler):
    """Interrupts the client while it waits for the answer to one of its requests."""

    def _dispatch(self, request):
        self.server.count += 1
        if self.server.count == self.server.interrupted:
            os.kill(self.server.client.pid, signal.SIGINT)
        return super()._dispatch(request)


class SelfTests(unittest.TestCase):
    def setUp(self):
        self.oss = self.enterContext(ThreadingHTTPServer(("127.0.0.1", 0), InterruptingHandler))
        self.oss.daemon_threads = True
        self.oss.ledger = Ledger(credentials=[Credential("LTAI5tPublicVector01", "PublicTestVectorSecretOnly0001")])
        self.oss.store, self.oss.region, self.oss.requests, self.oss.log, self.oss.cnames = Store(), "cn-hangzhou", None, None, {}
        self.oss.interrupted = None
        threading.Thread(target=self.oss.serve_forever, daemon=True).start()
        self.addCleanup(self.oss.shutdown)
        self.daemon = Daemon(RULES, PROFILE.replace("{endpoint}", f"http://127.0.0.1:{self.oss.server_port}"))
        self.addCleanup(self.daemon.stop)

    def run_selftest(self, *options):
        """The exit status, and the lines that it printed."""
        self.oss.count = 0
        command = [pathlib.Path(PROGRAM).with_name("ossauthctl"), "selftest", "--socket", self.daemon.api,
                   *options, "oss://demo-bucket/own folder"]
        self.oss.client = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        printed = self.oss.client.communicate(timeout=PATIENCE)[0]
        return self.oss.client.returncode, printed.splitlines()

    def nothing_is_left(self):
        self.assertEqual((self.oss.store.objects, self.oss.store.uploads), ({}, {}))

    def test_every_step_succeeds_with_the_signatures_of_s3(self):
        status, lines = self.run_selftest("--s3")
        self.assertEqual(status, 0, lines)
        for kind in "s3 header", "s3 URL":
            self.assertEqual(sum(line.startswith(f"{kind} ") and " ok " in line for line in lines), STEPS, lines)
        self.assertEqual(lines[-1], "54 steps succeeded, 0 failed, 0 refused by the daemon")
        self.nothing_is_left()

    def test_interrupted_at_any_step_it_leaves_no_object_and_no_upload(self):
        for step in range(1, STEPS + 1):
            with self.subTest(step):
                self.oss.interrupted = step
                status, lines = self.run_selftest()
                self.assertNotEqual(status, 0, lines)
                self.nothing_is_left()


if __name__ == "__main__":
    unittest.main()
