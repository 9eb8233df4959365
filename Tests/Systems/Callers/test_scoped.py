"""Scoped tokens: two users with the same rule get tokens that reach their own keys only, and OSS knows which of them asked."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from daemon import PATIENCE, ROOT, Client, Daemon, as_user, until
from free_port import free_port
from test_metadata import Metadata

sys.path[:0] = [str(ROOT / "Tests" / "Support" / "Packages"), str(ROOT / "Tests" / "Support" / "Standin")]
from packages import interpreter  # noqa: E402
from sts_standin import STSStandin  # noqa: E402

SDKS = ROOT / "Tests" / "Systems" / "Compatibility" / "requirements.txt"
# Users of every Debian, by number and name.
USERS = {1: "daemon", 2: "bin"}

PROFILES = """
[Profile key]
Source=static
AccessKeyIDFile={{directory}}/id
AccessKeySecretFile={{directory}}/secret

[Profile main]
Source=assume-role
Via=key
RoleArn=acs:ram::1:role/everything
Scope=caller
STSEndpoint={sts}
Endpoint={oss}
Region=cn-hangzhou
RetryMax=100ms
"""
RULES = """
[Access own]
Match=uid:1
Match=uid:2
Profile=main
Allow=credentials
Bucket=data-bucket
Key=home/%u/**
Method=GET PUT DELETE
Parameter=x-oss-process symlink acl
"""
NUMBERED = """
[Access {number}]
Match=uid:{number}
Profile=main
Allow=credentials
Bucket=data-bucket
Key=number/{name}/**
Method=GET
Parameter=x-oss-process
"""

POLICY = {"Version": "1", "Statement": [
    {"Effect": "Allow", "Action": ["oss:PutObject"], "Resource": ["acs:oss:*:*:data-bucket/users/alice/*"]}]}

OSS2 = """
import sys, oss2
endpoint, key_id, secret, token, own, other = sys.argv[1:]
auth = oss2.ProviderAuthV4(oss2.StaticCredentialsProvider(key_id, secret, token))
bucket = oss2.Bucket(auth, endpoint, "data-bucket", region="cn-hangzhou", is_path_style=True)
bucket.put_object(own, b"content")
assert bucket.get_object(own).read() == b"content"
folder = own.rpartition("/")[0] + "/"
assert [each.key for each in oss2.ObjectIterator(bucket, prefix=folder)] == [own]
for attempt in [lambda: bucket.get_object(other), lambda: bucket.put_object(other, b"x"), lambda: bucket.delete_object(other),
                lambda: bucket.list_objects(prefix=other), lambda: bucket.list_objects()]:
    try:
        attempt()
    except oss2.exceptions.AccessDenied as error:
        assert error.status == 403
    else:
        raise AssertionError("the other user's key can be reached")
"""
V2 = """
import sys, alibabacloud_oss_v2 as oss
endpoint, key_id, secret, token, own, other = sys.argv[1:]
config = oss.config.load_default()
config.credentials_provider = oss.credentials.StaticCredentialsProvider(key_id, secret, token)
config.endpoint, config.region, config.use_path_style = endpoint, "cn-hangzhou", True
client = oss.Client(config)
client.put_object(oss.PutObjectRequest(bucket="data-bucket", key=own, body=b"content"))
assert client.get_object(oss.GetObjectRequest(bucket="data-bucket", key=own)).body.content == b"content"
for attempt in [lambda: client.get_object(oss.GetObjectRequest(bucket="data-bucket", key=other)),
                lambda: client.put_object(oss.PutObjectRequest(bucket="data-bucket", key=other, body=b"x"))]:
    try:
        attempt()
    except oss.exceptions.OperationError as error:
        assert error.unwrap().status_code == 403, error
    else:
        raise AssertionError("the other user's key can be reached")
"""


class ScopedTests(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.ledger, self.log = self.directory / "ledger", self.directory / "log"
        self.ledger.touch()
        self.sts = self.enterContext(STSStandin(self.ledger))

    def start(self, rules, daemon="", oss="http://127.0.0.1:1", more=""):
        self.daemon = Daemon(rules, PROFILES.format(sts=self.sts.url, oss=oss) + more, daemon)
        self.addCleanup(self.daemon.stop)

    def again(self):
        """Ends the daemon when all tokens are on the disk, and starts it."""
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)
        self.daemon.restart()

    def administer(self, method, path):
        client = Client(self.daemon.admin)
        try:
            status, _, answer = client.ask(method, path)
        finally:
            client.close()
        self.assertEqual(status, 200, answer)

    def files(self):
        return sorted(path.name for path in pathlib.Path(self.daemon.directory, "cache").glob("main@*"))

    def start_oss(self):
        process = subprocess.Popen(
            [sys.executable, "-B", ROOT / "Tests/Support/Standin/oss_standin.py", "--ledger", self.ledger, "--log", self.log],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process.stdout.readline().split("listening on ")[1].strip()

    def ask(self, path="/v1/credentials?profile=main"):
        client = Client(self.daemon.api)
        try:
            status, _, document = client.ask("GET", path)
        finally:
            client.close()
        return status, document

    def scoped_calls(self):
        return [call for call in self.sts.calls if call[0] is not None]

    def test_two_users_with_real_sdks_get_what_their_rules_grant(self):
        python = interpreter(SDKS, ROOT / "build" / "venv-requirements")
        if python is None:
            self.skipTest("the package index cannot be reached")
        endpoint = self.start_oss()
        self.start(RULES, oss=endpoint)
        names = list(USERS.values())
        for number, name in USERS.items():
            status, token = as_user(number, self.ask)
            self.assertEqual(status, 200, token)
            other = next(each for each in names if each != name)
            for sdk, program in {"oss2": OSS2, "v2": V2}.items():
                run = subprocess.run(
                    [python, "-c", program, endpoint, token["AccessKeyId"], token["AccessKeySecret"], token["SecurityToken"],
                     f"home/{name}/{sdk}/file", f"home/{other}/file"],
                    capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(run.returncode, 0, run.stderr)
        lines = [line.split() for line in self.log.read_text().splitlines()]
        self.assertEqual({session.partition("@")[0] for session, *_ in lines}, set(names))
        for session, method, path, status in lines:
            name = session.partition("@")[0]
            self.assertIn(name, names)
            if "/home/" in path:
                self.assertEqual(status == "403", f"/home/{name}/" not in path, (session, method, path, status))
        self.assertEqual(len(self.scoped_calls()), 2)

    def test_many_callers_at_once_are_as_many_calls_as_sets(self):
        sets = 50
        self.start("".join(NUMBERED.format(number=3_000 + each, name=each // 2) for each in range(sets)))

        def clients(number):
            def work():
                with ThreadPoolExecutor(20) as threads:
                    return [status for status, _ in threads.map(lambda _: self.ask(), range(20))]
            return as_user(number, work)

        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(clients, [3_000 + each for each in range(sets)]))
        self.assertEqual(answers, [[200] * 20] * sets)
        # Two users with the same policy are two sets: OSS must know who asks.
        calls = self.scoped_calls()
        self.assertEqual((len(calls), len(set(calls)), len({policy for policy, _ in calls})), (sets, sets, sets // 2))

    def test_the_least_used_token_is_dropped(self):
        self.start("".join(NUMBERED.format(number=3_000 + each, name=each) for each in range(3)), "MaxScopedTokens=2\n")
        for number in [3_000, 3_001, 3_000, 3_002, 3_000]:
            self.assertEqual(as_user(number, self.ask)[0], 200)
        self.assertEqual(len(self.scoped_calls()), 3)
        self.assertEqual(as_user(3_001, self.ask)[0], 200)
        self.assertEqual(len(self.scoped_calls()), 4)

    def test_each_profile_has_the_token_of_its_own_rules(self):
        second = PROFILES.split("[Profile main]")[1]
        rule = RULES.split("[Access own]")[1].replace("Profile=main", "Profile=second").replace("home/%u", "second/%u")
        self.start(RULES + "[Profile second]" + second.format(sts=self.sts.url, oss="http://127.0.0.1:1") + "[Access second]" + rule)

        def ask_for_both():
            client = Client(self.daemon.api)
            answers = [client.ask("GET", f"/v1/credentials?profile={name}")[0] for name in ("main", "second")]
            client.close()
            return answers
        self.assertEqual(as_user(1, ask_for_both), [200, 200])
        policies = [policy for policy, _ in self.scoped_calls()]
        self.assertEqual([(f"{folder}/daemon/*" in policy) for policy in policies for folder in ("home", "second")],
                         [True, False, False, True])

    def test_a_reload_gives_the_new_policy_to_the_next_program(self):
        self.start(RULES)
        before = as_user(1, self.ask)[1]
        self.assertEqual(as_user(1, self.ask)[1]["AccessKeyId"], before["AccessKeyId"])
        self.daemon.configure(RULES.replace("home/%u", "other/%u"))
        client = Client(self.daemon.admin)
        self.assertEqual(client.ask("POST", "/v1/reload")[0], 200)
        client.close()
        self.assertNotEqual(as_user(1, self.ask)[1]["AccessKeyId"], before["AccessKeyId"])
        self.assertIn("data-bucket/other/daemon/*", self.scoped_calls()[-1][0])

    def test_a_valid_token_outlives_an_outage_of_sts(self):
        self.start(RULES)
        before = as_user(1, self.ask)
        self.sts.is_down = True
        self.assertEqual(as_user(1, self.ask), before)
        self.assertEqual(as_user(2, self.ask)[0], 503)

    def test_a_restart_during_an_outage_loses_no_token(self):
        self.start(RULES)
        before = as_user(1, self.ask)
        cache = pathlib.Path(self.daemon.directory, "cache")
        until(lambda: list(cache.glob("main@*.token")))
        self.daemon.process.kill()
        self.daemon.process.wait(PATIENCE)
        self.sts.is_down = True
        self.daemon.restart()
        self.assertEqual(as_user(1, self.ask), before)

    def test_to_forget_a_profile_is_to_forget_its_scoped_tokens(self):
        self.start(RULES)
        before = as_user(1, self.ask)[1]
        client = Client(self.daemon.admin)
        self.assertEqual(client.ask("DELETE", "/v1/profiles/main/credentials")[0], 200)
        client.close()
        self.assertNotEqual(as_user(1, self.ask)[1]["AccessKeyId"], before["AccessKeyId"])

    def test_what_an_operator_takes_away_stays_away_also_where_no_program_asked_since_the_start(self):
        self.start(RULES + "[Access server]\nMatch=uid:1\nProfile=main\nAllow=issue\n")

        def tokens():
            found = [as_user(1, self.ask), as_user(2, self.ask), as_user(1, self.issue)]
            self.assertEqual([status for status, _ in found], [200] * 3, found)
            return {token["AccessKeyId"] for _, token in found}
        before = tokens()
        for method, path in [("DELETE", "/v1/profiles/main/credentials"), ("POST", "/v1/profiles/main/refresh")]:
            with self.subTest(path=path):
                self.again()
                self.assertEqual(len(self.files()), 3)
                self.administer(method, path)
                self.assertEqual(self.files(), [])
                after = tokens()
                self.assertFalse(before & after)
                before = after
        self.again()
        self.daemon.profiles = self.daemon.profiles.replace("[Profile main]", "[Profile other]")
        self.daemon.daemon = "DefaultProfile=\n"
        self.daemon.configure(RULES.replace("Profile=main", "Profile=other"))
        self.administer("POST", "/v1/reload")
        self.assertEqual(self.files(), [])

    def test_a_reload_that_changes_no_session_loses_no_token(self):
        self.start(RULES)
        before = as_user(1, self.ask)
        until(lambda: len(self.files()) == 1)
        self.daemon.profiles = self.daemon.profiles.replace("Region=cn-hangzhou", "Region=cn-beijing")
        self.daemon.configure(RULES)
        self.sts.is_down = True
        self.administer("POST", "/v1/reload")
        status, token = as_user(1, self.ask)
        self.assertEqual((status, token.get("AccessKeyId")), (200, before[1]["AccessKeyId"]))

    def test_a_short_life_is_logged_once_for_a_profile_and_not_for_issued_tokens(self):
        self.start(RULES + "[Access server]\nMatch=uid:1\nProfile=main\nAllow=issue\n", more="Duration=15min\n")
        self.assertEqual(as_user(1, self.issue)[0], 200)
        self.assertNotIn("tokens live 15min", self.daemon.said)
        for number in [1, 2]:
            self.assertEqual(as_user(number, self.ask)[0], 200)
        self.assertEqual(self.daemon.said.count("tokens live 15min"), 1)

    def test_each_duration_has_a_token_of_its_own_also_after_a_restart(self):
        self.start("[Access server]\nMatch=uid:1\nProfile=main\nAllow=issue\n", more="Lazy=yes\n")

        def issued(*durations):
            found = [as_user(1, lambda each=each: self.issue(**({"durationSeconds": each} if each else {}))) for each in durations]
            self.assertEqual([status for status, _ in found], [200] * len(durations), found)
            return [token["AccessKeyId"] for _, token in found]
        tokens = issued(3_600, 900, 1_800, None)
        self.assertEqual(len(set(tokens)), 3)
        # The last one is the profile's own.
        self.assertEqual(tokens[3], tokens[0])
        self.assertEqual(self.sts.durations, [3_600, 900, 1_800])
        self.again()
        self.assertEqual(issued(1_800, None, 900, 3_600), [tokens[2], tokens[0], tokens[1], tokens[0]])

    def test_a_profile_with_a_policy_of_its_own_issues_nothing(self):
        self.start("[Access server]\nMatch=uid:1\nProfile=main\nAllow=issue\n", more="Scope=\nLazy=yes\nPolicy={\"Version\":\"1\"}\n")
        status, answer = as_user(1, self.issue)
        self.assertEqual(status, 422, answer)
        self.assertIn("has a policy of its own", answer["detail"])
        self.assertEqual(self.sts.calls, [])

    def test_two_spellings_of_one_letter_are_two_sessions(self):
        """RAM and OSS compare bytes, so a token for one of the keys must not serve for the other."""
        self.start("[Access server]\nMatch=uid:1\nProfile=main\nAllow=issue\n")

        def issue(key):
            client = Client(self.daemon.api)
            body = {"profile": "main", "name": "alice", "policy": {"Resource": f"acs:oss:*:*:b/{key}/*"}}
            client.connection.request("POST", "/v1/issue", json.dumps(body, ensure_ascii=False).encode())
            answer = client.connection.getresponse()
            document = json.loads(answer.read())
            client.close()
            return answer.status, document
        tokens = [as_user(1, lambda key=key: issue(key)) for key in ["caf\u00e9", "cafe\u0301"]]
        self.assertEqual([status for status, _ in tokens], [200, 200], tokens)
        self.assertNotEqual(tokens[0][1]["AccessKeyId"], tokens[1][1]["AccessKeyId"])

    def test_a_sink_has_a_token_that_its_rule_limits(self):
        rules = RULES.replace("%u", "shared")
        self.start(rules + "[Sink file]\nProfile=main\nRule=own\nFormat=json\nPath={directory}/sink.json\n")
        path = pathlib.Path(self.daemon.directory, "sink.json")
        until(path.exists)
        policy, session = self.scoped_calls()[0]
        self.assertEqual(session, "sink@file")
        self.assertIn("data-bucket/home/shared/*", policy)
        tokens = {entry["AccessKeyId"]: entry for entry in map(json.loads, self.ledger.read_text().splitlines())}
        self.assertEqual(tokens[json.loads(path.read_text())["AccessKeyId"]]["Policy"], policy)

    def test_a_sink_of_such_a_profile_names_a_rule_that_ram_can_express(self):
        self.start(RULES)
        for line, problem in {"": "name a rule with Rule=", "Rule=none\n": "there is no [Access none]",
                              "Rule=own\n": "'%u' has no value here"}.items():
            sink = f"[Sink file]\nProfile=main\n{line}Format=json\nPath={{directory}}/sink.json\n"
            self.daemon.configure(RULES + sink)
            client = Client(self.daemon.admin)
            status, _, answer = client.ask("POST", "/v1/reload")
            client.close()
            self.assertEqual(status, 422)
            self.assertIn(problem, answer["detail"])

    def assertIsScoped(self, token):
        entries = [json.loads(line) for line in self.ledger.read_text().splitlines()]
        entry = next(each for each in entries if each["AccessKeyId"] == token["AccessKeyId"])
        self.assertEqual(entry["Session"].partition("@")[0], "daemon")
        self.assertIn("data-bucket/home/daemon/*", entry["Policy"])

    def test_the_address_for_unmodified_programs_leads_to_the_same_token(self):
        self.start(RULES, f"CompatListen=127.0.0.1:{free_port()}\n")

        def fetch():
            with urllib.request.urlopen(self.ask("/v1/compat?profile=main")[1]["uri"]) as answer:
                return json.loads(answer.read())
        self.assertIsScoped(as_user(1, fetch))

    def test_the_metadata_address_leads_to_the_same_token(self):
        port = free_port()
        self.start(RULES, f"MetadataListen=127.0.0.1:{port}\n")
        metadata = Metadata("127.0.0.1", port)
        status, text = as_user(1, metadata.credential)
        self.assertEqual(status, 200, text)
        self.assertIsScoped(json.loads(text))

    def issue(self, **members):
        client = Client(self.daemon.api)
        status, _, document = client.ask("POST", "/v1/issue", {"profile": "main", "name": "alice", "policy": POLICY} | members)
        client.close()
        return status, document

    def test_a_server_issues_a_token_for_a_user_of_its_own(self):
        self.start("[Access server]\nMatch=uid:1\nProfile=main\nAllow=issue\n")
        status, token = as_user(1, self.issue)
        self.assertEqual(status, 200, token)
        self.assertEqual([(json.loads(policy), session) for policy, session in self.scoped_calls()], [(POLICY, "alice")])
        self.assertEqual(as_user(1, self.issue)[1], token)
        other = as_user(1, lambda: self.issue(name="bob", durationSeconds=900))[1]
        self.assertNotEqual(other["AccessKeyId"], token["AccessKeyId"])
        for members, status in [({"name": "a b"}, 422), ({"policy": "{}"}, 400), ({"durationSeconds": 3_601}, 422),
                                ({"durationSeconds": 899}, 422), ({"policy": {"x": "y" * 2_048}}, 422), ({"profile": "key"}, 403),
                                ({"what": 1}, 400)]:
            with self.subTest(members=str(members)[:40]):
                self.assertEqual(as_user(1, lambda members=members: self.issue(**members))[0], status)
        self.assertEqual(as_user(1, self.ask)[0], 403)

    def test_no_user_may_issue_by_default(self):
        self.start(RULES.replace("Allow=credentials\nBucket=data-bucket", "Allow=credentials sign presign\nBucket=data-bucket"))
        self.assertEqual([as_user(number, self.issue)[0] for number in [0, 1]], [403, 403])

    def test_explain_shows_the_policy(self):
        self.start(RULES)

        def explain():
            client = Client(self.daemon.api)
            answer = client.ask("POST", "/v1/explain", {"operation": "credentials", "request": {"profile": "main"}})
            client.close()
            return answer[0], answer[2]
        status, answer = as_user(1, explain)
        self.assertEqual((status, answer["granted"]), (200, True))
        policy = answer["reason"].partition("session policy ")[2]
        self.assertIn("acs:oss:*:*:data-bucket/home/daemon/*", json.dumps(json.loads(policy)))
        self.assertEqual(self.scoped_calls(), [])

    def test_no_rule_with_limits_grants_a_token_that_is_not_scoped(self):
        daemon = Daemon("[Access a]\nMatch=uid:0\nAllow=sign\n")
        self.addCleanup(daemon.stop)
        daemon.configure("[Access a]\nMatch=uid:0\nAllow=credentials\nBucket=data-bucket\n")
        client = Client(daemon.admin)
        status, _, answer = client.ask("POST", "/v1/reload")
        client.close()
        self.assertEqual(status, 422)
        self.assertIn("Scope=caller", answer["detail"])


if __name__ == "__main__":
    unittest.main()
