"""After `forget`, a rotation or an eviction nothing in the memory of the daemon, and nothing that it wrote, holds the
secret, the token, or a key that is derived from them."""

import array
import contextlib
import datetime
import fcntl
import http.server
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import termios
import threading
import unittest

from daemon import PATIENCE, PROFILES, PROGRAM, Client, Daemon, until
from derived import derived

MANUAL = """
[Profile main]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""
FETCHED = """
[Profile main]
Source=appserver
URL=http://127.0.0.1:{port}/sts
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""
CHAIN = MANUAL + """
[Profile second]
Source=manual
[Profile chain]
Source=chain
Profiles=main second
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""
ROLE = MANUAL + """
[Profile role]
Source=assume-role
Via=main
RoleArn=acs:ram::1:role/tests
STSEndpoint=http://127.0.0.1:{port}
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""
# Starts a program as systemd does with a file that it kept: NAME FILE PROGRAM...
HANDED_BACK = """
import os, sys
os.dup2(int(sys.argv[2]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES=sys.argv[1])
os.execv(sys.argv[3], sys.argv[3:])
"""
RULES = "[Access all]\nMatch=uid:0\nAllow=presign sign sign-string post-policy credentials\nVersion=v4 v1\n"


def count(pid, needles):
    """Which of these stand in the memory that can be read, and in which part of it."""
    found = {}
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            start, end = (int(number, 16) for number in line.split()[0].split("-"))
            if not re.search(r" r.", line) or "[vvar" in line or "[vsyscall" in line:
                continue
            try:
                memory.seek(start)
                content = memory.read(end - start)
            except OSError:
                continue
            for name, needle in needles.items():
                if times := content.count(needle):
                    found[name] = found.get(name, []) + [(line.split()[-1], times)]
    return found


def memory_files(pid):
    """What the memory files hold that a process has open."""
    for name in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(OSError):
            if "/memfd:" in os.readlink(f"/proc/{pid}/fd/{name}"):
                yield pathlib.Path(f"/proc/{pid}/fd/{name}").read_bytes()


def is_read(stream):
    """Whether the other end took all that was sent to it."""
    unread = array.array("i", [0])
    fcntl.ioctl(stream, termios.TIOCOUTQ, unread)
    return unread[0] == 0


class Token:
    """A unique token, and all the bytes by which a dump would reveal it."""

    def __init__(self):
        self.key = "STS." + os.urandom(6).hex()
        self.secret = "SecretOf" + os.urandom(12).hex()
        # URLs encode the first character; the rest stands in both forms.
        self.mark = "TokenOf" + os.urandom(300).hex()
        self.days = {datetime.datetime.now(datetime.UTC).strftime("%Y%m%d")}

    def document(self, seconds=3600):
        end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)
        return {"StatusCode": 200, "AccessKeyId": self.key, "AccessKeySecret": self.secret,
                "SecurityToken": "/" + self.mark, "Expiration": end.strftime("%Y-%m-%dT%H:%M:%SZ")}

    @property
    def texts(self):
        # Beginnings are kept by the heap's own marks; a piece from the middle is as bad as the whole.
        return {"secret": self.secret.encode(), "secret, its end": self.secret[8:].encode(),
                "token": self.mark.encode(), "token, its middle": self.mark[200:260].encode(),
                "token, its end": self.mark[-40:].encode()}

    @property
    def traces(self):
        found = dict(self.texts)
        # The test may run over midnight.
        for day in self.days | {datetime.datetime.now(datetime.UTC).strftime("%Y%m%d")}:
            found |= {f"{name} ({day})": needle for name, needle in derived(self.secret, day, "cn-hangzhou").items()}
        return found


