"""The stand-in as a server: real connections, requests signed here, answers read as a client reads them."""

import base64
import hashlib
import http.client
import json
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
from email.utils import formatdate
from pathlib import Path
from urllib.parse import quote, urlencode
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Fixtures"))
from authority import Authority  # noqa: E402
from oss_request import Request
from oss_signature import sign_v1, string_to_sign_v1

HERE = Path(__file__).parent
BUCKET = "demo-bucket"
ONE = ("STS.one", "secret-one", "token-one")


def answer_code(body):
    return re.search(rb"<Code>(\w+)</Code>", body)[1].decode()


class Server(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.ledger = Path(folder.name) / "ledger"
        self.hand_out(*ONE)
        self.requests = Path(folder.name) / "requests"
        self.process = subprocess.Popen(
            [sys.executable, HERE / "oss_standin.py", "--ledger", self.ledger, "--cname", f"static.example.com={BUCKET}",
             "--requests", self.requests, *self.options(Path(folder.name))], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.terminate)
        port = int(self.process.stdout.readline().rpartition(":")[2])
        self.connection = self.connect(port)
        self.addCleanup(self.connection.close)

    def options(self, folder):
        return []

    def connect(self, port):
        return http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def hand_out(self, key_id, secret, token):
        entry = {"AccessKeyId": key_id, "AccessKeySecret": secret, "SecurityToken": token,
                 "Expiration": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 900))}
        with open(self.ledger, "a", encoding="utf-8") as ledger:
            ledger.write(json.dumps(entry) + "\n")

    def ask(self, method, key="", query=(), body=None, headers=None, signer=ONE, host=None):
        key_id, secret, token = signer
        headers = {"date": formatdate(usegmt=True), "x-oss-security-token": token} | (headers or {})
        request = Request(method, BUCKET, key or None, list(query), headers)
        headers["authorization"] = f"OSS {key_id}:{sign_v1(secret, string_to_sign_v1(request, headers['date']))}"
        target = ("/" if host else f"/{BUCKET}/") + quote(key) + ("?" + urlencode(query, quote_via=quote) if query else "")
        self.connection.request(method, target, body, headers | ({"host": host} if host else {}))
        answer = self.connection.getresponse()
        return answer, answer.read()


