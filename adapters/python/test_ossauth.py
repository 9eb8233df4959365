"""ossauth.py against the daemon of Tests/Systems/Adapters, which does what a line `scene: …` on standard output says."""

import contextlib
import http.client
import multiprocessing
import os
import sys
import time
import unittest
from urllib.parse import urlsplit

import ossauth

SCRIPTED = os.environ["SCRIPTED"]


def scene(what):
    print(f"scene: {what}", flush=True)
    if sys.stdin.readline() != "done\n":
        raise AssertionError(f"{what} was not done")


def send(method, url, headers, body=None):
    place = urlsplit(url)
    with contextlib.closing(http.client.HTTPConnection(place.netloc, timeout=30)) as connection:
        connection.request(method, f"{place.path}?{place.query}", body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def key_of(provider):
    return provider.get_credentials().access_key_id


class ProviderTests(unittest.TestCase):
    def test_gives_the_credential_of_the_daemon(self):
        scene("token 1 3600")
        given = ossauth.Provider().get_credentials()
        self.assertEqual((given.access_key_id, given.access_key_secret, given.security_token),
                         ("STS.Key1", "SecretOf1", "Token+1/="))
        self.assertAlmostEqual(given.end, time.time() + 3600, delta=60)

    def test_keeps_a_credential_that_has_long_to_live(self):
        scene("token 1 3600")
        provider = ossauth.Provider()
        self.assertEqual(key_of(provider), "STS.Key1")
        scene("token 2 3600")
        self.assertEqual((key_of(provider), key_of(ossauth.Provider())), ("STS.Key1", "STS.Key2"))

    def test_renews_a_credential_before_it_ends(self):
        scene("token 1 4")
        provider = ossauth.Provider()
        first = provider.get_credentials()
        scene("token 2 3600")
        given = first
        while given is first:
            self.assertFalse(first.is_expired())
            time.sleep(0.005)
            given = provider.get_credentials()
        self.assertEqual(given.access_key_id, "STS.Key2")
        self.assertFalse(first.is_expired())

    def test_serves_while_the_daemon_is_down_and_no_longer_than_the_credential_lives(self):
        scene("token 1 4")
        provider = ossauth.Provider()
        first = provider.get_credentials()
        scene("stop")
        with self.assertRaisesRegex(ossauth.DaemonError, "at .*.local.run.ossauthd.ossauthd.sock .*: is it running.*ossauthctl doctor"):
            while True:
                had_ended = first.is_expired()
                self.assertIs(provider.get_credentials(), first)
                self.assertFalse(had_ended)
                time.sleep(0.005)
        self.assertTrue(first.is_expired())
        scene("start")
        scene("token 2 3600")
        self.assertEqual(key_of(provider), "STS.Key2")


class SignatureTests(unittest.TestCase):
    def test_signed_requests_are_accepted_also_after_a_restart(self):
        scene("token 1 3600")
        daemon = ossauth.Daemon(profile="main")
        place = {"bucket": "examplebucket", "key": "Ordner ü/a+b", "headers": {"x-oss-meta-a": "b"}}
        signed = daemon.sign(method="PUT", **place)
        self.assertEqual(send("PUT", signed["url"], {**place["headers"], **signed["headers"]}, b"content"), (200, b""))
        scene("restart")
        answer = daemon.presign(**place, expires=60)
        self.assertEqual(send("GET", answer["url"], answer["headers"]), (200, b"content"))

    def test_a_fork_asks_on_a_connection_of_its_own(self):
        scene("token 1 3600")
        daemon = ossauth.Daemon()
        daemon.presign(bucket="examplebucket", key="a")
        [parents] = daemon.idle
        child = multiprocessing.get_context("fork").Process(
            target=lambda: os._exit(0 if daemon.presign(bucket="examplebucket", key="b") and parents not in daemon.idle else 1))
        child.start()
        child.join()
        self.assertEqual(child.exitcode, 0)
        self.assertEqual(daemon.idle, [parents])
        parents.close()

    def test_a_refusal_says_why_and_what_is_granted(self):
        scene("token 1 3600")
        with self.assertRaises(ossauth.DaemonError) as caught:
            ossauth.Daemon().sign(bucket="other", key="a")
        self.assertRegex(str(caught.exception), r".+: .*bucket 'other' is not in Bucket=examplebucket.* \(status 403\)$")
        self.assertEqual((caught.exception.status, caught.exception.type), (403, "urn:ossauthd:problem:not-allowed"))


class AnswerTests(unittest.TestCase):
    def test_anything_but_an_answer_is_an_error_that_says_where(self):
        for name in "large", "garbage", "half", "deep", "silent", "trickle", "absent":
            with self.subTest(name), self.assertRaisesRegex(ossauth.DaemonError, f"at {SCRIPTED}/{name}"):
                ossauth.Daemon(f"{SCRIPTED}/{name}", timeout=0.5 if name in ("silent", "trickle") else 30).presign(key="a")

    def test_a_request_without_an_answer_is_sent_once_more(self):
        daemon = ossauth.Daemon(f"{SCRIPTED}/fickle")
        self.assertEqual(daemon.presign(key="a"), {"url": "answered"})
        with self.assertRaises(ossauth.DaemonError):
            daemon.presign(key="a")

    def test_an_answer_without_its_members_is_an_error(self):
        with self.assertRaisesRegex(ossauth.DaemonError, "without the texts AccessKeyId"):
            ossauth.Provider(ossauth.Daemon(f"{SCRIPTED}/credential")).get_credentials()


if __name__ == "__main__":
    unittest.main()
