"""The first code of the README gets a URL that OSS accepts, by the rule that the README shows."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from daemon import ROOT
from documents import DocumentCase, profile_at

sys.path.insert(0, str(ROOT / "Tests" / "Systems" / "Installation"))
import finished  # noqa: E402

PAGES = ["README.md", "README.zh-CN.md"]


def block(page, pattern):
    """The one piece of code of this form."""
    [found] = re.findall(pattern, (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    return found


class Readme(DocumentCase):
    def url(self, page, *command):
        """The URL that a command prints, with the daemon of this page; and that it gets the object."""
        oss = self.oss()
        daemon = self.daemon(block(page, r"^(\[Access .*?)^```$"), profile_at(oss.url))
        upload = self.printed(daemon, "ossauthctl", "presign", "--method", "PUT", "oss://media/photos/cat.jpg")
        subprocess.run(["curl", "--silent", "--fail", "--upload-file", "-", upload], input=b"a cat", check=True)
        url = self.printed(daemon, *(word.replace("/run/ossauthd/ossauthd.sock", daemon.api) for word in command))
        with urllib.request.urlopen(re.search(r'http://[^"\s]+', url)[0]) as answer:
            self.assertEqual(answer.read(), b"a cat")
        return url

    def printed(self, daemon, *command):
        return daemon.output(*command, stderr=subprocess.DEVNULL).strip()

    def test_the_program_in_python_prints_a_url_that_oss_accepts(self):
        """With the installed file that the line below it copies, and nothing of the source."""
        with tempfile.TemporaryDirectory(prefix="ossauthd-readme-") as root:
            programs = finished.lay_out(pathlib.Path(root, "programs"))
            subprocess.run([ROOT / "packaging/install"], check=True, env={
                "PATH": os.environ["PATH"], "DESTDIR": root, "PREFIX": "/usr", "PROGRAMS": str(programs)})
            for page in PAGES:
                with self.subTest(page=page):
                    folder = pathlib.Path(root, page)
                    folder.mkdir()
                    copy = block(page, r"`(cp /usr/\S+ \.)`").replace("/usr/", f"{root}/usr/")
                    program = shlex.quote(block(page, r"^```python\n(.*?)^```$"))
                    self.assertIn("x-oss-expires=600&", self.url(
                        page, "sh", "-c", f"cd {folder} && {copy} && {sys.executable} -B -c {program}"))

    def test_the_request_of_curl_gets_a_url_that_oss_accepts(self):
        for page in PAGES:
            with self.subTest(page=page):
                self.assertIn("x-oss-expires=600&", self.url(page, "sh", "-c", block(page, r"^    (curl --unix-socket .*?)\n\n")))


if __name__ == "__main__":
    unittest.main()
