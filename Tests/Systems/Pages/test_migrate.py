"""The commands of the page for hosts with AccessKey files, as printed, on a host with a key in twelve usual places."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

from pages import ROOT

COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# In the tree of a test; in the namespace each folder lies at its own place.
PLACES = {
    "root/.ossutilconfig": "[Credentials]\naccessKeyID={id}\naccessKeySecret={secret}\n",
    "home/app/.aliyun/config.json": '{{"access_key_id":"{id}","access_key_secret":"{secret}"}}\n',
    "etc/passwd-ossfs": "examplebucket:{id}:{secret}\n",
    "home/app/.config/rclone/rclone.conf": "[oss]\naccess_key_id = {id}\nsecret_access_key = {secret}\n",
    "home/app/.s3cfg": "access_key = {id}\nsecret_key = {secret}\n",
    "home/app/.aws/credentials": "[default]\naws_access_key_id={id}\naws_secret_access_key={secret}\n",
    "etc/systemd/system/app.service.d/key.conf": '[Service]\nEnvironment="ID={id}" "SECRET={secret}"\n',
    "srv/app/compose.yaml": 'services: {{app: {{environment: ["ID={id}", "SECRET={secret}"]}}}}\n',
    "var/spool/cron/crontabs/app": "0 3 * * * ID={id} SECRET={secret} backup\n",
    "etc/environment": "OSS_ACCESS_KEY_ID={id}\nOSS_ACCESS_KEY_SECRET={secret}\n",
    "opt/app/application.properties": "oss.accessKeyId={id}\r\noss.accessKeySecret={secret}\r\n",
    "root/.bash_history": "ossutil config -i {id} -k {secret}\n",
}
FOLDERS = ["etc", "home", "opt", "root", "srv", "usr/local", "var"]


def key_of(number):
    return f"LTAI5tExampleKeyId{number:06}"


class Migrations(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("the files of a host are laid over those of this one in a mount namespace: only root may")
        self.search, self.processes = COMMANDS.findall((ROOT / "docs" / "migrate.md").read_text())
        folder = tempfile.TemporaryDirectory(prefix="ossauthd-migrate-")
        self.addCleanup(folder.cleanup)
        self.host = pathlib.Path(folder.name)
        for each in FOLDERS:
            (self.host / each).mkdir(parents=True)
        for number, (place, text) in enumerate(PLACES.items()):
            (self.host / place).parent.mkdir(parents=True, exist_ok=True)
            (self.host / place).write_text(text.format(id=key_of(number), secret=f"ExampleSecretThatNoPagePrints{number:03}"))

    def test_the_key_of_each_place_is_found_and_no_secret_is_printed(self):
        mounts = "".join(f"mount --bind {self.host}/{each} /{each} && " for each in FOLDERS)
        found = subprocess.run(["unshare", "--mount", "--propagation", "private", "sh", "-c", f"{mounts}{self.search}"],
                               capture_output=True, text=True)
        expected = sorted(f"/{place}:{key_of(number)}" for number, place in enumerate(PLACES))
        self.assertEqual((sorted(found.stdout.splitlines()), found.stderr), (expected, ""))

    def test_a_process_with_a_key_is_found_by_the_name_of_the_variable_alone(self):
        secret = "ExampleSecretThatNoPagePrints012"
        process = subprocess.Popen(["sleep", "infinity"], env={"OSS_ACCESS_KEY_ID": key_of(12), "OSS_ACCESS_KEY_SECRET": secret})
        self.addCleanup(process.wait)
        self.addCleanup(process.send_signal, signal.SIGKILL)
        found = subprocess.run(["sh", "-c", self.processes], capture_output=True, text=True)
        self.assertIn(f"/proc/{process.pid}/environ:OSS_ACCESS_KEY_ID", found.stdout.splitlines())
        self.assertNotIn("LTAI", found.stdout)
        self.assertNotIn(secret, found.stdout)


if __name__ == "__main__":
    unittest.main()
