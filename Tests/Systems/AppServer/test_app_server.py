"""AppServers behind nginx, as packaging/appserver configures it, and before a daemon with Source=appserver."""

import base64
import concurrent.futures
import email.utils
import http.client
import http.server
import json
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import threading
import time
import unittest

from servers import PROGRAMS, ROOT, Site, free_port, until

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Standin"))
from sts_standin import STSStandin  # noqa: E402
sys.path.insert(0, str(ROOT / "Tests/Support/Packages"))
from packages import interpreter  # noqa: E402

HOSTS = 1_000


def ask(port, token=None, certificate=None, headers=None, path="/sts", method="GET"):
    """The status and the document that a client of nginx gets."""
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    if certificate:
        trust.load_cert_chain(f"{certificate}.pem", f"{certificate}.key")
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=trust, timeout=30)
    try:
        connection.request(method, path, headers=(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {}))
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


class Forwarder:
    """Adds the token of a user to each request."""

    def __init__(self, server, token):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                connection = http.client.HTTPConnection(server, timeout=30)
                connection.request("GET", self.path, headers={"Authorization": f"Bearer {token}"})
                answer = connection.getresponse()
                body = answer.read()
                connection.close()
                self.send_response(answer.status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Silent:
    """A server that reads each request and ends the connection without an answer."""

    def __init__(self, path):
        self.path, self.heads = path, []
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(path))
        self.socket.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                self.heads.append(connection.recv(65_536))

    def stop(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


class Behind(unittest.TestCase):
    def setUp(self):
        if os.getuid() != 0:
            self.skipTest("nginx must be able to use the sockets of this test: run it as root")
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.site.certificates()

    def test_a_host_does_not_notice_that_one_of_two_servers_is_killed(self):
        users = [f"host{number}" for number in range(HOSTS)]
        self.site.enrol(*users)
        # All hosts ask for their first token at once here, and the stand-in has no limit as STS has.
        servers = [self.site.app_server(name, more="IssueRate=10000/s\n") for name in ("a", "b")]
        port = self.site.nginx(self.site.path / "a.sock", self.site.path / "b.sock")
        answered = []

        def host(user):
            status, body = ask(port, f"token-of-{user}")
            answered.append(user)
            if len(answered) == HOSTS // 3:
                servers[1].kill()
            return status, json.loads(body).get("AccessKeyId", "")

        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            results = dict(zip(users, pool.map(host, users)))
        servers[1].wait()
        self.assertEqual({status for status, _ in results.values()}, {200})
        for user, (_, key) in results.items():
            self.assertTrue(key.startswith(f"STS.{user}."), (user, key))

    def test_a_server_that_is_back_is_used_at_once(self):
        self.site.enrol("web1")
        servers = [self.site.app_server(name) for name in ("a", "b")]
        port = self.site.nginx(self.site.path / "a.sock", self.site.path / "b.sock")
        self.assertEqual(ask(port, "token-of-web1")[0], 200)
        for server in servers:
            server.terminate()
            server.wait()
        self.assertEqual(ask(port, "token-of-web1")[0], 502)
        self.site.app_server("a")
        self.assertEqual([ask(port, "token-of-web1")[0] for _ in range(4)], [200] * 4)

    def test_a_code_that_was_sent_is_not_sent_to_another_server(self):
        first, second = Silent(self.site.path / "a.sock"), Silent(self.site.path / "b.sock")
        self.addCleanup(first.stop)
        self.addCleanup(second.stop)
        port = self.site.nginx(first.path, second.path)
        self.assertEqual(ask(port, path="/enrol", method="POST")[0], 502)
        self.assertEqual(len(first.heads + second.heads), 1)
        # Any other question goes to both.
        self.assertEqual(ask(port, path="/presign", method="POST")[0], 502)
        self.assertEqual(len(first.heads + second.heads), 3)

    def test_the_subject_of_a_certificate_counts_only_if_nginx_verified_it(self):
        self.site.enrol("web2")
        self.site.app_server("a", more="ClientCertificates=yes\n")
        port = self.site.nginx(self.site.path / "a.sock")
        subject = {"X-Client-Subject": "CN=web1,OU=hosts,O=Example"}
        status, body = ask(port, certificate=self.site.path / "host")
        self.assertEqual((status, json.loads(body)["AccessKeyId"]), (200, "STS.web1.1"))
        self.assertEqual(ask(port, headers=subject)[0], 401)
        # nginx answers a certificate of another authority itself.
        self.assertEqual(ask(port, certificate=self.site.path / "forged", headers=subject)[0], 400)
        self.assertEqual(ask(port, token="token-of-web2", headers=subject)[0], 200)

    def test_a_renewed_certificate_is_used_after_a_reload_without_a_failure(self):
        self.site.enrol("web1")
        self.site.app_server("a")
        port = self.site.nginx(self.site.path / "a.sock")
        before = ssl.get_server_certificate(("127.0.0.1", port))
        self.site.certify("server", "/CN=renewed", "ca")
        subprocess.run(["nginx", "-p", self.site.path, "-c", self.site.path / "nginx.conf", "-s", "reload"], check=True,
                       capture_output=True)

        def is_new():
            self.assertEqual(ask(port, "token-of-web1")[0], 200)
            return ssl.get_server_certificate(("127.0.0.1", port)) != before

        until(is_new)

    def test_the_metrics_are_not_for_the_internet(self):
        self.site.app_server("a")
        port = self.site.nginx(self.site.path / "a.sock")
        self.assertEqual(ask(port, path="/metrics")[0], 404)
        self.assertEqual(ask(port, path="/health"), (200, b'{"healthy":true}\n'))


class WithDaemon(unittest.TestCase):
    """With ossauthd of this build, before the AppServer and behind it."""

    def setUp(self):
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.site.enrol("web1")
        self.port = free_port()

    def test_a_daemon_signs_with_the_token_that_the_server_hands_out(self):
        self.site.app_server("a", listen=f"127.0.0.1:{self.port}")
        (self.site.path / "token").write_text("token-of-web1")
        (self.site.path / "token").chmod(0o600)
        self.site.ossauthd(
            f"URL=http://127.0.0.1:{self.port}/sts\nAuthorization=bearer\nTokenFile={self.site.path}/token\n", "sign")
        done = subprocess.run(
            ["curl", "-s", "--unix-socket", self.site.path / "api.sock", "http://ossauthd/v1/sign", "--json",
             '{"bucket": "b-1", "key": "k"}'], capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(done.stdout)["accessKeyId"], "STS.web1.1", done.stdout)
        # It ignores what is for an app.
        self.assertEqual(list(self.answer().items())[5:],
                         [("User", "web1"), ("Bucket", "examplebucket"), ("KeyPrefix", "hosts/web1/")])

    def answer(self):
        done = subprocess.run(["curl", "-s", f"http://127.0.0.1:{self.port}/sts", "--oauth2-bearer", "token-of-web1"],
                              capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def test_alibabacloud_credentials_reads_the_token_of_its_host_from_the_daemon(self):
        python = interpreter(pathlib.Path(__file__).with_name("requirements.txt"), ROOT / "build" / "venv-appserver")
        if not python:
            self.skipTest("alibabacloud-credentials cannot be had from PyPI")
        self.site.app_server("a", listen=f"127.0.0.1:{self.port}")
        (self.site.path / "token").write_text("token-of-web1")
        (self.site.path / "token").chmod(0o600)
        self.site.ossauthd(
            f"URL=http://127.0.0.1:{self.port}/sts\nAuthorization=bearer\nTokenFile={self.site.path}/token\n", "credentials",
            daemon=f"CompatListen=127.0.0.1:{free_port()}\n")
        done = subprocess.run(
            ["curl", "-s", "--unix-socket", self.site.path / "api.sock", "http://ossauthd/v1/compat?profile=media"],
            capture_output=True, text=True, check=True)

        def read(address):
            return subprocess.run(
                [python, "-B", "-c", "from alibabacloud_credentials.client import Client; c = Client().get_credential(); "
                 "print(c.access_key_id, c.access_key_secret, c.security_token)"], capture_output=True, text=True,
                env={"HOME": str(self.site.path), "PATH": os.environ["PATH"], "ALIBABA_CLOUD_CREDENTIALS_URI": address,
                     "ALIBABA_CLOUD_ECS_METADATA_DISABLED": "true"})

        self.assertEqual(read(json.loads(done.stdout)["uri"]).stdout, "STS.web1.1 secret token\n")
        # It sends no Authorization, not even that of the address.
        direct = read(f"http://web1:token-of-web1@127.0.0.1:{self.port}/credentials")
        self.assertIn("http_code=401", direct.stderr)
        # The document is one that it reads.
        forwarder = Forwarder(f"127.0.0.1:{self.port}", "token-of-web1")
        self.addCleanup(forwarder.stop)
        self.assertEqual(read(f"{forwarder.address}/credentials").stdout, "STS.web1.1 secret token\n")

    def test_a_user_gets_a_url_and_a_form_that_the_daemon_signed(self):
        self.site.start(sys.executable, "-B", ROOT / "packaging/examples/appserver.py", "--port", str(self.port))
        self.site.ossauthd(f"URL=http://127.0.0.1:{self.port}/sts\n", "presign post-policy")
        self.site.app_server("a", daemon=self.site.path / "api.sock", rights="Method=PUT POST\nAllow=presign post-policy\n")

        def ask(path, **question):
            done = subprocess.run(
                ["curl", "-s", "--unix-socket", self.site.path / "a.sock", f"http://a{path}", "--oauth2-bearer", "token-of-web1",
                 "--json", json.dumps({"bucket": "examplebucket"} | question)], capture_output=True, text=True, check=True)
            return json.loads(done.stdout)

        url = ask("/presign", method="PUT", key="hosts/web1/a b", expires=600)
        self.assertTrue(url["url"].startswith("https://examplebucket.oss-cn-hangzhou.aliyuncs.com/hosts/web1/a%20b?"), url)
        self.assertIn("x-oss-signature=", url["url"])
        form = ask("/form", keyPrefix="hosts/web1/", maxBytes=1000)
        policy = json.loads(base64.b64decode(form["fields"]["policy"]))
        self.assertIn(["starts-with", "$key", "hosts/web1/"], policy["conditions"])
        self.assertIn(["content-length-range", 0, 1000], policy["conditions"])
        self.assertEqual(ask("/presign", method="PUT", key="hosts/web2/a")["ErrorCode"], "AccessDenied")


    def test_a_daemon_without_a_key_signs_through_this_server_and_only_what_its_user_may(self):
        for name in ("id", "secret"):
            (self.site.path / name).write_text("KeyOfTheHost1")
        self.site.ossauthd(f"AccessKeyIDFile={self.site.path}/id\nAccessKeySecretFile={self.site.path}/secret\n",
                           "sign presign sign-string\nVersion=v4 v1\n", source="static")
        self.site.app_server("a", listen=f"127.0.0.1:{self.port}", daemon=self.site.path / "api.sock",
                             rights="Method=GET PUT\nAllow=sign-string\n")
        host = Site()
        self.addCleanup(host.stop)
        (host.path / "token").write_text("token-of-web1")
        (host.path / "token").chmod(0o600)
        host.ossauthd(f"URL=http://127.0.0.1:{self.port}/sign\nAccessKeyID=KeyOfTheHost1\nAuthorization=bearer\n"
                      f"TokenFile={host.path}/token\n", "sign presign\nVersion=v4 v1\n", source="remote-signer")
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

        def ask(site, route, **question):
            done = subprocess.run(
                ["curl", "-s", "--unix-socket", site.path / "api.sock", f"http://ossauthd/v1/{route}", "--json",
                 json.dumps(question)], capture_output=True, text=True, check=True)
            return json.loads(done.stdout)

        place = {"bucket": "examplebucket", "time": now}
        for version in ("v4", "v1"):
            question = place | {"version": version, "method": "PUT", "key": "hosts/web1/a b"}
            for route, more in (("sign", {"headers": {"x-oss-meta-a": "1"}, "contentType": "text/plain"}),
                                ("presign", {"expires": 600, "parameters": {"versionId": "1"}})):
                signed = ask(host, route, **question, **more)
                self.assertIn("signature", signed, signed)
                self.assertEqual(signed["signature"], ask(self.site, route, **question, **more)["signature"])
            refused = ask(host, "sign", **question | {"key": "hosts/web2/a"})
            self.assertNotIn("signature", refused)
            self.assertIn("AccessDenied", refused["detail"])
        # The self-signed mode of the mobile SDKs.
        date = email.utils.formatdate(usegmt=True)
        own = ask(self.site, "sign-string", version="v1", stringToSign=f"GET\n\n\n{date}\n/examplebucket/hosts/web1/a")
        done = subprocess.run(
            ["curl", "-s", f"http://127.0.0.1:{self.port}/sign", "--oauth2-bearer", "token-of-web1", "--data-binary",
             f"GET\n\n\n{date}\n/examplebucket/hosts/web1/a"], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, own["authorization"])


class Codes(unittest.TestCase):
    def test_a_killed_server_loses_no_user_and_accepts_no_code_twice(self):
        site = Site()
        self.addCleanup(site.stop)
        server = site.app_server("a")
        program = [PROGRAMS / "ossauth-appserver", "--config", site.path / "a.conf"]
        users = [f"host{number}" for number in range(24)]
        codes = {user: subprocess.run([*program, "--enrol", user, "--group", "hosts", "--code", "1h"], capture_output=True, text=True,
                                      check=True).stdout for user in users}

        def redeem(user):
            """The status and the token."""
            done = subprocess.run(
                ["curl", "-s", "-w", "%{http_code}", "--unix-socket", site.path / "a.sock", "http://a/enrol", "--data-binary", "@-"],
                input=codes[user], capture_output=True, text=True)
            return done.stdout[-3:], done.stdout[:-4]

        until(lambda: redeem(users[0])[0] == "200")
        got = {}
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for user, (status, token) in zip(users[1:], pool.map(redeem, users[1:])):
                if status == "200":
                    got[user] = token
                if len(got) == 8:
                    server.kill()
        server.wait()
        listed = subprocess.run([*program, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(sorted(line.split("\t")[0] for line in listed), sorted(users))
        site.app_server("a")
        for user in users[1:]:
            has_code = any(line.startswith(f"{user}\t") and "code" in line for line in listed)
            self.assertFalse(has_code and user in got, user)
            self.assertEqual(redeem(user)[0], "200" if has_code else "403", user)
            self.assertEqual(redeem(user)[0], "403", user)
        for user, token in got.items():
            done = subprocess.run(["curl", "-s", "--unix-socket", site.path / "a.sock", "http://a/sts", "--oauth2-bearer", token],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(done.stdout)["StatusCode"], "200", done.stdout)


class BeforeSTS(unittest.TestCase):
    """The server, the daemon of this build, and a stand-in for STS."""

    def test_a_user_gets_a_token_whose_policy_and_session_are_its_own(self):
        site = Site()
        self.addCleanup(site.stop)
        site.enrol("web1", "web2")
        ledger = site.path / "ledger"
        sts = self.enterContext(STSStandin(ledger))
        for name in ("id", "secret"):
            (site.path / name).write_text("KeyOfTheHost1")
        role = f"Via=key\nRoleArn=acs:ram::1:role/all\nSTSEndpoint={sts.url}\n"
        key = f"[Profile key]\nSource=static\nAccessKeyIDFile={site.path}/id\nAccessKeySecretFile={site.path}/secret\n"
        site.ossauthd(role, "issue\n" + key, source="assume-role")
        site.app_server("a", daemon=site.path / "api.sock")

        def token(user):
            done = subprocess.run(
                ["curl", "-s", "--unix-socket", site.path / "a.sock", "http://a/sts", "--oauth2-bearer", f"token-of-{user}"],
                capture_output=True, text=True, check=True)
            return json.loads(done.stdout)

        first = token("web1")
        self.assertEqual(first["StatusCode"], "200", first)
        self.assertEqual(token("web1"), first)
        self.assertEqual(token("web2")["StatusCode"], "200")
        issued = {session: policy for policy, session in sts.calls if policy}
        self.assertEqual(sorted(issued), ["web1", "web2"])
        for user, policy in issued.items():
            self.assertIn(f"examplebucket/hosts/{user}/*", policy)
        entries = [json.loads(line) for line in ledger.read_text().splitlines()]
        self.assertEqual([each["Session"] for each in entries if each["AccessKeyId"] == first["AccessKeyId"]], ["web1"])


class Example(unittest.TestCase):
    def test_the_example_of_the_configuration_is_good(self):
        path = pathlib.Path(ROOT / "packaging/appserver/ossauth-appserver.conf")
        text = "\n".join(line.removeprefix("#") if line.startswith(("#JWKS", "#Issuer", "#Audience", "#Allow", "#Deny")) else line
                         for line in path.read_text().splitlines())
        site = Site()
        self.addCleanup(site.stop)
        (site.path / "a.conf").write_text(text)
        for file in (path, site.path / "a.conf"):
            done = subprocess.run([PROGRAMS / "ossauth-appserver", "--config", file, "--check"], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, "the configuration is good: 0 users and 2 groups\n"), done.stderr)
            self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
