"""`ossauthctl suggest`: from what a daemon granted to rules that grant it again, and nothing of the neighbours."""

import json
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from daemon import PATIENCE, PROGRAM, Client, Daemon, as_user
from test_audit import JOURNALED, fields

CONTROL = str(pathlib.Path(PROGRAM).with_name("ossauthctl"))
USER, ALICE, BOB = 4701, 4711, 4712
UNIT = "ossauthd.service"
WIDE = "[Access wide]\nMatch=uid:4711\nMatch=uid:4712\nAllow=sign presign post-policy\nParameter=acl\nAudit={audit}\n"

# A host with the daemon's user, whose journalctl prints the entries of a file, if it is asked as it should be.
HOST = f"""
set -e
cp -a /etc "$0/etc" && mount --bind "$0/etc" /etc
printf 'ossauthd:x:{USER}:{USER}::/:/bin/false\\nDOM|alice+x:x:{ALICE}:{ALICE}::/:/bin/sh\\n' >>/etc/passwd
mount --bind "$0/journalctl" "$(readlink -f /bin/journalctl)"
mkdir -p /etc/ossauthd && cp "$0/ossauthd.conf" /etc/ossauthd/
exec "$@"
"""
JOURNALCTL = f"""#!/bin/sh
printf '%s\\n' "$@" >"{{folder}}/words"
exec cat "{{folder}}/journal"
"""
USES = [(ALICE, "alice"), (BOB, "bob")]
WORDS = ["--quiet", "--no-pager", "--all", "--output=json"]


def printed(values):
    """The values of a field as journalctl prints them: a text with control characters is the numbers of its bytes."""
    values = [list(value) if any(byte < 32 for byte in value) else value.decode() for value in values]
    return values[0] if len(values) == 1 else values


class SuggestTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ossauthd-suggest-"))
        self.addCleanup(shutil.rmtree, self.folder)
        program = self.folder / "journalctl"
        program.write_text(JOURNALCTL.format(folder=self.folder))
        program.chmod(0o755)
        self.journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.journal.close)
        self.journal.bind(str(self.folder / "socket"))
        self.received = []
        self.reader = threading.Thread(target=self.receive, daemon=True)
        self.reader.start()

    def receive(self):
        """The socket holds a few entries only."""
        while entry := self.journal.recv(1_000_000):
            self.received.append(entry)

    def start(self, audit):
        Daemon.launcher = ["unshare", "--mount", "--propagation", "private", "sh", "-c", JOURNALED, str(self.folder)]
        try:
            self.daemon = Daemon(WIDE.format(audit=audit))
        finally:
            Daemon.launcher = []
        self.addCleanup(self.daemon.stop)

    def entries(self):
        """All that was recorded, each by the unit of the daemon, which writes the last ones when it ends."""
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"", str(self.folder / "socket"))
        self.reader.join(PATIENCE)
        self.daemon.restart()
        origin = {"_SYSTEMD_UNIT": [UNIT.encode()], "_UID": [str(USER).encode()]}
        return [origin | fields(entry) for entry in self.received]

    def suggest(self, entries, *words):
        lines = [{name: printed(values) for name, values in entry.items()} for entry in entries]
        now = str(time.time_ns() // 1_000)
        (self.folder / "journal").write_text("".join(json.dumps(line | {"__REALTIME_TIMESTAMP": now}) + "\n" for line in lines))
        shutil.copy(f"{self.daemon.directory}/ossauthd.conf", self.folder)
        shutil.rmtree(self.folder / "etc", ignore_errors=True)
        done = subprocess.run(
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", HOST, str(self.folder), CONTROL, "--admin-socket",
             self.daemon.admin, "suggest", *words], capture_output=True, text=True, timeout=PATIENCE, cwd="/")
        said = (self.folder / "words").read_text().splitlines()
        self.assertEqual([word for word in WORDS if word not in said], [])
        self.assertEqual(said[-2:], [f"_SYSTEMD_UNIT={UNIT}", f"_UID={USER}"])
        return done.returncode, done.stdout, done.stderr

    def ask_all(self, user, own):
        """What a program does in a folder of its own in the bucket of all."""
        def ask():
            client = Client(self.daemon.api)
            requests = [("sign", {"method": "PUT", "key": f"{own}/dt=2026-01-0{day}/12:30 (1)&.txt"}) for day in range(1, 4)]
            requests += [("presign", {"key": f"{own}/a\nb*%u?.txt", "expires": 60})]
            requests += [("presign", {"keys": [f"{own}/photos/{number}.jpg" for number in range(20)]})]
            requests += [("sign", {"method": "GET", "parameters": {"prefix": f"{own}/photos/"}})]
            requests += [("sign", {"method": "PUT", "key": f"{own}/new", "headers": {"x-oss-copy-source": f"/media/{own}/old"}})]
            requests += [("sign", {"method": "PUT", "key": f"{own}/open", "parameters": {"acl": None}})]
            requests += [("post-policy", {"expires": 60, "conditions": [["starts-with", "$key", f"{own}/uploads/"]]})]
            requests += [("post-policy", {"expires": 60, "conditions": [["eq", "$key", f"{own}/form/1.jpg"]]})]
            answers = [client.ask("POST", f"/v1/{route}", {"bucket": "media"} | body)[0] for route, body in requests]
            client.close()
            return answers
        return as_user(user, ask)

    def test_a_suggestion_grants_what_was_used_and_nothing_of_the_neighbour(self):
        self.start("full")
        for user, own in USES:
            self.assertEqual(set(self.ask_all(user, own)), {200})
        entries = self.entries()
        forged = [entry | {"_SYSTEMD_UNIT": [b"evil.service"], "OSSAUTHD_KEY": [b"forged/x"]} for entry in entries]
        status, text, errors = self.suggest(entries + forged, "--since", "1d")
        self.assertEqual((status, errors), (0, ""), text)
        self.assertIn("\nMatch=user:DOM|alice+x\n", text)
        self.assertNotIn("forged", text)
        self.assertIn("\nKey=bob/dt=*/*:*?(*)&.txt\n", text)
        self.use(text)
        self.assertEqual([set(self.ask_all(user, own)) for user, own in USES], [{200}] * 2, text)
        self.assertEqual([set(self.ask_all(user, own)) for user, own in [(ALICE, "bob"), (BOB, "alice")]], [{403}] * 2, text)
        status, text, errors = self.suggest(entries, "--check")
        self.assertEqual((status, errors), (0, ""), text)
        self.assertRegex(text, r"^0 of \d+ requests on record would be refused\n$")

    def test_the_check_names_what_the_present_rules_refuse(self):
        self.start("full")
        self.assertEqual(set(self.ask_all(BOB, "bob")), {200})
        entries = self.entries()
        _, text, _ = self.suggest(entries)
        self.use(re.sub(r"Key=bob/dt=.*\n", "", text))
        status, text, _ = self.suggest(entries, "--check")
        self.assertEqual((status, text.splitlines()[-1].split(" of ")[0]), (1, "3"), text)
        self.assertRegex(text, r"(?m)^1 of sign PUT oss://media/bob/dt=2026-01-01/12:30 \(1\)&\.txt by user 4712.*: .*key")

    def test_reads_that_were_only_counted_have_no_rule(self):
        self.start("summary")
        self.assertEqual(set(self.ask_all(BOB, "bob")), {200})
        _, text, _ = self.suggest(self.entries())
        self.assertRegex(text, r"# Only counted, so .* requests on 1 day \(read\) of user 4712\. Set Audit=full in \[Access wide\] for a week\.\n")
        self.assertNotIn("GET", text)
        self.assertIn("Method=PUT", text)

    def use(self, text):
        """Gives the daemon these rules, of which its check finds nothing wrong."""
        # Only the namespace of the suggestion has a name for the user.
        self.daemon.configure(text.replace("user:DOM|alice+x", f"uid:{ALICE}"))
        check = subprocess.run([PROGRAM, "--config", f"{self.daemon.directory}/ossauthd.conf", "--check"], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stderr + text)
        subprocess.run([CONTROL, "--admin-socket", self.daemon.admin, "reload"], check=True, capture_output=True)


if __name__ == "__main__":
    unittest.main()
