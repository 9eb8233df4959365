"""AppServers with a daemon behind them that issues tokens, and nginx in front of them, as the example configures it."""

import base64
import hashlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests/Support/Fixtures"))
from free_port import free_port  # noqa: E402

PROGRAMS = ROOT / ".build" / "debug"
EXAMPLE = (ROOT / "packaging/appserver/nginx.conf").read_text()
GROUP = ("[Group hosts]\nProfile=media\nBucket=examplebucket\nKey=hosts/%u/**\nMethod=GET PUT\n"
         "Parameter=x-oss-process symlink acl\nSubject=CN=%u,OU=hosts,O=Example\n")


def until(holds, seconds=30):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise AssertionError("this did not become true in time")
        time.sleep(0.02)


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class TokenKey:
    """A key of an identity provider, in a file, which signs JSON Web Tokens."""

    def __init__(self, file, **names):
        self.file, self.names = file, names
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", file], check=True, capture_output=True)

    def public(self):
        done = subprocess.run(["openssl", "pkey", "-in", self.file, "-pubout", "-outform", "DER"], check=True, capture_output=True)
        return self.names | {"kty": "OKP", "crv": "Ed25519", "x": base64url(done.stdout[-32:])}

    def token(self, issuer, name, *groups):
        claims = {"iss": issuer, "aud": "oss", "exp": int(time.time()) + 600, "sub": name, "groups": groups}
        header = self.names | {"alg": "EdDSA"}
        signed = f"{base64url(json.dumps(header).encode())}.{base64url(json.dumps(claims).encode())}"
        text = self.file.with_suffix(".text")
        text.write_text(signed)
        done = subprocess.run(["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", self.file, "-in", text], check=True,
                              capture_output=True)
        return f"{signed}.{base64url(done.stdout)}"


class Site:
    """One folder with all programs, which `stop` ends."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="ossauth-site-")
        self.path = pathlib.Path(self.folder.name)
        self.path.chmod(0o755)
        self.running = []
        self.start("python3", "-B", ROOT / "Tests/Support/Fixtures/servers/issuing_daemon.py", self.path / "d.sock", self.path / "log")

    def start(self, *command, **more):
        """Starts a program that says a line when it is ready."""
        process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True, **more)
        self.running.append(process)
        self.line = process.stdout.readline()
        return process

    def enrol(self, *users):
        """Writes the tokens `token-of-USER`."""
        lines = [f"{user} hosts {hashlib.sha256(f'token-of-{user}'.encode()).hexdigest()}\n" for user in users]
        (self.path / "tokens").write_text("".join(lines))

    def app_server(self, name, listen=None, more="", daemon=None, rights=""):
        configuration = self.path / f"{name}.conf"
        configuration.write_text(
            f"[AppServer]\nListen={listen or self.path / (name + '.sock')}\nDaemonSocket={daemon or self.path / 'd.sock'}\n"
            f"TokenFile={self.path / 'tokens'}\nLogLevel=warning\n{more}{GROUP}{rights}")
        return self.start(PROGRAMS / "ossauth-appserver", "--config", configuration)

    def ossauthd(self, keys, operations, source="appserver", daemon=""):
        """The daemon of this build, whose profile `media` has this source."""
        owner, group = os.getuid(), os.getgid()
        for folder in ("cache", "admin"):
            (self.path / folder).mkdir(mode=0o700)
        configuration = self.path / "ossauthd.conf"
        configuration.write_text(
            f"[Daemon]\nApiSocket={self.path}/api.sock\nApiSocketGroup={group}\n"
            f"AdminSocket={self.path}/admin/admin.sock\nAdminSocketGroup={group}\n"
            f"CacheDirectory={self.path}/cache\n{daemon}[Profile media]\nSource={source}\n{keys}RetryMax=1s\n"
            f"Endpoint=oss-cn-hangzhou.aliyuncs.com\n[Access all]\nMatch=uid:{owner}\nAllow={operations}\n")
        process = subprocess.Popen([PROGRAMS / "ossauthd", "--config", configuration], stderr=subprocess.DEVNULL)
        self.running.append(process)
        # The socket refuses connections until the daemon listens.
        until(lambda: self.accepts(self.path / "api.sock"))

    @staticmethod
    def accepts(path):
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(path)) == 0

    def questions(self):
        log = self.path / "log"
        return log.read_text().splitlines() if log.exists() else []

    def certificates(self):
        """An authority, the certificate of the server, one of a host, and one of another authority."""
        for name in ("ca", "other"):
            self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                         f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.pem")
        self.certify("server", "/CN=localhost", "ca")
        self.certify("host", "/O=Example/OU=hosts/CN=web1", "ca")
        self.certify("forged", "/O=Example/OU=hosts/CN=web1", "other")

    def certify(self, name, subject, authority):
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", subject, "-keyout",
                     f"{name}.key", "-out", f"{name}.csr")
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key",
                     "-days", "2", "-out", f"{name}.pem")

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.path, check=True, capture_output=True)

    def nginx(self, *sockets):
        """The example, with the names of this site and without its limit, which all hosts of the test would share."""
        port = free_port()
        servers = "".join(rf"server unix:{each}\1;" for each in sockets)
        text = EXAMPLE
        for old, new in [
                (r"server unix:/run/ossauth-appserver/http\.sock([^;]*);", servers), (r"listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
                (r"/etc/nginx/tls/sts\.example\.com", str(self.path / "server")),
                (r"/etc/nginx/tls/hosts-ca\.pem", str(self.path / "ca.pem")), (r"limit_req zone=.*;", "")]:
            text, count = re.subn(old, new, text)
            assert count, old
        whole = (f"daemon off;\nuser root;\npid {self.path}/nginx.pid;\nerror_log {self.path}/nginx.log;\n"
                 f"events {{ worker_connections 1024; }}\nhttp {{ access_log off;\n{text}\n}}\n")
        (self.path / "nginx.conf").write_text(whole)
        process = subprocess.Popen(["nginx", "-p", self.path, "-c", self.path / "nginx.conf"], stderr=subprocess.DEVNULL)
        self.running.append(process)
        until(lambda: self.answers(port))
        return port

    @staticmethod
    def answers(port):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def stop(self):
        for process in reversed(self.running):
            process.terminate()
            process.wait()
            if process.stdout:
                process.stdout.close()
        self.folder.cleanup()
