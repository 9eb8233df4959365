#!/usr/bin/env python3
"""Makes the known answers of Tests/Support/Fixtures/vectors/botocore_s3.json, with botocore alone."""

import json
import pathlib
from urllib.parse import urlsplit

import botocore
from aws4 import Wish, in_header, in_url

FILE = pathlib.Path(__file__).resolve().parents[2] / "Support" / "Fixtures" / "vectors" / "botocore_s3.json"
TOKEN = "CAISpublicTOKENexample+abc/DEF=="
EXPIRES = 3600

# Name, members that differ from a plain GET, parameters and headers.
CASES = [
    ("service", {"bucket": None, "key": None}),
    ("bucket", {"key": None}),
    ("list", {"key": None, "params": [["list-type", "2"], ["prefix", "dir/ü +&="], ["delimiter", "/"]]}),
    ("plain key", {}),
    ("key with blanks and folders", {"key": "dir/sub dir/file name.txt"}),
    ("key of other scripts", {"key": "中文目录/文件名 é😀.txt"}),
    ("key with marks", {"key": "a+b=c&d?e#f%20g~h*i'j(k)l!m;n:o@p,q$r.txt"}),
    ("key with empty segments", {"key": "a//b///c/"}),
    ("key with dots", {"key": "a/./b/../c"}),
    ("key of dots", {"key": ".."}),
    ("token", {"token": TOKEN}),
    ("sub-resource without a value", {"params": [["acl", ""]]}),
    ("parameters in order", {"method": "PUT", "params": [
        ["uploadId", "A/B+C="], ["partNumber", "10"], ["Z", "upper"], ["a", ""], ["~", "~"], ["é", "ü"]]}),
    ("overridden headers", {"params": [
        ["response-content-type", "text/html; charset=utf-8"],
        ["response-content-disposition", "attachment; filename=\"ü.txt\""]], "token": TOKEN}),
    ("upload", {"method": "PUT", "headers": {
        "Content-Type": "text/plain", "Content-MD5": "1B2M2Y8AsgTpgAmY7PhCfg==", "X-Amz-Meta-Author": "me and you"}}),
    ("upload of a known body", {"method": "PUT", "body": "content", "token": TOKEN}),
    ("empty body", {"body": ""}),
    ("copy", {"method": "PUT", "headers": {
        "x-amz-copy-source": "examplebucket/a%20b", "x-amz-acl": "private", "x-amz-tagging": "a=b",
        "x-amz-metadata-directive": "REPLACE"}}),
    ("multi-delete", {"method": "POST", "key": None, "params": [["delete", ""]], "headers": {
        "content-md5": "1B2M2Y8AsgTpgAmY7PhCfg=="}}),
    ("further headers", {"headers": {"Range": "bytes=0-9", "If-Match": "\"x\""}}),
    ("path style", {"endpoint": "http://127.0.0.1:9000", "addressing": "path", "key": "dir/a b"}),
    ("path style of a bucket", {"endpoint": "http://127.0.0.1", "addressing": "path", "key": None}),
    ("domain", {"endpoint": "https://static.example.com", "addressing": "cname"}),
    ("internal endpoint", {"endpoint": "https://oss-cn-beijing-internal.aliyuncs.com", "region": "cn-beijing"}),
    ("endpoint of S3", {"endpoint": "https://s3.oss-cn-shanghai.aliyuncs.com", "region": "cn-shanghai"}),
    ("accelerated endpoint", {"endpoint": "https://s3.oss-accelerate.aliyuncs.com"}),
    ("port", {"endpoint": "https://oss-cn-hangzhou.aliyuncs.com:8443"}),
    ("port of the scheme", {"endpoint": "https://oss-cn-hangzhou.aliyuncs.com:443"}),
    ("day of a month of one digit", {"now": 1704067199 + 86_400}),
]

STANDARD = {
    "method": "GET", "bucket": "examplebucket", "key": "exampleobject.txt",
    "endpoint": "https://oss-cn-hangzhou.aliyuncs.com", "region": "cn-hangzhou", "addressing": "virtual", "params": [],
    "headers": {}, "body": None, "token": None, "now": 1702743657}


def wish_of(case):
    endpoint = urlsplit(case["endpoint"])
    host = endpoint.netloc
    if host.startswith("oss-"):
        host = "s3." + host
    bucket, key = case["bucket"], case["key"] or ""
    if bucket and case["addressing"] == "virtual":
        host = f"{bucket}.{host}"
    path = f"{bucket}/{key}" if bucket and case["addressing"] == "path" else key
    body = None if case["body"] is None else case["body"].encode()
    return Wish(
        case["method"], host, endpoint.scheme, case["region"], path, case["params"], dict(case["headers"]), body,
        token=case["token"], now=case["now"])


def vectors():
    for name, changes in CASES:
        case = STANDARD | changes
        wish = wish_of(case)
        yield vector(f"header/{name}", "sign_header", case, wish, in_header(wish))
        yield vector(f"url/{name}", "presign", case, wish, in_url(wish, EXPIRES))


def vector(name, operation, case, wish, answer):
    always = ("content-type", "content-md5", "x-amz-", "x-oss-")
    headers = dict(case["headers"])
    if wish.body is not None:
        headers["x-amz-content-sha256"] = wish.payload_hash
    expected = {"string_to_sign": answer.string_to_sign, "canonical_request": answer.canonical_request}
    if operation == "presign":
        expected |= {"url": answer.url, "signature": answer.url.rpartition("=")[2]}
    else:
        authorization = answer.headers["authorization"]
        expected |= {"url": wish.url, "authorization": authorization, "signature": authorization.rpartition("=")[2]}
    return {
        "name": f"s3/{name}", "source": f"botocore {botocore.__version__}, with its clock held",
        "input": {name: case[name] for name in ("method", "bucket", "key", "endpoint", "region", "addressing", "params")} | {
            "op": operation, "version": "s3", "headers": headers, "now_epoch": case["now"], "expires_seconds": EXPIRES,
            "access_key_id": wish.key_id, "access_key_secret": wish.secret, "security_token": wish.token,
            "additional_headers": [name for name in case["headers"] if not name.lower().startswith(always)]},
        "expected": expected}


def text():
    made = list(vectors())
    cases = ",\n".join(json.dumps(case, ensure_ascii=False) for case in made)
    about = "Made by Tests/Systems/S3/vectors.py; see README.md."
    return f'{{"about": "{about}",\n"count": {len(made)},\n"vectors": [\n{cases}\n]}}\n'


if __name__ == "__main__":
    FILE.write_text(text())
