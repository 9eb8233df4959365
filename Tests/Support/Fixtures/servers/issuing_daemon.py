"""A daemon that issues tokens as ossauthd does: issuing_daemon.py SOCKET LOG. Each question is a line of LOG.

The profile decides what happens: `media` gets a token, `busy` 503 with Retry-After, `denied` 403, `broken` an answer without a
token, `brief` a token for 100 s, `slow` one after a second, `silent` no answer, and `hangup` the end of the connection.
"""

import json
import os
import socketserver
import sys
import time
from http.server import BaseHTTPRequestHandler


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with open(sys.argv[2], "a") as log:
            log.write(json.dumps([self.path, question]) + "\n")
        if self.path != "/v1/issue" and question["profile"] == "denied":
            return self.answer(403, {"code": "NotAllowed", "detail": "no rule grants it"})
        if self.path == "/v1/sign-string":
            return self.answer(200, {"generation": 1, "signature": "s", "authorization": "OSS LTAI:s", "accessKeyId": "LTAI",
                                     "securityToken": None})
        if self.path in ("/v1/presign", "/v1/post-policy"):
            return self.answer(200, {"profile": question["profile"], "generation": 1, "url": "https://b-1.example/", "signature": "s",
                                     "fields": {"policy": "p"}, "headers": {}, "expiration": "2023-12-16T16:30:57Z"})
        assert self.path == "/v1/issue" and set(question) <= {"profile", "name", "policy", "durationSeconds"}
        assert isinstance(question["policy"], dict)
        profile = question["profile"]
        if profile == "busy":
            return self.answer(503, {"code": "NoCredential", "detail": "STS throttles"}, {"Retry-After": "7"})
        if profile == "denied":
            return self.answer(403, {"code": "NotAllowed", "detail": "no rule grants issue"})
        if profile == "broken":
            return self.answer(200, {"Code": "Success", "AccessKeyId": "STS.broken"})
        if profile == "slow":
            time.sleep(1)
        if profile == "silent":
            time.sleep(100)
        if profile == "hangup":
            self.close_connection = True
            return None
        life = 100 if profile == "brief" else question.get("durationSeconds", 3600)
        end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + life))
        count = len(open(sys.argv[2]).readlines())
        return self.answer(200, {
            "AccessKeyId": f"STS.{question['name'].replace('@', '-')}.{count}", "AccessKeySecret": "secret", "Expiration": end,
            "SecurityToken": "token", "LastUpdated": end, "Code": "Success"})

    def do_GET(self):
        """Each look at the health is a line of LOG.health."""
        with open(sys.argv[2] + ".health", "a") as log:
            log.write(self.path + "\n")
        self.answer(200 if self.path == "/v1/health" else 404, {"healthy": True, "profiles": {}})

    def answer(self, status, document, headers=()):
        body = json.dumps(document).encode()
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def address_string(self):
        return "local"

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = 1024

    def handle_error(self, request, address):
        """A client that was killed is no error."""


if os.path.exists(sys.argv[1]):
    os.remove(sys.argv[1])
with Server(sys.argv[1], Handler) as server:
    print("ready", flush=True)
    server.serve_forever()
