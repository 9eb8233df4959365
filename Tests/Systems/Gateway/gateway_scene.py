"""The scene of the compatibility tests with a gateway in it: nginx and the filter, as a user of their own."""

import os
import pathlib
import re
import socket
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Compatibility"))
from scene import Scene  # noqa: E402

# No other user of the host has this number.
USER = 4711
PORT = 471

# Only a bulk delete is a POST there.
FILTERED = {"PUT": "uploads", "POST": "bulk deletes"}

CONFIGURATION = """\
[Daemon]
ForwardSocket={directory}/forward.sock

[Forward media]
Listen=127.0.0.1:471
User=4711
Profile=media
"""

# systemd hands the listener over under the number 3, and starts the program as the user.
START = """
import os, sys
os.dup2(int(sys.argv[2]), 3)
os.set_inheritable(3, True)
os.setgroups([])
os.setgid(int(sys.argv[1]))
os.setuid(int(sys.argv[1]))
os.execvp(sys.argv[3], sys.argv[3:])
"""


class GatewayScene(Scene):
    """Everything runs from `with` on, and ends with it."""

    def start_daemon(self):
        self.directory.chmod(0o711)
        folder = self.directory / "ossauthd.conf.d"
        folder.mkdir()
        (folder / "gateway.conf").write_text(CONFIGURATION.format(directory=self.directory))
        super().start_daemon()
        self.until((self.directory / "forward.sock").exists)
        # As systemd does.
        os.chown(self.directory / "forward.sock", USER, USER)
        self.start_filter()
        self.start_nginx()

    def start_filter(self):
        own = self.own("unchunk")
        self.start("unchunk", self.as_user(self.programs / "ossauth-unchunk", "--listen", own / "unchunk.sock",
                                           "--next", self.directory / "nginx" / "plain.sock", "--daemon", self.directory / "forward.sock"))
        self.until((own / "unchunk.sock").exists)

    def start_nginx(self):
        own = self.own("nginx")
        own.joinpath("gateway.conf").write_text(self.configuration())
        self.listener = self.namespace.work(lambda: socket.create_server(("127.0.0.1", PORT), backlog=511))
        # As NonBlocking= of the unit.
        self.listener.setblocking(False)
        self.run_nginx()

    def run_nginx(self):
        """Starts nginx, also once more after it has ended: the listener stays."""
        os.environ["NGINX"] = "3;"
        try:
            self.start("nginx", self.as_user("/usr/sbin/nginx", "-c", self.directory / "nginx" / "gateway.conf",
                                             listener=self.listener), [self.listener.fileno()])
        finally:
            del os.environ["NGINX"]
        self.until((self.directory / "nginx" / "plain.sock").exists)

    def configuration(self):
        """What `ossauthd --print gateway` writes, with the folders of the scene."""
        printed = subprocess.run([self.programs / "ossauthd", "--config", self.directory / "ossauthd.conf", "--print", "gateway"],
                                 check=True, capture_output=True, text=True).stdout
        for name, value in {f"/run/ossauth-nginx/{PORT}": "nginx", f"/run/ossauth-unchunk/{PORT}.sock": "unchunk/unchunk.sock",
                            "/run/ossauthd-forward/": ""}.items():
            printed = printed.replace(name, f"{self.directory}/{value}")
        # The requests that the filter sends on are logged too.
        printed = printed.replace("access_log off;", f"access_log {self.filter_log} filtered;")
        printed = printed.replace("log_format ossauth", "log_format filtered '$http_host $request_method';\n    log_format ossauth")
        return re.sub(r"syslog:server=[^ ]*", str(self.directory / "nginx" / "access.log"), printed)

    @property
    def filter_log(self):
        return self.directory / "nginx/filter.log"

    def filtered(self, bucket):
        """The names in FILTERED of the requests on a bucket that went through the filter."""
        lines = [line.split() for line in self.filter_log.read_text().splitlines()]
        return {FILTERED[method] for host, method in lines if host.startswith(f"{bucket}.")}

    def own(self, name):
        folder = self.directory / name
        folder.mkdir(mode=0o700)
        os.chown(folder, USER, USER)
        return folder

    def as_user(self, *words, listener=None):
        number = listener.fileno() if listener else 0
        return self.within(sys.executable, "-c", START, str(USER), str(number), *map(str, words))

    def end(self):
        super().end()
        if hasattr(self, "listener"):
            self.listener.close()
