#!/usr/bin/env python3
"""A sample of an AppServer for ossauthd, which makes its keys up. Write your own from it:

  GET  /sts   answers with a temporary key (Source=appserver). In yours, `temporary_key` asks STS for AssumeRole.
  POST /sign  answers with the signature of a string (Source=remote-signer). In yours, `sign` looks at the request
              first, and signs only what the host may do.

Anyone who reaches the port gets a key, so this one listens on 127.0.0.1 only.
"""

import argparse
import base64
import hashlib
import hmac
import http.server
import json
import os
import secrets
import time


def temporary_key(lifetime):
    end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + lifetime))
    return {"StatusCode": 200, "AccessKeyId": f"STS.{secrets.token_hex(12)}", "AccessKeySecret": secrets.token_hex(22),
            "SecurityToken": f"CAIS{secrets.token_hex(190)}", "Expiration": end}


def sign(question, key):
    """The signature of the string that the daemon sends with the parts of its request."""
    secret, text = key["AccessKeySecret"].encode(), question["stringToSign"].encode()
    if question["version"] == "v1":
        return base64.b64encode(hmac.digest(secret, text, hashlib.sha1)).decode()
    signing_key = b"aliyun_v4" + secret
    for part in (question["date"], question["region"], question["product"], "aliyun_v4_request"):
        signing_key = hmac.digest(signing_key, part.encode(), hashlib.sha256)
    return hmac.digest(signing_key, text, hashlib.sha256).hex()


class AppServer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # an answer is sent whole

    def do_GET(self):
        if self.path.partition("?")[0] not in ("/", "/sts"):
            return self.answer(404, {"StatusCode": 404, "ErrorCode": "NoSuchRoute", "ErrorMessage": "GET /sts, POST /sign"})
        self.answer(200, written(temporary_key(options.lifetime)))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            self.answer(200, {"accessKeyId": lasting["AccessKeyId"], "signature": sign(json.loads(body), lasting)})
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self.answer(422, {"StatusCode": 422, "ErrorCode": "InvalidRequest", "ErrorMessage": str(error)})

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def written(key):
    """The key, after a line with it was added to the ledger: to verify signatures takes the secret."""
    if options.ledger:
        ledger = os.open(options.ledger, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(ledger, json.dumps(key, separators=(",", ":")).encode() + b"\n")
        os.close(ledger)
    return key


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--port", type=int, default=0, help="the port on 127.0.0.1; 0 means any")
parser.add_argument("--ledger", metavar="FILE", help="add the keys there, to verify signatures")
parser.add_argument("--lifetime", type=int, default=3600, metavar="SECONDS", help="how long a key is valid")
options = parser.parse_args()
# The key of POST /sign is the first line of the ledger.
lasting = written({"AccessKeyId": f"LTAI{secrets.token_hex(10)}", "AccessKeySecret": secrets.token_hex(15)})
server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), AppServer)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
