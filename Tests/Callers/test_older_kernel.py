"""What the newer kernel of this machine would hide: callers and secrets where it knows less of the first and cannot hide
the second."""

import pathlib
import platform
import sys
import unittest

import older_kernel
import test_identity
import test_memory
from daemon import Client, Daemon


@unittest.skipUnless(platform.machine() in older_kernel.GETSOCKOPT, "the numbers of its calls are not known here")
class OlderKernel:
    def setUp(self):
        Daemon.launcher = [sys.executable, "-B", older_kernel.__file__]
        self.addCleanup(setattr, Daemon, "launcher", [])
        super().setUp()


class IdentityTests(OlderKernel, test_identity.IdentityTests):
    # Whether two connections are of one process it cannot tell.
    test_connections_of_one_process_are_looked_at_as_one = None
    test_who_is_known_needs_no_more_than_the_descriptor_of_his_connection = None

    def test_it_says_how_sure_it_is(self):
        client = Client(self.daemon("uid:0").api)
        self.addCleanup(client.close)
        self.assertEqual(client.ask("GET", "/v1/whoami")[2]["certainty"], "start-time")


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


if __name__ == "__main__":
    unittest.main()
