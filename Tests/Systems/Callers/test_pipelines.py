"""Clients that send further requests before they have read the answers, beside other users whose requests are long."""

import contextlib
import json
import random
import socket
import subprocess
import sys
import threading
import unittest

from daemon import PATIENCE, PROFILES, ROOT, Daemon
from test_places import being

USERS = range(20_001, 20_013)
SIGNER = ROOT / "Tests" / "Support" / "Fixtures" / "servers" / "signing_server.py"
REMOTE = """
[Profile remote]
Source=remote-signer
URL=http://127.0.0.1:{port}/sign
AccessKeyID=LTAI5tPublicVector01
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
Region=cn-hangzhou
"""


def matches(*users):
    return "\n".join(f"Match=uid:{user}" for user in users)


KINDS = ["one"] * 4 + ["remote"] * 2 + ["many", "secret", "health"]
RULES = f"""
[Access signers]
{matches(*USERS)}
Allow=presign
Profile=*
Version=v1 v4
[Access secrets]
{matches(*USERS)}
Allow=credentials
Profile=main
"""


@contextlib.contextmanager
def remote_signer():
    """The port of a server that signs; the lines that it writes are read, so that it never waits."""
    server = subprocess.Popen([sys.executable, "-B", SIGNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        port = server.stdout.readline().strip()
        reader = threading.Thread(target=server.stdout.read)
        reader.start()
        yield port
    finally:
        server.kill()
        server.wait()
        reader.join()
        server.stdin.close()
        server.stdout.close()


def request(path, body=None, *, end=False):
    text = "" if body is None else json.dumps(body)
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(text)}\r\n"
    return (head + ("Connection: close\r\n" if end else "") + "\r\n" + text).encode()


class Stream:
    """One connection of a user."""

    def __init__(self, daemon, user):
        with being(user):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(PATIENCE)
            self.socket.connect(daemon.api)
        self.answers = self.socket.makefile("rb")

    def answer(self):
        """Status and body of the next answer."""
        status, length = self.answers.readline().split(b" ", 2)[1:2], 0
        while (line := self.answers.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, self.answers.read(length)

    def close(self):
        self.answers.close()
        self.socket.close()


class Pipeline:
    """Some requests, each with a text that only its answer has; the last one may ask for the end of the connection."""

    def __init__(self, number, choose):
        kinds = ["many"] + choose.choices(KINDS, k=choose.randint(1, 4))
        asked = [self.question(kind, f"key-{number}-{place}") for place, kind in enumerate(kinds)]
        self.marks = [mark for mark, *_ in asked]
        self.closes = choose.random() < 0.15
        requests = [request(*rest) for _, *rest in asked]
        if self.closes:
            requests[-1] = request(*asked[-1][1:], end=True)
        self.text = b"".join(requests)
        self.cut = choose.randint(len(requests[0]), len(self.text))

    @staticmethod
    def question(kind, key):
        if kind == "secret":
            return b"LTAI5tPublicVector01", "/v1/credentials?profile=main"
        if kind == "health":
            return b'"healthy"', "/v1/health"
        if kind == "many":
            # Longer than a turn, so that the rest of the pipeline waits for the next one.
            return f"/{key}/0?".encode(), "/v1/presign", {"bucket": "b-1", "keys": [f"{key}/{number}" for number in range(40)]}
        profile = "remote" if kind == "remote" else "main"
        return f"/{key}?".encode(), "/v1/presign", {"profile": profile, "bucket": "b-1", "key": key}


class PipelineTests(unittest.TestCase):
    def setUp(self):
        port = self.enterContext(remote_signer())
        self.daemon = Daemon(RULES, PROFILES + REMOTE.format(port=port))
        self.addCleanup(self.daemon.stop)

    def connect(self, user):
        stream = Stream(self.daemon, user)
        self.addCleanup(stream.close)
        return stream

    def test_answers_leave_in_the_order_of_the_requests(self):
        choose = random.Random(41)
        streams = {user: self.connect(user) for user in USERS}
        for number in range(250):
            pipelines = {user: Pipeline(f"{user}-{number}", choose) for user in USERS}
            for user, pipeline in pipelines.items():
                streams[user].socket.sendall(pipeline.text[:pipeline.cut])
            for user, pipeline in pipelines.items():
                streams[user].socket.sendall(pipeline.text[pipeline.cut:])
            for user, pipeline in pipelines.items():
                for mark in pipeline.marks:
                    status, body = streams[user].answer()
                    self.assertIn(mark, body, (status, pipeline.marks))
                if pipeline.closes:
                    self.assertEqual(streams[user].answers.read(), b"")
                    streams[user] = self.connect(user)
