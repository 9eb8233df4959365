"""What the newer kernel of this machine would hide: callers and secrets where it knows less of the first and cannot hide
the second."""

import os
import pathlib
import platform
import signal
import socket
import subprocess
import sys
import unittest

import older_kernel
import test_identity
import test_memory
import test_metadata
from app_server import PROFILE, RULES, AppServer
from daemon import Client, Daemon, as_user, until


def hand_over(path, receiver):
    """Connects, gives the connection away, and tells which process made it."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(path)
        socket.send_fds(receiver, [b"."], [stream.fileno()])
    return os.getpid()


@unittest.skipUnless(platform.machine() in older_kernel.GETSOCKOPT, "the numbers of its calls are not known here")
class OlderKernel:
    def setUp(self):
        Daemon.launcher = [sys.executable, "-B", older_kernel.__file__]
        self.addCleanup(setattr, Daemon, "launcher", [])
        super().setUp()


class IdentityTests(OlderKernel, test_identity.IdentityTests):
    # Whether two connections are of one process it cannot tell.
    test_connections_of_one_process_are_looked_at_as_one = None
    test_a_known_process_needs_one_descriptor_beside_those_of_its_connections = None

    def test_whoami_says_how_sure_the_daemon_is(self):
        client = Client(self.daemon("uid:0").api)
        self.addCleanup(client.close)
        self.assertEqual(client.ask("GET", "/v1/whoami")[2]["certainty"], "start-time")

    def test_the_log_names_what_the_kernel_lacks(self):
        daemon = self.daemon("uid:0")
        until(lambda: "the daemon works without" in daemon.said)
        self.assertIn("memfd_secret (secrets are in memory that is locked, not hidden)", daemon.said)
        self.assertIn("SO_PEERPIDFD (a process is known by its number and start time)", daemon.said)

    def test_a_process_of_another_user_is_none_that_has_its_number_before_the_daemon_accepts(self):
        daemon = self.daemon("exe:/**/trusted")
        trusted = self.copy(daemon, "trusted")
        daemon.process.send_signal(signal.SIGSTOP)
        self.addCleanup(daemon.process.send_signal, signal.SIGCONT)
        near, far = socket.socketpair()
        with near, far:
            number = as_user(1234, lambda: hand_over(daemon.api, far))
            _, handed, _, _ = socket.recv_fds(near, 1, 1)
        client = Client(daemon.api, socket.socket(fileno=handed[0]))
        self.addCleanup(client.close)
        self.successor(number, lambda: (self.idler(trusted), None))
        daemon.process.send_signal(signal.SIGCONT)
        self.assertEqual(client.presign()[0], 403)

    def idler(self, program):
        idler = subprocess.Popen([program, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
        self.addCleanup(idler.wait)
        self.addCleanup(idler.stdin.close)
        # Before that it is not yet the program.
        until(lambda: os.readlink(f"/proc/{idler.pid}/exe") == program)
        return idler


@unittest.skipIf(test_metadata.obstacle(), test_metadata.obstacle())
class NamespaceTests(OlderKernel, test_metadata.NamespaceTests):
    pass


class MemoryTests(OlderKernel, test_memory.MemoryTests):
    def test_the_secret_is_in_memory_that_is_never_swapped(self):
        self.start()
        before = self.locked()
        self.give(self.token)
        self.assertNotIn("secretmem", pathlib.Path(f"/proc/{self.daemon.process.pid}/maps").read_text())
        self.assertGreater(self.locked(), before)

    def locked(self):
        lines = pathlib.Path(f"/proc/{self.daemon.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmLck:"))


class FetchTests(OlderKernel, unittest.TestCase):
    def test_the_helper_gets_a_token_also_from_a_command(self):
        with AppServer("server") as server:
            command = (f"\n[Profile command]\nSource=process\nCommand=/usr/bin/curl --silent {server.url}\n"
                       "Endpoint=https://oss-cn-hangzhou.aliyuncs.com\n")
            rules = RULES + RULES.replace("all", "command").replace("main", "command")
            daemon = Daemon(rules, PROFILE.format(url=server.url) + command)
            self.addCleanup(daemon.stop)
            client = Client(daemon.api)
            self.addCleanup(client.close)
            for profile in ("main", "command"):
                until(lambda: client.presign(profile=profile)[0] == 200)


if __name__ == "__main__":
    unittest.main()
