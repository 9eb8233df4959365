"""The AppServer as a service: reloads, files that change, signals, its health, and what its log says."""

import json
import os
import resource
import signal
import socket
import subprocess
import time
import unittest

from servers import PROGRAMS, Site, TokenKey, until

# No account needs to have these numbers.
SERVER, OTHER = 20001, 20002
GROUP = "[Group hosts]\nProfile=media\nBucket=b\nKey=hosts/%u/**\nMethod=PUT\nParameter=symlink acl\n"


class Service(unittest.TestCase):
    """A server that runs as a user of its own if the tests run as root, before a daemon that issues tokens."""

    def setUp(self):
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.state = self.site.path / "state"
        self.state.mkdir(mode=0o700)
        self.tokens = self.state / "tokens"
        self.log = self.site.path / "stderr"
        (self.site.path / "d.sock").chmod(0o666)

    def start(self, server="", sections=GROUP, user=None, limit=None, **environment):
        """Starts the server, with further keys of [AppServer]."""
        self.configure(server, sections)
        more = {"env": os.environ | {"STATE_DIRECTORY": str(self.state)} | environment}
        if user is not None:
            os.chown(self.state, user, user)
            more |= {"user": user, "group": user, "extra_groups": []}
        if limit:
            more["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        with open(self.log, "ab") as log:
            return self.site.start(PROGRAMS / "ossauth-appserver", "--config", self.site.path / "a.conf", stderr=log, **more)

    def configure(self, server="", sections=GROUP):
        (self.site.path / "a.conf").write_text(
            f"[AppServer]\nListen={self.state}/a.sock\nDaemonSocket={self.site.path}/d.sock\nTokenFile={self.tokens}\n{server}{sections}")

    def reload(self, server, *configuration):
        self.configure(*configuration)
        server.send_signal(signal.SIGHUP)

    def program(self, *arguments, **more):
        return subprocess.run([PROGRAMS / "ossauth-appserver", "--config", self.site.path / "a.conf", *arguments],
                              capture_output=True, text=True, **more)

    def enrol(self, name, group="hosts"):
        done = self.program("--enrol", name, "--group", group)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def ask(self, path="/sts", token=None, *more):
        """The status and the body."""
        words = ["-H", f"Authorization: Bearer {token}"] if token else []
        done = subprocess.run(["curl", "-s", "-m", "20", "-w", "%{http_code}", "--unix-socket", self.state / "a.sock",
                               f"http://a{path}", *words, *more], capture_output=True, text=True)
        return int(done.stdout[-3:]), done.stdout[:-3]

    def lines(self, text):
        return [line for line in self.log.read_text().splitlines() if text in line]

    def needs_root(self):
        if os.getuid() != 0:
            self.skipTest("other users are needed: run it as root")


class Revocation(Service):
    def test_root_revokes_and_enrols_for_the_user_of_the_server(self):
        self.needs_root()
        self.start(user=SERVER)
        web1, web2 = self.enrol("web1"), self.enrol("web2")
        self.assertEqual((self.tokens.stat().st_uid, self.tokens.stat().st_mode & 0o777), (SERVER, 0o600))
        self.assertEqual((self.ask(token=web1)[0], self.ask(token=web2)[0]), (200, 200))
        self.tokens.chmod(0o640)
        done = self.program("--revoke", "web1")
        # It returns when the server has read the file, so this needs no patience.
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((self.ask(token=web1)[0], self.ask(token=web2)[0]), (401, 200))
        self.assertEqual((self.tokens.stat().st_uid, self.tokens.stat().st_mode & 0o777), (SERVER, 0o640))
        right = self.program("--list", user=SERVER, group=SERVER, extra_groups=[])
        self.assertEqual((right.returncode, right.stdout), (0, "web2\thosts\n"))

    def test_a_second_enrolment_leaves_the_running_host_alone(self):
        self.start()
        first = self.enrol("web1")
        done = self.program("--enrol", "web1", "--group", "hosts")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("web1 has a token", done.stderr)
        self.assertEqual(self.ask(token=first)[0], 200)
        second = self.program("--enrol", "web1", "--group", "hosts", "--replace").stdout.strip()
        self.assertEqual((self.ask(token=first)[0], self.ask(token=second)[0]), (401, 200))

    def test_a_request_that_waits_for_the_daemon_gets_no_token_after_the_revocation(self):
        self.start()
        web1 = self.enrol("web1")
        daemon = self.site.running[0]
        daemon.send_signal(signal.SIGSTOP)
        self.addCleanup(daemon.send_signal, signal.SIGCONT)
        curl = ["curl", "-s", "-m", "20", "-H", f"Authorization: Bearer {web1}", "--unix-socket", self.state / "a.sock", "http://a/sts"]
        with subprocess.Popen(curl, stdout=subprocess.PIPE, text=True) as asking:
            until(lambda: self.questions_before(self.site.path / "d.sock"))
            self.assertEqual(self.program("--revoke", "web1").returncode, 0)
            daemon.send_signal(signal.SIGCONT)
            self.assertEqual(json.loads(asking.stdout.read())["StatusCode"], "401")

    @staticmethod
    def questions_before(path):
        """How many connections a listener that is stopped has not accepted."""
        done = subprocess.run(["ss", "-xlH", "src", path], capture_output=True, text=True, check=True)
        return int(done.stdout.split()[2])

    def test_another_user_is_told_the_right_command(self):
        self.needs_root()
        self.start(user=SERVER)
        web1 = self.enrol("web1")
        self.state.chmod(0o755)
        done = self.program("--revoke", "web1", user=OTHER, group=OTHER, extra_groups=[])
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"sudo -u #{SERVER} ossauth-appserver --config {self.site.path}/a.conf --revoke web1", done.stderr)
        self.assertEqual(self.ask(token=web1)[0], 200)

    def test_a_revocation_that_the_server_cannot_read_does_not_look_like_one(self):
        self.needs_root()
        self.start(user=SERVER)
        web1 = self.enrol("web1")
        # As a restored backup would: the file of root, which the server cannot read.
        os.chown(self.tokens, 0, 0)
        until(lambda: "unreadable" in self.ask("/health")[1])
        self.assertEqual(json.loads(self.ask("/health")[1])["unreadable"], ["TokenFile"])
        self.assertIn('ossauth_appserver_file_current{file="TokenFile"} 0\n', self.ask("/metrics")[1])
        self.assertEqual(len(self.lines("TokenFile= cannot be read")), 1)
        done = self.program("--revoke", "web1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the change is not in force", done.stderr)
        self.assertEqual(self.ask(token=web1)[0], 200)
        os.chown(self.tokens, SERVER, SERVER)
        until(lambda: self.ask(token=web1)[0] == 401)
        self.assertEqual(json.loads(self.ask("/health")[1]), {"healthy": True})
        self.assertIn('ossauth_appserver_file_current{file="TokenFile"} 1\n', self.ask("/metrics")[1])

    def test_a_revocation_outlives_a_lack_of_descriptors(self):
        self.start("MaxConnections=100\n", limit=40)
        web1 = self.enrol("web1")
        self.assertEqual(self.ask(token=web1)[0], 200)
        held = []
        for _ in range(60):
            held.append(socket.socket(socket.AF_UNIX))
            self.addCleanup(held[-1].close)
            held[-1].connect(str(self.state / "a.sock"))
        until(lambda: self.lines("descriptors"))
        program = [PROGRAMS / "ossauth-appserver", "--config", self.site.path / "a.conf", "--revoke", "web1"]
        with subprocess.Popen(program) as revoking:
            until(lambda: self.lines("TokenFile= cannot be read"))
            self.assertIsNone(revoking.poll())
            for each in held:
                each.close()
            self.assertEqual(revoking.wait(), 0)
        self.assertEqual(self.ask(token=web1)[0], 401)

    def test_a_user_is_enrolled_and_revoked_without_a_server(self):
        self.configure()
        self.enrol("web1")
        self.assertEqual(self.program("--revoke", "web1").returncode, 0)
        again = self.program("--revoke", "web1")
        self.assertEqual((again.returncode, again.stderr), (1, "ossauth-appserver: web1 has neither a token nor a code\n"))


