"""The floods: what the users ask who flood, over how many connections, and how. Each request is tried once before it is part of a
flood, so that a flood does the work that its name says."""

import json
import time
from dataclasses import dataclass, field

FLOODING = 61_001
WITHOUT_RULE, OVER_RATE = 61_101, 61_102
ROOT = 0
API, ADMIN, CREDENTIALS, COMPAT = "api", "admin", "credentials", "compat"

PLACE = {"profile": "bench", "bucket": "example-bucket"}
PADDED = 1_000_000
# As many as no connection has in flight: its buffers are full first.
FULL = 100_000


@dataclass(frozen=True)
class Load:
    """One user with some connections. `mode` is one of flood.c."""

    request: str
    connections: int
    depth: int = 1
    mode: str = "ask"
    user: int = FLOODING
    socket: str = API
    # Milliseconds: between two requests of a connection; until all connections are closed and opened again.
    interval: int = 0
    renewal: int = 0

    def options(self):
        return ["-m", self.mode, "-c", self.connections, "-d", self.depth, "-i", self.interval, "-R", self.renewal, "-u", self.user]


@dataclass(frozen=True)
class Flood:
    name: str
    says: str
    loads: list = field(default_factory=list)
    # The socket and the user of the measured requests; None is the user of its own.
    quiet: str = API


def mixture():
    kinds = [
        ("status", 100, 100), ("metrics", 50, 20), ("presign", 100, 64), ("keys-250", 50, 1), ("form", 50, 1),
        ("canonical", 50, 1), ("blanks", 20, 1), ("garbage", 100, 1), ("keys-1000", 8, 1), ("presign", 64, FULL)]
    return [Load(request, connections, depth, user=FLOODING + n) for n, (request, connections, depth) in enumerate(kinds)]


FLOODS = [
    Flood("nothing", "the other users do nothing"),
    Flood("status", "1,000 connections × 500 pipelined GET /v1/status, read", [Load("status", 1_000, 500)]),
    Flood("status-unread", "the same, never read", [Load("status", 1_000, 500, "deaf", renewal=1_000)]),
    Flood("metrics", "200 × 50 GET /metrics", [Load("metrics", 200, 50)]),
    Flood("openapi", "200 × 50 GET /v1/openapi.json", [Load("openapi", 200, 50)]),
    Flood("presigns-64", "900 × 64 presigns in flight", [Load("presign", 900, 64)]),
    Flood("presigns-256", "200 × 256 presigns in flight", [Load("presign", 200, 256)]),
    Flood("full", "64 connections, always full", [Load("presign", 64, FULL)]),
    Flood("keys-250", "200 × calls with 250 keys", [Load("keys-250", 200)]),
    Flood("keys-1000", "200 × 1,000 keys", [Load("keys-1000", 200)]),
    Flood("keys-unread", "16 × 1,000 keys, never read", [Load("keys-1000", 16, 4, "deaf", renewal=2_000)]),
    Flood("forms", "100 × forms of 400 conditions", [Load("form", 100)]),
    Flood("canonical", "100 × canonical requests of 16 KB", [Load("canonical", 100)]),
    Flood("canonical-50", "100 × canonical requests of 50 KB, which are refused", [Load("canonical-50", 100)]),
    Flood("explain", "100 × explain for 256 keys", [Load("explain", 100)]),
    Flood("blanks", "100 × bodies of 1 MB of blanks", [Load("blanks", 100)]),
    Flood("string", "16 × one string of 2 MB", [Load("string", 16)]),
    Flood("escapes", "16 × one string of 2 MB of escapes", [Load("escapes", 16)]),
    Flood("garbage", "500 × garbage", [Load("garbage", 500)]),
    Flood("refused", "200 × 64 presigns of a user without a rule", [Load("presign", 200, 64, user=WITHOUT_RULE)]),
    Flood("over-rate", "200 × 64 presigns of a user over its rate", [Load("presign", 200, 64, user=OVER_RATE)]),
    Flood("watchers", "1,000 watchers that do not read, 20 reloads a second",
          [Load("watch", 1_000, mode="deaf"), Load("reload", 1, user=ROOT, socket=ADMIN, interval=50)]),
    Flood("visits", "connecting and going", [Load("nothing", 1, mode="visit")]),
    Flood("once", "64 × a connection for each request", [Load("presign", 64, mode="once")]),
    Flood("over-limit", "1,200 connections where 1,024 are allowed", [Load("presign", 1_200)]),
    Flood("slow-readers", "200 × 64 presigns, read at 50 KB/s", [Load("presign", 200, 64, "sip")]),
    Flood("half-closed", "500 × 64 presigns, then the client's side is closed", [Load("presign", 500, 64, "half")]),
    Flood("slow-senders", "200 connections that send a byte at a time", [Load("presign", 200, mode="drip")]),
    Flood("stalled", "1,000 connections that never send the last byte", [Load("blanks", 1_000, mode="stall", renewal=2_000)]),
    Flood("credentials", "64 × connecting to the credentials socket", [Load("nothing", 64, user=ROOT, socket=CREDENTIALS)]),
    Flood("compat", "200 × 64 requests to the compat address", [Load("compat", 200, 64, socket=COMPAT)]),
    Flood("reloads", "reloads in a loop on the admin socket", [Load("reload", 4, user=ROOT, socket=ADMIN)]),
    Flood("ten", "ten users, each with another flood", mixture()),
    Flood("ten-admin", "the same, measured on the admin socket", mixture(), quiet=ADMIN),
]


