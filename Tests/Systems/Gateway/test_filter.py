"""The filter ossauth-unchunk, as nginx, OSS and ossauthd see it."""

import base64
import contextlib
import hashlib
import resource
import socket
import subprocess
import threading
import unittest
import zlib

from neighbours import OK, PATIENCE, ROOT, Filter, memory, read_answer

CONTENT = "Grüße, 世界 ".encode() * 5_000
TRAILER = "x-amz-checksum-crc32"
TWO_MEBIBYTES = 2 << 20
LIST = b"<Delete><Object><Key>a</Key></Object><Object><Key>b</Key></Object></Delete>"
JUDGED = (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nForward-Endpoint: s3.oss-cn-hangzhou.aliyuncs.com\r\n"
          b"Forward-Host: media.s3.oss-cn-hangzhou.aliyuncs.com\r\nForward-Target: /?delete=\r\nForward-Authorization: AWS4 signed\r\n"
          b"Forward-Content-MD5: digest==\r\nForward-X-Amz-Date: now\r\nForward-X-Amz-Content-Sha256: hash\r\n"
          b"Forward-X-Amz-Security-Token: token\r\nForward-User: web\r\n\r\n")
REFUSED = (b"HTTP/1.1 403 Forbidden\r\nContent-Type: application/xml\r\nContent-Length: 41\r\nConnection: close\r\n\r\n"
           b"<Error><Code>AccessDenied</Code></Error>\n")


def crc32(content):
    return base64.b64encode(zlib.crc32(content).to_bytes(4, "big")).decode()


def chunked(content, size=65_536, trailer=None, extension=""):
    """The body as botocore writes it; `extension` as the SDK for Java does."""
    pieces = [content[start:start + size] for start in range(0, len(content), size)] + [b""]
    body = b"".join(b"%x%s\r\n%s%s" % (len(each), extension.encode(), each, b"\r\n" if each else b"") for each in pieces)
    return body + (trailer or "").encode() + b"\r\n"


def http_chunks(body, size=30_000):
    return b"".join(b"%x\r\n%s\r\n" % (len(body[start:start + size]), body[start:start + size])
                    for start in range(0, len(body), size)) + b"0\r\n\r\n"


def head(method="PUT", target="/a%20key?x-id=PutObject", length=None, **changed):
    headers = {"Host": "media.s3.oss-cn-hangzhou.aliyuncs.com", "Authorization": "AWS4-HMAC-SHA256 signed",
               "Forward-Decode": "aws-chunked", "Forward-Endpoint": "s3.oss-cn-hangzhou.aliyuncs.com",
               "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD", "Content-Encoding": "aws-chunked"}
    headers |= {name.replace("_", "-"): value for name, value in changed.items()}
    headers["Transfer-Encoding" if length is None else "Content-Length"] = "chunked" if length is None else length
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
    return f"{method} {target} HTTP/1.1\r\n{lines}\r\n".encode()


def put(content=CONTENT, body=None, **changed):
    if body is None:
        body = chunked(content, trailer=f"{TRAILER}:{crc32(content)}\r\n")
    changed = {"X-Amz-Trailer": TRAILER, "x-amz-decoded-content-length": len(content)} | changed
    return head(length=len(body), **changed), body


