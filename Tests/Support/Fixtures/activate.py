#!/usr/bin/env python3
"""Starts a program as systemd does with sockets: NAME=PATH... -- COMMAND..."""

import os
import socket
import sys

end = sys.argv.index("--")
sockets = [entry.split("=", 1) for entry in sys.argv[1:end]]
kept = []
for _, path in sockets:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(64)
    kept.append(os.dup2(listener.fileno(), 100 + len(kept)))
for number, copy in enumerate(kept, start=3):
    os.dup2(copy, number)
    os.close(copy)
os.environ.update(
    LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(kept)), LISTEN_FDNAMES=":".join(name for name, _ in sockets))
os.execv(sys.argv[end + 1], sys.argv[end + 1:])
