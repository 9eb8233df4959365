"""An AppServer, the daemon and the stand-in for OSS, as clients find them; in a directory of its own.

With buckets all of them are in a network namespace that has the names of OSS and of these buckets, and speak TLS.
"""

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
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Tests" / "Support" / "Namespaces"), str(ROOT / "Tests" / "Support" / "Fixtures")]
from free_port import free_port  # noqa: E402
from names_of_oss import ENDPOINT, NamesOfOSS  # noqa: E402
from namespaces import ADDRESS, EC2_ADDRESS, handing_over  # noqa: E402

# Long enough for any machine, also for one that does much else; only a failing test waits so long.
PATIENCE = 60
REGION = "cn-hangzhou"
BUCKET = "examplebucket"

# Seconds that a token lives: long enough for a request on a busy machine and for the margin of opendal, short enough for three rotations.
LIFETIME = 40
PROFILE = "media"

CONFIGURATION = """\
[Daemon]
# juicefs leaves a connection open for each credential that it reads, hundreds in a minute of this test.
MaxConnections=20000
MaxConnectionsPerUser=20000
ApiSocket={directory}/api.sock
ApiSocketGroup={group}
AdminSocket={directory}/admin.sock
AdminSocketGroup={group}
CacheDirectory={directory}/cache
CompatListen=127.0.0.1:{port}
MetadataTokens=optional
LogLevel=warning

[Profile media]
Source=appserver
URL={appserver}
Endpoint={endpoint}
Region={region}
RetryMax=1s

[Access tests]
Match=uid:{uid}
Allow=credentials status
"""

FOR_CLIENTS = """
[Access signatures]
Match=uid:{uid}
Allow=sign presign
Bucket=*

[Sink process]
Profile=media
Format=aws-process
Path={directory}/sinks/media.json

[Sink key]
Profile=media
Format=json
Path={directory}/sinks/key.json
"""


class Scene:
    """Everything runs from `with` on, and ends with it."""

    def __init__(self, programs, rules="", lifetime=LIFETIME, buckets=()):
        self.programs = pathlib.Path(programs)
        self.rules, self.lifetime, self.buckets = rules, lifetime, buckets
        self.namespace = None

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.directory = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ossauthd-compat-")))
            (self.directory / "sinks").mkdir()
            if self.buckets:
                self.namespace = stack.enter_context(NamesOfOSS("ossauthd-compat", self.directory, self.buckets))
            self.processes = {}
            stack.callback(self.end)
            self.appserver = self.start_appserver()
            self.endpoint = self.listening("standin", self.standin)
            self.start_daemon()
            self.uri = self.ask(f"/v1/compat?profile={PROFILE}")["uri"]
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self.stack.close()

    @property
    def standin(self):
        options = ["--ledger", self.directory / "ledger", "--requests", self.requests, "--region", REGION]
        if self.namespace:
            return self.namespace.standin(*options)
        return [sys.executable, "-B", ROOT / "Tests/Support/Standin/oss_standin.py", *options]

    @property
    def requests(self):
        """The file with a line for each request that the stand-in answered."""
        return self.directory / "requests"

    def start_appserver(self, port=0):
        return self.listening("appserver", self.within(
            sys.executable, "-B", ROOT / "packaging/examples/appserver.py", "--lifetime", str(self.lifetime),
            "--ledger", self.directory / "ledger", "--port", str(port)))

    def stop_appserver(self):
        process = self.processes.pop("appserver")
        process.terminate()
        process.wait(PATIENCE)

    def restart_appserver(self):
        self.start_appserver(urllib.parse.urlsplit(self.appserver).port)

    def start_daemon(self):
        user = pwd.getpwuid(os.getuid())
        (self.directory / "cache").mkdir(mode=0o700)
        file = self.directory / "ossauthd.conf"
        text = CONFIGURATION + (FOR_CLIENTS if self.buckets else "")
        file.write_text(text.format(
            directory=self.directory, user=user.pw_name, uid=user.pw_uid, group=grp.getgrgid(os.getgid()).gr_name,
            port=free_port(), appserver=self.appserver, endpoint=f"https://{ENDPOINT}" if self.namespace else self.endpoint,
            region=REGION) + self.rules)
        command = self.within(self.programs / "ossauthd", "--config", file)
        if self.namespace is None:
            self.start("ossauthd", command)
        else:
            with contextlib.ExitStack() as stack:
                sockets = [("metadata", stack.enter_context(each)) for address in (ADDRESS, EC2_ADDRESS)
                           for each in (self.namespace.listener(address=address), self.namespace.diagnosis())]
                command, numbers = handing_over(sockets, command)
                self.start("ossauthd", command, numbers)
        self.until(self.is_ready)

    def within(self, *words):
        """The command, in the namespace if there is one."""
        return self.namespace.command(*words) if self.namespace else list(words)

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
