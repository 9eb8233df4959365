"""Rules for units and slices at the listeners over TCP: the kernel tells in which control group a socket was made."""

import http.client
import os
import pathlib
import signal
import socket
import subprocess
import unittest

import control_groups
from control_groups import Groups, daemon_sees, remove, within
from daemon import PATIENCE, PROGRAM, Client, Daemon, as_user, until
from free_port import free_port
from test_compat import PROFILES
from test_metadata import ROLES, give

RULE = """
[Access rule]
Match={match}
Profile=main
Allow=credentials
"""


@control_groups.skipped
class UnitTests(unittest.TestCase):
    view = "cgroup2"

    def setUp(self):
        self.groups = self.enterContext(Groups())
        Daemon.launcher = daemon_sees(self.view)
        self.addCleanup(setattr, Daemon, "launcher", [])
        self.port = free_port()

    def start(self, match):
        self.daemon = Daemon(RULE.format(match=match), PROFILES, f"MetadataListen=127.0.0.1:{self.port}\nMetadataTokens=optional\n")
        self.addCleanup(self.daemon.stop)
        give(self.daemon)

    def change(self, match):
        self.daemon.configure(RULE.format(match=match))
        client = Client(self.daemon.admin)
        self.assertEqual(client.ask("POST", "/v1/reload")[0], 200)
        client.close()

    def connect(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.connect()
        return connection

    def status(self, connection):
        connection.request("GET", ROLES + "main")
        answer = connection.getresponse()
        answer.read()
        return answer.status

    def ask(self):
        connection = self.connect()
        try:
            return self.status(connection)
        finally:
            connection.close()

    def handed_over(self, group, uid=1234):
        """A connection that a process of the group made, and the process has ended."""
        near, far = socket.socketpair()
        with near, far:
            def work():
                connection = self.connect()
                socket.send_fds(far, [b"."], [connection.sock.fileno()])
                connection.close()
            within(group, uid, work)
            _, handed, _, _ = socket.recv_fds(near, 1, 1)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.sock = socket.socket(fileno=handed[0])
        connection.sock.settimeout(PATIENCE)
        self.addCleanup(connection.close)
        return connection

    def test_a_rule_for_a_unit_is_for_its_processes_only(self):
        self.start("uid:1234 unit:gallery.service")
        gallery, other = self.groups.make("gallery.service"), self.groups.make("other.service")
        for group, uid, status in [
            (gallery, 1234, 200), (self.groups.make("gallery.service/worker"), 1234, 200), (gallery, 1235, 403),
            (other, 1234, 403), (self.groups.make("other.service/gallery.service"), 1234, 403),
            (self.groups.make("folder/gallery.service"), 1234, 403), (self.groups.top, 1234, 403), (gallery, 1234, 200),
        ]:
            self.assertEqual(within(group, uid, self.ask), status, (group, uid))
        self.assertEqual(as_user(1234, self.ask), 403)

    def test_a_rule_for_a_slice_is_for_its_units_only(self):
        self.start(f"slice:{self.groups.slice}")
        self.assertEqual(within(self.groups.make("gallery.service"), 1234, self.ask), 200)
        self.assertEqual(within(self.groups.make("inner.slice/gallery.service"), 1234, self.ask), 403)
        self.assertEqual(as_user(1234, self.ask), 403)

    def test_the_unit_is_that_in_which_the_socket_was_made(self):
        self.start("unit:gallery.service")
        gallery, other = self.groups.make("gallery.service"), self.groups.make("other.service")

        def move():
            connection = self.connect()
            os.write(writing, b".")
            until(lambda: str(other).endswith(pathlib.Path("/proc/self/cgroup").read_text().split("0::")[1].strip()))
            statuses = [self.status(connection), self.ask()]
            connection.close()
            return statuses

        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.read(reading, 1)
            for number in (gallery / "cgroup.procs").read_text().split():
                (other / "cgroup.procs").write_text(number)
            os._exit(0)
        self.addCleanup(os.close, reading)
        self.addCleanup(os.close, writing)
        self.assertEqual(within(gallery, 1234, move), [200, 403])
        os.waitpid(child, 0)

    def test_a_unit_that_is_gone_has_no_rule(self):
        self.start("unit:*")
        gallery = self.groups.make("gallery.service")
        self.assertEqual(within(gallery, 1234, self.ask), 200)
        later = self.groups.make("later.service")
        self.daemon.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.daemon.process.send_signal, signal.SIGCONT)
        connection = self.handed_over(later)
        remove(later)
        self.groups.make("later.service")
        self.daemon.process.send_signal(signal.SIGCONT)
        self.assertEqual(self.status(connection), 403)

    def test_after_a_reload_each_connection_has_its_own_unit(self):
        self.start("uid:1234")
        gallery, other = [self.handed_over(self.groups.make(name)) for name in ["gallery.service", "other.service"]]
        self.assertEqual([self.status(gallery), self.status(other)], [200, 200])
        self.change("uid:1234 unit:other.service")
        self.assertEqual([self.status(gallery), self.status(other)], [403, 200])


@control_groups.skipped
class OtherTreeTests(UnitTests):
    """Hosts with the trees of version 1: a unit is unknown there, and never a wrong one."""

    view = "tmpfs"
    test_a_rule_for_a_slice_is_for_its_units_only = None
    test_the_unit_is_that_in_which_the_socket_was_made = None
    test_a_unit_that_is_gone_has_no_rule = None
    test_after_a_reload_each_connection_has_its_own_unit = None

    REASON = "do not match callers over TCP: /sys/fs/cgroup is not the tree of control groups of version 2"

    def test_a_rule_for_a_unit_is_for_its_processes_only(self):
        self.start("unit:*")
        gallery = self.groups.make("gallery.service")
        self.assertEqual([within(gallery, uid, self.ask) for uid in [1234, 1235]], [403, 403])
        self.assertEqual(self.daemon.said.count(f"unit: and slice: in [Access rule] {self.REASON}"), 1)

    def test_the_log_of_a_start_says_that_units_are_unknown(self):
        self.start("uid:1234")
        until(lambda: "the tree of control groups of version 2 at /sys/fs/cgroup (unit: and slice: do not match callers over TCP)" in self.daemon.said)

    def test_the_check_says_that_units_are_unknown(self):
        self.start("unit:*")
        report = subprocess.run([*Daemon.launcher, PROGRAM, "--check", "--config", f"{self.daemon.directory}/ossauthd.conf"],
                                capture_output=True, text=True)
        self.assertEqual(report.returncode, 0)
        self.assertIn(f"warning: unit: and slice: {self.REASON}", report.stdout + report.stderr)


if __name__ == "__main__":
    unittest.main()
