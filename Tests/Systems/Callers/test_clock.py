"""A wall clock that is set while the daemon runs; the server of its profile has the right time."""

import calendar
import pathlib
import re
import struct
import subprocess
import tempfile
import time
import unittest

from app_server import AppServer
from daemon import ROOT, Client, Daemon, until

PROFILE = """
[Profile main]
Source=appserver
URL={url}
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""
RULES = "[Access all]\nMatch=uid:0\nProfile=main\nAllow=presign status\n"
TOLERANCE = 60


class ClockTests(unittest.TestCase):
    def setUp(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        library, self.step = folder / "set_clock.so", folder / "step"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, ROOT / "Tests/Support/Fixtures/set_clock.c"], check=True)
        self.step.write_bytes(struct.pack("q", 0))
        server = self.enterContext(AppServer("Right"))
        self.daemon = Daemon(RULES, PROFILE.format(url=server.url), LD_PRELOAD=str(library), CLOCK_STEP=str(self.step))
        self.addCleanup(self.daemon.stop)
        until(lambda: self.ask("POST", "/v1/presign", {"bucket": "bucket", "key": "key"})[0] == 200)

    def ask(self, method, path, body=None):
        client = Client(self.daemon.admin if "refresh" in path else self.daemon.api)
        try:
            status, _, answer = client.ask(method, path, body)
        finally:
            client.close()
        return status, answer

    def assertIsRight(self, step):
        status, answer = self.ask("POST", "/v1/presign", {"bucket": "bucket", "key": "key"})
        self.assertEqual(status, 200, answer)
        written = re.search("x-oss-date=([0-9TZ]+)", answer["url"])[1]
        self.assertAlmostEqual(calendar.timegm(time.strptime(written, "%Y%m%dT%H%M%SZ")), time.time(), delta=TOLERANCE)
        profile = self.ask("GET", "/v1/status")[1]["profiles"][0]
        self.assertEqual(profile["state"], "fresh")
        self.assertAlmostEqual(profile["clockSkewSeconds"], -step, delta=TOLERANCE)

    def test_signatures_have_the_time_of_the_server(self):
        for step in [3_600, -3_600, -80_000]:
            with self.subTest(step=step):
                with open(self.step, "r+b") as file:
                    file.write(struct.pack("q", step))
                self.assertIsRight(step)
                self.assertEqual(self.ask("POST", "/v1/profiles/main/refresh")[0], 200)
                self.assertIsRight(step)
                with open(self.step, "r+b") as file:
                    file.write(struct.pack("q", 0))
                self.assertEqual(self.ask("POST", "/v1/profiles/main/refresh")[0], 200)
                self.assertIsRight(0)


if __name__ == "__main__":
    unittest.main()
