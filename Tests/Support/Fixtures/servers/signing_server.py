#!/usr/bin/env python3
"""An AppServer that signs: the self-signed mode, by Python's standard library. Options: CERTIFICATE KEY.

It signs with the key of the vectors, and trusts the document, not the string.
Standard output: its port, then `request CONNECTION HEX` for each request and `done` for each command.
Standard input, one command a line, for the requests that are not answered yet and for those that come:
    sign              {"signature": ...}
    text              OSS KEYID:SIGNATURE (V1), the bare signature (V4)
    answer STATUS HEX this body, with `Retry-After: 7`
    hang              no answer until another command
    drop              the connection is closed without an answer
    last              a signature, and then the connection is closed without saying so
"""

import base64
import hashlib
import hmac
import itertools
import json
import socketserver
import ssl
import sys
import threading

changed = threading.Condition()
order = ["sign"]
numbers = itertools.count(1)


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def mac(key, text, digest=hashlib.sha256):
    return hmac.new(key, text.encode(), digest).digest()


def signature(asked):
    secret = b"PublicVectorSecretKey0123456789ab"
    if asked["version"] == "v1":
        return base64.b64encode(mac(secret, asked["stringToSign"], hashlib.sha1)).decode()
    key = b"aliyun_v4" + secret
    for part in (asked["date"], asked["region"], asked["product"], "aliyun_v4_request"):
        key = mac(key, part)
    return mac(key, asked["stringToSign"]).hex()


def answer(body):
    if not body.startswith(b"{"):
        # A server of the mobile SDKs, which gets the string itself and knows V1 only.
        asked = {"version": "v1", "stringToSign": body.decode()}
        return 200, f"OSS LTAI5tPublicVector01:{signature(asked)}".encode()
    asked = json.loads(body)
    if order[0] == "answer":
        return int(order[1]), bytes.fromhex(order[2].strip("."))
    signed = signature(asked)
    if order[0] == "text":
        return 200, (f"OSS LTAI5tPublicVector01:{signed}\n" if asked["version"] == "v1" else signed).encode()
    return 200, json.dumps({"signature": signed}).encode()


class Handler(socketserver.StreamRequestHandler):
    timeout = 60

    def handle(self):
        number = next(numbers)
        try:
            if self.server.context:
                self.request = self.server.context.wrap_socket(self.request, server_side=True)
                self.rfile = self.request.makefile("rb")
            while self.serve_one(number):
                pass
        except OSError:
            pass  # the client went away

    def serve_one(self, number):
        head, length = b"", 0
        while not head.endswith(b"\r\n\r\n"):
            line = self.rfile.readline()
            if not line:
                return False
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            head += line
        body = self.rfile.read(length)
        with changed:
            say(f"request {number} {(head + body).hex()}")
            changed.wait_for(lambda: order[0] != "hang")
            if order[0] == "drop":
                return False
            status, said = answer(body)
            isLast = order[0] == "last"
        self.request.sendall(b"HTTP/1.1 %d Said\r\nContent-Length: %d\r\nRetry-After: 7\r\n\r\n%s" % (status, len(said), said))
        return not isLast


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 64
    context = None

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.context.load_cert_chain(sys.argv[1], sys.argv[2])
say(str(server.server_address[1]))
threading.Thread(target=server.serve_forever, daemon=True).start()
for line in sys.stdin:
    with changed:
        order = line.rstrip("\n").split(" ")
        changed.notify_all()
        say("done")
