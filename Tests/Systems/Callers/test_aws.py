"""An unmodified S3 program (botocore) finds the credential by each of the ways that AWS has, and the next one after it."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from daemon import PATIENCE, ROOT, Client, Daemon, until
from free_port import free_port
from test_handout import document

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Packages"))
from packages import interpreter  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = interpreter(HERE / "requirements-aws.txt", ROOT / "build" / "venv-aws")
if PYTHON is None:
    raise unittest.SkipTest("no botocore: the package index cannot be reached")
CONTROL = pathlib.Path(os.environ.get("OSSAUTHCTL", ROOT / ".build" / "debug" / "ossauthctl"))

PROFILES = """
[Profile main]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Sink ini]
Profile=main
Format=aws-ini
Path={directory}/credentials

[Sink process]
Profile=main
Format=aws-process
Path={directory}/process

[Sink env]
Profile=main
Format=env
Variables=aws
Path={directory}/environment
"""
RULES = """
[Access keys]
Match=uid:0
Allow=credentials status
"""
REGION, HOST = "cn-hangzhou", "s3.oss-cn-hangzhou.aliyuncs.com"
ENDPOINT = f"https://{HOST}"


class AWSTests(unittest.TestCase):
    def setUp(self):
        self.compat, self.metadata = free_port(), free_port()
        self.daemon = Daemon(
            RULES, PROFILES, f"CompatListen=127.0.0.1:{self.compat}\nMetadataListen=127.0.0.1:{self.metadata}\nAudit=yes\n")
        self.addCleanup(self.daemon.stop)
        self.home = self.enterContext(tempfile.TemporaryDirectory())
        self.number = 0
        self.give()

    def give(self, life=3_600):
        """Another credential, which the sinks have when this returns."""
        self.number += 1
        given = document(life, AccessKeyId=f"STS.{self.number}", AccessKeySecret=f"secret/{self.number}+=%",
                         SecurityToken=f"token{self.number}/+==")
        client = Client(self.daemon.admin)
        self.assertEqual(client.ask("PUT", "/v1/profiles/main/credentials", given)[0], 200)
        client.ask("GET", "/v1/status")
        client.close()
        self.key = [given["AccessKeyId"], given["AccessKeySecret"], given["SecurityToken"]]

    def control(self, *words):
        return [str(CONTROL), "--socket", self.daemon.api, *words]

    def uri(self):
        client = Client(self.daemon.api)
        self.addCleanup(client.close)
        return client.ask("GET", "/v1/compat?profile=main")[2]["uri"]

    def run_client(self, *wrapper, **environment):
        """A client with nothing but this environment; it ends with the test."""
        process = subprocess.Popen(
            [*wrapper, str(PYTHON), str(HERE / "aws_client.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
            env={"HOME": self.home, "PATH": os.environ["PATH"]} | environment)

        def end():
            process.kill()
            process.communicate()

        self.addCleanup(end)
        return process

    def found(self, process):
        line = process.stdout.readline()
        self.assertTrue(line, line or process.stderr.read())
        return json.loads(line)

    def again(self, process):
        process.stdin.write("again\n")
        process.stdin.flush()
        return self.found(process)

    def follow(self, method, *wrapper, **environment):
        """The client finds the credential in this way, and the next one when the first is about to end."""
        self.give(life=300)
        process = self.run_client(*wrapper, **environment)
        first = self.found(process)
        self.assertEqual((first["key"], first["method"]), (self.key, method))
        self.give()
        self.assertEqual(self.again(process)["key"], self.key)
        return first

    def config(self, text):
        path = pathlib.Path(self.home, "config")
        path.write_text(text)
        return str(path)

    def test_a_program_gets_the_credential_as_a_container(self):
        self.follow("container-role", AWS_CONTAINER_CREDENTIALS_FULL_URI=f"{self.uri()}?format=aws")

    def test_a_program_gets_the_credential_as_a_container_with_a_token(self):
        uri = self.uri()
        token = uri.split("/")[-2]
        file = self.config(token)
        for variables in [
                {"AWS_CONTAINER_AUTHORIZATION_TOKEN": token}, {"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": file},
                {"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "/dev/null"}]:
            self.follow("container-role", AWS_CONTAINER_CREDENTIALS_FULL_URI=f"{uri}?format=aws", **variables)

    def test_a_wrong_token_gets_nothing(self):
        process = self.run_client(
            AWS_CONTAINER_CREDENTIALS_FULL_URI=f"{self.uri()}?format=aws", AWS_CONTAINER_AUTHORIZATION_TOKEN="0" * 32,
            AWS_EC2_METADATA_DISABLED="true")
        self.assertNotEqual(process.wait(PATIENCE), 0)
        self.assertIn("Received non 200 response 404", process.stderr.read())

    def test_a_program_gets_the_credential_from_a_process(self):
        command = " ".join(self.control("credentials", "export", "--format", "aws-process", "main"))
        self.follow("custom-process", AWS_CONFIG_FILE=self.config(f"[default]\ncredential_process = {command}\n"))

    def test_a_program_gets_the_credential_from_the_file_of_a_sink_by_a_process(self):
        """One program that lives, as `credential_process` makes it read the file again."""
        command = f"/bin/cat {self.daemon.directory}/process"
        self.follow("custom-process", AWS_CONFIG_FILE=self.config(f"[default]\ncredential_process = {command}\n"))

    def test_a_program_gets_the_credential_from_the_file_that_a_sink_keeps(self):
        for _ in range(2):
            found = self.found(self.run_client(AWS_SHARED_CREDENTIALS_FILE=f"{self.daemon.directory}/credentials"))
            self.assertEqual(found, {"key": self.key, "method": "shared-credentials-file", "region": REGION,
                                     "endpoint": ENDPOINT, "host": f"bucket.{HOST}", "checksums": "when_required"})
            self.give()

    def test_a_program_gets_the_credential_from_an_exported_file(self):
        text = subprocess.run(
            self.control("credentials", "export", "--format", "aws-ini", "main"), check=True, capture_output=True, text=True)
        found = self.found(self.run_client(AWS_SHARED_CREDENTIALS_FILE=self.config(text.stdout)))
        self.assertEqual((found["key"], found["region"], found["endpoint"]), (self.key, REGION, ENDPOINT))

    def test_a_program_gets_the_credential_from_the_variables_that_a_sink_keeps(self):
        found = self.found(self.run_client(
            "sh", "-c", f'set -a; . {self.daemon.directory}/environment; exec "$0" "$@"'))
        self.assertEqual(found, {"key": self.key, "method": "env", "region": REGION, "endpoint": ENDPOINT,
                                 "host": HOST, "checksums": "when_required"})

    def test_a_program_gets_the_credential_from_exec(self):
        found = self.found(self.run_client(*self.control("exec", "--profile", "main", "--aws", "--")))
        self.assertEqual(found, {"key": self.key, "method": "env", "region": REGION, "endpoint": ENDPOINT,
                                 "host": f"bucket.{HOST}", "checksums": "when_required"})

    def test_a_program_gets_the_credential_from_exec_with_an_address(self):
        stale = self.config("[default]\naws_access_key_id = stale\naws_secret_access_key = stale\n")
        found = self.follow(
            "container-role", *self.control("exec", "--profile", "main", "--aws", "--uri", "--"),
            AWS_ACCESS_KEY_ID="stale", AWS_SECRET_ACCESS_KEY="stale", AWS_SHARED_CREDENTIALS_FILE=stale)
        self.assertEqual(
            (found["region"], found["endpoint"], found["host"], found["checksums"]),
            (REGION, ENDPOINT, f"bucket.{HOST}", "when_required"))

    def test_exec_leaves_what_the_caller_has_set(self):
        found = self.found(self.run_client(
            *self.control("exec", "--profile", "main", "--aws", "--"), AWS_DEFAULT_REGION="mine",
            AWS_ENDPOINT_URL_S3="http://127.0.0.1:1", AWS_REQUEST_CHECKSUM_CALCULATION="when_supported"))
        self.assertEqual((found["region"], found["endpoint"], found["checksums"]), ("mine", "http://127.0.0.1:1", "when_supported"))

    def test_a_program_gets_the_credential_as_the_role_of_an_instance(self):
        # botocore itself prolongs what an instance metadata service gives it, so each program asks once here.
        for _ in range(2):
            process = self.run_client(AWS_EC2_METADATA_SERVICE_ENDPOINT=f"http://127.0.0.1:{self.metadata}")
            found = self.found(process)
            self.assertEqual((found["key"], found["method"]), (self.key, "iam-role"))
            self.give()

    def test_each_hand_out_is_on_record(self):
        self.found(self.run_client(AWS_CONTAINER_CREDENTIALS_FULL_URI=f"{self.uri()}?format=aws"))
        until(lambda: "granted credentials of profile main" in self.daemon.said)
        self.assertNotIn("secret/", self.daemon.said)


if __name__ == "__main__":
    unittest.main()