class Files(Service):
    def jwks(self):
        """A key, whose public part is in the JWKS document."""
        self.key = TokenKey(self.site.path / "key")
        (self.site.path / "keys.json").write_text(json.dumps({"keys": [self.key.public()]}))

    def jwt(self, name, *groups):
        return self.key.token("https://id.example", name, *groups)

    @property
    def provider(self):
        return f"JWKSFile={self.site.path}/keys.json\nIssuer=https://id.example\nAudience=oss\n"

    def test_a_file_that_is_removed_is_no_longer_in_force(self):
        self.jwks()
        self.start(self.provider)
        web1, alice = self.enrol("web1"), self.jwt("alice", "hosts")
        self.assertEqual((self.ask(token=web1)[0], self.ask(token=alice)[0]), (200, 200))
        self.tokens.unlink()
        until(lambda: self.ask(token=web1)[0] == 401)
        (self.site.path / "keys.json").unlink()
        until(lambda: self.ask(token=alice)[0] == 401)

    def test_a_file_that_others_may_change_is_not_believed(self):
        self.needs_root()
        self.start(user=SERVER)
        web1 = self.enrol("web1")
        for change in (lambda: self.tokens.chmod(0o666), lambda: os.chown(self.tokens, OTHER, OTHER)):
            change()
            until(lambda: "unreadable" in self.ask("/health")[1])
            self.assertEqual(self.ask(token=web1)[0], 200)
            self.tokens.chmod(0o644)
            os.chown(self.tokens, SERVER, SERVER)
            until(lambda: "unreadable" not in self.ask("/health")[1])
        self.tokens.chmod(0o666)
        for arguments in (["--check"], []):
            done = self.program(*arguments, user=SERVER, group=SERVER, extra_groups=[])
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"chmod go-w {self.tokens}", done.stderr)

    def test_the_check_opens_the_files_as_the_server_would(self):
        self.needs_root()
        self.jwks()
        self.configure(self.provider)
        os.chown(self.state, SERVER, SERVER)
        self.assertEqual(self.program("--check").returncode, 0)
        self.tokens.write_text("web1\n")
        for mode, text in ((0o644, "line 1 is not NAME GROUP HASH"), (0o600, "permission denied")):
            self.tokens.chmod(mode)
            done = self.program("--check")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(text, done.stderr)
        self.tokens.unlink()
        (self.site.path / "keys.json").unlink()
        done = self.program("--check")
        self.assertEqual(done.returncode, 0)
        self.assertIn("there is no such file, so no JSON Web Token is accepted", done.stderr)

    def test_a_name_is_another_user_by_another_proof(self):
        self.jwks()
        self.start(
            f"{self.provider}ClientCertificates=yes\n",
            "[User web1]\nProof=token\nProfile=media\nBucket=own\nMethod=PUT\nParameter=symlink acl\nRate=3/h\n"
            "[Group app]\nProof=jwt\nProfile=media\nBucket=app\nMethod=PUT\nParameter=symlink acl\nRate=2/h\n"
            + GROUP + "Subject=CN=%u,OU=hosts\n")
        done = self.program("--enrol", "web1")
        host, user = done.stdout.strip(), self.jwt("web1", "app")
        subject = ("-H", "X-Client-Subject: CN=web1,OU=hosts")
        # Each in turn: they neither use up each other's rate nor take each other's place.
        for _ in range(2):
            self.assertEqual([self.ask(token=host)[0], self.ask(token=user)[0], self.ask("/sts", None, *subject)[0]], [200] * 3)
        self.assertEqual(self.ask(token=user)[0], 429)
        self.assertEqual(self.ask(token=host)[0], 200)
        asked = [json.loads(line)[1]["policy"] for line in self.site.questions()]
        self.assertEqual(len(asked), 3)
        self.assertEqual([name for policy in asked for name in ("own", "app/", "b/hosts/web1/") if f":{name}" in json.dumps(policy)],
                         ["own", "app/", "b/hosts/web1/"])
        self.assertEqual(self.ask(token=self.jwt("web1"))[0], 403)

    def test_a_denied_user_is_locked_out_by_a_reload(self):
        self.jwks()
        server = self.start(f"{self.provider}ClientCertificates=yes\n", GROUP + "Subject=CN=%u,OU=hosts\n")
        host, alice, bob = self.enrol("alice"), self.jwt("alice", "hosts"), self.jwt("bob", "hosts")
        self.assertEqual(self.ask(token=alice)[0], 200)
        self.reload(server, f"{self.provider}ClientCertificates=yes\nDeny=jwt:alice certificate:web1\n",
                    GROUP + "Subject=CN=%u,OU=hosts\n")
        until(lambda: self.ask(token=alice)[0] == 403)
        self.assertEqual((self.ask(token=host)[0], self.ask(token=bob)[0]), (200, 200))
        for name, status in (("web1", 403), ("web2", 200)):
            self.assertEqual(self.ask("/sts", None, "-H", f"X-Client-Subject: CN={name},OU=hosts")[0], status)
        self.assertEqual(len(self.lines("jwt:alice is in Deny=")), 1)


