"""The answers to a proxy: it asks on a socket of its own, about a connection that a program has made to it."""

import json
import os
import pathlib
import sys

import pytest
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi.checks import unsupported_method

from contract import FILE, resolve
from daemon import FORWARD, forward, session
from started import PORTS

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Support" / "Fixtures"))
from forwarding import USER, Proxy, exchange  # noqa: E402

DOCUMENT = json.loads(FILE.read_text())
OSS = "Authorization: OSS any:key"
S3 = "Authorization: AWS4-HMAC-SHA256 Credential=any/20231216/x/s3/aws4_request, SignedHeaders=host, Signature=00"
LIST = b"<Delete><Object><Key>notes.txt</Key></Object></Delete>"

if_forward = pytest.mark.skipif(not FORWARD, reason="no forward socket was given")
if_root = pytest.mark.skipif(os.getuid() != 0, reason="the proxy is a user of its own, which takes root")


@if_forward
@forward.parametrize()
def test_generated_questions_are_answered_as_documented(case):
    # A proxy needs no 405: auth_request knows 403 only, and the program gets a 400.
    case.call_and_validate(base_url="http://forward", session=session, excluded_checks=[unsupported_method])


@if_forward
@pytest.mark.parametrize("route", ["status", "sign", "openapi.json"])
def test_the_socket_has_no_other_route(route):
    assert session.get(f"http://forward/v1/{route}").status_code == 400


@if_forward
@if_root
@pytest.mark.parametrize(("method", "body", "line", "fields", "expected"), [
    ("GET", b"", "GET /examplebucket/notes.txt", [OSS], {"Forward-X-Oss-Date", "Forward-Target", "Forward-User", "Forward-Rule"}),
    ("GET", b"", "PUT /examplebucket/notes.txt", [S3], {"Forward-X-Amz-Date", "Forward-X-Amz-Content-Sha256", "Forward-Generation"}),
    ("GET", b"", "PUT /examplebucket/notes.txt", [S3, "x-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER"], {"Forward-Decode"}),
    ("GET", b"", "POST /examplebucket?delete", [S3], {"Forward-Decode"}),
    ("POST", LIST, "POST /examplebucket?delete", [S3], {"Forward-Content-MD5", "Forward-Authorization"}),
])
def test_a_granted_question_is_answered_as_documented(method, body, line, fields, expected):
    status, answer, _ = ask(line, *fields, method=method, body=body)
    assert status == 200
    assert expected <= faultless(method, status, answer)


@if_forward
@if_root
@pytest.mark.parametrize(("line", "authorization", "port", "status", "code"), [
    ("GET /examplebucket/notes.txt", "Authorization: Basic eA==", PORTS[0], 400, "InvalidArgument"),
    ("PUT /examplebucket?acl", OSS, PORTS[0], 403, "AccessDenied"),
    ("GET /examplebucket/notes.txt", OSS, PORTS[1], 503, "ServiceUnavailable"),
])
def test_a_refusal_is_as_documented(line, authorization, port, status, code):
    found, answer, body = ask(line, authorization, port=port)
    assert (found, f"<Code>{code}</Code>" in body) == (status, True)
    faultless("GET", status, answer)
    found, answer, body = ask(line, authorization, port=port, forge=lambda fields, _: fields | {"Refusal": "403"})
    assert (found, body, answer["Forward-Status"]) == (403, "", str(status))
    assert {"Forward-Status", "Forward-Error"} <= faultless("GET", 403, answer)


def ask(line, *fields, port=PORTS[0], **options):
    os.chown(FORWARD, USER, -1)
    os.chmod(pathlib.Path(FORWARD).parent, 0o711)
    proxy = Proxy(FORWARD, port, **options)
    try:
        return exchange(port, "\r\n".join([f"{line} HTTP/1.1", "Host: 127.0.0.1", *fields, "", ""]).encode())
    finally:
        proxy.stop()


def faultless(method, status, answer):
    """The headers for the proxy, each of which the document describes."""
    described = resolve(DOCUMENT, DOCUMENT["paths"]["/v1/forward"][method.lower()]["responses"][str(status)])
    assert answer["Content-Type"] in described["content"]
    names = {name for name in answer if name.startswith("Forward-")}
    for name in names:
        schema = described["headers"][name]["schema"]
        value = int(answer[name]) if schema.get("type") == "integer" else answer[name]
        Draft202012Validator(schema).validate(value)
    return names
