"""The requests made by hand, one for each way to go wrong."""

import dataclasses
import json

from contract import present

MIB = 1 << 20


@dataclasses.dataclass(frozen=True)
class Attempt:
    """One request and the error that must come back; no problem: a plain body with that status."""

    why: str
    operation: str
    status: int
    problem: str | None
    request: bytes
    admin: bool = False


def http(method, path, body=None, length=None):
    """A request as bytes; the body is sent as it is, or as JSON."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    head = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if body is not None:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    elif method in ("POST", "PUT"):
        head.append("Content-Length: 0")
    return "\r\n".join([*head, "", ""]).encode() + (body or b"")


def table(known):
    yield Attempt("a route that does not exist", "any", 404, "no-such-route", http("GET", "/v1/nothing"))
    yield Attempt("the root", "any", 404, "no-such-route", http("GET", "/"))
    yield Attempt("not HTTP", "any", 400, "malformed", b"\x16\x03\x01 hello\r\n\r\n")
    for operation in known.values():
        yield from for_every(operation)
        if operation.body:
            yield from for_a_body(operation)
        if operation.is_admin:
            yield Attempt("on the api socket", operation.name, 404, "no-such-route",
                          http(operation.method, operation.path()))
    for operation, status, problem, why, body in BODIES:
        if operation in known:
            found = known[operation]
            yield Attempt(why, operation, status, problem, http(found.method, found.path(), body), found.is_admin)
    for operation, status, problem, why, query in QUERIES:
        if operation in known:
            found = known[operation]
            yield Attempt(why, operation, status, problem, http(found.method, f"{found.path()}?{query}"), found.is_admin)
    yield Attempt("the profile `empty` is required", "health", 503, None, http("GET", "/v1/health"))
    yield Attempt("a caller without Allow=watch", "watch", 403, "not-allowed", http("GET", "/v1/watch"))
    if "forgetCredentials" in known:
        yield Attempt("a chain, which has no token of its own", "forgetCredentials", 422, "invalid-request",
                      http("DELETE", "/v1/profiles/chain/credentials"), admin=True)
    if "refresh" in known:
        yield Attempt("a manual profile without a token", "refresh", 503, "no-credential",
                      http("POST", "/v1/profiles/empty/refresh"), admin=True)


def for_every(operation):
    path = operation.path()
    broken = f"{operation.method} {path} HTTP/1.1\r\nHost: localhost\r\nNo colon\r\n\r\n".encode()
    yield Attempt("a header without a colon", operation.name, 400, "malformed", broken, operation.is_admin)
    yield Attempt("another method", operation.name, 405, "method-not-allowed",
                  http(operation.others[0], path), operation.is_admin)
    if "{name}" in operation.route:
        body = TOKEN if operation.body else None
        yield Attempt("an unknown profile", operation.name, 404, "no-such-profile",
                      http(operation.method, operation.path("unknown"), body), admin=True)


def for_a_body(operation):
    limit = 8 * MIB if operation.name == "presign" else MIB
    for why, status, problem, body in (
        ("no body", 400, "malformed", None),
        ("an empty body", 400, "malformed", b""),
        ("not JSON", 400, "malformed", b"profile=main"),
        ("JSON that ends early", 400, "malformed", b'{"profile": "main"'),
        ("something after the JSON", 400, "malformed", b"{} {}"),
        ("JSON that is no object", 400, "malformed", []),
        ("JSON nested deeply", 400, "malformed", b'{"profile":' + b"[" * 100_000),
        ("not UTF-8", 400, "malformed", b'{"profile": "\xff"}'),
        ("an unknown member", 400, "malformed", {"profile": "main", "buckte": "examplebucket"}),
        ("a number for a name", 400, "malformed", {"profile": 1, "AccessKeyId": 1}),
        ("a body over the limit", 413, "too-large", b" " * (limit + 1)),
    ):
        yield Attempt(why, operation.name, status, problem,
                      http(operation.method, operation.path(), body), operation.is_admin)


OBJECT = {"profile": "main", "bucket": "examplebucket", "key": "notes.txt"}
POLICY = {"profile": "main", "bucket": "examplebucket", "conditions": [["starts-with", "$key", "incoming/"]]}
STRING = {"profile": "main", "version": "v1", "stringToSign": present(
    "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/notes.txt")}
OPAQUE = {"profile": "main", "version": "v4", "region": "cn-hangzhou", "product": "oss",
          "date": present("/20231216/").strip("/"),
          "stringToSign": "OSS4-HMAC-SHA256\n" + present("20231216T162057Z\n") + present("/20231216/").strip("/")
          + "/cn-hangzhou/oss/aliyun_v4_request\n" + "0" * 64}
ISSUE = {"profile": "role", "name": "alice", "policy": {"Version": "1", "Statement": []}}
QUESTION = {"operation": "presign", "request": OBJECT}
TOKEN = {"AccessKeyId": "STS.Example", "AccessKeySecret": "example", "SecurityToken": "example",
         "Expiration": present("2023-12-16T17:20:57Z")}


def shared():
    """What the three routes that describe a request have in common."""
    for operation, body in (("sign", OBJECT), ("presign", OBJECT), ("postPolicy", POLICY)):
        yield operation, 422, "invalid-request", "a bucket in capitals", {**body, "bucket": "ExampleBucket"}
        yield operation, 422, "invalid-request", "a key of the service", {**body, "bucket": ""}
        yield operation, 422, "invalid-request", "a bucket of two letters", {**body, "bucket": "ab"}
        yield operation, 422, "invalid-request", "a bucket that ends in a hyphen", {**body, "bucket": "example-"}
        yield operation, 422, "invalid-request", "a custom domain without a bucket", {
            **{name: value for name, value in body.items() if name not in ("bucket", "key")},
            "addressing": "cname", "endpoint": "https://files.example.com", "region": "cn-hangzhou"}
    for operation, body in (("presign", OBJECT), ("postPolicy", POLICY)):
        yield operation, 422, "invalid-request", "an expiry of zero", {**body, "expires": 0}
        yield operation, 422, "invalid-request", "an expiry in the past", {**body, "expires": -1}
        yield operation, 422, "invalid-request", "an expiry over a week", {**body, "version": "v4", "expires": 604801}
    for operation in ("sign", "presign"):
        yield operation, 422, "invalid-request", "a key that begins with a slash", {**OBJECT, "key": "/notes.txt"}
        yield operation, 422, "invalid-request", "a key of 1,024 bytes", {**OBJECT, "key": "ü" * 512}
        for why, headers in (
            ("an own authorization", {"Authorization": "OSS a:b"}),
            ("an own x-oss-date", {"x-oss-date": "20231216T162057Z"}),
            ("an empty header", {"x-oss-meta-a": ""}),
            ("a header with a blank at its end", {"x-oss-meta-a": "b "}),
            ("a header with a line break", {"x-oss-meta-a": "b\r\nx-oss-meta-c: d"}),
        ):
            yield operation, 422, "invalid-request", why, {**OBJECT, "headers": headers}
        yield operation, 422, "invalid-request", "an additional header that is not there", {
            **OBJECT, "additionalHeaders": ["range"]}
    for operation, body in (("sign", OBJECT), ("presign", OBJECT), ("postPolicy", POLICY), ("signString", STRING)):
        yield operation, 404, "no-such-profile", "an unknown profile", {**body, "profile": "unknown"}
        yield operation, 403, "not-allowed", "a profile of others", {**body, "profile": "hidden"}
        yield operation, 403, "not-allowed", "an unknown profile of others", {**body, "profile": "hidden-too"}
        yield operation, 503, "no-credential", "a profile without a token", {**body, "profile": "empty"}
    yield "issue", 422, "invalid-request", "a name of one letter", {**ISSUE, "name": "a"}
    yield "issue", 404, "no-such-profile", "an unknown profile", {**ISSUE, "profile": "unknown"}
    yield "issue", 403, "not-allowed", "a profile of others", {**ISSUE, "profile": "hidden"}
    yield "issue", 503, "no-credential", "a role whose key is not there", {**ISSUE, "profile": "keyless"}


BODIES = [
    *shared(),
    ("presign", 400, "malformed", "10,001 keys", {
        "profile": "main", "bucket": "examplebucket", "keys": ["a"] * 10_001}),
    ("signString", 422, "invalid-request", "any string", {**STRING, "stringToSign": "hello"}),
    ("signString", 403, "not-allowed", "an opaque V4 string", OPAQUE),
    ("signString", 409, "key-changed", "a string with another token", {
        **STRING, "stringToSign": STRING["stringToSign"].replace("\n/", "\nx-oss-security-token:another\n/", 1)}),
    ("explain", 404, "no-such-profile", "an unknown profile", {**QUESTION, "request": {"profile": "unknown"}}),
    ("explain", 422, "invalid-request", "an operation that signs nothing", {**QUESTION, "operation": "sign-opaque"}),
    ("setCredentials", 422, "invalid-request", "a token of yesteryear", {
        **TOKEN, "Expiration": "2020-01-01T00:00:00Z"}),
]

QUERIES = [
    *((operation, *rest) for operation in ("credentials", "compat") for rest in (
        (400, "malformed", "an unknown parameter", "profil=main"),
        (400, "malformed", "a parameter twice", "profile=main&profile=main"),
        (400, "malformed", "half an escape", "profile=%6"),
        (404, "no-such-profile", "an unknown profile", "profile=unknown"),
        (403, "not-allowed", "a profile of others", "profile=hidden"),
        (403, "not-allowed", "an unknown profile of others", "profile=hidden-too"))),
    ("compat", 400, "malformed", "a parameter of another route", "minValid=1"),
    ("credentials", 422, "invalid-request", "a life that is no number", "profile=main&minValid=long"),
    ("credentials", 422, "invalid-request", "a form that is none", "profile=main&format=ini"),
    ("credentials", 400, "malformed", "a form twice", "profile=main&format=json&format=json"),
    ("compat", 400, "malformed", "a form of another route", "format=json"),
    ("credentials", 503, "no-credential", "a profile without a token", "profile=empty"),
]
