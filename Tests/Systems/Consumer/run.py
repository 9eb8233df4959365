#!/usr/bin/env python3
"""The library as a program outside the project uses them: run.py PROGRAMS SCRATCH

PROGRAMS is the folder with the built programs, SCRATCH one for building the package that is beside this file. All that its
examples sign is sent to the stand-in for OSS, which checks every signature by its own computation. All code in Swift that the README and
docs/library.md show must be in a source of that package, so that what people read is what was run here.
"""

import contextlib
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import subprocess
import sys
import unittest
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE.parent / "Compatibility"))
from scene import BUCKET, PATIENCE, Scene  # noqa: E402

RULES = f"""
[Access library]
Match=uid:{os.getuid()}
Allow=sign presign post-policy
Bucket={BUCKET}
Parameter=response-content-type

[Access first]
Match=uid:{os.getuid()}
Allow=presign
Bucket=media

[Access opaque]
Match=uid:{os.getuid()}
Allow=sign-opaque
"""
CONTENT = b"what was put"


class LibraryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        programs, scratch = sys.argv[1:]
        # New files of a package that is used by its path are seen only when the build is planned anew.
        (HERE / "Package.swift").touch()
        build = ["swift", "build", "--package-path", HERE, "--scratch-path", scratch]
        subprocess.run(build, check=True, stdin=subprocess.DEVNULL)
        cls.example = pathlib.Path(subprocess.check_output([*build, "--show-bin-path"], text=True).strip()) / "Example"
        cls.scene = Scene(pathlib.Path(programs).resolve(), RULES, lifetime=900)
        cls.enterClassContext(cls.scene)
        cls.send(cls.run_example("upload"), CONTENT)

    @classmethod
    def run_example(cls, name, argument=None):
        environment = {"OSSAUTHD_SOCKET": str(cls.scene.socket), "PATH": os.environ["PATH"]}
        output = subprocess.check_output(
            [cls.example, name, argument or cls.scene.endpoint.rstrip("/")], env=environment, timeout=PATIENCE)
        return json.loads(output)

    @classmethod
    def send(cls, sending, body=None):
        url = urllib.parse.urlsplit(sending["url"])
        with contextlib.closing(http.client.HTTPConnection(url.netloc, timeout=PATIENCE)) as connection:
            connection.request(sending["method"], f"{url.path}?{url.query}", body, sending["headers"])
            response = connection.getresponse()
            content = response.read()
        if response.status != 200:
            raise AssertionError(f"{response.status}: {content.decode()}")
        return content, response.headers

    def test_the_request_of_the_readme_gets_a_url(self):
        self.assertIn("/public/cat.jpg?", self.run_example("first")[0])

    def test_a_signed_request_gets_the_object_that_was_put(self):
        content, headers = self.send(self.run_example("download"))
        self.assertEqual(content, CONTENT)
        self.assertEqual(headers["x-oss-meta-author"], "me")

    def test_the_signer_of_the_sdk_signs_with_its_parameters(self):
        for name in "sdk-headers", "sdk-url":
            with self.subTest(name):
                content, headers = self.send(self.run_example(name))
                self.assertEqual((content, headers["content-type"]), (CONTENT, "text/csv"))

    def test_a_thousand_urls_are_a_thousand(self):
        urls = [sending["url"] for sending in self.run_example("gallery")]
        self.assertEqual(len(set(urls)), 1_000)
        self.assertIn("/photos/1000.jpg?", urls[-1])

    def test_a_browser_may_upload_with_the_form(self):
        form = self.run_example("form")
        fields = {**form["headers"], "key": "incoming/b.txt", "file": "from a form"}
        parts = "".join(
            f'--x\r\nContent-Disposition: form-data; name="{name}"{"; filename=f" * (name == "file")}\r\n\r\n{value}\r\n'
            for name, value in fields.items())
        form["headers"] = {"Content-Type": "multipart/form-data; boundary=x"}
        url = urllib.parse.urlsplit(form["url"])
        with contextlib.closing(http.client.HTTPConnection(url.netloc, timeout=PATIENCE)) as connection:
            connection.request("POST", url.path, f"{parts}--x--\r\n", form["headers"])
            self.assertEqual(connection.getresponse().status, 204)

    def test_a_refusal_is_explained(self):
        self.assertRegex(self.run_example("refusal")[0], "^ask for a rule: .*bucket")

    def test_the_credential_is_that_of_the_daemon(self):
        key, secret, token, _ = self.run_example("sdk-credentials")
        keys = [json.loads(line) for line in (self.scene.directory / "ledger").read_text().splitlines()]
        known = {(each["AccessKeyId"], each["AccessKeySecret"], each.get("SecurityToken")) for each in keys}
        self.assertIn((key, secret, token), known)

    def test_a_remote_signature_is_that_of_a_key_of_the_daemon(self):
        signature = self.run_example("sdk-signature", "any string")["signature"]
        keys = [json.loads(line) for line in (self.scene.directory / "ledger").read_text().splitlines()]
        self.assertIn(signature, [v4(each["AccessKeySecret"], "any string") for each in keys])


class DocumentTest(unittest.TestCase):
    def test_the_page_shows_only_code_that_was_run(self):
        sources = "\n".join(path.read_text() for path in HERE.rglob("Sources/**/*.swift"))
        blocks = [block.split("```")[0] for block in (ROOT / "docs/library.md").read_text().split("```swift\n")[1:]]
        self.assertGreaterEqual(len(blocks), 5)
        for block in blocks:
            self.assertIn(flush(block), flush(sources), f"docs/library.md shows what is in no source of {HERE.name}")


def flush(code):
    """Without the indentation, which differs where a page shows the body of a function."""
    return "\n".join(line.strip() for line in code.strip().splitlines())


def v4(secret, string):
    key = f"aliyun_v4{secret}".encode()
    for part in "20231216", "cn-hangzhou", "oss", "aliyun_v4_request", string:
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key.hex()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