class Filtering(unittest.TestCase):
    def setUp(self):
        self.filter = self.enterContext(Filter())

    def test_the_chunks_are_taken_off_and_the_answer_is_relayed(self):
        self.assertEqual(self.filter.send(*put()), (200, {"content-length": "2"}, b"ok"))
        first, headers, body = self.filter.next.next()
        self.assertEqual((first, body), ("PUT /a%20key?x-id=PutObject HTTP/1.1", CONTENT))
        self.assertEqual(headers, {
            "host": "media.s3.oss-cn-hangzhou.aliyuncs.com", "authorization": "AWS4-HMAC-SHA256 signed",
            "forward-endpoint": "s3.oss-cn-hangzhou.aliyuncs.com", "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
            "content-length": str(len(CONTENT)), "connection": "close"})

    def test_a_request_may_be_cut_anywhere(self):
        content = b"four words are here"
        whole = b"".join(put(content, chunked(content, 5, f"{TRAILER}:{crc32(content)}\r\n")))
        for place in range(1, len(whole)):
            self.assertEqual(self.filter.send(whole[:place], whole[place:])[0], 200)
            self.assertEqual(self.filter.next.next()[2], content)

    def test_chunks_of_http_around_them_are_taken_off_too(self):
        body = chunked(CONTENT, trailer=f"{TRAILER}:{crc32(CONTENT)}\r\n")
        for size in (7, 30_000):
            request = head(X_Amz_Trailer=TRAILER, x_amz_decoded_content_length=len(CONTENT))
            self.assertEqual(self.filter.send(request, http_chunks(body, size))[0], 200)
            self.assertEqual(self.filter.next.next()[2], CONTENT)

    def test_signatures_of_chunks_are_ignored(self):
        signature = ";chunk-signature=" + "0" * 64
        for body in (chunked(CONTENT, extension=signature),
                     chunked(CONTENT, extension=signature, trailer="x-amz-trailer-signature:abc\r\n"),
                     # minio-go ends the line of the checksum in its own way.
                     chunked(CONTENT, extension=signature, trailer=f"{TRAILER}:{crc32(CONTENT)}\n")
                     + b"x-amz-trailer-signature:abc\r\n\r\n"):
            trailer = TRAILER if b"crc32" in body[-200:] else None
            self.assertEqual(self.filter.send(*put(body=body, X_Amz_Trailer=trailer))[0], 200)
            self.assertEqual(self.filter.next.next()[2], CONTENT)

    def test_an_empty_object_is_stored_once_its_checksum_is_right(self):
        self.assertEqual(self.filter.send(*put(b""))[0], 200)
        first, headers, body = self.filter.next.next()
        self.assertEqual((headers["content-length"], body), ("0", b""))
        status, _, answer = self.filter.send(*put(b"", chunked(b"", trailer=f"{TRAILER}:AAAAAQ==\r\n")))
        self.assertEqual((status, b"<Code>BadDigest</Code>" in answer), (400, True))
        self.assertEqual(self.filter.next.next(), ("", {}, b""))

    def test_other_encodings_of_the_content_stay(self):
        for value, wanted in (("aws-chunked,gzip", "gzip"), ("gzip, AWS-chunked , br", "gzip,br"), (None, None)):
            self.filter.send(*put(Content_Encoding=value))
            self.assertEqual(self.filter.next.next()[1].get("content-encoding"), wanted)

    def test_a_flipped_byte_changes_no_object(self):
        body = bytearray(put()[1])
        for place in (10, 70_000, len(body) - 60):
            body[place] ^= 1
            status, headers, answer = self.filter.send(*put(body=bytes(body)))
            self.assertEqual((status, headers["content-type"]), (400, "application/xml"))
            self.assertIn(b"<Code>BadDigest</Code>", answer)
            _, headers, received = self.filter.next.next()
            self.assertEqual(headers["content-length"], str(len(CONTENT)))
            self.assertLess(len(received), len(CONTENT))
            body[place] ^= 1

    def test_a_checksum_in_a_header_is_verified_too(self):
        right = base64.b64encode(hashlib.sha256(CONTENT).digest()).decode()
        right1 = base64.b64encode(hashlib.sha1(CONTENT).digest()).decode()
        for name, value, status in (("x-amz-checksum-sha256", right, 200), ("x-amz-checksum-sha1", right1, 200),
                                    ("x-amz-checksum-sha256", right1, 400), ("X-Amz-Checksum-CRC32", crc32(b"x"), 400)):
            request = put(body=chunked(CONTENT), X_Amz_Trailer=None, **{name: value, "x-amz-sdk-checksum-algorithm": "x"})
            self.assertEqual(self.filter.send(*request)[0], status)
            _, headers, _ = self.filter.next.next()
            self.assertFalse([each for each in headers if "checksum" in each])

    def test_bodies_of_another_form_are_refused_and_complete_no_object(self):
        whole = put()[1]
        for code, request in {
                "MissingContentLength": put(x_amz_decoded_content_length=None),
                "IncompleteBody": put(x_amz_decoded_content_length=len(CONTENT) - 1),
                "MalformedTrailerError": put(body=chunked(CONTENT)),
                "InvalidRequest": put(Forward_Decode="gzip")}.items():
            with self.subTest(code):
                status, _, answer = self.filter.send(*request)
                self.assertEqual(status, 411 if code == "MissingContentLength" else 400)
                self.assertIn(f"<Code>{code}</Code>".encode(), answer)
        for name, body in {"another length": chunked(CONTENT + b"x"), "no chunks": CONTENT, "no end": whole[:-30], "too short":
                           chunked(CONTENT[:-1]), "much behind the end": whole + b"x" * 100_000}.items():
            with self.subTest(name):
                self.assertIn(b"<Code>IncompleteBody</Code>", self.filter.send(*put(body=body))[2])
        self.assertEqual(self.filter.send(*put())[0], 200)
        for _, headers, body in iter(self.filter.next.next, None):
            if len(body) == len(CONTENT):
                break

    def test_a_client_that_goes_away_leaves_no_object(self):
        with contextlib.closing(self.filter.connect()) as connection:
            request, body = put()
            connection.sendall(request + body[:-20])
            self.assertTrue(self.filter.next.begun.wait(PATIENCE))
        self.assertLess(len(self.filter.next.next()[2]), len(CONTENT))

    def test_an_early_answer_reaches_a_client_that_still_sends(self):
        self.filter.next.answer = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        self.filter.next.is_early = True
        request, body = put(b"x" * 10_000_000)
        with contextlib.closing(self.filter.connect()) as connection:
            connection.sendall(request)
            self.assertEqual(read_answer(connection)[0], 403)
            connection.sendall(body)

    def test_a_slow_reader_stops_the_writer_in_bounded_memory(self):
        self.filter.next.close()
        (self.filter.folder / "next").unlink()
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as listener, contextlib.closing(self.filter.connect()) as client:
            listener.bind(str(self.filter.folder / "next"))
            listener.listen(1)
            listener.settimeout(PATIENCE)
            content = bytes(64 << 20)
            request, body = put(content, chunked(content), X_Amz_Trailer=None)
            writer = threading.Thread(target=client.sendall, args=(request + body,))
            writer.start()
            server, _ = listener.accept()
            server.settimeout(PATIENCE)
            with contextlib.closing(server):
                writer.join(1)
                self.assertTrue(writer.is_alive())
                self.assertLess(memory(self.filter.process), 32 << 20)
                left = len(content)
                received = b""
                while b"\r\n\r\n" not in received:
                    received += server.recv(1 << 16)
                left -= len(received.partition(b"\r\n\r\n")[2])
                while left:
                    left -= len(server.recv(1 << 20))
                server.sendall(OK)
            self.assertEqual(read_answer(client)[0], 200)
            writer.join(PATIENCE)
        self.assertLess(memory(self.filter.process), 32 << 20)

    def test_without_the_second_server_nginx_answers_by_itself(self):
        self.filter.next.close()
        self.assertEqual(self.filter.send(*put()), (None, {}, b""))

    def test_a_stop_finishes_what_has_begun(self):
        request, body = put()
        with contextlib.closing(self.filter.connect()) as connection:
            connection.sendall(request)
            self.filter.send(*put())
            self.filter.process.terminate()
            connection.sendall(body)
            self.assertEqual(read_answer(connection)[0], 200)
        self.assertEqual(self.filter.process.wait(10), 0)
        self.assertFalse((self.filter.folder / "front").exists())


