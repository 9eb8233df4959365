"""The role address of a host, by user: served users get the daemon or nothing, all others the metadata of the instance.

The locks are those of the package; a stand-in answers as the metadata of the instance."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from daemon import PATIENCE, PROGRAM, ROOT, as_user
from test_metadata import PROFILES, ROLES, HandedOverDaemon, give

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Support" / "Namespaces"))
from hosts import REAL, Host  # noqa: E402
from namespaces import ADDRESS, EC2_ADDRESS, obstacle  # noqa: E402

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Packages"))
from packages import interpreter  # noqa: E402

EC2_ROLES = "/latest/meta-data/iam/security-credentials/"
A, B, C, ROOT_USER = 1234, 1235, 1236, 0
RULES = f"""
[Access main]
Match=uid:{A}
Profile=main
Allow=credentials

[Access other]
Match=uid:{B}
Profile=other
Allow=credentials
"""
NOTHING = "nothing"


def install(directory):
    """The script of the locks as in a package, whose daemon reads the configuration of a test."""
    script = directory / "libexec" / "ossauthd" / "role"
    for path in [script, directory / "bin" / "ossauthd"]:
        path.parent.mkdir(parents=True)
    text = (ROOT / "packaging" / "role").read_text()
    for installed, here in [("/run/ossauthd-role", "state"), ("/var/lib/ossauthd-role", "kept"), ("/etc/ossauthd/ossauthd.conf ", "role.conf ")]:
        assert installed in text, installed
        text = text.replace(installed, str(directory / here))
    # No package has made the user of the daemon here.
    script.write_text(re.sub(r"setpriv --reuid=ossauthd .*?--no-new-privs ", "", text, flags=re.DOTALL))
    (directory / "bin" / "ossauthd").write_text(f'#!/bin/sh\nexec {PROGRAM} --config {directory}/role.conf "$@"\n')
    (directory / "bin" / "ossauthd").chmod(0o755)
    return script


def ask(path=ROLES, address=ADDRESS, source=None, patience=PATIENCE, device=None):
    """The body of the answer, or that there is none."""
    name = address.removeprefix("::ffff:")
    try:
        with socket.socket(socket.AF_INET if name == address else socket.AF_INET6) as stream:
            stream.settimeout(patience)
            if device:
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, device.encode())
            if source:
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                stream.bind(source)
            stream.connect((address, 80))
            stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
            # The other end closes first, so that the port can be used again at once.
            head, _, body = stream.makefile("rb").read().decode().partition("\r\n\r\n")
            return body if head else NOTHING
    except OSError:
        return NOTHING


class RoleAddress(unittest.TestCase):
    def setUp(self):
        if obstacle() or not shutil.which("nft"):
            self.skipTest(obstacle() or "nft is not installed")
        self.host = self.enterContext(Host("ossauthd-role"))
        self.directory = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.locks = install(self.directory)
        self.list = self.directory / "kept" / "locked"
        self.serve(A, B)
        self.sockets = []
        for each in [*map(self.host.transparent_listener, [ADDRESS, EC2_ADDRESS]), self.host.diagnosis()]:
            self.addCleanup(each.close)
            self.sockets.append(("metadata", each))

    def start(self):
        self.daemon = HandedOverDaemon(self.sockets, RULES, PROFILES, "MetadataTokens=optional\nRequestTimeout=300ms\n")
        self.addCleanup(self.daemon.stop)
        self.given = give(self.daemon)

    def configure(self, *users):
        (self.directory / "role.conf").write_text("[Role]\nUser=" + " ".join(map(str, users)) + "\n" if users else "")

    def serve(self, *users):
        self.configure(*users)
        self.assertEqual(self.lock(), (0, ""))

    def command(self, word):
        """The lock script, with the programs of `instead`."""
        return self.host.command("env", f"PATH={self.directory}/instead:{os.environ['PATH']}", "bash", str(self.locks), word)

    def lock(self, *words):
        """The status of the lock script, and what it says; as its unit runs it, or with other words."""
        for word in words or ["read", "follow"]:
            ended = subprocess.run(self.command(word), capture_output=True, text=True)
        return ended.returncode, ended.stdout

    def instead(self, name, line):
        """The script runs the line of the shell before a program, which it may keep from running."""
        program = self.directory / "instead" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\n{line}\nexec {shutil.which(name)} "$@"\n')
        program.chmod(0o755)

    def put(self):
        """The locks, as the kernel lists them."""
        return sorted(self.host.run("sh", "-c", "ip rule; ip -6 rule; ip route show table 771; nft list ruleset").splitlines())

    def missing(self):
        """What the doctor reports as bad."""
        return [line[3:] for line in self.lock("check")[1].splitlines() if line.startswith("<3>")]

    def within(self, user, *words, **options):
        return self.host.work(lambda: as_user(user, lambda: ask(*words, **options)))


class ServedTests(RoleAddress):
    def test_served_users_get_their_own_role_and_all_others_the_metadata_of_the_instance(self):
        self.start()
        for address, roles in [(ADDRESS, ROLES), (EC2_ADDRESS, EC2_ROLES)]:
            self.assertEqual([self.within(user, roles, address) for user in [A, B]], ["main", "other"])
            self.assertIn(self.given["AccessKeyId"], self.within(A, roles + "main", address))
            self.assertEqual(self.within(A, roles + "other", address), "")
            for user in [C, ROOT_USER]:
                self.assertEqual(self.within(user, roles, address), REAL.decode())

    def test_each_of_a_thousand_connections_has_its_own_user(self):
        self.start()
        self.host.run("sysctl", "-qw", "net.ipv4.ip_local_port_range=40000 40063")
        expected = {A: "main", B: "other", C: REAL.decode(), ROOT_USER: REAL.decode()}

        def many(user):
            return self.host.work(lambda: as_user(user, lambda: sorted({ask() for _ in range(250)})))

        with concurrent.futures.ThreadPoolExecutor() as threads:
            found = dict(zip(expected, threads.map(many, expected)))
        self.assertEqual(found, {user: [answer] for user, answer in expected.items()})

    def test_a_port_that_a_connection_to_the_instance_has_too_changes_no_user(self):
        self.start()
        ports = range(41000, 41250)

        def connect(port):
            connection = socket.create_connection((ADDRESS, 80), PATIENCE, (Host.OWN, port))
            self.addCleanup(connection.close)
        self.host.work(lambda: [connect(port) for port in ports])

        def clash():
            return [ask(ROLES, address, ("127.0.0.1", port)) for port in ports for address in [ADDRESS, EC2_ADDRESS]]

        for user, role in [(A, "main"), (B, "other")]:
            self.assertEqual(self.host.work(lambda: as_user(user, lambda: sorted(set(clash())))), [role], user)


class ClosedTests(RoleAddress):
    """Whatever is missing, a served user never reaches the metadata of the instance."""

    def short(self, user, address=ADDRESS, **options):
        return self.within(user, ROLES, address, patience=0.3, **options)

    def test_a_socket_that_is_bound_to_a_device_does_not_leave_the_host(self):
        # Any user may bind one; the local route is not for it then.
        self.start()
        self.assertEqual(self.within(C, device=self.host.link), REAL.decode())
        self.assertEqual(self.short(A, device=self.host.link), NOTHING)
        self.host.run("nft", "flush", "ruleset")
        self.assertEqual(self.short(A, device=self.host.link), NOTHING)
        self.lock()
        self.host.run("sh", "-c", "while ip rule delete pref 100 || ip rule delete pref 101; do :; done 2>/dev/null")
        self.assertEqual(self.short(A, device=self.host.link), NOTHING)

    def test_a_socket_of_ipv6_is_served_too(self):
        self.start()
        self.assertEqual(self.within(A, ROLES, f"::ffff:{ADDRESS}"), "main")
        self.assertEqual(self.within(C, ROLES, f"::ffff:{ADDRESS}"), REAL.decode())

    def test_without_the_rules_of_routing_the_filter_holds(self):
        self.start()
        self.host.run("sh", "-c", "while ip rule delete pref 100 || ip rule delete pref 101; do :; done 2>/dev/null")
        self.assertEqual([self.short(A), self.short(B, EC2_ADDRESS)], [NOTHING, NOTHING])
        self.assertEqual(self.within(C), REAL.decode())
        self.assertIn(f"a rule of routing that keeps {A} {B} from the metadata of the instance is missing", self.missing())
        self.assertEqual(self.lock(), (0, ""))
        self.assertEqual(self.within(A), "main")

    def test_without_the_filter_the_rules_of_routing_hold(self):
        self.start()
        self.host.run("nft", "flush", "ruleset")
        self.assertEqual([self.within(A), self.within(B, EC2_ROLES, EC2_ADDRESS)], ["main", "other"])
        self.assertEqual(self.missing(), [f"the filter that keeps {A} {B} from the metadata of the instance is missing, or is another one"])
        self.assertEqual(self.lock(), (0, ""))
        self.assertEqual(self.missing(), [])

    def test_without_its_routes_the_table_prohibits(self):
        self.host.run("nft", "flush", "ruleset")
        self.host.run("sh", "-c", "ip link set lo down; ip link set lo up")
        self.assertEqual([self.short(A), self.short(B, EC2_ADDRESS)], [NOTHING, NOTHING])
        self.assertEqual(self.within(C), REAL.decode())
        self.assertEqual(self.lock(), (0, ""))
        self.start()
        self.assertEqual(self.within(A), "main")

    def test_an_earlier_rule_of_routing_is_noticed(self):
        self.host.run("ip", "rule", "add", "pref", "50", "uidrange", f"{A}-{A}", "lookup", "main")
        self.assertIn(f"an earlier rule of routing takes the requests of {A}", self.missing())
        self.assertEqual(self.short(A), NOTHING)

    def test_a_dead_daemon_gives_nothing(self):
        self.start()
        self.assertEqual(self.within(A), "main")
        self.daemon.process.kill()
        self.daemon.process.wait(PATIENCE)
        self.assertEqual([self.short(A), self.short(B, EC2_ADDRESS)], [NOTHING, NOTHING])
        for _, each in self.sockets:
            each.close()
        # Without a listener a connection waits: the address is not one of the host, so a refusal cannot be sent from it.
        self.assertEqual([self.short(A), self.short(B, EC2_ADDRESS)], [NOTHING, NOTHING])
        self.assertEqual(self.within(ROOT_USER), REAL.decode())

    def test_a_second_run_of_the_script_changes_nothing(self):
        before = self.put()
        self.assertEqual(self.lock(), (0, ""))
        self.assertEqual(self.put(), before)


BOTO3 = """
import boto3
found = boto3.Session().get_credentials().get_frozen_credentials()
print(found.access_key, found.token)
"""
CREDENTIALS = """
from alibabacloud_credentials.client import Client
from alibabacloud_credentials.models import Config
found = Client(Config(type="ecs_ram_role")).get_credential()
print(found.access_key_id, found.security_token)
"""
OSS2 = f"""
import oss2.credentials
found = oss2.credentials.EcsRamRoleCredentialsProvider("http://{ADDRESS}{ROLES}main").get_credentials()
print(found.get_access_key_id(), found.get_security_token())
"""


class ProgramTests(RoleAddress):
    """Unmodified programs, which are told nothing."""

    def found(self, requirements, environment, program, user=A):
        python = interpreter(requirements, ROOT / "build" / environment)
        if python is None:
            self.skipTest("the package index cannot be reached")
        # The user may not read the folder of the packages; the capability changes nothing at the sockets.
        words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--inh-caps=+dac_read_search",
                 "--ambient-caps=+dac_read_search", str(python), "-B", "-c", program]
        ended = subprocess.run(self.host.command(*words), capture_output=True, text=True, timeout=PATIENCE,
                               env={"HOME": "/nonexistent", "PATH": os.environ["PATH"]})
        return ended.stdout.split() or ended.stderr

    def test_unmodified_programs_find_the_role_of_their_user(self):
        self.start()
        given = [self.given["AccessKeyId"], self.given["SecurityToken"]]
        compatibility = pathlib.Path(__file__).resolve().parents[1] / "Compatibility" / "requirements.txt"
        for requirements, environment, program in [
            (pathlib.Path(__file__).with_name("requirements-aws.txt"), "venv-aws", BOTO3),
            (compatibility, "venv-requirements", CREDENTIALS), (compatibility, "venv-requirements", OSS2),
        ]:
            with self.subTest(program):
                self.assertEqual(self.found(requirements, environment, program), given)


class ListTests(RoleAddress):
    """The users are those of the configuration, of the last time at which it was right."""

    def test_a_user_that_is_taken_out_reaches_the_instance_again(self):
        self.configure(A)
        self.assertEqual(self.lock(), (0, f"<5>these users reach the metadata of the instance again: {B}\n"))
        self.assertEqual(self.within(B), REAL.decode())
        self.start()
        self.assertEqual(self.within(A), "main")

    def test_without_the_section_no_lock_is_left(self):
        self.configure()
        self.assertEqual(self.lock(), (0, f"<5>these users reach the metadata of the instance again: {A} {B}\n"))
        self.assertEqual([self.within(A), self.within(B)], [REAL.decode()] * 2)
        self.assertNotIn(ADDRESS, self.host.run("sh", "-c", "ip rule; ip route show table all; nft list ruleset"))

    def test_an_unknown_user_keeps_the_locks_as_they_are(self):
        self.start()
        self.configure(A, "no-such-user")
        self.assertEqual(self.lock(), (1, "<3>[Role] is wrong: the locks stay as they were\n"))
        self.assertEqual([self.within(A), self.within(B, EC2_ROLES, EC2_ADDRESS)], ["main", "other"])
        self.assertEqual(self.within(C), REAL.decode())

    def start_of_the_host(self):
        shutil.rmtree(self.directory / "state")
        self.host.run("sh", "-c", "nft flush ruleset; ip route flush table 771; while ip rule delete pref 100 || ip rule delete pref 101; do :; done 2>/dev/null; "
                      "while ip -6 rule delete pref 101; do :; done 2>/dev/null")

    def test_an_unknown_user_at_boot_keeps_the_locks_of_before(self):
        self.start_of_the_host()
        self.assertEqual(self.within(B), REAL.decode())
        self.configure(A, "no-such-user")
        self.assertEqual(self.lock(), (1, "<3>[Role] is wrong: the locks stay as they were\n"))
        self.assertEqual([self.within(user, patience=0.3) for user in [A, B]], [NOTHING] * 2)
        self.assertEqual([self.within(user) for user in [C, ROOT_USER]], [REAL.decode()] * 2)
        self.assertIn("<3>the role address is closed", self.lock("check")[1])
        self.assertIn("<4>[Role] cannot be taken: ", self.lock("check")[1])

    def test_the_locks_stay_when_the_reading_of_the_section_is_killed(self):
        (self.directory / "bin" / "ossauthd").write_text("#!/bin/sh\nkill -KILL $PPID\n")
        self.assertEqual(self.lock("read", "again"), (0, ""))
        self.assertEqual([self.within(user, patience=0.3) for user in [A, B]], [NOTHING] * 2)

    def test_the_locks_stay_when_their_list_goes_while_they_are_compared(self):
        self.instead("ip", f'[ "$*" != "-4 rule show" ] || rm -f {self.list}')
        before = self.put()
        self.assertEqual(self.lock("follow"), (0, ""))
        self.assertEqual(self.put(), before)
        self.assertEqual([self.within(user, patience=0.3) for user in [A, B]], [NOTHING] * 2)
        shutil.rmtree(self.directory / "instead")
        self.assertEqual(self.lock("again"), (0, ""))
        self.assertEqual(self.list.read_text(), f"{A}\n{B}\n")

    def test_the_former_list_stays_and_a_new_user_is_locked_when_the_list_cannot_be_written(self):
        self.list.with_name("locked.new").mkdir()
        self.configure(A, B, C)
        self.assertEqual(self.lock(), (1, f"<3>{self.list} cannot be written\n"))
        self.assertEqual(self.list.read_text(), f"{A}\n{B}\n")
        self.assertEqual([self.within(user, patience=0.3) for user in [A, B, C]], [NOTHING] * 3)

    def test_locks_that_cannot_be_taken_away_are_taken_away_by_the_next_run(self):
        self.configure()
        self.instead("ip", "exit 1")
        self.instead("nft", "exit 1")
        self.assertEqual(self.lock(), (1, "<3>a lock of the role address cannot be taken away: it needs ip and nft\n"))
        shutil.rmtree(self.directory / "instead")
        self.assertEqual(self.lock(), (0, f"<5>these users reach the metadata of the instance again: {A} {B}\n"))
        self.assertEqual(self.within(A), REAL.decode())

    def test_only_root_opens_the_files_by_which_runs_take_turns(self):
        self.lock()
        for name in ["turn", "reading"]:
            self.assertEqual((self.directory / "state" / name).stat().st_mode & 0o077, 0, name)

    def test_a_lock_that_goes_while_the_section_is_read_is_put_back(self):
        gate = self.directory / "gate"
        os.mkfifo(gate)
        before = self.put()
        (self.directory / "bin" / "ossauthd").write_text(f"#!/bin/sh\ncat {gate}\n")
        reading = subprocess.Popen(self.command("read"))
        with open(gate, "w") as role:
            self.host.run("nft", "flush", "ruleset")
            self.assertEqual(self.lock("again"), (0, ""))
            self.assertEqual(self.put(), before)
            role.write(f"{A} {A}\n{B} {B}\n")
        self.assertEqual(reading.wait(), 0)

    def test_the_guard_tries_again_what_fails_once(self):
        once = f'rm {self.directory}/once-$1 2>/dev/null && exit 1'
        self.instead("nft", f'[ "$1" != -f ] || {{ {once}; }}')
        self.instead("ip", f'[ "$2" != rule ] || {{ {once}; }}')
        before = self.put()
        for name in ["-f", "-4"]:
            (self.directory / f"once-{name}").touch()
        guard = subprocess.Popen(self.command("keep"), start_new_session=True)
        self.addCleanup(guard.wait)
        self.addCleanup(os.killpg, guard.pid, signal.SIGKILL)
        self.host.run("sh", "-c", "nft flush ruleset; ip rule delete pref 100")
        end = time.monotonic() + PATIENCE
        while self.put() != before and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.put(), before)
        self.assertEqual(list(self.directory.glob("once-*")), [])

    def test_a_host_without_the_section_keeps_its_metadata_whatever_is_wrong(self):
        self.configure()
        self.lock()
        self.start_of_the_host()
        (self.directory / "role.conf").unlink()
        (self.directory / "role.conf").mkdir()
        self.assertEqual(self.lock(), (0, ""))
        self.assertEqual([self.within(user) for user in [A, ROOT_USER]], [REAL.decode()] * 2)
        self.assertEqual(self.lock("check"), (0, ""))

    def test_an_unknown_user_at_the_first_boot_locks_all_but_root(self):
        self.configure()
        self.lock()
        self.configure(A, "no-such-user")
        self.assertEqual(self.lock()[0], 1)
        self.assertEqual([self.within(user, patience=0.3) for user in [A, B, C]], [NOTHING] * 3)
        self.assertEqual(self.within(ROOT_USER), REAL.decode())
        self.serve(A)
        self.assertEqual(self.within(C), REAL.decode())


class SectionTests(unittest.TestCase):
    def printed(self, text):
        directory = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (directory / "role.conf").write_text(text)
        ended = subprocess.run([PROGRAM, "--config", str(directory / "role.conf"), "--print", "role"], capture_output=True, text=True)
        return ended.returncode, ended.stdout or ended.stderr

    def test_the_users_are_printed_by_number_and_name(self):
        self.assertEqual(self.printed("[Role]\nUser=daemon 1234\n"), (0, "1 daemon\n1234 1234\n"))
        self.assertEqual(self.printed(""), (0, ""))

    def test_a_mistake_in_another_section_opens_nothing(self):
        self.assertEqual(self.printed("[Profile a]\nSource=nothing\n[Role]\nUser=1234\n"), (0, "1234 1234\n"))

    def test_a_line_that_may_be_meant_for_the_section_is_refused(self):
        for text in ["[Role] # of the web\nUser=1234\n", "[role]\nUser=1234\n", "[Role]\nUser=1234\nUsers=1235\n"]:
            self.assertEqual(self.printed(text)[0], 78, text)

    def test_users_that_could_get_around_the_locks_are_refused(self):
        for user, reason in [
            ("root", "'root' cannot be served: the agents of the cloud run as root"),
            ("0", "'0' cannot be served: the agents of the cloud run as root"),
            ("no-such-user", "this host knows no user"),
            ("61200", "'61200' cannot be served: systemd gives its number to another unit"),
        ]:
            status, said = self.printed(f"[Role]\nUser={user}\n")
            self.assertEqual((status, reason in said), (78, True), said)
        self.assertEqual(self.printed("[Role]\n")[0], 78)


if __name__ == "__main__":
    unittest.main()
