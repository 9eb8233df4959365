"""Reads a body whose chunks are signed, each with the signature before it (STREAMING-AWS4-HMAC-SHA256-PAYLOAD of S3)."""

import hashlib
import hmac
import re

from oss_request import OSSError
from oss_signature import sign_s3

STREAMED = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
_SIZE_AND_SIGNATURE = re.compile(rb"([0-9a-fA-F]{1,8});chunk-signature=([0-9a-f]{64})\r\n")
_EMPTY = hashlib.sha256(b"").hexdigest()


def content_of_chunks(request, body, credential):
    """The content of a request whose own signature is good; raises if a chunk is changed, missing or too much."""
    entries = dict(entry.strip().partition("=")[::2] for entry in request.headers["authorization"].partition(" ")[2].split(","))
    date, scope = request.headers["x-amz-date"], tuple(entries["Credential"].split("/")[1:4])
    before, content, position, size = entries["Signature"], bytearray(), 0, None
    while size != 0:
        head = _SIZE_AND_SIGNATURE.match(body, position)
        if head is None:
            raise OSSError(400, "IncompleteBody", "The body is not made of signed chunks.")
        size = int(head[1], 16)
        chunk, position = body[head.end():head.end() + size], head.end() + size + 2
        before = _signature(credential, date, scope, before, chunk)
        if not hmac.compare_digest(before.encode(), head[2]) or body[position - 2:position] != b"\r\n":
            raise OSSError(403, "SignatureDoesNotMatch", "The signature of a chunk does not match.")
        content += chunk
    if position != len(body) or request.headers.get("x-amz-decoded-content-length") != str(len(content)):
        raise OSSError(400, "IncompleteBody", "The content has another length than x-amz-decoded-content-length.")
    return bytes(content)


def _signature(credential, date, scope, before, chunk):
    text = "\n".join((
        "AWS4-HMAC-SHA256-PAYLOAD", date, "/".join((*scope, "aws4_request")), before, _EMPTY, hashlib.sha256(chunk).hexdigest()))
    return sign_s3(credential.access_key_secret, scope, text)
