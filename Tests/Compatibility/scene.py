"""An AppServer, the daemon and the stand-in for OSS, as clients find them; in a directory of its own."""

import contextlib
import grp
import http.client
import json
import os
import pathlib
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Namespaces"), str(ROOT / "Tests" / "Fixtures")]
from free_port import free_port  # noqa: E402
from namespaces import Namespace, handing_over, obstacle  # noqa: E402

# Long enough for any machine, also for one that does much else; only a failing test waits so long.
PATIENCE = 60
REGION = "cn-hangzhou"
BUCKET = "examplebucket"

# Seconds that a token lives: long enough for a request on a busy machine and for the margin of opendal, short enough for three rotations.
LIFETIME = 40

CONFIGURATION = """\
[Daemon]
ApiSocket={directory}/api.sock
ApiSocketUser={user}
ApiSocketGroup={group}
AdminSocket={directory}/admin.sock
AdminSocketUser={user}
AdminSocketGroup={group}
CacheDirectory={directory}/cache
CompatListen=127.0.0.1:{port}
MetadataListen=127.0.0.1:{metadata_port}
MetadataTokens=optional
LogLevel=warning

[Profile main]
Source=appserver
URL={appserver}
Endpoint={endpoint}
Region={region}
RetryMax=1s

[Access tests]
Match=uid:{uid}
Allow=credentials status
"""


class Scene:
    """Everything runs from `with` on, and ends with it."""

    def __init__(self, programs, rules="", lifetime=LIFETIME, endpoint=None):
        self.programs = pathlib.Path(programs)
        self.rules, self.lifetime = rules, lifetime
        self.endpoint_of_profile = endpoint

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.directory = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ossauthd-compat-")))
            self.processes = {}
            stack.callback(self.end)
            self.appserver = self.start_appserver()
            self.endpoint = self.listening("standin", self.standin)
            self.namespace = None if obstacle() else stack.enter_context(Namespace("ossauthd-compat"))
            if self.namespace:
                self.endpoint_within = self.listening("standin-within", self.namespace.command(*self.standin))
            self.start_daemon()
            self.uri = self.ask("/v1/compat?profile=main")["uri"]
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self.stack.close()

    @property
    def standin(self):
        return [sys.executable, "-B", ROOT / "Tests/Standin/oss_standin.py", "--ledger", self.directory / "ledger",
                "--signers", self.signers, "--region", REGION]

    @property
    def signers(self):
        """The file with the id of the key that signed each request."""
        return self.directory / "signers"

    def start_appserver(self, listen="127.0.0.1:0"):
        return self.listening("appserver", [
            self.programs / "ossauth-appserver", "--demo", "--lifetime", str(self.lifetime),
            "--ledger", self.directory / "ledger", "--listen", listen])

    def stop_appserver(self):
        process = self.processes.pop("appserver")
        process.terminate()
        process.wait(PATIENCE)

    def restart_appserver(self):
        self.start_appserver(self.appserver.removeprefix("http://").rstrip("/"))

    def start_daemon(self):
        user = pwd.getpwuid(os.getuid())
        (self.directory / "cache").mkdir(mode=0o700)
        file = self.directory / "ossauthd.conf"
        self.metadata_port = free_port()
        file.write_text(CONFIGURATION.format(
            directory=self.directory, user=user.pw_name, uid=user.pw_uid, group=grp.getgrgid(os.getgid()).gr_name,
            port=free_port(), metadata_port=self.metadata_port, appserver=self.appserver,
            endpoint=self.endpoint_of_profile or self.endpoint, region=REGION) + self.rules)
        command = [self.programs / "ossauthd", "--config", file]
        if self.namespace is None:
            self.start("ossauthd", command)
        else:
            with self.namespace.listener() as listener, self.namespace.diagnosis() as diagnosis:
                command, numbers = handing_over([("metadata", listener), ("metadata", diagnosis)], command)
                self.start("ossauthd", command, numbers)
        self.until(self.is_ready)

    def is_ready(self):
        with contextlib.suppress(OSError):
            return self.ask("/v1/health")["healthy"]
        return False

    def generation(self):
        return self.ask("/v1/status")["profiles"][0]["generation"]

    @property
    def socket(self):
        return self.directory / "api.sock"

    def ask(self, path):
        connection = http.client.HTTPConnection("localhost", timeout=PATIENCE)
        connection.sock = socket.socket(socket.AF_UNIX)
        with contextlib.closing(connection):
            connection.sock.connect(str(self.socket))
            connection.request("GET", path)
            return json.loads(connection.getresponse().read())

    def start(self, name, command, descriptors=()):
        log = open(self.directory / f"{name}.log", "wb")
        with log:
            self.processes[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, pass_fds=descriptors)

    def listening(self, name, command):
        """Starts what prints where it listens, and says where that is."""
        self.start(name, command)
        log = self.directory / f"{name}.log"
        self.until(lambda: "listening on " in log.read_text())
        return log.read_text().split("listening on ")[1].split("\n")[0]

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            for name, process in self.processes.items():
                if process.poll() is not None:
                    raise RuntimeError(f"{name} ended: {(self.directory / name).with_suffix('.log').read_text()}")
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(0.02)

    def end(self):
        for process in self.processes.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
