"""The output that the guides show is what the commands print, but for figures and times."""

import pathlib
import re
import signal
import subprocess
import sys
import threading
import unittest
from http.server import ThreadingHTTPServer

import app_server
from daemon import DAEMON, PATIENCE, PROGRAM, ROOT, Daemon, until

sys.path.insert(0, str(ROOT / "Tests" / "Standin"))
from oss_ledger import Credential, Ledger  # noqa: E402
from oss_standin import Handler  # noqa: E402
from oss_store import Store  # noqa: E402

PROGRAMS = pathlib.Path(PROGRAM).parent
PAGES = ["docs/troubleshoot.md", "docs/operating.md"]
SAMPLE = re.compile(r"^```text\n\$ (ossauthctl (\S+)[^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
RULES = """
[Access all]
Match=uid:0
Profile=media
Allow=sign presign status watch
Version=v4 v1
"""
STATIC = """
[Profile media]
Source=static
Endpoint={endpoint}
Region=cn-hangzhou
AccessKeyIDFile={directory}/id
AccessKeySecretFile={directory}/secret
"""
WITH_SERVER = app_server.PROFILE.replace("[Profile main]", "[Profile media]").replace("RetryInitial=100ms\nRetryMax=100ms\n", "")


class MediaDaemon(Daemon):
    def configure(self, rules):
        text = DAEMON.replace("DefaultProfile=main", "DefaultProfile=media") + self.profiles + rules
        self.write("ossauthd.conf", text.replace("{directory}", self.directory))

    def start(self, command, **pipes):
        return subprocess.Popen(
            ["/bin/bash", "-c", command], text=True, cwd=self.directory, **pipes,
            env={"PATH": f"{PROGRAMS}:/usr/bin:/bin", "OSSAUTHD_SOCKET": self.api, "OSSAUTHD_ADMIN_SOCKET": self.admin})

    def output(self, command):
        return self.start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).communicate()[0]


def plain(text):
    """The words, with one sign for each time, each number of a request and each figure."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "TIME", text)
    text = re.sub(r"\b[0-9A-F]{24}\b", "REQUEST", text)
    return re.sub(r"(?:\d+(?:h|min|s)?\b ?)+", "N ", " ".join(text.split()))


class Samples(unittest.TestCase):
    def setUp(self):
        found = [match for page in PAGES for match in SAMPLE.findall((ROOT / page).read_text())]
        self.commands = {name: (command, text) for command, name, text in found}

    def daemon(self, profile):
        daemon = MediaDaemon(RULES, profile)
        self.addCleanup(daemon.stop)
        return daemon

    def shows(self, name, printed):
        for piece in self.commands[name][1].split("…\n"):
            self.assertIn(plain(piece), plain(printed))

    def oss(self):
        oss = self.enterContext(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        oss.ledger = Ledger(credentials=[Credential("LTAI5tPublicVector01", "PublicTestVectorSecretOnly0001")])
        oss.store, oss.region, oss.requests, oss.log, oss.cnames = Store(), "cn-hangzhou", None, None, {}
        threading.Thread(target=oss.serve_forever, daemon=True).start()
        self.addCleanup(oss.shutdown)
        return f"http://127.0.0.1:{oss.server_port}"

    def test_selftest(self):
        daemon = self.daemon(STATIC.replace("{endpoint}", self.oss()))
        self.shows("selftest", daemon.output(self.commands["selftest"][0]))

    def test_verify(self):
        daemon = self.daemon(STATIC.replace("{endpoint}", self.oss()))
        upload = """URL=$(ossauthctl presign --method PUT oss://demo-bucket/a.jpg)
            curl --silent --header 'Content-Type: image/jpeg' --request PUT --data hello "$URL" > error.xml\n"""
        self.shows("verify", daemon.output(upload + self.commands["verify"][0]))

    def test_doctor_and_events(self):
        with app_server.AppServer("a") as server:
            daemon = self.daemon(WITH_SERVER.format(url=server.url))
            until(lambda: "fresh" in daemon.output("ossauthctl status"))
            events = daemon.start(f"exec {self.commands['events'][0]}", stdout=subprocess.PIPE)
            # A line that does not come ends the test, which then shows the others.
            timer = threading.Timer(PATIENCE, events.kill)
            timer.start()
            self.addCleanup(timer.cancel)
            first = events.stdout.readline()
            daemon.output("ossauthctl refresh media")
            server.mood = "wrong"
            daemon.output("ossauthctl refresh media; ossauthctl reload")
            lines = [first, *(events.stdout.readline() for _ in range(3))]
            events.send_signal(signal.SIGINT)
            events.communicate()
            self.shows("events", "".join(lines))
            self.shows("doctor", daemon.output(self.commands["doctor"][0]))


if __name__ == "__main__":
    unittest.main()
