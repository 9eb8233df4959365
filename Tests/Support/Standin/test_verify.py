"""The verifier against every answer that the SDKs gave: what they signed is accepted, the least change is not."""

import base64
import json
import unittest
from dataclasses import replace
from datetime import datetime, timezone
from email.utils import formatdate
from pathlib import Path
from urllib.parse import urlsplit

from oss_claim import claim_of
from oss_form import check_policy, claim_of_form, parse_form, policy_of, verify_form
from oss_ledger import Credential, Ledger
from oss_request import OSSError, Request
from oss_signature import sign_v1, sign_v4
from oss_verify import judge, verify

VECTORS = Path(__file__).parent.parent / "Fixtures" / "vectors"


def vectors(*operations):
    """Those of OSS's own signatures; test_verify_s3.py has the others."""
    for path in sorted(VECTORS.glob("*.json")):
        for vector in vectors_of(path):
            if vector["input"]["op"] in operations and vector["input"].get("version") != "s3":
                yield vector


def vectors_of(path):
    return json.loads(path.read_text())["vectors"]


def credential(given):
    return Credential(given["access_key_id"], given["access_key_secret"], given.get("security_token"))


def ledger(given):
    return Ledger(credentials=[credential(given)])


def http_date(now):
    return formatdate(now, usegmt=True)


