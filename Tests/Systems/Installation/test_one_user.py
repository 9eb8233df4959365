"""A user without root installs the archive as docs/install.md says, gets a signed URL, and removes it."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import finished

ROOT = pathlib.Path(__file__).resolve().parents[3]
ONE_USER = 54321 if os.getuid() == 0 else os.getuid()
PAGE = (ROOT / "docs/install.md").read_text().partition("## One user, without root")[2].partition("\n## ")[0]
# The way with systemd is the boot test's.
WITH_SYSTEMD, IN_FOREGROUND = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
STATUS = WITH_SYSTEMD.replace("systemctl --user enable --now ossauthd\n", "")


def archive(folder):
    """What packaging/tar puts into the archive, as far as one user needs it."""
    for name in ("packaging", "adapters"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "packaging/install.sh", folder)
    finished.lay_out(folder / "programs")


class OneUser(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="ossauthd-user-")))
        self.folder.chmod(0o755)
        archive(self.folder / "archive")
        self.home = self.folder / "home"
        self.runtime = self.folder / "runtime"
        for own in (self.home, self.runtime):
            own.mkdir(0o700)
            os.chown(own, ONE_USER, ONE_USER)
        self.environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin"}

    def start(self, command, **more):
        return subprocess.Popen(["/bin/sh", "-c", command], env=self.environment, cwd=self.home, user=ONE_USER, group=ONE_USER,
                                extra_groups=[], text=True, **more)

    def output(self, command):
        process = self.start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = process.communicate()[0]
        self.assertEqual(process.returncode, 0, f"{command}: {text}")
        return text

    def profile(self):
        """That of an AppServer that runs."""
        server = subprocess.Popen([sys.executable, "-B", ROOT / "packaging/examples/appserver.py"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.communicate)
        self.addCleanup(server.kill)
        url = server.stdout.readline().split()[-1]
        return f"[Profile media]\nSource=appserver\nURL={url}\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"

    def daemon(self):
        """The daemon as the page starts it, with its token."""
        daemon = self.start(f"exec {IN_FOREGROUND}", stderr=subprocess.PIPE)
        self.addCleanup(self.stop, daemon)
        log = []
        for line in daemon.stderr:
            log.append(line)
            if "media: new token" in line:
                return daemon
        self.fail("".join(log))

    def stop(self, daemon):
        if daemon.returncode is None:
            daemon.terminate()
            daemon.communicate()

    def follow_the_page(self):
        said = self.output(f"{self.folder}/archive/install.sh")
        (self.home / ".config/ossauthd/ossauthd.conf.d/media.conf").write_text(self.profile())
        daemon = self.daemon()
        self.assertIn("export PATH", said)
        self.assertIn("media", self.output(STATUS))
        self.environment["PATH"] = f"{self.home}/.local/bin:/usr/bin:/bin"
        self.assertIn("x-oss-signature=", self.output("ossauthctl presign oss://media/photos/cat.jpg"))
        self.output("ossauthctl reload")
        self.assertIn("Nothing keeps the daemon from signing for you.", self.output("ossauthctl doctor"))
        self.stop(daemon)
        self.output(f"{self.folder}/archive/install.sh remove")
        left = {path.relative_to(self.folder) for own in (self.home, self.runtime) for path in own.rglob("*ossauth*")}
        self.assertEqual({path for path in left if ".config/ossauthd" not in str(path)}, set())

    def test_one_user_signs_with_a_folder_for_sockets(self):
        self.environment["XDG_RUNTIME_DIR"] = str(self.runtime)
        self.follow_the_page()

    def test_one_user_signs_without_a_folder_for_sockets(self):
        self.follow_the_page()
        self.assertFalse((self.home / ".local/run").exists())


if __name__ == "__main__":
    unittest.main()
