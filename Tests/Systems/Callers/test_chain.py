"""One daemon is the AppServer of another: behind nginx, which asks for certificates, and by its compat listener."""

import contextlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from daemon import PATIENCE, ROOT, Client, Daemon, until
from free_port import free_port

LIFE = 8
ROTATIONS = 3

SOURCE = """
[Profile main]
Source=appserver
URL={url}
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
RetryMax=1s
{more}
"""
RULES = """
[Access keys]
Match=uid:0
Profile=main
Allow=credentials presign

[Access nginx]
Match=user:{proxy}
Profile=main
Allow=credentials
"""
NGINX = """
user {proxy};
daemon off;
pid {directory}/nginx.pid;
error_log {directory}/nginx.log;
events {{}}
http {{
    log_format answers '$status $request';
    access_log {directory}/answers answers;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {directory}/server.pem;
        ssl_certificate_key {directory}/server.key;
        ssl_client_certificate {directory}/authority.pem;
        ssl_verify_client on;
        location = /sts {{
            limit_except GET {{ deny all; }}
            proxy_pass "http://unix:{socket}:/v1/credentials?profile=main&format=appserver";
        }}
    }}
}}
"""


class ChainTests(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="ossauthd-chain-"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.directory.chmod(0o755)
        self.processes = {}
        self.addCleanup(lambda: [self.end(name) for name in list(self.processes)])
        self.appserver = free_port()
        self.start_appserver()

    def start(self, name, *command):
        log = open(self.directory / f"{name}.out", "w")
        with log:
            self.processes[name] = subprocess.Popen(command, stdout=log, stderr=log)

    def end(self, name):
        process = self.processes.pop(name)
        process.terminate()
        process.wait(PATIENCE)

    def start_appserver(self):
        self.start("appserver", sys.executable, "-B", ROOT / "packaging/examples/appserver.py", "--lifetime", str(LIFE),
                   "--ledger", self.directory / "ledger", "--port", str(self.appserver))
        until(lambda: "listening on" in (self.directory / "appserver.out").read_text())

    def daemon(self, url, more="", settings="", proxy="nobody"):
        daemon = Daemon(RULES.format(proxy=proxy), SOURCE.format(url=url, more=more), settings)
        self.addCleanup(daemon.stop)
        return daemon

    def first(self, settings="", proxy="nobody"):
        return self.daemon(f"http://127.0.0.1:{self.appserver}/", settings=settings, proxy=proxy)

    def key(self, daemon):
        """Which key the daemon has; None while it has none."""
        client = Client(daemon.api)
        try:
            return client.ask("GET", "/v1/credentials")[2].get("AccessKeyId")
        finally:
            client.close()

    def follow(self, first, second, rotations):
        """The keys that the second signs with, until it had so many."""
        keys = []

        def enough():
            key = self.key(second)
            if key and key not in keys:
                keys.append(key)
            return len(keys) > rotations

        for _ in range(rotations):
            with contextlib.suppress(TimeoutError):
                until(enough)
                break
        known = (self.directory / "ledger").read_text()
        for key in keys:
            self.assertIn(f'"{key}"', known)
        return keys

    def openssl(self, *words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=self.directory)

    def certify(self):
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                     "-subj", "/CN=authority", "-keyout", "authority.key", "-out", "authority.pem")
        for name, more in [("server", "subjectAltName=IP:127.0.0.1"), ("host", "extendedKeyUsage=clientAuth")]:
            (self.directory / "extension").write_text(more)
            self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={name}",
                         "-keyout", f"{name}.key", "-out", f"{name}.csr")
            self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "authority.pem", "-CAkey", "authority.key",
                         "-CAcreateserial", "-days", "2", "-extfile", "extension", "-out", f"{name}.pem")

    def start_nginx(self, first, proxy):
        port = free_port()
        (self.directory / "nginx.conf").write_text(NGINX.format(
            directory=self.directory, port=port, socket=first.api, proxy=proxy))
        self.start("nginx", "nginx", "-c", self.directory / "nginx.conf", "-e", self.directory / "nginx.log")
        until((self.directory / "nginx.pid").exists)
        return f"https://127.0.0.1:{port}/sts"

    def tls(self):
        return (f"CAFile={self.directory}/authority.pem\nClientCertificate={self.directory}/host.pem\n"
                f"ClientKey={self.directory}/host.key")

    @unittest.skipUnless(shutil.which("nginx"), "nginx is not installed")
    def test_a_daemon_behind_a_proxy_outlasts_rotations_and_an_outage(self):
        proxy = "www-data"
        self.certify()
        first = self.first(proxy=proxy)
        second = self.daemon(self.start_nginx(first, proxy), self.tls())
        self.assertEqual(len(self.follow(first, second, ROTATIONS)), ROTATIONS + 1)
        asked = (self.directory / "answers").read_text().splitlines()
        self.assertEqual({line for line in asked if not line.startswith("200 GET /sts ")}, set())
        # Each time that it comes it gets what lasts: it need not come as often as a token lives in seconds.
        rotated = (self.directory / "ledger").read_text().count("\n")
        self.assertLessEqual(len(asked), 3 * rotated + 3, asked)
        self.end("appserver")
        self.assertIsNotNone(self.key(second))
        before = self.key(second)
        self.start_appserver()
        until(lambda: self.key(second) not in (None, before))

    @unittest.skipUnless(shutil.which("nginx"), "nginx is not installed")
    def test_the_rules_for_the_proxy_decide(self):
        self.certify()
        first = self.first(proxy="nobody")
        second = self.daemon(self.start_nginx(first, "www-data"), self.tls())
        until(lambda: "status 403" in second.said)
        self.assertIsNone(self.key(second))

    @unittest.skipUnless(shutil.which("nginx"), "nginx is not installed")
    def test_a_client_without_a_certificate_gets_nothing(self):
        self.certify()
        first = self.first(proxy="www-data")
        second = self.daemon(self.start_nginx(first, "www-data"), f"CAFile={self.directory}/authority.pem")
        until(lambda: "status 400" in second.said)
        self.assertIsNone(self.key(second))

    def test_a_daemon_of_the_same_host_takes_the_address_of_the_compat_listener(self):
        first = self.first(f"CompatListen=127.0.0.1:{free_port()}\n")
        client = Client(first.api)
        uri = client.ask("GET", "/v1/compat?profile=main")[2]["uri"]
        client.close()
        second = self.daemon(uri)
        self.assertEqual(len(self.follow(first, second, 1)), 2)


if __name__ == "__main__":
    unittest.main()
