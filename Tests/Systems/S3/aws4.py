"""Signs requests with botocore, whose clock stands still: the known answers. Nothing here is code of the daemon."""

import datetime
import hashlib
from dataclasses import dataclass, field
from unittest import mock
from urllib.parse import quote, urlsplit

import botocore.auth
import botocore.awsrequest
import botocore.config
import botocore.credentials

UNSIGNED = botocore.config.Config(s3={"payload_signing_enabled": False})


@dataclass
class Wish:
    """A request, raw: nothing is encoded."""

    method: str = "GET"
    host: str = "examplebucket.s3.oss-cn-hangzhou.aliyuncs.com"
    scheme: str = "https"
    region: str = "cn-hangzhou"
    # Below the host: `key`, or `bucket/key` in path style.
    path: str = ""
    parameters: list = field(default_factory=list)
    headers: dict = field(default_factory=dict)
    # None: the payload is not signed.
    body: bytes | None = None
    key_id: str = "LTAI5tPublicVector01"
    secret: str = "PublicVectorSecretKey0123456789ab"
    token: str | None = None
    now: int = 1702743657

    @property
    def payload_hash(self):
        return None if self.body is None else hashlib.sha256(self.body).hexdigest()

    @property
    def location(self):
        return f"{self.scheme}://{self.host}/{quote(self.path, safe='/-._~')}"

    @property
    def url(self):
        query = "&".join(f"{quote(name, safe='-._~')}={quote(value, safe='-._~')}" for name, value in self.parameters)
        return self.location + ("?" + query if query else "")


@dataclass
class Answer:
    url: str
    headers: dict
    canonical_request: str
    string_to_sign: str

    @property
    def query(self):
        return sorted(urlsplit(self.url).query.split("&"))


def in_header(wish):
    return _signed(wish, wish.headers, wish.body, botocore.auth.S3SigV4Auth)


def in_url(wish, expires):
    """A URL has no body yet, but may have the hash of one."""
    known = {} if wish.body is None else {"x-amz-content-sha256": wish.payload_hash}
    return _signed(wish, wish.headers | known, None, botocore.auth.S3SigV4QueryAuth, expires=expires)


def _signed(wish, headers, body, algorithm, **options):
    request = botocore.awsrequest.AWSRequest(wish.method, wish.url, dict(headers), body)
    if body is None:
        request.context["client_config"] = UNSIGNED
    signer = _listening(algorithm)(
        botocore.credentials.Credentials(wish.key_id, wish.secret, wish.token), "s3", wish.region, **options)
    moment = datetime.datetime.fromtimestamp(wish.now, datetime.timezone.utc)
    with mock.patch("botocore.auth.get_current_datetime", lambda: moment):
        signer.add_auth(request)
    added = {name.lower(): value for name, value in request.headers.items() if name not in headers}
    return Answer(request.url, added, signer.canonical, signer.string)


def _listening(algorithm):
    """The same algorithm, which keeps the texts that it signs."""

    class Listening(algorithm):
        def string_to_sign(self, request, canonical_request):
            self.canonical = canonical_request
            self.string = super().string_to_sign(request, canonical_request)
            return self.string

    return Listening
