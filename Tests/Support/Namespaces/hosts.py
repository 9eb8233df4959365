"""A host on an instance: a network namespace behind another one, in which a stand-in answers as the metadata of the instance."""

import os
import socket
import subprocess
import sys
import time

from namespaces import ADDRESS, EC2_ADDRESS, Namespace, ip

REAL = b"the metadata of the instance\n"
IP_FREEBIND, IP_TRANSPARENT = 15, 19

STAND_IN = f"""
import http.server, sys, threading
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response_only(200)
        self.send_header("Content-Length", "{len(REAL)}")
        self.end_headers()
        self.wfile.write({REAL!r})
    do_PUT = do_GET
    def log_message(self, *words):
        pass
class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 512
servers = [Server((address, 80), Handler) for address in sys.argv[1:]]
for server in servers:
    threading.Thread(target=server.serve_forever, daemon=True).start()
print("ready", flush=True)
sys.stdin.read()
"""


class Host(Namespace):
    """Is there from `with` on, with its cloud, and ends with it."""

    OWN, CLOUD = "10.77.0.2", "10.77.0.1"

    def __init__(self, name):
        super().__init__(f"{name}-host")
        self.cloud = Namespace(f"{name}-cloud")

    def __enter__(self):
        self.cloud.__enter__()
        ip("netns", "add", self.name)
        ip("-n", self.name, "link", "set", "lo", "up")
        link = f"v{os.getpid() % 100000}"
        ip("-n", self.name, "link", "add", f"{link}h", "type", "veth", "peer", "name", f"{link}c", "netns", self.cloud.name)
        for end, space, address in [("h", self, self.OWN), ("c", self.cloud, self.CLOUD)]:
            ip("-n", space.name, "address", "add", f"{address}/24", "dev", link + end)
            ip("-n", space.name, "link", "set", link + end, "up")
        ip("-n", self.name, "route", "add", "default", "via", self.CLOUD)
        self.process = subprocess.Popen(
            self.cloud.command(sys.executable, "-c", STAND_IN, ADDRESS, EC2_ADDRESS), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.link = f"{link}h"
        self.wait()
        return self

    def wait(self):
        """The link is usable a moment after it is up."""
        end = time.monotonic() + 60
        while self.run("ip", "-o", "link", "show", self.link).find("LOWER_UP") < 0:
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(0.01)

    def __exit__(self, *error):
        self.process.communicate()
        super().__exit__(*error)
        self.cloud.__exit__(*error)

    def run(self, *words):
        """What the command prints, within."""
        return subprocess.run(self.command(*words), check=True, stdout=subprocess.PIPE, text=True).stdout

    def transparent_listener(self, address=ADDRESS):
        """As a socket unit with Transparent=yes and FreeBind=yes opens it."""
        def make():
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_IP, IP_FREEBIND, 1)
            listener.setsockopt(socket.SOL_IP, IP_TRANSPARENT, 1)
            listener.bind((address, 80))
            listener.listen(512)
            return listener
        return self.work(make)