class Reload(Service):
    def test_a_reload_narrows_the_rights_of_users_who_asked_before(self):
        server = self.start()
        web1 = self.enrol("web1")
        self.assertEqual(self.ask(token=web1)[0], 200)
        self.reload(server, "", GROUP.replace("hosts/%u/**", "hosts/%u/new/**"))
        until(lambda: self.lines("configuration read again"))
        self.assertEqual(self.ask(token=web1)[0], 200)
        policies = [json.dumps(json.loads(line)[1]["policy"]) for line in self.site.questions()]
        self.assertEqual(["b/hosts/web1/new/*" in policy for policy in policies], [False, True])

    def test_a_reload_with_an_error_changes_nothing_and_says_where_it_is(self):
        server = self.start()
        web1 = self.enrol("web1")
        for sections in ("[Group hosts]\nProfile=media\nBuckets=b\n", GROUP.replace("Parameter=symlink acl\n", "")):
            self.reload(server, "", sections)
            until(lambda: self.lines("the old one stays in use"))
            self.assertEqual(self.ask(token=web1)[0], 200)
            self.assertEqual(self.program("--check").returncode, 78)
            self.assertTrue(self.lines(f"{self.site.path}/a.conf:"), self.log.read_text())
            self.log.write_text("")
        self.configure()
        server.send_signal(signal.SIGHUP)
        until(lambda: self.lines("configuration read again"))

    def test_a_group_whose_tokens_cannot_do_what_it_names_is_refused(self):
        self.configure("", GROUP.replace("Parameter=symlink acl\n", ""))
        for arguments in (["--check"], []):
            done = self.program(*arguments)
            self.assertEqual(done.returncode, 78)
            self.assertIn("its tokens cannot PUT", done.stderr)
            self.assertIn("add Parameter=symlink acl", done.stderr)

    def test_a_warning_of_the_configuration_is_in_the_log_of_the_start(self):
        self.start(sections=GROUP.replace("hosts/%u/**", "hosts/%u/** other"))
        self.assertEqual(len(self.lines(f"{self.site.path}/a.conf:")), 1)
        self.assertIn("warning: [Group hosts]", self.lines("a.conf:")[0])


