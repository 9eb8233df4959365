"""`/v1/forward`: a proxy asks about requests of programs, whose rules apply by their sockets; the stand-in verifies the answers."""

import base64
import os
import pathlib
import socket
import sys
import time
import unittest
import xml.etree.ElementTree

import control_groups
from daemon import PATIENCE, ROOT, Daemon, as_user, is_open, until
from free_port import free_port
from forwarding import USER, Proxy, exchange

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Standin"))
from oss_ledger import Ledger  # noqa: E402
from oss_request import Request  # noqa: E402
from oss_verify import verify  # noqa: E402

FORWARD = """
[Forward media]
Listen=127.0.0.1:{port}
Listener=proxy
User=4711
Profile=main
"""
RULES = """
[Access reader]
Match=uid:1234
Profile=main
Allow=sign
Bucket=media
Key=photos/* list/*
Method=GET HEAD

[Access writer]
Match=uid:1235
Profile=main
Allow=sign
Bucket=media
Method=GET PUT POST DELETE
"""
OSS = "Authorization: OSS4-HMAC-SHA256 Credential=dummy/20261128/cn-hangzhou/oss/aliyun_v4_request,Signature=00"
V1 = "Authorization: OSS dummy:AAAA"
S3 = "Authorization: AWS4-HMAC-SHA256 Credential=dummy/20261128/x/s3/aws4_request, SignedHeaders=host, Signature=00"
ENDPOINT = "oss-cn-hangzhou.aliyuncs.com"