class AppServer:
    """Hands out the token that it is given, to applications and to those who ask for a role."""

    def __init__(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                outer.question = self.rfile.read(int(self.headers["Content-Length"]))
                document = outer.token.document()
                del document["StatusCode"]
                self.answer({"Credentials": document, "RequestId": "1"})

            def do_GET(self):
                outer.question = self.path.encode()
                self.answer(outer.token.document())

            def answer(self, document):
                body = json.dumps(document).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *values):
                pass

        self.token = Token()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_address[1]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Manager:
    """Keeps what the daemon gives to systemd, as systemd does: one file for each name, until it is told to forget."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)
        self.socket.setblocking(False)
        self.kept = {}

    def collect(self):
        with contextlib.suppress(BlockingIOError):
            while True:
                text, control, _, _ = self.socket.recvmsg(65_536, 4_096)
                fields = dict(line.split("=", 1) for line in text.decode().splitlines() if "=" in line)
                numbers = array.array("i")
                for _, _, data in control:
                    numbers.frombytes(data)
                if "FDSTOREREMOVE" in fields:
                    for number in self.kept.pop(fields["FDNAME"], []):
                        os.close(number)
                elif "FDSTORE" in fields:
                    self.kept.setdefault(fields["FDNAME"], []).extend(numbers)

    def stop(self):
        self.collect()
        for number in sum(self.kept.values(), []):
            os.close(number)
        self.socket.close()


class MemoryTests(unittest.TestCase):
    def start(self, profiles=MANUAL, **environment):
        self.daemon = Daemon(RULES, profiles, "LogLevel=debug\nAudit=yes\n", **environment)
        self.addCleanup(self.daemon.stop)
        self.token = Token()

    def give(self, token):
        admin = Client(self.daemon.admin)
        self.assertEqual(admin.ask("PUT", "/v1/profiles/main/credentials", token.document())[0], 200)
        admin.close()

    def use(self):
        """In all the ways that there are."""
        client = Client(self.daemon.api)
        for version in ["v4", "v1"]:
            for path in ["/v1/presign", "/v1/sign"]:
                status, _, _ = client.ask(
                    "POST", path, {"version": version, "bucket": "bucket", "key": "key", "explain": True})
                self.assertEqual(status, 200)
            form = {"version": version, "bucket": "bucket", "expires": 60, "conditions": [["eq", "$key", "k"]]}
            self.assertEqual(client.ask("POST", "/v1/post-policy", form)[0], 200)
        day = datetime.datetime.now(datetime.UTC).strftime("%a, %d %b %Y %H:%M:%S GMT")
        text = {"version": "v1", "stringToSign": f"GET\n\n\n{day}\n/bucket/key"}
        self.assertEqual(client.ask("POST", "/v1/sign-string", text)[0], 200)
        self.assertEqual(client.ask("GET", "/v1/credentials")[0], 200)
        keys = {"bucket": "bucket", "keys": [f"key {number}" for number in range(200)]}
        self.assertEqual(client.ask("POST", "/v1/presign", keys)[0], 200)
        client.close()

    def forget(self):
        admin = Client(self.daemon.admin)
        self.assertEqual(admin.ask("DELETE", "/v1/profiles/main/credentials")[0], 200)
        admin.close()

    def expect_nothing_of(self, *tokens):
        # Another answer: by then the turn of the last request is over.
        client = Client(self.daemon.api)
        client.ask("GET", "/v1/status")
        client.close()
        for token in tokens:
            self.assertEqual(count(self.daemon.process.pid, token.traces), {})
            for content in memory_files(self.daemon.process.pid):
                for name, needle in token.texts.items():
                    self.assertNotIn(needle, content, name)

    def expect_nothing_written_of(self, token):
        """The errors, the log and the records of decisions are among the files."""
        for path in pathlib.Path(self.daemon.directory).rglob("*"):
            if path.is_file():
                for name, needle in token.traces.items():
                    self.assertNotIn(needle, path.read_bytes(), f"{path}: {name}")

    def test_the_search_finds_a_secret_that_is_there(self):
        self.start()
        # The daemon remembers where its files are.
        self.assertNotEqual(count(self.daemon.process.pid, {"folder": self.daemon.directory.encode()}), {})

    def test_the_search_finds_the_traces_of_a_token_in_use(self):
        self.start()
        self.give(self.token)
        self.use()
        found = count(self.daemon.process.pid, self.token.traces)
        for name in ["token", "V1 key, inner state", "V4 seed, outer state", "V4 key of aliyun_v4_request, inner state"]:
            self.assertTrue(any(each.startswith(name) for each in found), f"{name}: {sorted(found)}")

    def test_a_secret_in_use_cannot_be_read_where_the_kernel_hides_it(self):
        self.start()
        self.give(self.token)
        client = Client(self.daemon.api)
        client.ask("GET", "/v1/status")
        client.close()
        if "secretmem" not in pathlib.Path(f"/proc/{self.daemon.process.pid}/maps").read_text():
            self.skipTest("this kernel hides no memory")
        self.assertEqual(count(self.daemon.process.pid, {"secret": self.token.secret.encode()}), {})

    def test_a_token_that_was_handed_over_and_forgotten_is_gone(self):
        self.start()
        self.give(self.token)
        self.use()
        self.forget()
        self.expect_nothing_of(self.token)
        self.expect_nothing_written_of(self.token)

    def test_a_token_that_came_in_pieces_is_gone(self):
        self.start()
        admin = Client(self.daemon.admin)
        body = json.dumps(self.token.document()).encode()
        stream = admin.connection.sock
        stream.sendall(b"PUT /v1/profiles/main/credentials HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body))
        for start in range(0, len(body), 50):
            stream.sendall(body[start:start + 50])
            until(lambda: is_read(stream))
        self.assertIn(b" 200 ", stream.recv(65_536))
        stream.close()
        admin.close()
        self.use()
        self.forget()
        self.expect_nothing_of(self.token)

    def test_a_token_in_answers_that_are_taken_late_or_never_is_gone(self):
        self.start()
        self.give(self.token)
        for takes_it in [True, False]:
            client = Client(self.daemon.api)
            stream = client.connection.sock
            stream.sendall(b"GET /v1/credentials HTTP/1.1\r\nHost: x\r\n\r\n" * 1_200)
            answers = b""
            # The last ones may be refused, because a second has a thousand of them.
            while takes_it and answers.count(b"HTTP/1.1 ") < 1_200:
                answers += stream.recv(65_536)
            client.close()
        self.forget()
        self.expect_nothing_of(self.token)

    def test_a_token_that_was_refused_is_gone(self):
        self.start()
        admin = Client(self.daemon.admin)
        document = self.token.document() | {"Expiration": "x"}
        self.assertEqual(admin.ask("PUT", "/v1/profiles/main/credentials", document)[0], 422)
        admin.close()
        self.expect_nothing_of(self.token)

    def test_a_token_whose_client_left_in_the_middle_is_gone(self):
        self.start()
        admin = Client(self.daemon.admin)
        body = json.dumps(self.token.document()).encode()
        head = b"PUT /v1/profiles/main/credentials HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (len(body) + 1)
        admin.connection.sock.sendall(head + body)
        until(lambda: is_read(admin.connection.sock))
        admin.close()
        self.expect_nothing_of(self.token)

    def test_a_token_that_was_replaced_is_gone(self):
        self.start()
        tokens = [Token() for _ in range(3)]
        for token in tokens:
            self.give(token)
            self.use()
        self.expect_nothing_of(*tokens[:-1])
        self.forget()
        self.expect_nothing_of(*tokens)

    def test_the_keys_of_regions_that_were_evicted_are_gone(self):
        self.start()
        self.give(self.token)
        self.use()
        client = Client(self.daemon.api)
        for number in range(17):
            call = {"bucket": "bucket", "key": "key", "region": f"cn-place-{number}", "endpoint": "http://127.0.0.1"}
            self.assertEqual(client.ask("POST", "/v1/presign", call)[0], 200)
        client.close()
        names = [f"V4 key of {text}" for text in ["cn-hangzhou", "oss", "aliyun_v4_request"]]
        traces = {name: needle for name, needle in self.token.traces.items() if name.startswith(tuple(names))}
        self.assertEqual(count(self.daemon.process.pid, traces), {})

    def test_a_token_that_was_fetched_and_forgotten_is_gone(self):
        server = AppServer()
        self.addCleanup(server.stop)
        self.start(FETCHED.replace("{port}", str(server.port)))
        self.wait_for_generation(1)
        self.use()
        # No request asks for the next token.
        self.forget()
        self.expect_nothing_of(server.token)
        self.expect_nothing_written_of(server.token)

    def test_a_token_that_was_fetched_and_renewed_is_gone(self):
        server = AppServer()
        self.addCleanup(server.stop)
        self.start(FETCHED.replace("{port}", str(server.port)))
        self.wait_for_generation(1)
        self.use()
        first, server.token = server.token, Token()
        admin = Client(self.daemon.admin)
        self.assertEqual(admin.ask("POST", "/v1/profiles/main/refresh")[0], 200)
        admin.close()
        self.use()
        self.expect_nothing_of(first)

    def test_a_token_that_a_chain_took_over_is_gone_with_it(self):
        self.start(CHAIN)
        self.give(self.token)
        client = Client(self.daemon.api)
        call = {"profile": "chain", "bucket": "bucket", "key": "key"}
        self.assertEqual(client.ask("POST", "/v1/presign", call)[0], 200)
        second = Token()
        self.give(second)
        self.expect_nothing_of(self.token)
        self.assertEqual(client.ask("POST", "/v1/presign", call)[0], 200)
        self.forget()
        self.assertEqual(client.ask("POST", "/v1/presign", call)[0], 503)
        client.close()
        self.expect_nothing_of(second)

    def test_a_key_that_a_role_was_asked_for_with_is_gone(self):
        server = AppServer()
        self.addCleanup(server.stop)
        self.start(ROLE.replace("{port}", str(server.port)))
        self.give(self.token)
        client = Client(self.daemon.api)
        call = {"profile": "role", "bucket": "bucket", "key": "key"}
        self.assertEqual(client.ask("POST", "/v1/presign", call)[0], 200)
        client.close()
        # The key of the other profile was in it.
        self.assertIn(self.token.mark.encode(), server.question)
        self.forget()
        self.expect_nothing_of(self.token)

    def test_a_token_that_systemd_keeps_is_forgotten(self):
        manager = self.start_with_manager()
        self.give(self.token)
        until(lambda: manager.collect() or "token-main" in manager.kept)
        kept = pathlib.Path(f"/proc/self/fd/{manager.kept['token-main'][0]}").read_bytes()
        self.assertIn(self.token.secret.encode(), kept)
        self.use()
        self.forget()
        until(lambda: manager.collect() or "token-main" not in manager.kept)
        self.expect_nothing_of(self.token)

    def start_with_manager(self, profiles=MANUAL):
        path = f"/tmp/ossauthd-manager-{os.urandom(6).hex()}"
        manager = Manager(path)
        self.addCleanup(os.unlink, path)
        self.addCleanup(manager.stop)
        self.start(profiles, NOTIFY_SOCKET=path)
        return manager

    def test_a_token_that_systemd_keeps_for_a_profile_that_a_reload_removes_is_forgotten(self):
        manager = self.start_with_manager(MANUAL + MANUAL.replace("main", "second"))
        admin = Client(self.daemon.admin)
        self.assertEqual(admin.ask("PUT", "/v1/profiles/second/credentials", self.token.document())[0], 200)
        until(lambda: manager.collect() or "token-second" in manager.kept)
        self.daemon.profiles = MANUAL
        self.daemon.configure(RULES)
        self.assertEqual(admin.ask("POST", "/v1/reload")[0], 200)
        admin.close()
        until(lambda: manager.collect() or "token-second" not in manager.kept)

    def test_a_key_without_an_end_goes_neither_to_the_cache_nor_to_systemd(self):
        manager = self.start_with_manager(PROFILES)
        client = Client(self.daemon.api)
        self.assertEqual(client.presign()[0], 200)
        client.close()
        # The end of the daemon waits for all that is still to be written.
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        manager.collect()
        self.assertNotIn("token-main", manager.kept)
        self.assertEqual([path.name for path in pathlib.Path(self.daemon.directory, "cache").glob("*.token")], [])

    def test_a_token_from_systemd_is_taken_only_from_a_sealed_file(self):
        manager = self.start_with_manager()
        self.give(self.token)
        until(lambda: manager.collect() or "token-main" in manager.kept)
        sealed = os.dup(manager.kept["token-main"][0])
        self.addCleanup(os.close, sealed)
        record = pathlib.Path(f"/proc/self/fd/{sealed}").read_bytes()
        plain = os.memfd_create("plain")
        self.addCleanup(os.close, plain)
        os.write(plain, record)
        self.assertEqual(self.status_after_restart_with(sealed), 200)
        self.assertEqual(self.status_after_restart_with(plain), 503)

    def status_after_restart_with(self, file):
        """Of a request to a daemon that has no cache, and this file from systemd."""
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        pathlib.Path(self.daemon.directory, "cache", "main.token").unlink(missing_ok=True)
        self.daemon.launcher = [sys.executable, "-c", HANDED_BACK, "token-main", str(file)]
        self.daemon.passed = [file]
        # This test takes no more messages, for which the daemon would wait.
        self.daemon.environment = {}
        self.daemon.restart()
        client = Client(self.daemon.api)
        status, _ = client.presign()
        client.close()
        return status

    def test_the_helper_keeps_nothing_of_a_request_that_it_answered(self):
        server = AppServer()
        self.addCleanup(server.stop)
        mark = "MarkOf" + os.urandom(100).hex()
        request = {"url": f"http://127.0.0.1:{server.port}/", "headers": [["X-Mark", mark]], "isOneOfMany": True}
        near, far = socket.socketpair()
        with near, far:
            helper = subprocess.Popen(
                [pathlib.Path(PROGRAM).with_name("ossauth-fetch"), "--fd", str(far.fileno())], pass_fds=[far.fileno()])
            self.addCleanup(helper.wait, PATIENCE)
            near.settimeout(PATIENCE)
            near.sendall(json.dumps(request).encode() + b"\n")
            answer = b""
            while server.token.mark.encode() not in answer:
                answer += near.recv(65_536)
            # Quotes stand around it in the request only, not in what the helper made of that.
            self.assertEqual(count(helper.pid, {"request": f'"{mark}"'.encode()}), {})

    def wait_for_generation(self, number):
        client = Client(self.daemon.api)
        until(lambda: client.ask("GET", "/v1/status")[2]["profiles"][0].get("generation") == number)
        client.close()


if __name__ == "__main__":
    unittest.main()
