"""The texts that OSS signs, V1, V4 and that of S3, and their signatures: pure computation."""

import base64
import hashlib
import hmac
import re
from urllib.parse import quote

# Query parameters that belong to the V1 resource; every name that starts with `x-oss-` does too.
V1_SUB_RESOURCES = frozenset("""
    accessPoint accessPointPolicy acl append asyncFetch bucketArchiveDirectRead bucketInfo callback callback-var
    cleanRestoredObject cloudboxes cname comp continuation-token cors delete encryption endTime group httpsConfig inventory
    inventoryId lifecycle link live location logging metaQuery objectInfo objectMeta partNumber policy position
    publicAccessBlock qos qosInfo qosRequester redundancyTransition referer regionList replication replicationLocation
    replicationProgress requestPayment requesterQosInfo resourceGroup resourcePool resourcePoolBuckets resourcePoolInfo
    response-cache-control response-content-disposition response-content-encoding response-content-language
    response-content-type response-expires restore security-token sequential startTime stat status style styleName symlink
    tagging transferAcceleration uploadId uploads versionId versioning versions vod website worm wormExtend wormId
    """.split())

ALGORITHM_S3 = "AWS4-HMAC-SHA256"


def encode(text, safe=""):
    return quote(text, safe=safe + "-._~")


def _mac(key, text):
    return hmac.new(key, text.encode("utf-8", "surrogateescape"), hashlib.sha256).digest()


def sign_v1(secret, text):
    return base64.b64encode(hmac.digest(secret.encode(), text.encode("utf-8", "surrogateescape"), "sha1")).decode()


def sign_v4(secret, scope, text):
    return _sign_in_scope("aliyun_v4", secret, (*scope, "aliyun_v4_request"), text)


def sign_s3(secret, scope, text):
    return _sign_in_scope("AWS4", secret, (*scope, "aws4_request"), text)


def _sign_in_scope(start, secret, steps, text):
    key = (start + secret).encode()
    for step in steps:
        key = _mac(key, step)
    return _mac(key, text).hex()


def string_to_sign_v1(request, date_line):
    headers = "".join(
        f"{name}:{value.strip()}\n" for name, value in sorted(request.headers.items()) if name.startswith("x-oss-"))
    resource = "/" + (f"{request.bucket}/{request.key or ''}" if request.bucket else "")
    signed = sorted(
        (entry for entry in request.query if entry[0] in V1_SUB_RESOURCES or entry[0].startswith("x-oss-")),
        key=lambda entry: entry[0].encode())
    query = "&".join(f"{name}={value}" if value else name for name, value in signed)
    return "\n".join((
        request.method, request.headers.get("content-md5", ""), request.headers.get("content-type", ""), date_line,
        headers + resource + ("?" + query if query else "")))


def canonical_request_v4(request, additional):
    """`additional`: the names that the signer listed besides those that are always signed."""
    path = "/" + (f"{request.bucket}/{request.key or ''}" if request.bucket else "")
    query = sorted(
        (encode(name).encode(), encode(value).encode()) for name, value in request.query if name != "x-oss-signature")
    lines = b"&".join(name + b"=" + value if value else name for name, value in query).decode()
    always = {name for name in request.headers if name in ("content-type", "content-md5") or name.startswith("x-oss-")}
    extra = sorted({name.lower() for name in additional} - always)
    headers = "".join(f"{name}:{request.headers[name].strip()}\n" for name in sorted(always | set(extra)))
    payload = request.headers.get("x-oss-content-sha256", "UNSIGNED-PAYLOAD")
    return "\n".join((request.method, encode(path, "/"), lines, headers, ";".join(extra), payload))


def canonical_request_s3(request, signed):
    """`signed`: the names that the signer listed, in order."""
    query = sorted(
        (encode(name).encode(), encode(value).encode()) for name, value in request.query if name != "X-Amz-Signature")
    lines = b"&".join(name + b"=" + value for name, value in query).decode()
    headers = "".join(f"{name}:{re.sub(' +', ' ', request.headers[name].strip())}\n" for name in signed)
    payload = request.headers.get("x-amz-content-sha256", "UNSIGNED-PAYLOAD")
    return "\n".join((request.method, encode(request.path, "/"), lines, headers, ";".join(signed), payload))


def string_to_sign_s3(time, scope, canonical_request):
    digest = hashlib.sha256(canonical_request.encode("utf-8", "surrogateescape")).hexdigest()
    return "\n".join((ALGORITHM_S3, time, "/".join(scope), digest))


def string_to_sign_v4(time, scope, canonical_request):
    digest = hashlib.sha256(canonical_request.encode("utf-8", "surrogateescape")).hexdigest()
    return "\n".join(("OSS4-HMAC-SHA256", time, "/".join((*scope, "aliyun_v4_request")), digest))
