"""A request to OSS as it came over the wire, and the errors that it can be answered with."""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes


class OSSError(Exception):
    """An answer of the service that is not a success; `members` are written into the XML as they stand."""

    def __init__(self, status, code, message, ec="", **members):
        super().__init__(f"{code}: {message}")
        self.status, self.code, self.message, self.ec, self.members = status, code, message, ec, members


@dataclass
class Request:
    """One request as it came over the wire, decoded; header names are lower case."""

    method: str
    bucket: str | None
    key: str | None
    query: list = field(default_factory=list)
    headers: dict = field(default_factory=dict)
    path: str | None = None  # as S3 signs it

    @classmethod
    def from_wire(cls, method, target, headers, cnames=None):
        # In the absolute form when the client takes us for its HTTP proxy.
        raw_path, _, raw_query = re.sub("^http://[^/?]*", "", target).partition("?")
        full_path = decode(raw_path or "/")
        bucket, path = split_address(headers.get("host", ""), full_path, cnames or {})
        # The SDK for Python writes a space as a plus sign, and OSS takes it.
        query = [tuple(decode(part.replace("+", " ")) for part in entry.partition("=")[::2]) for entry in raw_query.split("&") if entry]
        return cls(method, bucket, path or None, query, headers, full_path)

    def value(self, name):
        """The value of the first query parameter of that name."""
        return next((value for each, value in self.query if each == name), None)


_ENDPOINT = re.compile(
    r"(?:(?P<bucket>[a-z0-9-]+)\.)??"
    r"(?:(?P<s3>s3\.)?oss-[a-z0-9-]+|oss|[a-z0-9-]+\.oss(?:-internal)?|cb-[a-z0-9]+\.[a-z0-9-]+\.oss-cloudbox(?:-control)?)"
    r"\.(?:aliyuncs\.com|localhost)")


def split_address(host, path, cnames):
    """The bucket and the key that a Host header and a decoded path name."""
    name = re.sub(r":\d+$", "", host.lower())
    endpoint = _ENDPOINT.fullmatch(name)
    bucket = cnames.get(name) or (endpoint and endpoint["bucket"])
    if bucket:
        return bucket, path[1:]
    bucket, _, key = path[1:].partition("/")
    if bucket and endpoint and endpoint["s3"]:
        raise path_style()
    return bucket or None, key


def path_style():
    return OSSError(403, "SecondLevelDomainForbidden", "Please use virtual hosted style to access.")


def decode(text):
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError:
        raise OSSError(400, "InvalidURI", "The URL is not percent-encoded UTF-8.") from None
