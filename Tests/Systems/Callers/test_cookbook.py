"""The entries of docs/cookbook.md work: its commands against a stand-in for OSS, its configurations at the check, its answers at a fetch."""

import json
import os
import re
import subprocess
import time
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from daemon import ROOT, until
from documents import PROGRAMS, DocumentCase, profile_at

PAGE = (ROOT / "docs/cookbook.md").read_text()
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CONFIGURATION = re.compile(r"^```ini\n(\[.*?)^```$", re.DOTALL | re.MULTILINE)
FORM = re.compile(r"^```json\n(.*?)^```\n\n```ini\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# Commands that change the host, or need programs that are not here.
ELSEWHERE = re.compile(r"\b(?:sudo|docker|kubectl|exec|ossutil)\b")
KEYS = {"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "a", "alg": "EdDSA", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
RULES = """
[Access media]
Match=uid:0
Profile=media
Allow=sign presign post-policy status
Bucket=media
Method=GET PUT POST
Parameter=x-oss-process
"""


def lasting(answer):
    """The answer with an end in an hour."""
    end = int(time.time()) + 3_600
    text = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(end))
    return answer.replace("2026-11-28T10:00:00Z", text).replace("1795860000", str(end))


class Answering(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.server.body)))
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, form, *values):
        """Prints no log: it would not be read."""


class Cookbook(DocumentCase):
    def start(self, daemon, commands):
        text = "set -eu\ncurl() { command curl --fail \"$@\"; }\n" + commands.replace("/run/ossauthd/ossauthd.sock", daemon.api)
        return daemon.start("/bin/bash", "-o", "pipefail", "-c", text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_the_commands_do_what_they_say(self):
        oss = self.oss()
        daemon = self.daemon(RULES, profile_at(oss.url))
        daemon.write("photo.jpg", "a picture")
        daemon.write("part1", "a part")
        shown = [commands for commands in COMMANDS.findall(PAGE) if not ELSEWHERE.search(commands)]
        self.assertGreaterEqual(len(shown), 9)
        for commands in shown:
            with self.subTest(commands=commands):
                run = self.start(daemon, commands)
                printed = run.communicate()[0]
                self.assertEqual(run.returncode, 0, printed)
                self.assertNotIn("<Error>", printed)
        self.assertEqual({key for _, key in oss.store.objects}, {"photo.jpg", "big.iso"})

    def test_the_configurations_pass_the_check_without_a_warning(self):
        texts = CONFIGURATION.findall(PAGE)
        self.assertGreaterEqual(len(texts), 6)
        daemon = self.daemon(RULES, profile_at("https://oss-cn-hangzhou.aliyuncs.com"))
        for secret in ["id", "secret"]:
            os.chmod(f"{daemon.directory}/{secret}", 0o600)
        daemon.write("jwks.json", json.dumps(KEYS))
        for text in texts:
            with self.subTest(text=text):
                done = self.check(daemon, text)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def check(self, daemon, text):
        text = text.replace("/etc/ossauthd/jwks.json", f"{daemon.directory}/jwks.json").replace("user:www-data", "uid:33")
        text = text.replace("/etc/ossauthd-secret/appserver-token", f"{daemon.directory}/id")
        text = re.sub(r"^(CacheDirectory)=.*/", rf"\1={daemon.directory}/checked-", text, flags=re.MULTILINE)
        program = PROGRAMS / ("ossauth-appserver" if "[AppServer]" in text else "ossauthd")
        if "[Profile" not in text and "[AppServer]" not in text:
            text += profile_at("https://oss-cn-hangzhou.aliyuncs.com").replace("{directory}", daemon.directory)
        daemon.write("checked.conf", text)
        return subprocess.run([program, "--config", f"{daemon.directory}/checked.conf", "--check"], capture_output=True, text=True,
                              env={"CACHE_DIRECTORY": f"{daemon.directory}/checked-cache"})

    def test_each_form_of_an_answer_is_read_with_its_lines(self):
        forms = FORM.findall(PAGE)
        self.assertEqual(len(forms), 3)
        for answer, lines in forms:
            with self.subTest(answer=answer):
                server = self.server(HTTPServer, Answering)
                server.body = lasting(answer).encode()
                profile = f"[Profile media]\nSource=appserver\nURL=http://127.0.0.1:{server.server_port}/sts\n{lines}" \
                    "Endpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
                daemon = self.daemon(RULES, profile)
                until(lambda: "https://" in daemon.output("ossauthctl", "presign", "oss://media/a.jpg"))


if __name__ == "__main__":
    unittest.main()
