"""The example of Source=process, with the SDK of STS, before a server that answers as STS does."""

import http.server
import json
import pathlib
import subprocess
import sys
import threading
import time
import unittest
import urllib.parse

from servers import ROOT, Site

sys.path.insert(0, str(ROOT / "Tests/Support/Packages"))
from packages import interpreter  # noqa: E402

ROLE = "acs:ram::1234567890123456:role/oss"


class STS(http.server.BaseHTTPRequestHandler):
    calls = []

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        query |= urllib.parse.parse_qs(self.rfile.read(length).decode())
        action = self.headers.get("x-acs-action") or query["Action"][0]
        STS.calls.append((action, query["RoleArn"][0], query["RoleSessionName"][0]))
        end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        body = json.dumps({"RequestId": "r", "Credentials": {
            "AccessKeyId": "STS.FromTheSDK", "AccessKeySecret": "s", "SecurityToken": "t", "Expiration": end}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Process(unittest.TestCase):
    def test_the_daemon_signs_with_the_token_that_the_example_prints(self):
        python = interpreter(pathlib.Path(__file__).with_name("requirements.txt"), ROOT / "build" / "venv-appserver")
        if not python:
            self.skipTest("the SDK of STS cannot be had from PyPI")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), STS)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        site = Site()
        self.addCleanup(site.stop)
        # The fetch helper passes no variables on.
        command = site.path / "command"
        command.write_text(
            f"#!/bin/sh\nexport STS_ENDPOINT=http://127.0.0.1:{server.server_port} ALIBABA_CLOUD_ACCESS_KEY_ID=LTAI\n"
            f"export ALIBABA_CLOUD_ACCESS_KEY_SECRET=secret\nexec {python} -B {ROOT}/packaging/process/sts-token {ROLE} host-7\n")
        command.chmod(0o755)
        site.ossauthd(f"Command={command}\n", "sign", source="process")
        done = subprocess.run(
            ["curl", "-s", "--unix-socket", site.path / "api.sock", "http://ossauthd/v1/sign", "--json",
             '{"bucket": "b-1", "key": "k"}'], capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(done.stdout).get("accessKeyId"), "STS.FromTheSDK", done.stdout)
        self.assertEqual(STS.calls[0], ("AssumeRole", ROLE, "host-7"))


if __name__ == "__main__":
    unittest.main()
