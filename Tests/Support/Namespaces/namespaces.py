"""Network namespaces of a test: each has nothing but its loopback, with the addresses of ECS's and EC2's metadata on it."""

import ctypes
import os
import shutil
import socket
import subprocess
import threading

ADDRESS = "100.100.100.200"
EC2_ADDRESS = "169.254.169.254"
NETLINK_SOCK_DIAG = 4
CLONE_NEWNET = 0x40000000


def obstacle():
    """Why there can be none; None where there can."""
    if os.getuid() != 0:
        return "a network namespace can be made by root only"
    if not shutil.which("ip"):
        return "a network namespace needs the ip of iproute2"
    tried = subprocess.run(["unshare", "--net", "true"], capture_output=True, text=True)
    return None if tried.returncode == 0 else f"no network namespace here: {tried.stderr.strip()}"


class Namespace:
    """Is there from `with` on, and ends with it."""

    def __init__(self, name):
        # Tests in containers may have the same process id and share /run.
        self.name = f"{name}-{os.getpid()}-{os.urandom(3).hex()}"
        self.path = f"/run/netns/{self.name}"

    def __enter__(self):
        ip("netns", "add", self.name)
        ip("-n", self.name, "link", "set", "lo", "up")
        for address in [ADDRESS, EC2_ADDRESS]:
            ip("-n", self.name, "address", "add", f"{address}/32", "dev", "lo")
        return self

    def __exit__(self, *error):
        ip("netns", "delete", self.name)

    def command(self, *words):
        """The same command, within."""
        return ["nsenter", f"--net={self.path}", *words]

    def enter(self):
        """From here on this thread is within."""
        library = ctypes.CDLL(None, use_errno=True)
        with open(self.path) as file:
            if library.setns(file.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "setns")

    def work(self, work):
        """Does the work within; its result."""
        results = []

        def whole():
            self.enter()
            results.append(work())

        thread = threading.Thread(target=whole)
        thread.start()
        thread.join()
        return results[0]

    def listener(self, port=80, address=ADDRESS):
        """As a socket unit with NetworkNamespacePath= opens it."""
        return self.work(lambda: socket.create_server((address, port)))

    def diagnosis(self):
        """As ListenNetlink=inet-diag of the same unit."""
        return self.work(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_SOCK_DIAG))


def ip(*words):
    subprocess.run(["ip", *words], check=True)


LAUNCH = """
import os, sys
count = len(names := sys.argv[1].split(":"))
for index in range(count):
    os.dup2(int(sys.argv[2 + index]), 3 + index)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(count), "LISTEN_FDNAMES": sys.argv[1]}
os.execvp(sys.argv[2 + count], sys.argv[2 + count:])
"""


def handing_over(sockets, command):
    """The command, which gets the sockets as systemd hands them over, and what Popen must be told for it.

    `sockets` are pairs of a name and a socket; who starts the command keeps them open until then.
    """
    import fcntl
    import sys
    # Above all numbers that they will have.
    numbers = [fcntl.fcntl(each.fileno(), fcntl.F_DUPFD, 100) for _, each in sockets]
    words = [sys.executable, "-c", LAUNCH, ":".join(name for name, _ in sockets), *map(str, numbers), *map(str, command)]
    return words, numbers