def delete(body=LIST, length=-1, **changed):
    changed = {"Forward-Decode": "delete", "Forward-Client": "127.0.0.1:40000", "Content-Encoding": None, "Content-Type": "application/xml",
               "X-Amz-Api-Version": "2006-03-01", "Content-MD5": "of the client", "X-Amz-Content-Sha256": None, "Forward-Endpoint": None} | changed
    return head("POST", "/?delete", len(body) if length == -1 else length, **changed), body


class Sharing(unittest.TestCase):
    QUARTER, PLACES = 256, 1_024

    def setUp(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.filter = self.enterContext(Filter())
        self.filter.daemon.answer = JUDGED

    def hold(self, count, request):
        for _ in range(count):
            self.held = self.enterContext(contextlib.closing(self.filter.connect()))
            self.held.sendall(request)

    def test_the_lists_of_one_user_leave_room_for_those_of_another(self):
        request, body = delete(b"x" * TWO_MEBIBYTES, Forward_User="1001")
        self.hold(3, request + body[:-1])
        status, _, answer = self.filter.send(request, body)
        self.assertEqual((status, b"<Code>SlowDown</Code>" in answer), (503, True))
        self.assertEqual(self.filter.send(*delete(Forward_User="1002"))[0], 200)
        self.held.close()
        self.assertEqual(self.filter.send(request, body)[0], 200)

    def test_the_requests_of_one_user_leave_room_for_those_of_another(self):
        self.hold(self.QUARTER, delete(Forward_User="1001")[0])
        for request in (delete(Forward_User="1001"), put(Forward_User="1001")):
            self.assertEqual(self.filter.send(*request)[0], 503)
        for request in (delete(Forward_User="1002"), put(Forward_User="1002")):
            self.assertEqual(self.filter.send(*request)[0], 200)
        self.held.close()
        self.assertEqual(self.filter.send(*put(Forward_User="1001"))[0], 200)

    def test_connections_beyond_all_places_wait_for_one(self):
        self.hold(self.PLACES, b"P")
        with contextlib.closing(self.filter.connect()) as late:
            late.sendall(b"".join(put(b"x")))
            late.settimeout(0.3)
            self.assertRaises(TimeoutError, late.recv, 1)
            self.held.close()
            late.settimeout(PATIENCE)
            self.assertEqual(read_answer(late)[0], 200)


class Waiting(unittest.TestCase):
    def test_a_request_from_which_nothing_comes_ends(self):
        running = self.enterContext(Filter("--silence", "1"))
        with contextlib.closing(running.connect()) as connection:
            connection.sendall(b"".join(put())[:-20])
            self.assertEqual(read_answer(connection), (None, {}, b""))
        self.assertLess(len(running.next.next()[2]), len(CONTENT))

    def test_a_list_that_comes_slowly_ends_and_an_upload_does_not(self):
        running = self.enterContext(Filter("--silence", "6"))
        with contextlib.closing(running.connect()) as connection, contextlib.closing(running.connect()) as upload:
            list_, content = b"".join(delete(b"x" * 1_000)), b"".join(put(b"x" * 1_000))
            connection.sendall(list_[:-1_000])
            upload.sendall(content[:-1_000])
            # A byte resets the time of silence, and not that of the list.
            connection.settimeout(0.1)
            left = 1_000
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                while left:
                    left -= 1
                    connection.send(b"x")
                    with contextlib.suppress(TimeoutError):
                        self.assertEqual(connection.recv(1), b"")
                        break
            self.assertGreater(left, 0)
            upload.sendall(content[-1_000:])
            self.assertEqual(read_answer(upload)[0], 200)

    def test_the_time_is_a_number_of_seconds(self):
        for value in ("0", "x", "1.5", "86401"):
            done = subprocess.run([ROOT / ".build/debug/ossauth-unchunk", "--next", "/n", "--daemon", "/d", "--silence", value],
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, "--silence must be 1 to 86400 seconds" in done.stderr), (64, True), value)


