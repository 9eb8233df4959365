"""Reads what a request claims about its signature in the words of S3: in the header and in the URL."""

import hashlib
import re

from oss_chunks import STREAMED, content_of_chunks
from oss_claim import MAX_SKEW, MAX_V4_EXPIRES, Claim, check_skew, expired, invalid
from oss_ledger import basic_time
from oss_request import OSSError
from oss_signature import ALGORITHM_S3, canonical_request_s3, sign_s3, string_to_sign_s3

# OSS's own documents sign with it for any region, and so does rclone.
REGION_OF_DOCUMENTS = "us-east-1"


def is_s3(request):
    """Whether the request is signed for S3, well or not."""
    return request.headers.get("authorization", "").startswith("AWS4-") or any(
        name.startswith("X-Amz-") for name, _ in request.query)


def claim_of_s3(request, now, region=None):
    """The claim of a request whose form and times are good; anything else raises what the service would answer."""
    in_url = request.value("X-Amz-Algorithm") is not None
    if in_url and "authorization" in request.headers:
        raise invalid("Both the Authorization header and signature parameters are present.")
    return _in_url(request, now, region) if in_url else _in_header(request, now, region)


def payload(request, body, credential):
    """The content that was signed, as a whole or in chunks; OSS takes no chunks whose signature is missing."""
    wanted = request.headers.get("x-amz-content-sha256", "UNSIGNED-PAYLOAD")
    if wanted == STREAMED:
        return content_of_chunks(request, body, credential)
    if "aws-chunked" in request.headers.get("content-encoding", "") or wanted.startswith("STREAMING-"):
        raise invalid("aws-chunked encoding is not supported with the specified x-amz-content-sha256 value.", "0017-00000804")
    if wanted != "UNSIGNED-PAYLOAD" and wanted != hashlib.sha256(body).hexdigest():
        raise OSSError(400, "XAmzContentSHA256Mismatch", "The provided 'x-amz-content-sha256' does not match the body.")
    return body


def _in_header(request, now, region):
    algorithm, _, rest = request.headers.get("authorization", "").partition(" ")
    entries = dict(entry.strip().partition("=")[::2] for entry in rest.split(","))
    if algorithm != ALGORITHM_S3 or not all(entries.get(name) for name in ("Credential", "SignedHeaders", "Signature")):
        raise invalid("The Authorization header is malformed.", "0002-00000403")
    if "x-amz-content-sha256" not in request.headers:
        raise invalid("Missing x-amz-content-sha256.")
    moment = _moment(request.headers.get("x-amz-date"))
    check_skew(moment, now)
    return _claim(request, entries, request.headers["x-amz-date"], region, request.headers.get("x-amz-security-token"))


def _in_url(request, now, region):
    entries = {name: request.value(f"X-Amz-{name}") for name in ("Credential", "SignedHeaders", "Signature", "Date", "Expires")}
    if request.value("X-Amz-Algorithm") != ALGORITHM_S3 or not all(entries.values()):
        raise invalid("The parameters of the signature belong together.", "0002-00000410")
    moment, expires = _moment(entries["Date"]), entries["Expires"]
    if not re.fullmatch(r"\d{1,9}", expires) or not 1 <= int(expires) <= MAX_V4_EXPIRES:
        raise invalid("Invalid expires parameter.")
    if moment > now + MAX_SKEW:
        check_skew(moment, now)
    if moment + int(expires) < now:
        raise expired(moment + int(expires), now)
    if "x-amz-security-token" in request.headers:
        raise OSSError(400, "InvalidRequest", "Security-token must be provided by query string parameter.")
    return _claim(request, entries, entries["Date"], region, request.value("X-Amz-Security-Token"))


def _moment(date):
    moment = basic_time(date)
    if moment is None:
        raise invalid("Invalid signing date.")
    return moment


def _claim(request, entries, date, region, token):
    key_id, *scope = entries["Credential"].split("/")
    if len(scope) != 4 or scope[2:] != ["s3", "aws4_request"] or not key_id or scope[0] != date[:8]:
        raise invalid("Invalid credential scope.")
    if region and scope[1] not in (region, REGION_OF_DOCUMENTS):
        raise invalid(f"Invalid signing region, it should be {region}.")
    canonical = canonical_request_s3(request, _signed_headers(request, entries["SignedHeaders"]))
    text = string_to_sign_s3(date, scope, canonical)
    return Claim(key_id, token, entries["Signature"], text, canonical, tuple(scope[:3]), sign_s3)


def _signed_headers(request, text):
    """The names in the order of the signer; `host` and every `x-amz-` header must be among them."""
    names = text.split(";")
    missing = {name for name in request.headers if name == "host" or name.startswith("x-amz-")} - set(names)
    if missing:
        raise OSSError(403, "AccessDenied", f"There were headers present in the request which were not signed: {missing}")
    if names != sorted(set(names)) or not all(name in request.headers for name in names):
        raise invalid("The signed headers are not in order, or not among the headers.")
    return names
