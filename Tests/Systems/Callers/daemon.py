"""A daemon of the build in a folder of its own, and clients that are other users and other processes."""

import contextlib
import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

if os.geteuid() != 0:
    raise unittest.SkipTest("the daemon's sockets are root's here, and its callers become other users: only root may")

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Fixtures"))
PROGRAM = os.environ.get("OSSAUTHD", str(ROOT / ".build" / "debug" / "ossauthd"))
# Long enough for any machine, also for one that does much else; only a failing test waits so long.
PATIENCE = 60

PROFILES = """
[Profile main]
Source=static
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
AccessKeyIDFile={directory}/id
AccessKeySecretFile={directory}/secret
"""

DAEMON = """
[Daemon]
DefaultProfile=main
ApiSocket={directory}/api.sock
ApiSocketMode=0666
ApiSocketGroup=root
AdminSocket={directory}/admin.sock
CacheDirectory={directory}/cache
"""


class Daemon:
    """Runs until `stop`; what it says on standard error is in `said` then."""

    # The command that runs the daemon; the command line of the daemon is appended to it.
    launcher = []
    # Numbers of open files that it gets.
    passed = ()

    def __init__(self, rules, profiles=PROFILES, daemon="", **environment):
        self.directory = tempfile.mkdtemp(prefix="ossauthd-callers-")
        os.chmod(self.directory, 0o755)
        self.write("id", "LTAI5tPublicVector01")
        self.write("secret", "PublicTestVectorSecretOnly0001")
        self.profiles = profiles
        self.daemon = daemon
        self.environment = environment
        self.configure(rules)
        self.errors = open(f"{self.directory}/errors", "w+")
        try:
            self.restart()
        except Exception:
            self.stop()
            raise

    def begin(self):
        self.process = subprocess.Popen(
            [*self.launcher, PROGRAM, "--config", f"{self.directory}/ossauthd.conf"], stderr=self.errors,
            env=os.environ | self.environment, pass_fds=self.passed)

    def restart(self):
        self.begin()
        until(lambda: self.process.poll() is not None or is_open(self.api) and is_open(self.admin))
        if self.process.poll() is not None:
            raise RuntimeError(f"the daemon does not start: {self.said}")

    def configure(self, rules):
        text = DAEMON + self.daemon + self.profiles + rules
        self.write("ossauthd.conf", text.replace("{directory}", self.directory))

    def write(self, name, text):
        pathlib.Path(self.directory, name).write_text(text)

    @property
    def api(self):
        return f"{self.directory}/api.sock"

    @property
    def admin(self):
        return f"{self.directory}/admin.sock"

    @property
    def said(self):
        self.errors.flush()
        return pathlib.Path(self.directory, "errors").read_text()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.errors.close()
        shutil.rmtree(self.directory)
        return status


class Client:
    """One connection: a new one, or one that another process made."""

    def __init__(self, path, connected=None):
        self.connection = http.client.HTTPConnection("localhost", timeout=PATIENCE)
        self.connection.sock = connected or socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.connection.sock.settimeout(PATIENCE)
        if not connected:
            self.connection.sock.connect(path)

    def ask(self, method, path, body=None):
        """The status, the headers and the document."""
        text = None if body is None else json.dumps(body)
        self.connection.request(method, path, text)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, json.loads(answer.read())

    def presign(self, **members):
        status, _, document = self.ask("POST", "/v1/presign", {"bucket": "bucket", "key": "key"} | members)
        return status, document

    def close(self):
        self.connection.close()

    def __del__(self):
        """Most tests do not care when a connection ends, but Python warns about a socket that is not closed."""
        self.connection.close()


def is_open(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        return stream.connect_ex(path) == 0


def until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.005)


@contextlib.contextmanager
def being(user, groups=()):
    """The kernel tells the daemon the effective user and groups of the moment of connecting."""
    before = os.getgroups()
    os.setgroups(groups)
    os.setegid(user)
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(before)


def as_user(uid, work, groups=(), before=lambda: None):
    """Does the work in a process of that user; its result, which must be JSON. `before`: what the process does as root first."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            before()
            os.setgroups(groups)
            os.setgid(uid)
            os.setuid(uid)
            os.write(writing, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text)
