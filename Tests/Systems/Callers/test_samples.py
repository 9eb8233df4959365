"""The output that the guides show is what the commands print, but for figures and times."""

import re
import signal
import subprocess
import threading
import unittest

import app_server
from daemon import PATIENCE, ROOT, until
from documents import DocumentCase, profile_at

PAGES = ["docs/troubleshoot.md", "docs/operating.md", "docs/sources.md"]
EXAMPLES = "/usr/share/doc/ossauthd/examples/"
SAMPLE = re.compile(r"^```text\n\$ ((?:ossauthctl |%s)(\S+)[^\n]*)\n(.*?)^```$" % EXAMPLES, re.DOTALL | re.MULTILINE)
RULES = """
[Access all]
Match=uid:0
Profile=media
Allow=sign presign status watch
Version=v4 v1
"""
WITH_SERVER = app_server.PROFILE.replace("[Profile main]", "[Profile media]").replace("RetryMax=100ms\n", "")


def plain(text):
    """The words, with one sign for each time, each number of a request and each figure."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "TIME", text)
    text = re.sub(r"\b[0-9A-F]{24}\b", "REQUEST", text)
    return re.sub(r"(?:\d+(?:h|min|s)?\b ?)+", "N ", " ".join(text.split()))


class Samples(DocumentCase):
    def setUp(self):
        found = [match for page in PAGES for match in SAMPLE.findall((ROOT / page).read_text())]
        self.commands = {name: (command, text) for command, name, text in found}

    def shows(self, name, printed):
        for piece in self.commands[name][1].split("…\n"):
            self.assertIn(plain(piece), plain(printed))

    def printed(self, daemon, command):
        return daemon.output("/bin/bash", "-c", command)

    def test_selftest_prints_what_the_page_shows(self):
        daemon = self.daemon(RULES, profile_at(self.oss().url))
        command = self.commands["selftest.py"][0].replace(EXAMPLES, f"{ROOT}/packaging/examples/")
        self.shows("selftest.py", self.printed(daemon, command))

    def test_verify_prints_what_the_page_shows(self):
        daemon = self.daemon(RULES, profile_at(self.oss().url))
        upload = """URL=$(ossauthctl presign --method PUT oss://demo-bucket/a.jpg)
            curl --silent --header 'Content-Type: image/jpeg' --request PUT --data hello "$URL" > error.xml\n"""
        self.shows("verify", self.printed(daemon, upload + self.commands["verify"][0]))

    def test_doctor_and_events_print_what_the_pages_show(self):
        with app_server.AppServer("a") as server:
            daemon = self.daemon(RULES, WITH_SERVER.format(url=server.url))
            until(lambda: "fresh" in self.printed(daemon, "ossauthctl status"))
            events = daemon.start("/bin/bash", "-c", f"exec {self.commands['events'][0]}", stdout=subprocess.PIPE)
            # A line that does not come ends the test, which then shows the others.
            timer = threading.Timer(PATIENCE, events.kill)
            timer.start()
            self.addCleanup(timer.cancel)
            first = events.stdout.readline()
            self.printed(daemon, "ossauthctl refresh media")
            server.mood = "wrong"
            self.printed(daemon, "ossauthctl refresh media; ossauthctl reload")
            lines = [first, *(events.stdout.readline() for _ in range(3))]
            events.send_signal(signal.SIGINT)
            events.communicate()
            self.shows("events", "".join(lines))
            self.shows("doctor", self.printed(daemon, self.commands["doctor"][0]))


if __name__ == "__main__":
    unittest.main()
