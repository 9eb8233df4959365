"""Reads what a request claims about its signature: V1 and V4, in the header and in the URL."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone

from oss_ledger import basic_time, http_date
from oss_request import OSSError
from oss_signature import canonical_request_v4, sign_v1, sign_v4, string_to_sign_v1, string_to_sign_v4

MAX_SKEW = 15 * 60
MAX_V4_EXPIRES = 7 * 24 * 3600


@dataclass(frozen=True)
class Claim:
    """What a request says about its signature, and the text that has to be signed for it to be true."""

    access_key_id: str
    token: str | None
    signature: str
    string_to_sign: str
    canonical_request: str | None = None
    scope: tuple | None = None  # (day, region, product) of V4 and S3
    sign: Callable = sign_v4

    def true_signature(self, credential):
        if self.scope is None:
            return sign_v1(credential.access_key_secret, self.string_to_sign)
        return self.sign(credential.access_key_secret, self.scope, self.string_to_sign)


def claim_of(request, now, region=None):
    """The claim of a request whose form and times are good; anything else raises what the service would answer."""
    in_header = "authorization" in request.headers
    names = {name for name, _ in request.query}
    in_v4_url = bool(names & {"x-oss-signature-version", "x-oss-signature", "x-oss-credential"})
    in_v1_url = not in_v4_url and bool(names & {"OSSAccessKeyId", "Signature"})
    if in_header and (in_v1_url or in_v4_url):
        raise invalid("Both the Authorization header and signature parameters are present.")
    if in_v4_url:
        return _v4_url(request, now, region)
    if in_v1_url:
        return _v1_url(request, now)
    if not in_header:
        raise OSSError(403, "AccessDenied", "Anonymous access is forbidden for this operation.")
    if request.headers["authorization"].startswith("OSS4-HMAC-SHA256 "):
        return _v4_header(request, now, region)
    return _v1_header(request, now)


def invalid(message, ec=""):
    return OSSError(400, "InvalidArgument", message, ec)


def _v1_header(request, now):
    form = re.fullmatch(r"OSS ([^:\s]+):([A-Za-z0-9+/]+=*)", request.headers["authorization"])
    if not form:
        raise invalid("The Authorization header is malformed.")
    date = request.headers.get("x-oss-date") or request.headers.get("date")
    moment = http_date(date)
    if moment is None:
        raise OSSError(403, "AccessDenied", "OSS authentication requires a valid Date.")
    check_skew(moment, now)
    token = request.headers.get("x-oss-security-token")
    if token and request.value("security-token"):
        raise invalid("The security token stands in the headers and in the query.")
    return Claim(form[1], token, form[2], string_to_sign_v1(request, date))


def _v1_url(request, now):
    key_id, expires, signature = (request.value(name) for name in ("OSSAccessKeyId", "Expires", "Signature"))
    if not (key_id and expires and signature):
        raise OSSError(403, "AccessDenied", "OSSAccessKeyId, Expires and Signature belong together.")
    if not re.fullmatch(r"\d{1,18}", expires):
        raise OSSError(403, "AccessDenied", "Invalid Expires parameter.")
    if int(expires) < now:
        raise expired(int(expires), now)
    _refuse_header_token(request)
    return Claim(key_id, request.value("security-token"), signature, string_to_sign_v1(request, expires))


def _v4_header(request, now, region):
    entries = dict(
        entry.strip().partition("=")[::2] for entry in request.headers["authorization"].partition(" ")[2].split(","))
    if not entries.get("Credential") or not entries.get("Signature"):
        raise invalid("The Authorization header is malformed.")
    date = request.headers.get("x-oss-date") or request.headers.get("date")
    moment = basic_time(date)
    if moment is None:
        raise invalid("Invalid signing date in Authorization header.", "0002-00000212")
    check_skew(moment, now)
    key_id, scope = scope_of(entries["Credential"], date, region, ("0002-00000213", "0002-00000223", "0002-00000228"))
    additional = _additional(entries.get("AdditionalHeaders"), request, ("0002-00000209", "0002-00000077"))
    token = request.headers.get("x-oss-security-token")
    if token and request.value("x-oss-security-token"):
        raise invalid("The security token stands in the headers and in the query.")
    return _v4_claim(request, key_id, token, entries["Signature"], date, scope, additional)


def _v4_url(request, now, region):
    version, date, expires, credential, signature = (
        request.value("x-oss-" + name) for name in ("signature-version", "date", "expires", "credential", "signature"))
    if version != "OSS4-HMAC-SHA256":
        raise invalid("Invalid signature version.")
    if not (expires and credential and signature):
        raise invalid("x-oss-expires, x-oss-credential and x-oss-signature are needed.", "0002-00000215")
    moment = basic_time(date)
    if moment is None:
        raise invalid("Invalid signing date.", "0002-00000223")
    if not re.fullmatch(r"\d{1,9}", expires) or not 1 <= int(expires) <= MAX_V4_EXPIRES:
        raise invalid("Invalid expires parameter.", "0002-00000232")
    if moment > now + MAX_SKEW:
        check_skew(moment, now)
    if moment + int(expires) < now:
        raise expired(moment + int(expires), now)
    key_id, scope = scope_of(credential, date, region, ("0002-00000213", "0002-00000223", "0002-00000226"))
    additional = _additional(request.value("x-oss-additional-headers"), request, ("0002-00000076", "0002-00000078"))
    _refuse_header_token(request)
    return _v4_claim(request, key_id, request.value("x-oss-security-token"), signature, date, scope, additional)


def _v4_claim(request, key_id, token, signature, date, scope, additional):
    canonical = canonical_request_v4(request, additional)
    return Claim(key_id, token, signature, string_to_sign_v4(date, scope, canonical), canonical, scope)


def scope_of(credential, date, region, codes):
    parts = credential.split("/")
    if len(parts) != 5 or parts[4] != "aliyun_v4_request" or parts[3] not in ("oss", "oss-cloudbox") or not parts[0]:
        raise invalid("Invalid credential scope.", codes[0])
    if parts[1] != date[:8]:
        raise invalid("The day of the credential is not that of the signing date.", codes[1])
    if region and parts[3] == "oss" and parts[2] != region:
        raise invalid(f"Invalid signing region, it should be {region}.", codes[2])
    return parts[0], tuple(parts[1:4])


def _additional(text, request, codes):
    if text is None:
        return []
    names = text.lower().split(";")
    if not all(names):
        raise invalid("Empty additional header name.", codes[0])
    if any(name not in request.headers or "_" in name for name in names):
        raise invalid("An additional header is not among the headers.", codes[1])
    return names


def _refuse_header_token(request):
    if "x-oss-security-token" in request.headers:
        raise OSSError(400, "InvalidRequest", "Security-token must be provided by query string parameter.")


def check_skew(moment, now):
    if abs(moment - now) > MAX_SKEW:
        raise OSSError(
            403, "RequestTimeTooSkewed", "The difference between the request time and the current time is too large.",
            "0002-00000504", MaxAllowedSkewMilliseconds=str(MAX_SKEW * 1000), RequestTime=_iso(moment), ServerTime=_iso(now))


def expired(end, now):
    return OSSError(
        403, "AccessDenied", "Request has expired.", "0002-00000069", Expires=_iso(end), ServerTime=_iso(now))


def _iso(moment):
    return datetime.fromtimestamp(moment, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