class Requests(Server):
    def test_stores_and_returns_by_every_address(self):
        content = bytes(range(256)) * 40
        endpoint = f"{BUCKET}.oss-cn-hangzhou"
        for host in (None, endpoint + ".localhost:80", endpoint + ".aliyuncs.com", "static.example.com"):
            with self.subTest(host):
                self.assertEqual(self.ask("PUT", "dir/中 文+.txt", body=content, host=host,
                                          headers={"content-type": "text/x", "x-oss-meta-a": "b"})[0].status, 200)
                answer, body = self.ask("GET", "dir/中 文+.txt", host=host)
                self.assertEqual(body, content)
                self.assertEqual((answer.headers["content-type"], answer.headers["x-oss-meta-a"]), ("text/x", "b"))
                self.assertEqual(self.ask("DELETE", "dir/中 文+.txt", host=host)[0].status, 204)
                self.assertEqual(answer_code(self.ask("GET", "dir/中 文+.txt", host=host)[1]), "NoSuchKey")

    def test_serves_clients_that_use_it_as_their_proxy(self):
        place = f"{BUCKET}.oss-cn-hangzhou.aliyuncs.com"
        request = Request("PUT", BUCKET, "a b", [], {"host": place, "x-oss-security-token": ONE[2], "date": formatdate(usegmt=True)})
        signature = sign_v1(ONE[1], string_to_sign_v1(request, request.headers["date"]))
        self.connection.request(
            "PUT", f"http://{place}/a%20b", b"x", request.headers | {"authorization": f"OSS {ONE[0]}:{signature}"})
        self.assertEqual(self.connection.getresponse().read(), b"")
        self.assertEqual(self.ask("GET", "a b")[1], b"x")

    def test_serves_ranges_and_heads(self):
        self.ask("PUT", "digits", body=b"0123456789")
        for text, status, expected in (("bytes=2-4", 206, b"234"), ("bytes=7-", 206, b"789"), ("bytes=-2", 206, b"89"),
                                       ("bytes=0-99", 206, b"0123456789"), ("bytes=10-", 200, b"0123456789")):
            with self.subTest(text):
                answer, body = self.ask("GET", "digits", headers={"range": text})
                self.assertEqual((answer.status, body), (status, expected))
        answer, body = self.ask("HEAD", "digits")
        self.assertEqual((answer.headers["content-length"], body), ("10", b""))
        answer, body = self.ask("HEAD", "missing")
        self.assertEqual((answer.status, body), (404, b""))
        self.assertTrue(answer.headers["x-oss-err"])

    def test_lists_in_pages_and_folders(self):
        for key in ("a/1", "a/2", "b", "c"):
            self.ask("PUT", key, body=b"x")
        listed = self.ask("GET", query=[("prefix", ""), ("delimiter", "/")])[1]
        self.assertEqual(re.findall(rb"<Key>(.*?)</Key>", listed), [b"b", b"c"])
        self.assertIn(b"<CommonPrefixes><Prefix>a/</Prefix></CommonPrefixes>", listed)
        found, token = [], []
        for _ in range(4):
            page = self.ask("GET", query=[("list-type", "2"), ("max-keys", "1"), *token])[1]
            found += re.findall(rb"<Key>(.*?)</Key>", page)
            token = [("continuation-token", text.decode())
                     for text in re.findall(rb"<NextContinuationToken>(.*?)</NextContinuationToken>", page)]
        self.assertEqual((found, token), ([b"a/1", b"a/2", b"b", b"c"], []))

    def test_joins_the_parts_of_an_upload(self):
        name = re.search(rb"<UploadId>(\w+)</UploadId>", self.ask("POST", "big", [("uploads", "")])[1])[1].decode()
        etags = {}
        for number, text in ((2, b"two"), (1, b"one")):
            answer, _ = self.ask("PUT", "big", [("partNumber", str(number)), ("uploadId", name)], body=text)
            etags[number] = answer.headers["etag"]
        parts = "".join(f"<Part><PartNumber>{number}</PartNumber><ETag>{etags[number]}</ETag></Part>" for number in (1, 2))
        document = f"<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>"
        self.assertEqual(self.ask("POST", "big", [("uploadId", name)], body=document)[0].status, 200)
        self.assertEqual(self.ask("GET", "big")[1], b"onetwo")
        self.assertEqual(answer_code(self.ask("DELETE", "big", [("uploadId", name)])[1]), "NoSuchUpload")

    def test_copies_with_the_headers_of_either(self):
        self.ask("PUT", "a ü", body=b"content", headers={"x-oss-meta-a": "1"})
        copied = {"x-oss-copy-source": f"/{BUCKET}/{quote('a ü')}"}
        for added, wanted in ({}, "1"), ({"x-oss-metadata-directive": "REPLACE", "x-oss-meta-a": "2"}, "2"):
            self.assertIn(b"<ETag>", self.ask("PUT", "b", headers=copied | added)[1])
            answer, body = self.ask("GET", "b")
            self.assertEqual((body, answer.headers["x-oss-meta-a"]), (b"content", wanted))

    def test_lists_the_parts_of_an_upload(self):
        name = re.search(rb"<UploadId>(\w+)<", self.ask("POST", "big", [("uploads", "")])[1])[1].decode()
        etag = self.ask("PUT", "big", [("partNumber", "3"), ("uploadId", name)], body=b"third")[0].headers["etag"]
        answer, body = self.ask("GET", "big", [("uploadId", name)])
        self.assertEqual(answer.status, 200)
        found = re.findall(r"<PartNumber>(\d+)</PartNumber>.*?<ETag>(.*?)</ETag><Size>(\d+)<", body.decode())
        self.assertEqual(found, [("3", etag, "5")])

    def test_copies_an_object(self):
        self.ask("PUT", "a b+", body=b"content", headers={"x-oss-meta-a": "b"})
        for source in (f"/{BUCKET}/a%20b%2B", f"{BUCKET}/a%20b%2B"):
            with self.subTest(source):
                answer, body = self.ask("PUT", "copy", headers={"x-oss-copy-source": source})
                self.assertEqual((answer.status, b"<CopyObjectResult>" in body), (200, True))
                answer, body = self.ask("GET", "copy")
                self.assertEqual((answer.headers["x-oss-meta-a"], body), ("b", b"content"))
                self.ask("DELETE", "copy")
        missing = self.ask("PUT", "copy", headers={"x-oss-copy-source": f"/{BUCKET}/none"})[1]
        self.assertEqual(answer_code(missing), "NoSuchKey")

    def test_reads_the_ledger_again_for_a_new_key(self):
        new = ("STS.two", "secret-two", "token-two")
        self.assertEqual(answer_code(self.ask("GET", "a", signer=new)[1]), "InvalidAccessKeyId")
        self.hand_out(*new)
        self.assertEqual(answer_code(self.ask("GET", "a", signer=new)[1]), "NoSuchKey")

    def test_names_what_is_wrong(self):
        self.assertEqual(answer_code(self.ask("GET", query=[("lifecycle", "")])[1]), "NotImplemented")
        self.assertEqual(answer_code(self.ask("GET", query=[("max-keys", "many")])[1]), "InvalidArgument")
        self.assertEqual(answer_code(self.ask("PUT", "a", body=b"x", headers={"content-md5": "AAAA"})[1]), "InvalidDigest")
        answer, body = self.ask("GET", "a&b", signer=("STS.one", "another", "token-one"))
        self.assertEqual((answer.status, answer_code(body)), (403, "SignatureDoesNotMatch"))
        self.assertIn(b"/demo-bucket/a&amp;b</StringToSign>", body)

    def test_takes_a_signed_form(self):
        end = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 60))
        conditions = [{"bucket": BUCKET}, ["starts-with", "$key", "up/"], ["content-length-range", 1, 5]]
        policy = base64.b64encode(json.dumps({"expiration": end, "conditions": conditions}).encode()).decode()
        fields = {"key": "up/${filename}", "OSSAccessKeyId": "STS.one", "policy": policy, "success_action_status": "201",
                  "Signature": sign_v1("secret-one", policy), "x-oss-security-token": "token-one"}
        for content, status in ((b"hello", 201), (b"longer", 403)):
            parts = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
            parts.append(b'name="file"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\n' + content)
            start = b"--b0\r\nContent-Disposition: form-data; "
            body = b"".join(start + part + b"\r\n" for part in parts) + b"--b0--\r\n"
            self.connection.request("POST", f"/{BUCKET}/", body, {"content-type": "multipart/form-data; boundary=b0"})
            answer = self.connection.getresponse()
            answer.read()
            self.assertEqual(answer.status, status)
        answer, body = self.ask("GET", "up/f.txt")
        self.assertEqual((body, answer.headers["content-type"]), (b"hello", "text/plain"))

    def delete(self, *keys, quiet=False, **headers):
        objects = "".join(f"<Object><Key>{escape(key)}</Key></Object>" for key in keys)
        body = f'<Delete xmlns="http://any"><Quiet>{str(quiet).lower()}</Quiet>{objects}</Delete>'.encode()
        digest = {"content-md5": base64.b64encode(hashlib.md5(body).digest()).decode()}
        return self.ask("POST", query=[("delete", "")], body=body, headers=headers.get("headers", digest))

    def test_deletes_several_objects(self):
        for key in ("a&b", "ü", "kept"):
            self.ask("PUT", key, body=b"x")
        answer, body = self.delete("a&b", "ü", "missing")
        self.assertEqual((answer.status, re.findall("<Key>(.*?)</Key>", body.decode())), (200, ["a&amp;b", "ü", "missing"]))
        self.assertEqual(re.findall(b"<Key>(.*?)</Key>", self.ask("GET")[1]), [b"kept"])
        self.assertNotIn(b"<Deleted>", self.delete("kept", quiet=True)[1])
        self.assertNotIn(b"<Key>", self.ask("GET")[1])

    def test_deletes_several_objects_only_with_their_digest(self):
        self.ask("PUT", "kept", body=b"x")
        for headers, code in (
                ({}, "MissingArgument"), ({"x-amz-checksum-crc32": "AAAAAA=="}, "MissingArgument"), ({"content-md5": "AAAA"}, "InvalidDigest")):
            answer, body = self.delete("kept", headers=headers)
            self.assertEqual((answer.status, answer_code(body)), (400, code))
        self.assertEqual(answer_code(self.delete()[1]), "MalformedXML")
        self.assertEqual(answer_code(self.delete(*map(str, range(1_001)))[1]), "MalformedXML")
        self.assertEqual(self.ask("GET", "kept")[1], b"x")

    def test_refuses_a_bucket_in_the_path_at_a_host_of_oss(self):
        for host in "oss-cn-hangzhou.aliyuncs.com", "oss-cn-hangzhou.aliyuncs.com:443", "s3.oss-cn-hangzhou.aliyuncs.com":
            self.connection.request("GET", f"/{BUCKET}/a", headers={"host": host})
            answer = self.connection.getresponse()
            self.assertEqual((answer.status, answer_code(answer.read())), (403, "SecondLevelDomainForbidden"))

    def test_refuses_a_copy_as_a_part(self):
        name = re.search(rb"<UploadId>(\w+)</UploadId>", self.ask("POST", "big", [("uploads", "")])[1])[1].decode()
        part = [("partNumber", "1"), ("uploadId", name)]
        self.assertEqual(answer_code(self.ask("PUT", "big", part, headers={"x-oss-copy-source": f"/{BUCKET}/a"})[1]), "NotImplemented")

    def test_records_each_request(self):
        self.ask("PUT", "a b", body=b"x")
        self.ask("GET", "a b", signer=("STS.one", "another", "token-one"))
        self.assertEqual(self.requests.read_text().splitlines(), [
            f"{BUCKET} STS.one - PUT /{BUCKET}/a%20b", f"{BUCKET} - SignatureDoesNotMatch GET /{BUCKET}/a%20b"])

    def test_takes_a_chunked_body(self):
        self.ask("PUT", "chunked", body=iter([b"one", b"two"]))
        self.assertEqual(self.ask("GET", "chunked")[1], b"onetwo")

    def test_asks_for_a_body_at_once_and_answers_in_one_piece(self):
        with socket.create_connection((self.connection.host, self.connection.port), timeout=60) as client:
            client.sendall(f"PUT /{BUCKET}/key HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n".encode())
            self.assertEqual(client.recv(4096), b"HTTP/1.1 100 Continue\r\n\r\n")
            client.sendall(b"body")
            headers, _, body = client.recv(4096).partition(b"\r\n\r\n")
            self.assertIn(b"\r\nContent-Length: %d\r\n" % len(body), headers + b"\r\n")
            self.assertEqual(answer_code(body), "AccessDenied")


class TLS(Server):
    """The same over TLS."""

    def options(self, folder):
        self.trusted = Authority(folder).serve("localhost")
        return ["--tls", self.trusted.server]

    def connect(self, port):
        context = ssl.create_default_context(cafile=self.trusted.file)
        # A client that says nothing must not stop the others.
        self.enterContext(socket.create_connection(("127.0.0.1", port)))
        return http.client.HTTPSConnection("localhost", port, timeout=60, context=context)

    def test_serves_while_a_client_says_nothing(self):
        self.assertEqual(self.ask("PUT", "a", body=b"x")[0].status, 200)
        self.assertEqual(self.ask("GET", "a")[1], b"x")


if __name__ == "__main__":
    unittest.main()