def basic(now):
    return datetime.fromtimestamp(now, timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def scope(given):
    box = given.get("cloud_box_id")
    return (basic(given["now_epoch"])[:8], box or given["region"], "oss-cloudbox" if box else given["product"])


def signed_parameters(given, signature):
    """What a presigned URL adds to the caller's parameters."""
    now, key_id, token = given["now_epoch"], given["access_key_id"], given["security_token"]
    if given["version"] == "v1":
        added = {"OSSAccessKeyId": key_id, "Expires": str(now + given["expires_seconds"]), "Signature": signature}
        return list((added | ({"security-token": token} if token else {})).items())
    added = {
        "x-oss-signature-version": "OSS4-HMAC-SHA256", "x-oss-date": basic(now),
        "x-oss-expires": str(given["expires_seconds"]), "x-oss-signature": signature,
        "x-oss-credential": "/".join((key_id, *scope(given), "aliyun_v4_request"))}
    if token:
        added["x-oss-security-token"] = token
    if given["additional_headers"]:
        added["x-oss-additional-headers"] = ";".join(sorted(name.lower() for name in given["additional_headers"]))
    return list(added.items())


def signed_headers(given, authorization):
    """What signing in the header adds to the caller's headers."""
    added = {"authorization": authorization}
    if given["version"] == "v1":
        added["date"] = http_date(given["now_epoch"])
    else:
        added |= {"x-oss-date": basic(given["now_epoch"]), "x-oss-content-sha256": "UNSIGNED-PAYLOAD"}
    return added | ({"x-oss-security-token": given["security_token"]} if given["security_token"] else {})


def arrived(vector):
    """The request of a vector as a server sees it, read from the SDK's own URL where there is one."""
    given, expected = vector["input"], vector["expected"]
    headers = {name.lower(): value for name, value in given["headers"].items()}
    if given["op"] == "sign_header":
        headers |= signed_headers(given, expected["authorization"])
    if "url" not in expected:
        query = [tuple(entry) for entry in given["params"]]
        if given["op"] == "presign":
            query += signed_parameters(given, expected["signature"])
        return Request(given["method"], given["bucket"], given["key"] or None, query, headers)
    url = urlsplit(expected["url"])
    cnames = {url.hostname: given["bucket"]} if given["addressing"] == "cname" else {}
    target = (url.path or "/") + ("?" + url.query if url.query else "")
    return Request.from_wire(given["method"], target, headers | {"host": url.netloc}, cnames)


def each_request():
    for vector in vectors("presign", "sign_header"):
        yield vector, arrived(vector)


class Refusals(unittest.TestCase):
    def refused(self, code, request, given, now=None, **options):
        with self.assertRaises(OSSError) as caught:
            verify(request, ledger(given), now or given["now_epoch"], **options)
        self.assertEqual(caught.exception.code, code)
        return caught.exception


class Vectors(Refusals):
    def test_reads_bucket_and_key_from_the_wire(self):
        for vector, request in each_request():
            with self.subTest(vector["name"]):
                self.assertEqual(request.bucket, vector["input"]["bucket"])
                self.assertEqual(request.key or "", vector["input"]["key"] or "")

    def test_computes_the_same_texts_and_accepts(self):
        count = 0
        for vector, request in each_request():
            given, expected = vector["input"], vector["expected"]
            with self.subTest(vector["name"]):
                claim = claim_of(request, given["now_epoch"], scope(given)[1])
                self.assertEqual(claim.string_to_sign, expected["string_to_sign"])
                self.assertEqual(claim.canonical_request, expected.get("canonical_request"))
                self.assertEqual(claim.true_signature(credential(given)), expected["signature"])
                self.assertEqual(judge(claim, ledger(given), given["now_epoch"]), credential(given))
                count += 1
        self.assertEqual(count, 84)

    def test_refuses_a_changed_key_secret_method_or_signed_header(self):
        for vector, request in each_request():
            given = vector["input"]
            changes = [replace(request, key=(request.key or "") + "x"), replace(request, method="OPTIONS"),
                       replace(request, headers=request.headers | {"x-oss-meta-added": "1"})]
            for changed in changes:
                with self.subTest(vector["name"]):
                    self.refused("SignatureDoesNotMatch", changed, given)
            with self.subTest(vector["name"]):
                self.refused("SignatureDoesNotMatch", request, given | {"access_key_secret": "another"})

    def test_v4_refuses_any_changed_parameter(self):
        for vector, request in each_request():
            if vector["input"]["version"] == "v4":
                with self.subTest(vector["name"]):
                    error = self.refused(
                        "SignatureDoesNotMatch", replace(request, query=[*request.query, ("added", "")]), vector["input"])
                    self.assertIn("added", error.members["CanonicalRequest"])

    def test_refuses_a_lost_wrong_or_foreign_token(self):
        for vector, request in each_request():
            given = vector["input"]
            if given["security_token"]:
                with self.subTest(vector["name"]):
                    self.refused("InvalidSecurityToken", request, given | {"security_token": "another"})
                    both = Ledger(credentials=[credential(given | {"security_token": "another"}),
                                               Credential("STS.other", "s", given["security_token"])])
                    with self.assertRaises(OSSError) as caught:
                        verify(request, both, given["now_epoch"])
                    self.assertEqual(caught.exception.code, "AccessKeyIdAndSecurityTokenNotMatch")
            else:
                with self.subTest(vector["name"]):
                    self.refused("InvalidAccessKeyId", request, given | {"security_token": "token"})

    def test_knows_the_end_of_a_url_and_of_a_token(self):
        for vector, request in each_request():
            given = vector["input"]
            old = Ledger(credentials=[replace(credential(given), expiration=given["now_epoch"])])
            with self.subTest(vector["name"]):
                with self.assertRaises(OSSError) as caught:
                    verify(request, old, given["now_epoch"])
                self.assertEqual(caught.exception.code, "SecurityTokenExpired")
                if given["op"] == "presign":
                    end = given["now_epoch"] + given["expires_seconds"]
                    verify(request, ledger(given), end)
                    self.refused("AccessDenied", request, given, end + 1)
                else:
                    verify(request, ledger(given), given["now_epoch"] + 900)
                    self.refused("RequestTimeTooSkewed", request, given, given["now_epoch"] + 901)

    def test_refuses_another_region_and_both_kinds_of_signature(self):
        for vector, request in each_request():
            given = vector["input"]
            with self.subTest(vector["name"]):
                if given["version"] == "v4":
                    self.refused("InvalidArgument", request, given, region="mars-north-1")
                both = replace(request, query=[*request.query, ("Signature", "x"), ("x-oss-signature", "x")],
                               headers=request.headers | {"authorization": "OSS a:b"})
                self.refused("InvalidArgument", both, given)

    def test_signs_ready_strings(self):
        for vector in vectors("sign_string"):
            given = vector["input"]
            with self.subTest(vector["name"]):
                parts = (given["date"], given["region"], given["product"])
                signature = (sign_v1(given["access_key_secret"], given["string_to_sign"]) if given["version"] == "v1"
                             else sign_v4(given["access_key_secret"], parts, given["string_to_sign"]))
                self.assertEqual(signature, vector["expected"]["signature"])


class Forms(unittest.TestCase):
    def each_form(self):
        for vector in vectors("post_policy"):
            fields = {name.lower(): value for name, value in vector["expected"]["fields"].items()}
            yield vector, fields | {"key": "user/eric/a.txt", "success_action_status": "201"}

    def test_accepts_what_the_sdks_signed(self):
        for vector, fields in self.each_form():
            given = vector["input"]
            with self.subTest(vector["name"]):
                claim = claim_of_form(fields, given["now_epoch"], given["region"])
                self.assertEqual(claim.string_to_sign, base64.b64encode(given["policy_json"].encode()).decode())
                self.assertEqual(
                    verify_form(fields, "examplebucket", 10, ledger(given), given["now_epoch"]), credential(given))

    def test_refuses_a_changed_policy_and_an_old_one(self):
        for vector, fields in self.each_form():
            given = vector["input"]
            other = base64.b64encode(given["policy_json"].replace("2023", "2033").encode()).decode()
            for changed, now, code in (
                    (fields | {"policy": other}, 0, "SignatureDoesNotMatch"), (fields, 3601, "AccessDenied")):
                with self.subTest(vector["name"]), self.assertRaises(OSSError) as caught:
                    verify_form(changed, "examplebucket", 10, ledger(given), given["now_epoch"] + now)
                self.assertEqual(caught.exception.code, code)

    def test_holds_every_condition_of_the_policy(self):
        for vector, fields in self.each_form():
            if "range" not in vector["name"]:
                continue
            for changed, size in (({"key": "other/a"}, 10), ({"success_action_status": "200"}, 10), ({}, 0),
                                  ({"bucket": "otherbucket"}, 10)):
                with self.subTest(vector["name"]), self.assertRaises(OSSError) as caught:
                    values = {"bucket": "examplebucket"} | fields | changed
                    check_policy(policy_of(fields), values, size, vector["input"]["now_epoch"])
                self.assertEqual(caught.exception.code, "AccessDenied")

    def test_reads_a_form_with_any_bytes_in_the_file(self):
        content = b"\r\n--x\r\n\0\xff\r\n"
        body = (b'--b0\r\nContent-Disposition: form-data; name="Key"\r\n\r\na/b\r\n--b0\r\nContent-Disposition: form-data; '
                b'name="file"; filename="f.bin"\r\nContent-Type: image/png\r\n\r\n' + content + b"\r\n--b0--\r\n")
        fields, file = parse_form("multipart/form-data; boundary=b0", body)
        self.assertEqual(fields, {"key": "a/b"})
        self.assertEqual(file, ("f.bin", "image/png", content))


if __name__ == "__main__":
    unittest.main()
