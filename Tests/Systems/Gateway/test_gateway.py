"""The gateway as a whole: nginx, the filter and the daemon, before a stand-in for OSS that speaks TLS."""

import base64
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import unittest
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / each) for each in ("Support/Namespaces", "Support/Fixtures", "Systems/Compatibility")]
from gateway_scene import PORT, GatewayScene  # noqa: E402
from names_of_oss import STANDIN  # noqa: E402
from namespaces import obstacle  # noqa: E402
from neighbours import ROOT  # noqa: E402
from test_filter import CONTENT, TRAILER, chunked, crc32  # noqa: E402

S3 = "AWS4-HMAC-SHA256 Credential=dummy/20261128/x/s3/aws4_request, SignedHeaders=host, Signature=00"
RULES = """
[Access gateway]
Match=uid:0
Profile=media
Allow=sign
Bucket=media
Key=mine/*
Method=GET HEAD PUT POST DELETE
"""
USER = 1234
OTHER = f"{RULES}\n[Access other]\nMatch=uid:{USER}\nProfile=media\nAllow=sign\nBucket=media\nKey=mine/*\nMethod=PUT\n"
MEBIBYTE = 1 << 20


class Scene(GatewayScene):
    """With a rule for one folder, in place of one for all."""

    def start_daemon(self):
        import scene
        self.addition, scene.FOR_CLIENTS = scene.FOR_CLIENTS, ""
        try:
            super().start_daemon()
        finally:
            scene.FOR_CLIENTS = self.addition

    @property
    def standin(self):
        return [HERE / "steering_standin.py" if each == STANDIN else each for each in super().standin]


class Asking(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = cls.enterClassContext(Scene(ROOT / ".build/debug", rules=RULES, lifetime=3_600, buckets=["media"]))

    def connect(self):
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        connection.sock = self.scene.namespace.work(lambda: socket.create_connection(("127.0.0.1", PORT)))
        self.addCleanup(connection.close)
        return connection

    def ask(self, method, target, body=None, connection=None, **headers):
        connection = connection or self.connect()
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, target, body, {"Authorization": S3} | names)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def put_chunks(self, key, content, checksum, **headers):
        body = chunked(content, trailer=f"{TRAILER}:{checksum}\r\n")
        return self.ask("PUT", f"/media/{key}", body, X_Amz_Trailer=TRAILER, X_Amz_Decoded_Content_Length=str(len(content)),
                        X_Amz_Content_Sha256="STREAMING-UNSIGNED-PAYLOAD-TRAILER", Content_Encoding="aws-chunked", **headers)


