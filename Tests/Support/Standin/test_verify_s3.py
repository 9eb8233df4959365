"""The verifier against what botocore signed for S3: it is accepted, the least change is not."""

import hashlib
import unittest
from dataclasses import replace
from urllib.parse import urlsplit

from oss_claim_s3 import claim_of_s3, payload
from oss_ledger import Ledger
from oss_request import OSSError, Request
from oss_verify import judge, verify
from test_verify import VECTORS, Refusals, basic, credential, ledger, vectors_of


def arrived(vector):
    """The request of a vector as a server sees it."""
    given, expected = vector["input"], vector["expected"]
    headers = {name.lower(): value for name, value in given["headers"].items()}
    if given["op"] == "sign_header":
        headers |= {"authorization": expected["authorization"], "x-amz-date": basic(given["now_epoch"])}
        headers.setdefault("x-amz-content-sha256", "UNSIGNED-PAYLOAD")
        headers |= {"x-amz-security-token": given["security_token"]} if given["security_token"] else {}
    url = urlsplit(expected["url"])
    cnames = {url.hostname: given["bucket"]} if given["addressing"] == "cname" else {}
    # botocore signs no port that is the one of the scheme, and sends none.
    host = url.hostname if url.port == {"http": 80, "https": 443}[url.scheme] else url.netloc
    return Request.from_wire(
        given["method"], (url.path or "/") + ("?" + url.query if url.query else ""), headers | {"host": host}, cnames)


def each_request():
    for vector in vectors_of(VECTORS / "botocore_s3.json"):
        yield vector, arrived(vector)


class Vectors(Refusals):
    def test_computes_the_same_texts_and_accepts(self):
        count = 0
        for vector, request in each_request():
            given, expected = vector["input"], vector["expected"]
            with self.subTest(vector["name"]):
                self.assertEqual((request.bucket, request.key or ""), (given["bucket"], given["key"] or ""))
                claim = claim_of_s3(request, given["now_epoch"], given["region"])
                self.assertEqual(claim.canonical_request, expected["canonical_request"])
                self.assertEqual(claim.string_to_sign, expected["string_to_sign"])
                self.assertEqual(claim.true_signature(credential(given)), expected["signature"])
                self.assertEqual(judge(claim, ledger(given), given["now_epoch"]), credential(given))
                count += 1
        self.assertEqual(count, 58)

    def test_refuses_a_changed_path_method_host_parameter_or_secret(self):
        for vector, request in each_request():
            given = vector["input"]
            for changed in [replace(request, path=request.path + "x"), replace(request, method="OPTIONS"),
                            replace(request, query=[*request.query, ("added", "")]),
                            replace(request, headers=request.headers | {"host": "other.s3.oss-cn-hangzhou.aliyuncs.com"})]:
                with self.subTest(vector["name"]):
                    self.refused("SignatureDoesNotMatch", changed, given)
            self.refused("SignatureDoesNotMatch", request, given | {"access_key_secret": "another"})

    def test_refuses_a_header_of_S3_that_is_not_signed(self):
        for vector, request in each_request():
            added = replace(request, headers=request.headers | {"x-amz-meta-added": "1"})
            self.refused("AccessDenied", added, vector["input"])

    def test_refuses_another_region_and_a_lost_or_foreign_token(self):
        for vector, request in each_request():
            given = vector["input"]
            self.refused("InvalidArgument", request, given, region="mars-north-1")
            other = given | {"security_token": "another"}
            self.refused("InvalidSecurityToken" if given["security_token"] else "InvalidAccessKeyId", request, other)

    def test_knows_the_end_of_a_request_and_of_a_token(self):
        for vector, request in each_request():
            given, now = vector["input"], vector["input"]["now_epoch"]
            with self.subTest(vector["name"]):
                end, code = (now + 3_600, "AccessDenied") if given["op"] == "presign" else (now + 900, "RequestTimeTooSkewed")
                verify(request, ledger(given), end)
                self.refused(code, request, given, end + 1)
                old = Ledger(credentials=[replace(credential(given), expiration=now)])
                with self.assertRaises(OSSError) as caught:
                    verify(request, old, now)
                self.assertEqual(caught.exception.code, "SecurityTokenExpired")


class Requests(unittest.TestCase):
    def test_the_bucket_must_be_in_the_host(self):
        with self.assertRaises(OSSError) as caught:
            Request.from_wire("GET", "/bucket/key", {"host": "s3.oss-cn-hangzhou.aliyuncs.com"})
        self.assertEqual(caught.exception.code, "SecondLevelDomainForbidden")

    def test_the_body_must_be_the_one_that_was_signed(self):
        def request(**headers):
            return Request("PUT", "bucket", "key", [], {name.replace("_", "-"): value for name, value in headers.items()})

        payload(request(), b"any", None)
        payload(request(x_amz_content_sha256="UNSIGNED-PAYLOAD"), b"any", None)
        payload(request(x_amz_content_sha256=hashlib.sha256(b"one").hexdigest()), b"one", None)
        for code, wrong in [
                ("XAmzContentSHA256Mismatch", request(x_amz_content_sha256=hashlib.sha256(b"one").hexdigest())),
                ("InvalidArgument", request(x_amz_content_sha256="STREAMING-UNSIGNED-PAYLOAD-TRAILER")),
                ("InvalidArgument", request(content_encoding="aws-chunked"))]:
            with self.assertRaises(OSSError) as caught:
                payload(wrong, b"another", None)
            self.assertEqual(caught.exception.code, code)


if __name__ == "__main__":
    unittest.main()
