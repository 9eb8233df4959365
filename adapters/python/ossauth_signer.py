"""A signer for oss2 and alibabacloud-oss-v2 that leaves the secret with the daemon. It needs ossauth.py beside it.

The rules of the daemon need `Allow=sign` (and `presign`), not `credentials`, and can restrict buckets, keys and methods.
"""

import datetime
from urllib.parse import parse_qs, urlsplit

import ossauth

# The daemon sets these; a request that is sent again still has the old ones.
SET_BY_DAEMON = {"x-oss-date", "x-oss-security-token", "x-oss-content-sha256"}


class Signer:
    """One object for both: `oss2.Bucket(Signer(), …)`, and `signer=` as well as `credentials_provider` of alibabacloud-oss-v2."""

    def __init__(self, daemon=None):
        self.daemon = daemon or ossauth.Daemon()

    # The interface of `auth` in oss2.

    def auth_version(self):
        return "v4"

    def _sign_request(self, request, bucket, key):
        described = described_request(request.method, bucket, key, request.region, request.headers)
        described["parameters"] = dict(request.params)
        request.headers.update(self.daemon.sign(**described)["headers"])

    def _sign_url(self, request, bucket, key, expires, in_additional_headers=()):
        described = described_request(request.method, bucket, key, request.region, request.headers, in_additional_headers)
        described["parameters"] = dict(request.params)
        answer = self.daemon.presign(**described, expires=expires)
        return f"{request.url}?{urlsplit(answer['url']).query}"

    # The interfaces of `signer` and `credentials_provider` in alibabacloud-oss-v2.

    def sign(self, context):
        request, parts = context.request, urlsplit(context.request.url)
        described = described_request(
            request.method, context.bucket, context.key, context.region, request.headers, context.additional_headers)
        described["parameters"] = parse_qs(parts.query, keep_blank_values=True)
        if not context.auth_method_query:
            request.headers.update(self.daemon.sign(**described)["headers"])
            return
        if context.expiration_time:
            left = context.expiration_time - datetime.datetime.now(datetime.timezone.utc)
            described["expires"] = round(left.total_seconds())
        answer = self.daemon.presign(**described)
        request.url = parts._replace(query=urlsplit(answer["url"]).query).geturl()
        context.expiration_time = datetime.datetime.strptime(answer["expiration"] + "+0000", "%Y-%m-%dT%H:%M:%SZ%z")

    @staticmethod
    def is_signed_header(name):
        return name.lower() in ("content-type", "content-md5") or name.lower().startswith("x-oss-")

    def get_credentials(self):
        """The SDK asks whether there is a credential before it asks the signer."""
        return self

    def has_keys(self):
        return True


def described_request(method, bucket, key, region, headers, additional=None):
    """The members of /v1/sign; without a region the one of the profile counts."""
    additional = sorted({name.lower() for name in additional or ()} & {name.lower() for name in headers})
    signed = {name.lower(): value for name, value in headers.items()
              if Signer.is_signed_header(name) or name.lower() in additional}
    described = {"method": method, "version": "v4", "bucket": bucket or None, "key": key or None, "region": region or None,
                 "headers": {name: value for name, value in signed.items() if name not in SET_BY_DAEMON},
                 "additionalHeaders": [name for name in additional if not Signer.is_signed_header(name)]}
    return {name: value for name, value in described.items() if value is not None}