@unittest.skipIf(obstacle(), obstacle())
class GatewayTests(Asking):
    def test_a_program_needs_no_key(self):
        self.assertEqual(self.ask("PUT", "/media/mine/a", b"content"), (200, b""))
        self.assertEqual(self.ask("GET", "/media/mine/a"), (200, b"content"))
        self.assertEqual(self.ask("HEAD", "/media/mine/a"), (200, b""))
        self.assertEqual(self.ask("GET", "/media/mine/a", Range="bytes=1-3"), (206, b"ont"))

    def test_a_cookie_and_a_password_for_a_proxy_end_at_the_gateway(self):
        secrets = {"Cookie": "a=b", "Proxy_Authorization": "Basic eA=="}
        self.assertEqual(self.ask("PUT", "/media/mine/j", b"content", **secrets), (200, b""))
        self.assertEqual(self.put_chunks("mine/j", CONTENT, crc32(CONTENT), **secrets)[0], 200)

    def test_an_answer_of_oss_does_not_steer_nginx(self):
        self.assertEqual(self.ask("PUT", "/media/mine/steer", b"content"), (200, b""))
        connection = self.connect()
        connection.request("GET", "/media/mine/steer", headers={"Authorization": S3})
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.read()), (200, b"content"))
        self.assertFalse([name for name in answer.headers if name.lower().startswith(("forward-", "x-accel-"))])
        self.assertEqual(self.put_chunks("mine/steer", CONTENT, crc32(CONTENT))[0], 200)

    def test_a_damaged_body_changes_no_object(self):
        self.assertEqual(self.put_chunks("mine/b", CONTENT, crc32(CONTENT))[0], 200)
        status, answer = self.put_chunks("mine/b", b"x" + CONTENT[1:], crc32(CONTENT))
        self.assertEqual((status, b"<Code>BadDigest</Code>" in answer), (400, True))
        self.assertTrue(self.ask("GET", "/media/mine/b")[1] == CONTENT)
        # Also an object without content, whose head is held back.
        self.assertEqual(self.put_chunks("mine/b", b"", "AAAAAQ==")[0], 400)
        self.assertTrue(self.ask("GET", "/media/mine/b")[1] == CONTENT)

    def test_each_key_of_a_bulk_delete_is_judged(self):
        for key in ("c1", "c2"):
            self.ask("PUT", f"/media/mine/{key}", b"x")

        def delete(*keys):
            objects = "".join(f"<Object><Key>{key}</Key></Object>" for key in keys)
            body = f"<Delete>{objects}</Delete>".encode()
            return self.ask("POST", "/media?delete", body, x_amz_checksum_sha256=base64.b64encode(hashlib.sha256(body).digest()).decode())

        status, answer = delete("mine/c1", "other")
        self.assertEqual((status, b"<Code>AccessDenied</Code>" in answer), (403, True))
        self.assertEqual(self.ask("GET", "/media/mine/c1")[0], 200)
        self.assertEqual(delete("mine/c1", "mine/c2")[0], 200)
        self.assertEqual([self.ask("GET", f"/media/mine/{key}")[0] for key in ("c1", "c2")], [404, 404])

    def test_the_filter_counts_for_the_user_of_the_program(self):
        # A quarter of the filter has room for three lists of the greatest length; the workers of nginx take them in any order.
        # Eight would be half of it.
        for held in range(8):
            if self.ask("POST", "/media?delete", b" " * (2 * MEBIBYTE))[0] == 503:
                break
            self.hold_list()
        self.assertLess(held, 7)

    def hold_list(self):
        """A list to delete whose last byte does not come."""
        connection = self.connect()
        connection.putrequest("POST", "/media?delete")
        connection.putheader("Authorization", S3)
        connection.putheader("Content-Length", str(2 * MEBIBYTE))
        connection.endheaders(b" " * (2 * MEBIBYTE - 1))

    def test_every_name_of_an_object_is_for_the_rules_to_judge(self):
        for name in ("/.ossauthd", "/ossauthd", "/./ossauthd", "/%2e/ossauthd", "/v1/forward"):
            status, answer = self.ask("GET", name, host="media.localhost")
            self.assertEqual((status, b"is not in Key=mine/*" in answer or b"segments are not granted" in answer), (403, True), name)

    def test_a_refusal_is_an_error_of_s3_and_a_line_of_the_log(self):
        status, answer = self.ask("GET", "/media/other?x=secret-of-a-query")
        self.assertEqual((status, b"<Code>AccessDenied</Code>" in answer), (403, True))
        self.scene.until(lambda: "/media/other" in self.log())
        # The user and the nearest rule, of a request that no credential signed.
        self.assertRegex(self.log(), r"127\.0\.0\.1:\d+ user=0 rule=gateway generation= GET 127\.0\.0\.1/media/other 403")
        self.assertNotIn("secret", self.log())

    def test_a_refusal_of_head_has_its_reason_in_headers_and_its_id_in_the_log(self):
        connection = self.connect()
        connection.request("HEAD", "/media/other", headers={"Authorization": S3})
        refusal = connection.getresponse()
        document = base64.b64decode(refusal.headers["x-oss-err"], validate=True)
        self.assertEqual((refusal.status, refusal.headers["x-oss-ec"]), (403, "ossauthd-not-allowed"))
        self.assertIn(b"<Message>ossauthd, to user root (0): [Access gateway]: ", document)
        self.scene.until(lambda: f" {refusal.headers['x-oss-request-id']}\n" in self.log())

    def log(self):
        path = self.scene.directory / "nginx/access.log"
        return path.read_text() if path.exists() else ""

    def test_what_is_not_for_this_host_is_refused_and_nothing_gets_500(self):
        for status, target, headers in [
                (400, "/media/mine/a", {"Host": "example.com"}), (400, "/media/mine/a", {"Origin": "https://example.com"}),
                (400, "/media/mine/%zz", {}), (400, "/media/mine/a", {"Authorization": "Basic eA=="}),
                (400, "/media/mine/a", {"X-Oss-Meta-A": "x"}), (400, "/media/mine/a", {"X-Http-Method-Override": "PUT"}),
                (403, "/media/mine/%2e%2e/a", {}), (403, "/mine/a", {})]:
            self.assertEqual(self.ask("GET", target, **headers)[0], status, (target, headers))
        connection = self.connect()
        connection.putrequest("GET", "/media/mine/a", skip_accept_encoding=True)
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 400)

    def test_the_second_server_sends_to_known_endpoints_only(self):
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as stream:
            stream.connect(str(self.scene.directory / "nginx/plain.sock"))
            stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nForward-Endpoint: example.com\r\nConnection: close\r\n\r\n")
            self.assertTrue(stream.recv(4_096).startswith(b"HTTP/1.1 403"))

    def test_a_reload_lets_an_upload_end(self):
        connection = self.connect()
        content = os.urandom(8 * MEBIBYTE)
        connection.putrequest("PUT", "/media/mine/d")
        for name, value in {"Authorization": S3, "Content-Length": str(len(content))}.items():
            connection.putheader(name, value)
        connection.endheaders(content[:MEBIBYTE])
        workers = self.workers()
        os.kill(self.master(), signal.SIGHUP)
        self.scene.until(lambda: len(self.workers() - workers) == len(workers))
        self.assertEqual(self.ask("PUT", "/media/mine/e", b"x")[0], 200)
        connection.send(content[MEBIBYTE:])
        self.assertEqual(connection.getresponse().status, 200)
        self.assertTrue(self.ask("GET", "/media/mine/d")[1] == content)

    def test_doctor_asks_the_daemon_through_the_gateway(self):
        words = [ROOT / ".build/debug/ossauthctl", "--socket", self.scene.socket, "doctor", "--json"]
        answer = subprocess.run(self.scene.within(*words), capture_output=True, text=True, timeout=60)
        [check] = [each for each in json.loads(answer.stdout)["checks"] if each["id"] == "gateway"]
        self.assertEqual((check["name"], check["status"], check["message"]), ("media", "ok", "127.0.0.1:471: nginx and the daemon answer; OSS was not asked"))

    def test_a_restart_loses_no_connection(self):
        os.kill(self.master(), signal.SIGQUIT)
        self.scene.processes.pop("nginx").wait(60)
        connection = self.connect()
        connection.request("PUT", "/media/mine/f", b"x", {"Authorization": S3})
        self.scene.run_nginx()
        self.assertEqual(connection.getresponse().status, 200)

    def test_no_secret_is_in_the_memory_of_nginx_and_the_filter(self):
        self.put_chunks("mine/h", CONTENT, crc32(CONTENT))
        lines = (self.scene.directory / "ledger").read_text().splitlines()
        secrets = [json.loads(line)["AccessKeySecret"].encode() for line in lines]
        self.assertTrue(secrets)
        for process in [*self.workers(), self.master(), self.child("unchunk")]:
            content = whole_memory(process)
            self.assertGreater(len(content), MEBIBYTE // 4)
            self.assertFalse([secret for secret in secrets if secret in content])

    def test_a_large_body_needs_little_memory(self):
        content = bytes(64 * MEBIBYTE)
        largest = []
        done = threading.Event()

        def watch():
            while not done.wait(0.02):
                largest.append(max(resident(process) for process in [*self.workers(), self.child("unchunk")]))

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            self.assertEqual(self.put_chunks("mine/i", content, crc32(content))[0], 200)
        finally:
            done.set()
            watcher.join()
        self.assertLess(max(largest), 24 * MEBIBYTE)

    def master(self):
        return int((self.scene.directory / "nginx/nginx.pid").read_text())

    def workers(self):
        return set(map(int, pathlib.Path(f"/proc/{self.master()}/task/{self.master()}/children").read_text().split()))

    def child(self, name):
        """The program itself, below those that brought it into the namespace."""
        process = self.scene.processes[name].pid
        while children := pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split():
            process = int(children[0])
        return process


@unittest.skipIf(obstacle(), obstacle())
class OutageTests(Asking):
    def test_a_program_is_told_which_part_of_the_gateway_does_not_answer(self):
        self.assertEqual(self.put_chunks("mine/a", CONTENT, crc32(CONTENT))[0], 200)
        self.end("unchunk")
        self.assertEqual(self.failure(self.put_chunks("mine/a", CONTENT, crc32(CONTENT))), "OSS or ossauth-unchunk does not answer")
        self.assertEqual(self.ask("GET", "/media/mine/a")[0], 200)
        self.end("standin")
        self.assertEqual(self.failure(self.ask("GET", "/media/mine/a")), "OSS or ossauth-unchunk does not answer")
        self.end("ossauthd")
        self.assertEqual(self.failure(self.ask("GET", "/media/mine/a")), "ossauthd does not answer")

    def end(self, name):
        process = self.scene.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(60)

    def failure(self, answer):
        """The message of an error that every client repeats."""
        status, document = answer
        self.assertEqual(status, 503)
        error = xml.etree.ElementTree.fromstring(document)
        self.assertEqual((error.tag, error.findtext("Code")), ("Error", "ServiceUnavailable"))
        return error.findtext("Message")


class CrowdedScene(GatewayScene):
    """Room for a few requests of each user, in place of 256."""
    ROOM = 4

    def configuration(self):
        text = super().configuration()
        return text.replace("limit_conn users 256;", f"limit_conn users {self.ROOM};")


@unittest.skipIf(obstacle(), obstacle())
class ShareTests(unittest.TestCase):
    def test_a_user_with_many_requests_leaves_room_for_another(self):
        scene = self.enterContext(CrowdedScene(ROOT / ".build/debug", rules=OTHER, lifetime=3_600, buckets=["media"]))
        held = [self.uploading(scene) for _ in range(scene.ROOM)]
        refusal = self.put(scene)
        self.assertEqual(refusal.status, 429)
        self.assertEqual((refusal.headers["Content-Type"], refusal.headers["Retry-After"]), ("application/xml", "1"))
        self.assertIn(b"<Code>SlowDown</Code>", refusal.read())
        self.assertEqual(self.put(scene, user=USER).status, 200)
        for connection in held:
            connection.send(b"b")
            self.assertEqual(connection.getresponse().status, 200)
        self.assertEqual(self.put(scene).status, 200)

    def uploading(self, scene):
        """An upload whose body nginx waits for, so that it is counted."""
        connection = self.connect(scene)
        connection.putrequest("PUT", "/media/mine/held")
        for header in {"Authorization": S3, "Content-Length": "1", "Expect": "100-continue"}.items():
            connection.putheader(*header)
        connection.endheaders()
        self.assertIn(b" 100 Continue\r\n", connection.sock.recv(1_000))
        return connection

    def put(self, scene, user=0):
        connection = self.connect(scene, user)
        connection.request("PUT", "/media/mine/a", b"x", {"Authorization": S3})
        return connection.getresponse()

    def connect(self, scene, user=0):
        def opened():
            os.seteuid(user)
            try:
                return socket.create_connection(("127.0.0.1", PORT))
            finally:
                os.seteuid(0)

        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        connection.sock = scene.namespace.work(opened)
        self.addCleanup(connection.close)
        return connection


def resident(process):
    with contextlib.suppress(OSError):
        return int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def whole_memory(process):
    found = b""
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb") as file:
        for line in maps:
            if match := re.match(r"([0-9a-f]+)-([0-9a-f]+) rw", line):
                start, end = (int(each, 16) for each in match.groups())
                with contextlib.suppress(OSError):
                    file.seek(start)
                    found += file.read(end - start)
    return found


if __name__ == "__main__":
    unittest.main()