class Signals(Service):
    def test_a_stop_answers_the_requests_that_were_begun(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            server = self.start(sections=GROUP.replace("Profile=media", "Profile=slow"))
            web1 = self.enrol(f"web{number}")
            count = len(self.site.questions())
            curl = ["curl", "-s", "--unix-socket", self.state / "a.sock", "http://a/sts", "-H", f"Authorization: Bearer {web1}"]
            with subprocess.Popen(curl, stdout=subprocess.PIPE, text=True) as asking:
                until(lambda: len(self.site.questions()) > count)
                server.send_signal(number)
                self.assertEqual(json.loads(asking.stdout.read())["StatusCode"], "200")
            self.assertEqual(server.wait(), 0)
            self.assertFalse((self.state / "a.sock").exists())

    def test_a_folder_in_which_others_could_replace_the_socket_is_refused(self):
        self.state.chmod(0o777)
        self.configure()
        done = self.program(timeout=30)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"chmod go-w {self.state}", done.stderr)
        # The sticky bit does not prevent that another user listens there first.
        self.state.chmod(0o1777)
        done = self.program(timeout=30)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("so others can make files in it; name a folder of its own", done.stderr)


class Health(Service):
    def looks(self):
        path = self.site.path / "log.health"
        return len(path.read_text().splitlines()) if path.exists() else 0

    def test_the_health_is_that_of_the_daemon_now_in_both_directions(self):
        self.start()
        web1 = self.enrol("web1")
        self.assertEqual((self.ask(token=web1)[0], self.ask("/health")), (200, (200, '{"healthy":true}\n')))
        daemon = self.site.running[0]
        daemon.kill()
        daemon.wait()
        daemon.stdout.close()
        # No request for a new token comes meanwhile.
        until(lambda: self.ask("/health") == (503, '{"healthy":false}\n'), 5)
        self.assertIn("ossauth_appserver_daemon_up 0\n", self.ask("/metrics")[1])
        self.assertEqual(self.ask(token=web1)[0], 200)
        self.site.start(*daemon.args)
        until(lambda: self.ask("/health")[0] == 200, 5)
        self.assertIn("ossauth_appserver_daemon_up 1\n", self.ask("/metrics")[1])

    def test_a_daemon_that_hangs_is_not_healthy_and_delays_no_other_request(self):
        self.start()
        web1 = self.enrol("web1")
        self.assertEqual(self.ask(token=web1)[0], 200)
        self.site.running[0].send_signal(signal.SIGSTOP)
        self.addCleanup(self.site.running[0].send_signal, signal.SIGCONT)
        curl = ["curl", "-s", "--unix-socket", self.state / "a.sock", "http://a/health"]
        with subprocess.Popen(curl, stdout=subprocess.PIPE, text=True) as asking:
            until(lambda: self.ask(token=web1)[0] == 200)
            self.assertEqual(asking.stdout.read(), '{"healthy":false}\n')

    def test_the_daemon_is_asked_once_a_second_at_most(self):
        self.start()
        begin = time.monotonic()
        for _ in range(50):
            self.assertEqual(self.ask("/health")[0], 200)
        self.assertLessEqual(self.looks(), 2 + (time.monotonic() - begin))
        self.assertGreaterEqual(self.looks(), 1)


