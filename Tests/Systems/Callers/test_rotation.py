"""10,000 tokens, one after the other, while programs sign: every answer is made with one of them, whole.

Nothing here is ossauthd's: signatures are computed anew from the URL, with the secret that belongs to the key in it."""

import base64
import hashlib
import hmac
import multiprocessing
import os
import tempfile
import time
import unittest
import urllib.parse

from daemon import PATIENCE, Client, Daemon

ROTATIONS = 10_000
# After so many rotations each signer gets another answer first, so that it signs beside them even on a busy machine.
ROUND = 400
SIGNERS = 3
BEGIN = int(time.time()) + 3_600

PROFILES = """
[Profile main]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""
RULES = """
[Access all]
Match=uid:0
Allow=presign
Version=v4 v1
"""


def moment(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def token(number):
    return {"AccessKeyId": f"STS.Key{number}", "AccessKeySecret": f"SecretOf{number}",
            "SecurityToken": f"Token+{number}/{'x' * 500}", "Expiration": moment(BEGIN + number)}


def mac(key, text, digest=hashlib.sha256):
    return hmac.new(key, text.encode(), digest).digest()


def signature_v1(path, query, secret):
    text = f"GET\n\n\n{query['Expires']}\n/bucket{path}?security-token={query['security-token']}"
    return base64.b64encode(mac(secret, text, hashlib.sha1)).decode()


def signature_v4(path, written, query, secret):
    rest = "&".join(sorted(pair for pair in written.split("&") if not pair.startswith("x-oss-signature=")))
    canonical = f"GET\n/bucket{path}\n{rest}\n\n\nUNSIGNED-PAYLOAD"
    scope = query["x-oss-credential"].split("/", 1)[1]
    key = b"aliyun_v4" + secret
    for part in scope.split("/"):
        key = mac(key, part)
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    return mac(key, f"OSS4-HMAC-SHA256\n{query['x-oss-date']}\n{scope}\n{digest}").hex()


def number_in(url):
    """Which token signed this URL, and nothing but this one."""
    parts = urllib.parse.urlsplit(url)
    query = dict(urllib.parse.parse_qsl(parts.query))
    key = query.get("OSSAccessKeyId") or query["x-oss-credential"].split("/")[0]
    number = int(key.removeprefix("STS.Key"))
    expected = token(number)
    secret = expected["AccessKeySecret"].encode()
    if "OSSAccessKeyId" in query:
        made, sent = signature_v1(parts.path, query, secret), query["Signature"]
    else:
        made, sent = signature_v4(parts.path, parts.query, query, secret), query["x-oss-signature"]
    found = query.get("security-token") or query["x-oss-security-token"]
    if (found, sent) != (expected["SecurityToken"], made):
        raise AssertionError(f"key {number} with another token or signature: {url}")
    return number


def sign(path, version, answered, ended, results):
    """Signs until the last token is there; the generations seen, or what was wrong."""
    client, generations, count = Client(path), set(), 0
    try:
        while True:
            isLast = ended.is_set()
            wanted = {"keys": ["a", "b", "c"]} if count % 2 else {"key": "a"}
            status, _, answer = client.ask(
                "POST", "/v1/presign", {"bucket": "bucket", "version": version, "expires": 86_400} | wanted)
            if status != 200:
                raise AssertionError(f"{status} {answer}")
            numbers = {number_in(url) for url in answer.get("urls") or [answer["url"]]}
            if len(numbers) != 1 or answer["generation"] not in numbers:
                raise AssertionError(f"tokens {numbers} in generation {answer['generation']}")
            if answer["credentialExpiration"] != moment(BEGIN + answer["generation"]):
                raise AssertionError(f"the end of another token in generation {answer['generation']}")
            if generations and answer["generation"] < max(generations):
                raise AssertionError(f"generation {answer['generation']} came back")
            generations.add(answer["generation"])
            count += 1
            answered.set()
            if isLast:
                break
        results.put((count, len(generations), max(generations), None))
    except BaseException as error:
        results.put((count, len(generations), 0, repr(error)))
    finally:
        answered.set()
        client.close()


class RotationTests(unittest.TestCase):
    def setUp(self):
        # Each token is written to the cache and synchronized, which on a disk would be all that is measured here.
        if os.path.isdir("/dev/shm"):
            tempfile.tempdir = "/dev/shm"
            self.addCleanup(setattr, tempfile, "tempdir", None)
        self.daemon = Daemon(RULES, profiles=PROFILES, daemon="Audit=no\n")
        self.addCleanup(self.daemon.stop)

    def rotate(self, client, number):
        status, _, answer = client.ask("PUT", "/v1/profiles/main/credentials", token(number))
        self.assertEqual((status, answer.get("generation")), (200, number), answer)

    def test_no_answer_mixes_two_tokens(self):
        admin = Client(self.daemon.admin)
        self.addCleanup(admin.close)
        self.rotate(admin, 1)
        ended, results = multiprocessing.Event(), multiprocessing.Queue()
        answered = [multiprocessing.Event() for _ in range(SIGNERS)]
        signers = [
            multiprocessing.Process(
                target=sign, args=(self.daemon.api, "v1" if index == 0 else "v4", answered[index], ended, results))
            for index in range(SIGNERS)]
        for signer in signers:
            signer.start()
        for number in range(2, ROTATIONS + 1):
            if number % ROUND == 0:
                for each in answered:
                    each.clear()
                    self.assertTrue(each.wait(PATIENCE))
            self.rotate(admin, number)
        ended.set()
        for _ in signers:
            count, generations, last, error = results.get()
            self.assertIsNone(error)
            self.assertEqual(last, ROTATIONS)
            # An answer may have been made a round before it was waited for.
            self.assertGreaterEqual(generations, ROTATIONS // ROUND // 2)
            self.assertGreater(count, generations - 1)
        for signer in signers:
            signer.join()


if __name__ == "__main__":
    unittest.main()