def requests(compat):
    """{name: (bytes, the status that it gets)}; `compat` is the address for the flooding user."""
    keys = {count: [f"photos/2026/10/{n:07d}.jpg" for n in range(count)] for count in (250, 256, 1_000)}
    host, _, path = compat.removeprefix("http://").partition("/")
    return {
        "nothing": (b"", None),
        "status": (get("/v1/status"), 200),
        "metrics": (get("/metrics"), 200),
        "openapi": (get("/v1/openapi.json"), 200),
        "watch": (get("/v1/watch"), None),
        "compat": (get(f"/{path}", host), 200),
        "presign": (post("/v1/presign", PLACE | {"key": "photos/2026/10/vacation 0001.jpg"}), 200),
        "keys-250": (post("/v1/presign", PLACE | {"keys": keys[250]}), 200),
        "keys-1000": (post("/v1/presign", PLACE | {"keys": keys[1_000]}), 200),
        "explain": (post("/v1/explain", {"operation": "presign", "request": PLACE | {"keys": keys[256]}}), 200),
        "form": (post("/v1/post-policy", PLACE | {"expires": 3_600, "conditions": conditions()}), 200),
        "canonical": (post("/v1/sign-string", canonical_request(32)), 200),
        "canonical-50": (post("/v1/sign-string", canonical_request(100)), 422),
        "blanks": (post("/v1/presign", PLACE | {"key": "a"}, blanks=PADDED), 200),
        "string": (post("/v1/presign", PLACE | {"keys": ["x" * 2_000_000]}), 400),
        "escapes": (post_text("/v1/presign", '{"profile":"bench","bucket":"example-bucket","keys":["%s"]}' % ("\\u0061" * 340_000)), 400),
        "garbage": (b"\x16\x03\x01" + bytes(range(256)) * 2 + b"\r\n\r\n", 400),
        "reload": (post_text("/v1/reload", ""), 200),
    }


def get(path, host="localhost"):
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()


def post(path, document, blanks=0):
    return post_text(path, json.dumps(document) + " " * blanks)


def post_text(path, text):
    body = text.encode()
    return b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s" % (path.encode(), len(body), body)


def conditions():
    return [["starts-with", "$key", "incoming/"]] + [["eq", f"$x-oss-meta-{n:03d}", f"value {n}"] for n in range(399)]


def canonical_request(count):
    now = time.gmtime()
    headers = [f"x-oss-content-sha256:UNSIGNED-PAYLOAD\nx-oss-date:{time.strftime('%Y%m%dT%H%M%SZ', now)}\n"]
    headers += [f"x-oss-meta-{n:03d}:{'v' * 480}\n" for n in range(count)]
    text = "PUT\n/example-bucket/photos/1.jpg\n\n" + "".join(headers) + "\n\nUNSIGNED-PAYLOAD"
    return {"profile": "bench", "version": "v4", "canonicalRequest": text, "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", now),
            "region": "cn-hangzhou"}
