"""A program that took over the user of nginx asks the daemon about connections outside of the gateway: forger.py listener|client.

`listener`: it opened the port itself, while root's socket was away. `client`: it connected from the port to a server of root, and then the
socket came back. Prints the answer of the daemon."""

import http.client
import os
import pwd
import socket
import subprocess
import sys

GATEWAY, ROOT = ("127.0.0.1", 471), ("127.0.0.1", 8081)
nginx = pwd.getpwnam("ossauth-nginx").pw_uid


def by(user, make):
    """A socket belongs to the user that makes it; the port needs a right that the user of nginx has not, but may have had."""
    os.seteuid(user)
    made = make()
    os.seteuid(0)
    if isinstance(made, socket.socket):
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return made


class Question(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect("/run/ossauthd-forward/forward.sock")


def ask(client):
    question = Question("ossauthd")
    question.request("GET", "/v1/forward", headers={
        "Authorization": "OSS dummy:key", "Forward-Client": "%s:%d" % client, "Forward-Server": "%s:%d" % GATEWAY, "Forward-Method": "GET",
        "Forward-Host": "127.0.0.1", "Forward-Target": "/demo-bucket/photos/a"})
    answer = question.getresponse()
    print(answer.status, answer.headers.get("Forward-User", ""), answer.read().decode())


if sys.argv[1] == "listener":
    listener = by(nginx, socket.socket)
    listener.bind(GATEWAY)
    listener.listen()
    client = by(0, socket.socket)
    client.connect(GATEWAY)
    accepted = by(nginx, lambda: listener.accept()[0])
    ask(client.getsockname())
else:
    server = by(0, socket.socket)
    server.bind(ROOT)
    server.listen()
    client = by(nginx, socket.socket)
    client.bind(GATEWAY)
    client.connect(ROOT)
    accepted = by(0, lambda: server.accept()[0])
    subprocess.run(["systemctl", "start", "ossauth-nginx@471.socket"], check=True)
    ask(ROOT)