class Deleting(unittest.TestCase):
    def setUp(self):
        self.filter = self.enterContext(Filter())
        self.filter.daemon.answer = JUDGED

    def test_the_daemon_judges_the_bytes_that_are_sent(self):
        for request in (delete(), delete(X_Amz_Checksum_CRC32=crc32(LIST)),
                        (delete(length=None)[0], http_chunks(LIST, 10)),
                        delete(chunked(LIST, trailer=f"{TRAILER}:{crc32(LIST)}\r\n"), X_Amz_Trailer=TRAILER,
                               x_amz_decoded_content_length=len(LIST), Content_Encoding="aws-chunked")):
            self.assertEqual(self.filter.send(*request), (200, {"content-length": "2"}, b"ok"))
            first, headers, body = self.filter.daemon.next()
            self.assertEqual((first, body, headers["forward-client"]), ("POST /v1/forward HTTP/1.1", LIST, "127.0.0.1:40000"))
            self.assertEqual(headers["content-length"], str(len(LIST)))
            self.assertFalse({"content-encoding", "transfer-encoding", "x-amz-checksum-crc32", "x-amz-trailer"} & set(headers))
            first, headers, body = self.filter.next.next()
            self.assertEqual((first, body), ("POST /?delete= HTTP/1.1", LIST))
            self.assertEqual(headers, {
                "host": "media.s3.oss-cn-hangzhou.aliyuncs.com", "forward-endpoint": "s3.oss-cn-hangzhou.aliyuncs.com",
                "authorization": "AWS4 signed", "content-md5": "digest==", "x-amz-date": "now", "x-amz-content-sha256": "hash",
                "x-amz-security-token": "token", "content-type": "application/xml", "x-amz-api-version": "2006-03-01", "content-length": str(len(LIST)),
                "connection": "close"})

    def test_a_refusal_is_the_answer(self):
        self.filter.daemon.answer = REFUSED
        status, headers, body = self.filter.send(*delete())
        self.assertEqual((status, headers["content-type"], body), (403, "application/xml", REFUSED.partition(b"\r\n\r\n")[2]))
        self.assertEqual(self.filter.next.received, [])

    def test_a_damaged_list_reaches_neither_of_them(self):
        self.assertIn(b"BadDigest", self.filter.send(*delete(X_Amz_Checksum_CRC32=crc32(b"x")))[2])
        self.assertEqual((self.filter.daemon.received, self.filter.next.received), ([], []))

    def test_a_list_that_is_missing_is_an_error_of_the_client(self):
        status, _, answer = self.filter.send(*delete(b""))
        self.assertEqual((status, b"MalformedXML" in answer), (400, True))

    def test_a_list_of_two_mebibytes_is_judged_and_one_more_byte_is_not(self):
        self.assertEqual(self.filter.send(*delete(b"x" * TWO_MEBIBYTES))[0], 200)
        self.assertEqual(len(self.filter.next.next()[2]), TWO_MEBIBYTES)
        for request in (delete(b"x" * (TWO_MEBIBYTES + 1)), (delete(length=None)[0], http_chunks(b"x" * (TWO_MEBIBYTES + 1)))):
            status, _, answer = self.filter.send(*request)
            self.assertEqual((status, b"MaxMessageLengthExceeded" in answer), (400, True))

    def test_many_lists_at_once_are_refused_before_memory_ends(self):
        with contextlib.ExitStack() as stack:
            # The requests themselves take the room of the sixteenth.
            held = [stack.enter_context(contextlib.closing(self.filter.connect())) for _ in range(15)]
            request, body = delete(b"x" * TWO_MEBIBYTES)
            for connection in held:
                connection.sendall(request + body[:-1])
            answers = [self.filter.send(*delete(b"x" * TWO_MEBIBYTES)) for _ in range(2)]
            self.assertEqual([status for status, _, _ in answers], [503, 503])
            self.assertIn(b"<Code>SlowDown</Code>", answers[0][2])
        self.assertEqual(self.filter.send(*delete(b"x" * TWO_MEBIBYTES))[0], 200)

    def test_an_answer_of_the_daemon_without_a_signature_is_no_request(self):
        self.filter.daemon.answer = JUDGED.replace(b"Forward-Authorization", b"Other")
        self.assertEqual(self.filter.send(*delete()), (None, {}, b""))
        self.assertEqual(self.filter.next.received, [])


if __name__ == "__main__":
    unittest.main()
