"""Damaged and forged requests at the gateway: none reaches OSS that the rule does not grant, and none makes nginx fail.

MUTATIONS in the environment is their number.
"""

import os
import random
import socket
import unittest
from urllib.parse import parse_qsl, unquote_to_bytes

from test_filter import LIST, chunked
from test_gateway import PORT, ROOT, RULES, S3, Scene, obstacle

COUNT = int(os.environ.get("MUTATIONS", "3000"))
OSS = "OSS4-HMAC-SHA256 Credential=dummy/20261128/cn-hangzhou/oss/aliyun_v4_request,Signature=00"
V1 = "OSS dummy:AAAA"
CHUNKS = chunked(b"content")


def request(line, *fields, body=b"", authorization=S3):
    fields = ("Host: 127.0.0.1", f"Authorization: {authorization}", f"Content-Length: {len(body)}", "Connection: close", *fields)
    return "\r\n".join((f"{line} HTTP/1.1", *fields, "", "")).encode() + body


# Granted ones, and some that are not.
REQUESTS = [
    *(request(f"{method} {target}", authorization=dialect) for dialect in (S3, OSS, V1) for method, target in (
        ("GET", "/media/mine/a"), ("HEAD", "/media/mine/a%20b"), ("DELETE", "/media/mine/c"), ("GET", "/media/?prefix=mine/&max-keys=9"),
        ("GET", "/media/other/a"), ("GET", "/other/mine/a"), ("GET", "/media/?prefix="))),
    request("PUT /media/mine/d", "Content-Type: text/plain", "x-amz-meta-a: b", body=b"content"),
    request("PUT /media/mine/d", "x-amz-copy-source: /media/mine/a"), request("PUT /media/mine/d", "x-amz-copy-source: /media/other/a"),
    request("PUT /media/mine/e", "X-Amz-Decoded-Content-Length: 7", "Content-Encoding: aws-chunked",
            "X-Amz-Content-Sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER", body=CHUNKS),
    request("POST /media/?delete", body=LIST), request("POST /media?delete", body=LIST.replace(b">a<", b">mine/a<").replace(b">b<", b">mine/b<")),
    request("POST /media/mine/f?uploads"), request("PUT /media/mine/f?partNumber=1&uploadId=x", body=b"part"),
    request("GET /mine/a").replace(b"Host: 127.0.0.1", b"Host: media.localhost"),
]
WORDS = [b"%2e%2e/", b"../", b"//", b"%2F", b"%00", b"%zz", b"%", b"\xff", "ü".encode(), b"?", b"&prefix=", b"&delete", b";", b"#", b"+", b" ",
         b"\t", b"\r\n", b"\n", b"\0", b"Host: other.oss-cn-hangzhou.aliyuncs.com\r\n", b"X-Amz-Copy-Source: /other/a\r\n",
         b"x-oss-copy-source: /media/other/a\r\n", b"Transfer-Encoding: chunked\r\n", b"Content-Length: 3\r\n", b"Forward-Decode: delete\r\n",
         b"Forward-Endpoint: example.com\r\n", b"Forward-Target: /media/mine/a\r\n", b"Forward-Client: 127.0.0.1:1\r\n", b"X_Amz_Date: x\r\n",
         b"X-Http-Method-Override: DELETE\r\n", b"http://media.oss-cn-hangzhou.aliyuncs.com", b"Expect: 100-continue\r\n", b"HTTP/1.0", b"other"]


def mutated(random, message):
    message = bytearray(message)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(message))
        match random.randrange(5):
            case 0: message[place] = random.randrange(256)
            case 1: del message[place:place + random.randint(1, 8)]
            case 2: message[place:place] = random.choice(WORDS)
            case 3: message[place:place] = message[place:place + random.randint(1, 40)]
            case 4:
                # A field of its own: behind the first line.
                end = message.find(b"\r\n") + 2
                message[end:end] = random.choice(WORDS)
        if not message:
            break
    return bytes(message)


def status_of(message):
    """What nginx answers; None: it closes the connection, or waits for more."""
    with socket.create_connection(("127.0.0.1", PORT), timeout=10) as stream:
        try:
            stream.sendall(message)
            stream.settimeout(0.3)
            return int(stream.recv(4_096)[9:12] or 0) or None
        except (OSError, ValueError):
            return None


@unittest.skipIf(obstacle(), obstacle())
class MutationTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = cls.enterClassContext(Scene(ROOT / ".build/debug", rules=RULES, lifetime=3_600, buckets=["media"]))

    def test_no_request_reaches_oss_that_the_rule_does_not_grant(self):
        choice = random.Random(20261128)
        messages = REQUESTS + [mutated(choice, choice.choice(REQUESTS)) for _ in range(COUNT)]
        found = self.scene.namespace.work(lambda: [status_of(message) for message in messages])
        failed = [(status, message) for status, message in zip(found, messages) if status in (500, 502, 503, 504)]
        self.assertEqual(failed[:3], [], f"{len(failed)} of {COUNT}")
        arrived = [line.split(" ", 4) for line in self.scene.requests.read_text(errors="replace").splitlines()]
        self.assertGreater(len(arrived), COUNT // 20)
        for bucket, _, code, method, target in arrived:
            if code == "EntityTooLarge":
                # The stand-in had not looked for the bucket yet.
                bucket = "media"
            self.assertTrue(is_granted(bucket, method, target), (bucket, code, method, target))
            self.assertIn(code, ("-", "NoSuchKey", "NoSuchUpload", "NotImplemented", "InvalidArgument", "EntityTooLarge"), (method, target))


def is_granted(bucket, method, target):
    path, _, query = target.partition("?")
    key = unquote_to_bytes(path[1:])
    if not key:
        parameters = dict(parse_qsl(query, keep_blank_values=True))
        return bucket == "media" and ("delete" in parameters or parameters.get("prefix", "").startswith("mine/"))
    return bucket == "media" and key.startswith(b"mine/") and b".." not in key.split(b"/") and method in ("GET", "HEAD", "PUT", "POST", "DELETE")


if __name__ == "__main__":
    unittest.main()