class ForwardTests(unittest.TestCase):
    def setUp(self):
        self.port = free_port()
        self.daemon = self.start(FORWARD)
        self.ledger = pathlib.Path(self.daemon.directory, "ledger")
        self.ledger.write_text('{"AccessKeyId":"LTAI5tPublicVector01","AccessKeySecret":"PublicTestVectorSecretOnly0001"}\n')
        self.proxy()

    def start(self, forward, rules=RULES):
        daemon = Daemon(rules, daemon="ForwardSocket={directory}/forward.sock\nAudit=yes\n" + forward.format(port=self.port))
        self.addCleanup(daemon.stop)
        until(lambda: is_open(f"{daemon.directory}/forward.sock"))
        # As systemd does.
        os.chown(f"{daemon.directory}/forward.sock", USER, 0)
        return daemon

    def proxy(self, **options):
        if hasattr(self, "running"):
            self.running.stop()
        else:
            self.addCleanup(lambda: self.running.stop())
        self.running = Proxy(f"{self.daemon.directory}/forward.sock", self.port, **options)

    def ask(self, line, *fields, uid=1234, host="127.0.0.1"):
        request = "\r\n".join([f"{line} HTTP/1.1", f"Host: {host}", *fields, "", ""]).encode()
        return as_user(uid, lambda: exchange(self.port, request))

    def signed(self, line, *fields, uid=1235, host="127.0.0.1"):
        """The request that the proxy would send, after the stand-in has verified its signature; and the answer."""
        status, answer, _ = self.ask(line, *fields, uid=uid, host=host)
        self.assertEqual(status, 200, answer)
        sent = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
        for name in ["date", "authorization", "x-amz-trailer", "x-amz-checksum-crc32", "x-amz-date", "x-amz-content-sha256",
                     "x-amz-security-token"]:
            sent.pop(name, None)
        sent |= {name[8:].lower(): value for name, value in answer.items()
                 if name in ("Forward-Host", "Forward-Authorization") or name.startswith("Forward-X-")}
        request = Request.from_wire(line.split(" ")[0], answer["Forward-Target"], sent, {})
        verify(request, Ledger(self.ledger), time.time(), "cn-hangzhou")
        return request, answer

    def refused(self, status, *request, **options):
        got, answer, body = self.ask(*request, **options)
        self.assertEqual(got, status, (answer, body))
        self.assertIn("application/xml", answer["Content-Type"])
        return body

    def test_a_request_of_each_dialect_gets_a_signature_of_its_own_kind(self):
        for authorization, scheme, endpoint in [(OSS, "OSS4-HMAC-SHA256 ", ENDPOINT), (V1, "OSS4-HMAC-SHA256 ", ENDPOINT),
                                                (S3, "AWS4-HMAC-SHA256 ", f"s3.{ENDPOINT}")]:
            request, answer = self.signed("PUT /media/photos/a%20b%2B.jpg", authorization, "Content-Type: image/jpeg")
            self.assertEqual((request.bucket, request.key), ("media", "photos/a b+.jpg"))
            self.assertTrue(answer["Forward-Authorization"].startswith(scheme), answer)
            self.assertEqual(answer["Forward-Endpoint"], endpoint)
            self.assertEqual(answer["Forward-Host"], f"media.{endpoint}")
            self.assertEqual((answer["Forward-User"], answer["Forward-Rule"]), ("1235", "writer"))
            self.assertNotIn("Forward-Decode", answer)

    def test_the_bucket_is_in_the_host_or_first_in_the_path(self):
        for host, target in [("127.0.0.1", "/media/photos/a"), ("localhost", "/media/photos/a"), (ENDPOINT, "/media/photos/a"),
                             (f"s3.{ENDPOINT}", "/media/photos/a"), (f"media.{ENDPOINT}", "/photos/a"),
                             (f"media.s3.{ENDPOINT}", "/photos/a"), ("media.localhost", "/photos/a"),
                             (f"MEDIA.{ENDPOINT.upper()}", "/photos/a")]:
            request, answer = self.signed(f"GET {target}", OSS, host=host)
            self.assertEqual((answer["Forward-Host"], answer["Forward-Target"]), (f"media.{ENDPOINT}", "/photos/a"))
        for host in ["example.com", f"evil{ENDPOINT}", "10.0.0.1", f"a.b.{ENDPOINT}", f".{ENDPOINT}", "oss-cn-beijing.aliyuncs.com"]:
            self.refused(400, "GET /media/photos/a", OSS, host=host, uid=1235)

    def test_a_plus_sign_in_a_query_is_a_blank_and_one_in_a_path_is_not(self):
        request, answer = self.signed("GET /media/?prefix=photos/a+b%2B&delimiter=%2F", V1)
        self.assertIn("prefix=photos%2Fa%20b%2B", answer["Forward-Target"])
        self.assertEqual(dict(request.query)["prefix"], "photos/a b+")
        self.assertEqual(self.signed("GET /media/photos/a+b", V1)[1]["Forward-Target"], "/photos/a%2Bb")

    def test_the_rules_of_the_program_apply_and_not_those_of_the_proxy(self):
        self.assertEqual(self.ask("GET /media/photos/a", OSS)[0], 200)
        for line in ["GET /media/private/a", "PUT /media/photos/a", "GET /other/photos/a", "GET /media/photos/..%2fprivate",
                     "GET /media/", "GET /", "GET /media/photos/a?acl", "POST /media/photos/a?delete", "DELETE /media/photos/a"]:
            self.assertIn("<Code>AccessDenied</Code>", self.refused(403, line, OSS), line)
        self.assertIn("AccessDenied", self.refused(403, "GET /media/photos/a", OSS, uid=1236))
        self.assertIn("AccessDenied", self.refused(403, "GET /media/photos/a", OSS, uid=USER))

    def test_what_the_daemon_sets_is_replaced_and_checksums_are_left_out(self):
        request, answer = self.signed(
            "PUT /media/photos/a", S3, "X-Amz-Date: 20200101T000000Z", "X-Amz-Security-Token: dummy",
            "X-Amz-Content-SHA256: UNSIGNED-PAYLOAD", "X-Amz-Checksum-CRC32: AAAAAA==", "x-amz-meta-a: b", "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==")
        self.assertIn("content-md5;host;x-amz-content-sha256;x-amz-date;x-amz-meta-a,", answer["Forward-Authorization"])
        hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        self.assertEqual(self.signed("PUT /media/photos/a", S3, f"X-Amz-Content-SHA256: {hash}")[1]["Forward-X-Amz-Content-Sha256"], hash)
        self.assertNotIn("Forward-Content-MD5", answer)

    def test_a_body_in_chunks_is_signed_without_its_hash_and_goes_through_the_filter(self):
        for kind in ["STREAMING-UNSIGNED-PAYLOAD-TRAILER", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"]:
            _, answer = self.signed("PUT /media/photos/a", S3, f"X-Amz-Content-SHA256: {kind}", "X-Amz-Trailer: x-amz-checksum-crc32")
            self.assertEqual((answer["Forward-Decode"], answer["Forward-X-Amz-Content-Sha256"]), ("aws-chunked", "UNSIGNED-PAYLOAD"))

    def test_a_request_that_could_mean_something_else_is_refused(self):
        for fields in [["Origin: http://a"], ["Sec-Fetch-Site: none"], ["Via: 1.1 a"], ["X-Forwarded-For: 1.2.3.4"], ["Forwarded: for=a"],
                       ["X-HTTP-Method-Override: DELETE"], ["x_oss_acl: public-read"], ["x-oss_acl: public-read"], ["X-Amz-Acl: private"],
                       ["X-Oss-Acl: private", "x-oss-acl: private"], ["Content-Type: a/b", "Content-Type: c/d"]]:
            self.refused(400, "GET /media/photos/a", OSS, *fields, uid=1235)
        self.refused(400, "GET /media/photos/a", S3, "x-oss-acl: private", uid=1235)
        for line in ["GET /media/photos/%zz", "GET /media/photos/%c3", "GET /media/photos/a?b=%", "PATCH /media/photos/a", "GET /media//a",
                     "GET /media/a?Signature=b", "GET /media/a?X-Amz-Signature=b", "GET /media/a?x=1&x=2", "GET /Media/a"]:
            self.refused(400, line, OSS, uid=1235)
        for authorization in ["Bearer a", "Basic a", "OSS4", "oss a:b"]:
            self.refused(400, "GET /media/photos/a", f"Authorization: {authorization}", uid=1235)

    def test_a_target_with_blanks_or_bytes_beyond_ascii_is_refused(self):
        # Each names an object that the rule grants, if it is read as other parsers read it.
        for target in ["/media/photos/a b", "/media/photos/a\tb", "/media/photos/ä", "/media/?prefix=photos/ä"]:
            self.proxy(forge=lambda fields, _: fields | {"Target": target})
            self.assertIn("Forward-Target", self.refused(400, "GET /media/photos/a", OSS, uid=1235), target)

    def test_a_request_without_a_signature_is_refused(self):
        self.assertIn("made with any key", self.refused(400, "GET /media/photos/a"))

    def test_a_forged_question_is_refused(self):
        other = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(other.close)
        client = socket.create_connection(other.getsockname())
        self.addCleanup(client.close)
        accepted = other.accept()[0]
        self.addCleanup(accepted.close)
        name = lambda address: "%s:%d" % address  # noqa: E731
        for forge in [
            lambda fields, _: fields | {"Client": "127.0.0.1:1"},
            lambda fields, _: fields | {"Client": name(client.getsockname())},
            lambda fields, _: fields | {"Client": name(client.getsockname()), "Server": name(other.getsockname())},
            lambda fields, _: fields | {"Client": fields["Server"], "Server": fields["Client"]},
            lambda fields, _: fields | {"Server": "127.0.0.2" + fields["Server"][9:]},
            lambda fields, _: fields | {"Client": "10.0.0.1:80"},
            lambda fields, _: fields | {"Client": ""},
            lambda fields, _: {key: value for key, value in fields.items() if key != "Server"},
            lambda fields, _: fields | {"client": fields["Client"]},
        ]:
            self.proxy(forge=forge)
            self.refused(400, "GET /media/photos/a", OSS)
        self.proxy()
        self.assertEqual(self.ask("GET /media/photos/a", OSS)[0], 200)

    def test_the_listener_belongs_to_root_or_as_in_a_pod_to_the_proxy(self):
        for opener, status in [(USER, 200), (4712, 400)]:
            self.proxy(opener=opener)
            answer = self.ask("GET /media/photos/a", OSS)
            self.assertEqual(answer[0], status, answer)

    def test_a_connection_that_the_proxy_made_to_a_server_is_not_one_of_that_server(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def connect():
            stream = socket.socket()
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            stream.bind(("127.0.0.1", self.port))
            stream.connect(server.getsockname())
            os.fchown(stream.fileno(), USER, 0)
            return stream
        self.running.stop()
        own = connect()
        self.addCleanup(own.close)
        accepted = server.accept()[0]
        self.addCleanup(accepted.close)
        os.fchown(accepted.fileno(), 1234, 0)
        end = "127.0.0.1:%d" % server.getsockname()[1]
        # The listener comes back.
        self.running = Proxy(f"{self.daemon.directory}/forward.sock", self.port,
                             forge=lambda fields, _: fields | {"Client": end})
        self.assertIn("not the port of a listener", self.refused(400, "GET /media/photos/a", OSS))
        # Without the listener of the server the connection is one of its user: the check keeps that out.
        server.shutdown(socket.SHUT_RDWR)
        self.assertEqual(self.ask("GET /media/photos/a", OSS)[0], 200)

    def test_a_client_that_has_closed_its_end_has_no_owner(self):
        def half_closed(fields, connection):
            while connection.recv(1):
                pass
            return fields
        self.proxy(forge=half_closed)

        def work():
            with socket.create_connection(("127.0.0.1", self.port)) as stream:
                stream.sendall(f"GET /media/photos/a HTTP/1.1\r\nHost: 127.0.0.1\r\n{OSS}\r\n\r\n".encode())
                stream.shutdown(socket.SHUT_WR)
                return stream.makefile("rb").read().decode()
        answer = as_user(1234, work)
        self.assertTrue(answer.startswith("HTTP/1.1 400 "), answer)
        self.assertIn("its writing half", answer)

    def test_a_refusal_names_the_program_and_the_nearest_rule_for_the_log_of_the_proxy(self):
        for forge in (lambda fields, _: fields, lambda fields, _: fields | {"Refusal": "403"}):
            self.proxy(forge=forge)
            for line, uid, user, rule in [("GET /media/private", 1234, "1234", "reader"), ("PUT /media/photos/a", 1236, "1236", None),
                                          ("GET /media/photos/%zz", 1235, "1235", None)]:
                _, answer, _ = self.ask(line, OSS, uid=uid)
                self.assertEqual((answer.get("Forward-User"), answer.get("Forward-Rule")), (user, rule), line)
        self.proxy(forge=lambda fields, _: fields | {"Client": "127.0.0.1:1", "Refusal": "403"})
        self.assertNotIn("Forward-User", self.ask("GET /media/private", OSS)[1])

    def test_a_refusal_of_head_has_its_reason_in_a_header_as_with_oss(self):
        for forge in (lambda fields, _: fields, lambda fields, _: fields | {"Refusal": "403"}):
            self.proxy(forge=forge)
            _, answer, _ = self.ask("HEAD /media/private", OSS)
            document = base64.b64decode(answer["Forward-X-Oss-Err"], validate=True).decode()
            self.assertRegex(document, r"<Message>ossauthd, to user 1234: \[Access reader\]: .*</Message>")
            self.assertEqual(xml.etree.ElementTree.fromstring(document).findtext("EC"), answer["Forward-X-Oss-Ec"])
            self.assertEqual(answer["Forward-X-Oss-Ec"], "ossauthd-not-allowed")
            self.assertNotIn("Forward-X-Oss-Err", self.ask("GET /media/private", OSS)[1])

    def test_a_refusal_names_the_user_of_the_program(self):
        self.assertIn("<Message>ossauthd, to user daemon (1): no access rule is for this caller</Message>",
                      self.refused(403, "GET /media/photos/a", OSS, uid=1))

    def test_a_url_signed_with_a_dummy_key_is_called_worthless(self):
        for query in ["Signature=a&Expires=1&OSSAccessKeyId=b", "X-Amz-Signature=a", "x-oss-signature=a"]:
            self.assertIn("is worth nothing", self.refused(400, f"GET /media/photos/a?{query}"))

    def test_nginx_gets_every_refusal_as_403_with_the_document_in_a_field(self):
        self.proxy(forge=lambda fields, _: fields | {"Refusal": "403"})
        status, answer, body = self.ask("GET /media/photos/a?x=<&\"", OSS, "X-Amz-Acl: private", uid=1235)
        self.assertEqual((status, answer["Forward-Status"], body), (403, "400", ""))
        self.assertRegex(answer["Forward-Error"], "^<\\?xml .*<Error><Code>InvalidArgument</Code><Message>.*</Message>.*</Error>$")
        status, answer, _ = self.ask("GET /media/private", OSS)
        self.assertEqual((status, answer["Forward-Status"]), (403, "403"))
        # A head that cannot be read would be an error of nginx otherwise.
        status, answer, _ = self.ask("GET /media/" + "a" * 20_000, OSS)
        self.assertEqual((status, answer["Forward-Status"]), (403, "400"))

    def test_a_bulk_delete_is_judged_key_by_key(self):
        rules = RULES.replace("Method=GET HEAD", "Method=GET HEAD DELETE")
        uploader = "[Access uploader]\nMatch=uid:1237\nProfile=main\nAllow=sign\nBucket=media\nMethod=GET PUT POST\n"
        self.daemon = self.start(FORWARD, rules + uploader)
        self.proxy()
        status, answer, _ = self.ask("POST /media/?delete", S3)
        self.assertEqual((status, answer.get("Forward-Decode"), "Forward-Authorization" in answer), (200, "delete", False))
        self.assertEqual(answer["Forward-User"], "1234")
        self.refused(403, "POST /media/?delete", S3, uid=1236)
        # A list that no rule can grant is not even read.
        self.assertIn("bucket 'other' is not in Bucket=media", self.refused(403, "POST /other/?delete", S3))
        self.assertIn("method DELETE is not in Method=GET", self.refused(403, "POST /media/?delete", S3, uid=1237))
        for document, expected in [
            ("<Delete><Object><Key>photos/a</Key></Object><Object><Key>photos/b&amp;&#x63;</Key></Object></Delete>", 200),
            ('<?xml version="1.0" encoding="UTF-8"?>\n<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\n<Quiet>true</Quiet>'
             "<Object><Key>list/a</Key></Object></Delete>", 200),
            ("<Delete><Object><Key>photos/a</Key></Object><Object><Key>private/b</Key></Object></Delete>", 403),
            ("<Delete><Object><Key>photos/a</Key><VersionId>1</VersionId></Object></Delete>", 200),
            ("<Delete><Object><Key>photos/a</Key><Key>photos/b</Key></Object></Delete>", 400),
            ("<Delete><!-- --><Object><Key>photos/a</Key></Object></Delete>", 400),
            ("<Delete><Object><Key><![CDATA[private/b]]></Key></Object></Delete>", 400),
            ('<!DOCTYPE a [<!ENTITY b "c">]><Delete><Object><Key>photos/&b;</Key></Object></Delete>', 400),
            ("<Delete><Object><Key>photos/a</Key></Object></Delete><Delete/>", 400),
            ("<Delete></Delete>", 400), ("<Delete><Object><Key>photos/a", 400), ("x", 400),
        ]:
            self.proxy(method="POST", body=document.encode())
            status, answer, body = self.ask("POST /media/?delete", S3)
            self.assertEqual(status, expected, (document, answer, body))
            if status == 200:
                self.assertIn("content-md5;host;", answer["Forward-Authorization"])
        self.proxy(method="POST", body=b"<Delete><Object><Key>photos/a</Key></Object></Delete>")
        self.refused(400, "POST /media/?delete&acl", S3)
        self.refused(400, "POST /media/?delete", S3, "x-amz-copy-source: /other/secret")
        self.proxy(method="POST", body=b"a")
        self.refused(400, "GET /media/photos/a", S3)

    def test_the_audit_has_each_key_of_a_bulk_delete_and_the_one_that_is_refused(self):
        self.daemon = self.start(FORWARD, RULES.replace("Key=photos/* list/*\nMethod=GET HEAD", "Key=photos/*\nMethod=DELETE"))
        for keys, status in [(["photos/a", "photos/b"], 200), (["photos/a", "private/b", "photos/c"], 403)]:
            self.proxy(method="POST", body="".join(["<Delete>", *(f"<Object><Key>{key}</Key></Object>" for key in keys), "</Delete>"]).encode())
            self.assertEqual(self.ask("POST /media/?delete", S3)[0], status)
        # Before its keys are known.
        self.proxy()
        self.assertEqual(self.ask("POST /other/?delete", S3)[0], 403)
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        granted, refused, early = [line for line in self.daemon.said.splitlines() if " class=" in line]
        self.assertTrue(granted.endswith(" key=photos/a key=photos/b signatures=2"), granted)
        self.assertIn(" class=removal verdict=granted ", granted)
        self.assertTrue(refused.endswith(" key=private/b"), refused)
        self.assertIn(" verdict=refused ", refused)
        self.assertIn(" verdict=refused ", early)

    def test_the_audit_names_the_program(self):
        self.ask("GET /media/photos/a", OSS)
        self.ask("GET /media/private", OSS)
        self.assertIn("granted forward GET oss://media/photos/a to user 1234", self.daemon.said)
        self.assertIn("uid=1234", self.daemon.said)
        self.assertNotIn(f"uid={USER}", self.daemon.said)

    @control_groups.skipped
    def test_a_rule_for_a_unit_is_for_the_unit_of_the_program(self):
        groups = self.enterContext(control_groups.Groups())
        Daemon.launcher = control_groups.daemon_sees("cgroup2")
        self.addCleanup(setattr, Daemon, "launcher", [])
        self.daemon = self.start(FORWARD, RULES.replace("Match=uid:1234", "Match=uid:1234 unit:gallery.service"))
        self.proxy()
        request = f"GET /media/photos/a HTTP/1.1\r\nHost: 127.0.0.1\r\n{OSS}\r\n\r\n".encode()
        for name, status in [("gallery.service", 200), ("other.service", 403)]:
            self.assertEqual(control_groups.within(groups.make(name), 1234, lambda: exchange(self.port, request))[0], status)

    def test_programs_with_the_same_port_one_after_the_other_are_told_apart(self):
        def work():
            with socket.socket() as stream:
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                stream.bind(("127.0.0.1", self.source))
                stream.connect(("127.0.0.1", self.port))
                stream.sendall(f"GET /media/private/a HTTP/1.1\r\nHost: 127.0.0.1\r\n{OSS}\r\n\r\n".encode())
                return stream.makefile("rb").read().decode().split()[1]
        for turn in range(200):
            self.source = free_port()
            uid, status = [(1234, "403"), (1235, "200"), (1236, "403")][turn % 3]
            self.assertEqual(as_user(uid, work), status)
