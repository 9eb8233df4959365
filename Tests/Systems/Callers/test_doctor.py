"""`ossauthctl doctor` and `ossauthd --check` of ordinary users, on a host whose daemon of the system is good."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from daemon import PATIENCE, PROGRAM, ROOT, is_open, until

CONTROL = str(pathlib.Path(PROGRAM).with_name("ossauthctl"))
DAEMON, ALICE, GROUP = 4701, 4702, 4703
ACCOUNTS = f"ossauthd:x:{DAEMON}:{DAEMON}::/:/bin/false\nalice:x:{ALICE}:{ALICE}::/:/bin/sh\n"
GROUPS = f"ossauthd:x:{DAEMON}:\nossauth:x:{GROUP}:ossauthd\n"

# Without systemd the daemon makes its sockets itself, and belongs to no group of root.
CONFIGURATION = """
[Daemon]
AdminSocketGroup=ossauthd

[Profile main]
Source=static
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
AccessKeyIDFile=/etc/ossauthd/id
AccessKeySecretFile=/etc/ossauthd/secret

[Sink app]
Profile=main
Path=/run/ossauthd-sinks/app.json
Format=json
"""

# The folders of a host with the package, and without systemd; the daemon is its own process in them.
HOST = f"""
set -e
cp -a /etc "$0/etc" && mount --bind "$0/etc" /etc
printf '%s' '{ACCOUNTS}' >>/etc/passwd
printf '%s' '{GROUPS}' >>/etc/group
mkdir -p /etc/ossauthd && cp "$0"/files/* /etc/ossauthd/
chown -R 0:{DAEMON} /etc/ossauthd && chmod 640 /etc/ossauthd/secret /etc/ossauthd/id
mount -t tmpfs none /run && mount -t tmpfs none /var/cache
install -d -o {DAEMON} -g {DAEMON} -m 700 /var/cache/ossauthd /run/ossauthd-admin /run/ossauthd-sinks
install -d -o {DAEMON} -g {DAEMON} -m 755 /run/ossauthd
exec setpriv --reuid {DAEMON} --regid {DAEMON} --groups {GROUP} "$@"
"""


class OrdinaryUserTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="ossauthd-doctor-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        os.chmod(cls.folder, 0o755)
        files = pathlib.Path(cls.folder, "files")
        files.mkdir()
        (files / "ossauthd.conf").write_text(CONFIGURATION)
        (files / "id").write_text("LTAI5tPublicVector01")
        (files / "secret").write_text("PublicTestVectorSecretOnly0001")
        cls.daemon = subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", HOST, cls.folder, PROGRAM],
            stderr=subprocess.PIPE, text=True, cwd="/")
        cls.addClassCleanup(cls.stop)
        api = f"/proc/{cls.daemon.pid}/root/run/ossauthd/ossauthd.sock"
        until(lambda: cls.daemon.poll() is not None or is_open(api))

    @classmethod
    def stop(cls):
        cls.daemon.terminate()
        cls.said = cls.daemon.communicate(timeout=PATIENCE)[1]

    def run_as(self, user, *command, groups=()):
        words = ["setpriv", "--reuid", str(user), "--regid", str(user)]
        words += ["--groups", ",".join(map(str, groups))] if groups else ["--clear-groups"]
        return subprocess.run(
            ["nsenter", "--mount", "--target", str(self.daemon.pid), *words, *command], cwd="/", timeout=PATIENCE,
            env={"PATH": "/usr/bin:/bin", "HOME": "/"}, capture_output=True, text=True)

    def doctor(self, groups=()):
        done = self.run_as(ALICE, CONTROL, "doctor", "--json", groups=groups)
        return done.returncode, [check for check in json.loads(done.stdout)["checks"] if check["status"] != "ok"]

    def test_a_member_of_the_group_has_nothing_to_do(self):
        status, rest = self.doctor([GROUP])
        self.assertEqual((status, [(each["id"], each["status"], each["fix"]) for each in rest]), (0, [("unit", "unknown", None)]))

    def test_another_user_is_told_of_the_group_and_of_nothing_else(self):
        status, rest = self.doctor()
        self.assertEqual([each["id"] for each in rest if each["status"] != "unknown"], ["daemon"], rest)
        self.assertEqual((status, rest[-1]["fix"]), (1, "ask to be added to the group 'ossauth'"))

    def configure(self, mode, text):
        path = pathlib.Path(f"/proc/{self.daemon.pid}/root/etc/ossauthd/ossauthd.conf")
        path.write_text(text)
        path.chmod(mode)

    def changed(self, mode, text):
        self.addCleanup(self.configure, 0o644, CONFIGURATION)
        self.configure(mode, text)

    def test_a_mistake_is_reported_to_every_user(self):
        self.changed(0o644, f"{CONFIGURATION}Sauce=a\n")
        _, rest = self.doctor([GROUP])
        self.assertIn("unknown key 'Sauce'", [each["message"] for each in rest if each["id"] == "configuration"][0])

    def test_a_configuration_that_only_the_daemon_may_read_is_no_mistake(self):
        self.changed(0o640, CONFIGURATION)
        status, rest = self.doctor([GROUP])
        self.assertEqual((status, [(each["status"], each["fix"]) for each in rest]), (0, [("unknown", None)] * 2), rest)

    def check(self, user, expected):
        done = self.run_as(user, PROGRAM, "--check")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, *expected), user)

    def test_the_check_of_another_user_says_what_it_does_not_see(self):
        good = "the configuration is good: 1 profile\n"
        self.check(ALICE, (good, f"user {ALICE} checks syntax and references only: the rest depends on the rights of user "
                                 f"{DAEMON}, which runs the daemon\n"))
        for user in (DAEMON, 0):
            self.check(user, (good, ""))


if __name__ == "__main__":
    unittest.main()
