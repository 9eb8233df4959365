"""Holds the daemon against botocore: whatever the daemon signs for S3, botocore signs alike."""

import contextlib
import pathlib
import random
import re
import subprocess
import sys
import unittest
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit

import vectors
from aws4 import Wish, in_header, in_url

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "Systems" / "Callers"))
from daemon import PROFILES, PROGRAM, Client, Daemon  # noqa: E402

SECRET = "PublicTestVectorSecretOnly0001"
TOKEN = "CAISpublicTOKENexample+abc/DEF=="
LIFE = 600

# Names that mean something to S3 and to OSS, and names that only a program with a mistake would send.
PARAMETERS = ["acl", "uploads", "partNumber", "uploadId", "versionId", "prefix", "tagging", "list-type", "delete",
              "response-content-type", "response-content-disposition", "Z", "a+b", "ü", "~", "%41", "x-oss-process"]
PIECES = ["a", "Z", "9", " ", "  ", "+", "/", "//", "/./", "/../", ".", "..", "%", "%2F", "?", "&", "=", "#", "~", "*", "'", "(",
          ")", "!", "$", "@", ":", ";", ",", "[", "|", "\\", "\"", "é", "u\u0308", "文", "😀", "\n", "\t", "\x7f", "-_"]
ENDPOINTS = {
    None: ("https", "s3.oss-cn-hangzhou.aliyuncs.com"),
    "https://oss-cn-hangzhou.aliyuncs.com": ("https", "s3.oss-cn-hangzhou.aliyuncs.com"),
    "oss-cn-hangzhou-internal.aliyuncs.com": ("https", "s3.oss-cn-hangzhou-internal.aliyuncs.com"),
    "http://s3.oss-cn-hangzhou.aliyuncs.com:80": ("http", "s3.oss-cn-hangzhou.aliyuncs.com:80"),
    "https://S3.OSS-cn-hangzhou.aliyuncs.com:8443": ("https", "s3.oss-cn-hangzhou.aliyuncs.com:8443"),
    "https://s3.oss-accelerate.aliyuncs.com": ("https", "s3.oss-accelerate.aliyuncs.com"),
    "http://10.1.2.3:9000": ("http", "10.1.2.3:9000")}

RULES = f"""
[Access tests]
Match=uid:0
Allow=sign presign
Version=v4 s3
Parameter={" ".join(PARAMETERS)}
"""

TEMPORARY = PROFILES + """
[Profile temporary]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""


def seconds(date):
    return int(datetime.strptime(date, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc).timestamp())


class RandomRequests:
    """Requests as the daemon takes them, and the same for botocore."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self, most):
        return "".join(self.random.choices(PIECES, k=self.random.randrange(most + 1)))

    def key(self):
        key = self.random.choice(["a", "dir/", "é", "."]) + self.text(8)
        return key.encode()[:1023].decode(errors="ignore")

    def parameters(self):
        names = self.random.sample(PARAMETERS, self.random.choice([0, 0, 1, 2, 5]))
        return {name: self.random.choice([None, "", self.text(5), self.text(5)]) for name in names}

    def headers(self, method):
        given = {}
        for name, values in {
                "Content-Type": ["text/plain", "image/jpeg; charset=UTF-8"],
                "X-Amz-Meta-Author": ["me and you", "ünï"], "x-amz-acl": ["private"], "x-amz-storage-class": ["STANDARD_IA"],
                "x-amz-tagging": ["a=b&c=d"], "x-amz-copy-source": ["bucket/a%20b", "/bucket/%C3%BC?versionId=1"],
                "Content-MD5": ["1B2M2Y8AsgTpgAmY7PhCfg=="], "x-oss-meta-own": ["1"], "Range": ["bytes=0-9"],
                "cache-control": ["max-age=1, public"]}.items():
            if self.random.random() < (0.3 if method in ("PUT", "POST") else 0.1):
                given[name] = self.random.choice(values)
        return given

    def request(self):
        """The members of a call, and what botocore needs to know."""
        method = self.random.choice(["GET", "GET", "PUT", "POST", "HEAD", "DELETE"])
        endpoint = self.random.choice(list(ENDPOINTS))
        scheme, host = ENDPOINTS[endpoint]
        bucket = self.random.choice(["", "bucket", "bucket", "a-9", "x" * 63])
        key = self.key() if bucket and self.random.random() < 0.9 else None
        parameters, headers = self.parameters(), self.headers(method)
        body = self.random.choice([None, None, b"", b"content", self.random.randbytes(100)])
        call = {"version": "s3", "explain": True, "method": method, "bucket": bucket, "region": "cn-hangzhou",
                "parameters": parameters, "headers": headers,
                "additionalHeaders": [name for name in headers if name in ("Range", "cache-control")]}
        call |= {"endpoint": endpoint} if endpoint else {}
        call |= {"key": key} if key else {}
        in_path = bool(bucket) and (host[0].isdigit() or self.random.random() < 0.2)
        if in_path:
            call["addressing"] = "path"
        wish = Wish(
            method, host if in_path or not bucket else f"{bucket}.{host}", scheme, "cn-hangzhou",
            f"{bucket}/{key or ''}" if in_path else key or "", [(name, value or "") for name, value in parameters.items()],
            headers, body)
        if body is not None:
            call["headers"] = headers | {"x-amz-content-sha256": wish.payload_hash}
        return call, wish