class Origins(Service):
    def test_only_the_whole_name_of_a_listed_origin_is_that_origin(self):
        self.start("AllowOrigin=https://app.example https://other.example:8443\n")
        for origin, status in (
                ("https://app.example", 200), ("https://other.example:8443", 200), ("https://app.example.evil", 403),
                ("https://app.exampl", 403), ("https://app.example:8443", 403), ("http://app.example", 403),
                ("https://other.example", 403), ("https://APP.example", 403), ("null", 403)):
            found, _ = self.ask("/sts", None, "-X", "OPTIONS", "-H", f"Origin: {origin}")
            self.assertEqual(found, status, origin)


class Log(Service):
    def test_each_user_and_kind_of_refusal_has_a_line(self):
        self.start(sections=GROUP + "[Group app]\nProfile=denied\nBucket=b-1\nAllow=presign\n")
        host, app = self.enrol("web1"), self.enrol("web2", "app")
        other, question = self.enrol("web3"), json.dumps({"bucket": "b-1", "key": "k"})
        for _ in range(3):
            for token in (host, other):
                _, body = self.ask("/presign", token, "-d", question)
                self.assertIn("do not include presign", body)
            _, body = self.ask("/presign", app, "-d", question)
            self.assertIn("the rules of the daemon of this server do not grant presign", body)
            self.ask("/presign", app, "-d", json.dumps({"bucket": "b-2", "key": "k"}))
            self.ask("/sts", "wrong")
        for text in ("token:web1: Allow= of [Group hosts] lacks presign", "token:web3: Allow= of [Group hosts] lacks presign",
                     "token:web2: ossauthd answered 403: no rule grants it",
                     "token:web2 asked for presign of a request that [Group app] does not grant", "send 'Authorization: Bearer TOKEN'"):
            self.assertEqual(len(self.lines(text)), 1, self.log.read_text())


if __name__ == "__main__":
    unittest.main()
