"""Asks for the role of the instance, as a user: asker.py USER SECONDS. Prints what came back, and how often, as `count answer` for each answer.

Many times a second, at each address at which programs ask. No served user may ever get the metadata of the instance."""

import collections
import os
import socket
import sys
import threading
import time

PLACES = ["100.100.100.200", "169.254.169.254", "::ffff:100.100.100.200", "fd00:ec2::254"]
ROLES = {"169.254.169.254": "/latest/meta-data/iam/security-credentials/"}
found = collections.Counter()


def ask(place):
    family = socket.AF_INET6 if ":" in place else socket.AF_INET
    path = ROLES.get(place, "/latest/meta-data/ram/security-credentials/")
    try:
        with socket.socket(family) as stream:
            stream.settimeout(0.5)
            stream.connect((place, 80))
            stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {place.removeprefix('::ffff:')}\r\nConnection: close\r\n\r\n".encode())
            text = b""
            while more := stream.recv(65536):
                text += more
            return text.decode().partition("\r\n\r\n")[2] or "empty"
    except OSError:
        return "nothing"


def many(place, end):
    while time.monotonic() < end:
        found[ask(place)] += 1
        time.sleep(0.01)


os.setgid(int(sys.argv[1]))
os.setuid(int(sys.argv[1]))
print("begun", flush=True)
end = time.monotonic() + float(sys.argv[2])
threads = [threading.Thread(target=many, args=(place, end)) for place in PLACES]
for each in threads:
    each.start()
for each in threads:
    each.join()
for answer, count in sorted(found.items()):
    print(count, answer)