class AgainstBotocore(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(RULES, TEMPORARY)
        cls.addClassCleanup(cls.daemon.stop)
        with contextlib.closing(Client(cls.daemon.admin)) as admin:
            status, _, document = admin.ask("PUT", "/v1/profiles/temporary/credentials", {
                "AccessKeyId": "STS.NUPublicVector0001", "AccessKeySecret": SECRET, "SecurityToken": TOKEN,
                "Expiration": (datetime.now(timezone.utc) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")})
            assert status == 200, document
        cls.client = Client(cls.daemon.api)
        cls.addClassCleanup(cls.client.close)

    def ask(self, route, call, wish, temporary):
        """The answer; `wish` gets the time and the key of it."""
        profile = "temporary" if temporary else "main"
        status, _, answer = self.client.ask("POST", f"/v1/{route}", call | {"profile": profile})
        self.assertEqual(status, 200, (call, answer))
        wish.key_id, wish.token = ("STS.NUPublicVector0001", TOKEN) if temporary else ("LTAI5tPublicVector01", None)
        wish.secret = SECRET
        wish.now = seconds(answer["stringToSign"].split("\n")[1])
        return answer

    def test_the_daemon_signs_500_random_requests_in_the_header_as_botocore_does(self):
        requests = RandomRequests(1)
        for number in range(500):
            call, wish = requests.request()
            if number % 10 == 0:
                call["parameters"]["prefix"] = ["b", "a", None, "a b"]
                wish.parameters = [entry for entry in wish.parameters if entry[0] != "prefix"]
                wish.parameters += [("prefix", "b"), ("prefix", "a"), ("prefix", ""), ("prefix", "a b")]
            answer = self.ask("sign", call, wish, number % 2)
            expected = in_header(wish)
            self.assertEqual(answer["canonicalRequest"], expected.canonical_request, call)
            self.assertEqual(answer["stringToSign"], expected.string_to_sign, call)
            self.assertEqual(answer["headers"], expected.headers, call)
            self.assertEqual(answer["url"].partition("?")[0], wish.location, call)
            self.assertEqual(self.query(answer["url"]), self.query(wish.url), call)

    def test_the_daemon_signs_500_random_requests_in_the_URL_as_botocore_does(self):
        requests = RandomRequests(2)
        for number in range(500):
            call, wish = requests.request()
            answer = self.ask("presign", call | {"expires": LIFE}, wish, number % 2)
            expected = in_url(wish, LIFE)
            self.assertEqual(answer["canonicalRequest"], expected.canonical_request, call)
            self.assertEqual(answer["stringToSign"], expected.string_to_sign, call)
            self.assertEqual(answer["url"].partition("?")[0], wish.location, call)
            self.assertEqual(self.query(answer["url"]), self.query(expected.url), call)
            self.assertTrue(answer["url"].endswith(f"&X-Amz-Signature={answer['signature']}"))
            sent = {name.lower(): value for name, value in call["headers"].items()}
            self.assertEqual(answer["headers"], sent, "each header was signed, and so it must be sent")

    def test_the_daemon_signs_each_key_of_a_list_as_botocore_does(self):
        requests = RandomRequests(3)
        keys = [requests.key() for _ in range(300)]
        call = {"version": "s3", "explain": True, "bucket": "bucket", "keys": keys, "expires": LIFE,
                "parameters": {"response-content-type": "text/plain", "Z": "1"}}
        wish = Wish(host="bucket.s3.oss-cn-hangzhou.aliyuncs.com", parameters=list(call["parameters"].items()))
        answer = self.ask("presign", call, wish, True)
        self.assertEqual(len(answer["urls"]), len(keys))
        for key, url in zip(keys, answer["urls"]):
            wish.path = key
            self.assertEqual(self.query(url), self.query(in_url(wish, LIFE).url), key)
            self.assertEqual(url.partition("?")[0], wish.location)

    def test_ossauthctl_presigns_as_botocore_does(self):
        program = pathlib.Path(PROGRAM).parent / "ossauthctl"
        key = "dir/a b+ü?.txt"
        command = [program, "--socket", self.daemon.api, "presign", f"oss://bucket/{key}", "--signature-version", "s3",
                   "--profile", "temporary", "--expires", str(LIFE), "--method", "PUT", "--header", "x-amz-acl: private"]
        url = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.strip()
        date = re.search(r"X-Amz-Date=(\w+)", url)[1]
        wish = Wish(
            "PUT", "bucket.s3.oss-cn-hangzhou.aliyuncs.com", path=key, headers={"x-amz-acl": "private"},
            key_id="STS.NUPublicVector0001", secret=SECRET, token=TOKEN, now=seconds(date))
        self.assertEqual(self.query(url), self.query(in_url(wish, LIFE).url))
        self.assertEqual(url.partition("?")[0], wish.location)

    @staticmethod
    def query(url):
        """Its parameters as they are written, but for the `=` of an empty one."""
        return sorted(entry.removesuffix("=") for entry in urlsplit(url).query.split("&"))


class Vectors(unittest.TestCase):
    def test_the_known_answers_are_those_of_this_botocore(self):
        self.assertEqual(vectors.FILE.read_text(), vectors.text())


if __name__ == "__main__":
    unittest.main()
