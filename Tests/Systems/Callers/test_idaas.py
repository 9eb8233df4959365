"""The host proves who it is to IDaaS EIAM and to any server of RFC 7523, without a secret that the server has too.

A stand-in checks each proof; the official cloud-idaas-core gets its tokens there in the same ways."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from daemon import ROOT, Client, Daemon, until

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Namespaces"))
from namespaces import ADDRESS, Namespace, obstacle  # noqa: E402

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Fixtures"))
from authority import Authority  # noqa: E402

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Packages"))
from packages import interpreter  # noqa: E402

HERE = pathlib.Path(__file__).parent
PYTHON = interpreter(HERE / "requirements-idaas.txt", ROOT / "build" / "venv-idaas")
# As the operating guide has it.
PROFILE = """
[Profile media]
Source=appserver
URL=https://localhost:{port}/v2/idaas_example/cloudAccountRoles/_/actions/obtainAccessCredential?cloudAccountRoleExternalId=acs:ram::1:role/media
CAFile={folder}/authority.pem
Authorization=oauth2-client-credentials
TokenURL=https://localhost:{port}/api/v2/iauths_system/oauth2/token
ClientID=app_example
Scope=urn:cloud:idaas:pam|cloud_account_role:obtain_access_credential
{proof}
Required=no
RetryMax=1s
"""
RULES = "[Access all]\nMatch=uid:0\nProfile=media\nAllow=credentials\n"
# Signs a token as a platform does.
PLATFORM = """
import jwt, sys, time
key, life, id = open(sys.argv[1]).read(), int(sys.argv[2]), sys.argv[3]
claims = {"iss": "https://platform.example", "sub": "system:host-17", "aud": "idaas", "iat": int(time.time()) - 60,
          "exp": int(time.time()) + life, "jti": id}
print(jwt.encode(claims, key, algorithm="ES256"))
"""


class OnDaemon(Daemon):
    def __init__(self, profiles, launcher=()):
        self.launcher = list(launcher)
        super().__init__(RULES, profiles, "LogLevel=debug\nDefaultProfile=media\n")

    def configure(self, rules):
        super().configure(rules)
        text = pathlib.Path(self.directory, "ossauthd.conf").read_text()
        self.write("ossauthd.conf", text.replace("DefaultProfile=main\n", "", 1))

    def refresh(self):
        """The status and the document of a fetch now."""
        client = Client(self.admin)
        try:
            return client.ask("POST", "/v1/profiles/media/refresh")
        finally:
            client.connection.close()

    def key(self):
        """The key that a program is given, or None."""
        client = Client(self.api)
        try:
            return client.ask("GET", "/v1/credentials?profile=media")[2].get("AccessKeyId")
        finally:
            client.connection.close()


@unittest.skipUnless(PYTHON, "cloud-idaas-core cannot be had from PyPI")
class IDaaS(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        Authority(self.folder).serve("localhost")
        for name in ["client", "platform"]:
            self.make_key(name)
            self.openssl("pkey", "-in", f"{name}.key", "-pubout", "-out", f"{name}.pem")
        self.start()

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def make_key(self, name, kind="P-256"):
        words = ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"] if kind == "RSA" else ["EC", "-pkeyopt", f"ec_paramgen_curve:{kind}"]
        self.openssl("genpkey", "-algorithm", *words, "-out", f"{name}.key")
        os.chmod(self.folder / f"{name}.key", 0o600)

    def authority(self, name):
        self.make_key(name)
        self.openssl("req", "-x509", "-key", f"{name}.key", "-days", "2", "-subj", f"/CN={name}", "-out", f"{name}.pem")

    def certify(self, name, issuer, *extensions):
        self.openssl("req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-out", f"{name}.csr")
        (self.folder / "extensions").write_text("\n".join(extensions))
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{issuer}.pem", "-CAkey", f"{issuer}.key", "-days", "2",
                     "-extfile", "extensions", "-out", f"{name}.pem")

    def certificates(self, kind="P-256", root="root"):
        """A key `host.key` and its certificate with the one between it and the root, in `chain.pem`."""
        self.authority(root)
        self.make_key("between")
        self.certify("between", root, "basicConstraints=critical,CA:true")
        self.make_key("host", kind)
        self.certify("host", "between")
        self.write("chain.pem", self.read("host.pem") + self.read("between.pem"))

    def read(self, name):
        return (self.folder / name).read_text()

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def start(self, launcher=(), *words):
        self.server = subprocess.Popen(
            [*launcher, PYTHON, "-B", HERE / "idaas_standin.py", self.folder, *words], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end, self.server)
        self.port = int(self.server.stdout.readline())
        self.launcher = launcher

    @staticmethod
    def end(process):
        process.terminate()
        process.wait()
        process.stdout.close()

    def serve(self, *proof):
        """A daemon whose profile has this proof, after its first fetch."""
        self.write("log", "")
        daemon = OnDaemon(
            PROFILE.replace("{port}", str(self.port)).replace("{proof}", "\n".join(proof)).replace("{folder}", str(self.folder)),
            self.launcher)
        self.addCleanup(daemon.stop)
        until(lambda: self.decisions())
        return daemon

    def decisions(self):
        return self.read("log").splitlines()

    def sdk(self, method, secret=None, **settings):
        """What the official client gets; the proof is made by it."""
        self.write("client.json", json.dumps({
            "idaasInstanceId": "idaas_example", "clientId": "app_example", "issuer": f"https://localhost:{self.port}",
            "tokenEndpoint": f"https://localhost:{self.port}/api/v2/iauths_system/oauth2/token",
            "scope": "urn:cloud:idaas:pam|cloud_account_role:obtain_access_credential",
            "authnConfiguration": {"identityType": "CLIENT", "authnMethod": method, "privateKeyEnvVarName": "PRIVATE_KEY",
                                   "applicationFederatedCredentialName": "hosts", **settings}}))
        self.write("log", "")
        done = subprocess.run(
            [*self.launcher, PYTHON, "-B", HERE / "idaas_client.py", self.folder / "client.json"], capture_output=True, text=True,
            env=os.environ | {"SSL_CERT_FILE": str(self.folder / "authority.pem")} | ({"PRIVATE_KEY": secret} if secret else {}))
        self.assertIn("token-", done.stdout, done.stderr)
        return self.decisions()


class AcceptedTests(IDaaS):
    def test_a_private_key_is_proof_enough_for_both(self):
        for kind in ["P-256", "RSA"]:
            self.make_key("client", kind)
            self.openssl("pkey", "-in", "client.key", "-pubout", "-out", "client.pem")
            self.assertEqual(self.sdk("PRIVATE_KEY_JWT", self.read("client.key")), ["accepted key"])
            daemon = self.serve("AssertionKey={folder}/client.key")
            until(lambda: daemon.key())
            self.assertEqual(self.decisions(), ["accepted key"])

    def test_a_server_with_two_keys_of_the_client_finds_each_by_its_name(self):
        self.make_key("second")
        self.openssl("pkey", "-in", "second.key", "-pubout", "-out", "second.pem")
        self.write("kid", "host 17")
        for kind in ["P-256", "RSA"]:
            self.make_key("client", kind)
            self.openssl("pkey", "-in", "client.key", "-pubout", "-out", "client.pem")
            daemon = self.serve("AssertionKey={folder}/client.key")
            until(lambda: daemon.key())
            self.assertEqual(self.decisions(), ["accepted key"])
        daemon = self.serve("AssertionKey={folder}/second.key", "AssertionKeyID=host 17")
        until(lambda: daemon.key())
        self.assertEqual(self.decisions(), ["accepted key"])

    def test_a_certificate_of_a_private_authority_goes_along_as_each_server_wants_it(self):
        for kind in ["P-256", "RSA"]:
            self.certificates(kind)
            self.assertEqual(
                self.sdk("PCA", self.read("host.key"), clientX509Certificate=self.read("host.pem"),
                         x509CertChains=self.read("between.pem")), ["accepted certificate"])
            lines = ["AssertionKey={folder}/host.key", "AssertionCertificate={folder}/chain.pem"]
            for lines, way in [(lines + ["FederatedCredential=hosts"], "certificate"), (lines, "x5c")]:
                daemon = self.serve(*lines)
                until(lambda: daemon.key())
                self.assertEqual(self.decisions(), [f"accepted {way}"])

    def platform_token(self, name, life=3600):
        done = subprocess.run(
            [PYTHON, "-c", PLATFORM, self.folder / "platform.key", str(life), os.urandom(8).hex()], capture_output=True, text=True,
            check=True)
        # The official client sends a line end, too.
        self.write(name, done.stdout.strip())

    def test_a_token_that_a_platform_renews_is_read_for_each_fetch(self):
        self.platform_token("token")
        self.assertEqual(
            self.sdk("OIDC", clientDeployEnvironment="KUBERNETES", oidcTokenFilePath=str(self.folder / "token")),
            ["accepted token of a platform"])
        for more in [["FederatedCredential=hosts"], []]:
            self.platform_token("token")
            daemon = self.serve("TokenFile={folder}/token", *more)
            until(lambda: daemon.key())
            # The stand-in takes each token once.
            self.assertEqual(daemon.refresh()[0], 503)
            until(lambda: "refused replayed" in self.decisions())
            self.platform_token("token")
            until(lambda: self.decisions()[-1] == "accepted token of a platform")
            self.assertIn("the login server refused: status 401, invalid_client", daemon.said)

    def test_an_instance_shows_the_document_that_its_metadata_service_signs(self):
        if obstacle():
            self.skipTest(obstacle())
        self.make_key("metadata")
        self.openssl("req", "-x509", "-key", "metadata.key", "-days", "2", "-subj", "/CN=metadata", "-out", "metadata.pem")
        space = self.enterContext(Namespace("ossauthd-idaas"))
        self.start(space.command(), ADDRESS)
        self.assertEqual(self.sdk("PKCS7", clientDeployEnvironment="ALIBABA_CLOUD_ECS"), ["accepted instance"])
        daemon = self.serve("InstanceIdentity=idaas_example", "FederatedCredential=hosts")
        until(lambda: daemon.key())
        self.assertEqual(self.decisions(), ["accepted instance"])
        self.write("log", "")
        daemon = self.serve("InstanceIdentity=idaas_other", "FederatedCredential=hosts")
        until(lambda: "the login server refused" in daemon.said)
        self.assertIn("refused for another instance of IDaaS", self.decisions())

    def test_a_certificate_and_its_key_are_renewed_between_two_fetches(self):
        self.certificates()
        daemon = self.serve("AssertionKey={folder}/host.key", "AssertionCertificate={folder}/chain.pem", "FederatedCredential=hosts")
        until(lambda: daemon.key())
        first = daemon.key()
        self.certificates("RSA")
        self.assertEqual(daemon.refresh()[0], 200)
        self.assertNotEqual(daemon.key(), first)
        # Half of a renewal never reaches the server.
        self.make_key("host")
        self.assertEqual(daemon.refresh()[0], 503)
        self.assertIn(f"{self.folder}/host.key is not the key of the first certificate in {self.folder}/chain.pem", daemon.said)
        self.assertEqual(self.decisions(), ["accepted certificate"] * 2)

    def test_a_renewal_under_load_fails_no_fetch(self):
        """One file for both, as a renewal replaces it."""
        self.certificates()

        def renew():
            self.make_key("host")
            self.certify("host", "between")
            self.write("next.pem", self.read("host.key") + self.read("host.pem") + self.read("between.pem"))
            (self.folder / "next.pem").rename(self.folder / "both.pem")

        renew()
        os.chmod(self.folder / "both.pem", 0o600)
        daemon = self.serve("AssertionKey={folder}/both.pem", "AssertionCertificate={folder}/both.pem", "FederatedCredential=hosts")
        statuses = []
        for _ in range(20):
            renew()
            statuses.append(daemon.refresh()[0])
        self.assertEqual(set(statuses), {200}, daemon.said)
        self.assertEqual(set(self.decisions()), {"accepted certificate"})


class RefusedTests(IDaaS):
    def test_a_proof_for_another_audience_is_refused_and_logged(self):
        daemon = self.serve("AssertionKey={folder}/client.key", "AssertionAudience=https://other.example")
        self.assertIn("refused InvalidAudienceError: Audience doesn't match", self.decisions())
        until(lambda: "the login server refused: status 401, invalid_client" in daemon.said)
        self.assertIsNone(daemon.key())

    def test_a_certificate_of_another_authority_is_refused_and_logged(self):
        self.certificates()
        self.authority("root")
        for more in [[], ["FederatedCredential=hosts"]]:
            daemon = self.serve("AssertionKey={folder}/host.key", "AssertionCertificate={folder}/chain.pem", *more)
            self.assertIn("refused a certificate of another authority", self.decisions())
            until(lambda: "the login server refused: status 401, invalid_client" in daemon.said)

    def test_another_key_is_refused(self):
        self.make_key("other")
        self.serve("AssertionKey={folder}/other.key")
        self.assertIn("refused kid is invalid", self.decisions())
        self.write("second.pem", self.read("client.pem"))
        self.write("kid", "client")
        self.serve("AssertionKey={folder}/other.key", "AssertionKeyID=client")
        self.assertIn("refused InvalidSignatureError: Signature verification failed", self.decisions())

    def test_a_role_that_the_application_may_not_take_is_named_in_the_log(self):
        daemon = OnDaemon(PROFILE.replace("{port}", str(self.port)).replace("{folder}", str(self.folder)).replace("role/media", "role/other")
                          .replace("{proof}", f"AssertionKey={self.folder}/client.key"))
        self.addCleanup(daemon.stop)
        until(lambda: "Forbidden.Role" in daemon.said)
        self.assertIn("no such role", daemon.said)


class ClockTests(IDaaS):
    def test_a_host_with_a_wrong_clock_recovers_by_the_time_of_the_server(self):
        for ahead in [3600, -3600]:
            self.write("clock", str(ahead))
            daemon = self.serve("AssertionKey={folder}/client.key")
            until(lambda: daemon.key())
            reason = "expired" if ahead > 0 else "issued in the future"
            self.assertEqual(self.decisions(), [f"refused {reason}", "accepted key"])
            # The daemon knows the time of the server now.
            self.assertEqual(daemon.refresh()[0], 200)
            self.assertEqual(self.decisions(), [f"refused {reason}", "accepted key", "accepted key"])


class SecrecyTests(IDaaS):
    def test_no_key_is_in_a_log_a_status_or_a_command_line(self):
        self.certificates("RSA")
        daemon = self.serve("AssertionKey={folder}/host.key", "AssertionCertificate={folder}/chain.pem")
        until(lambda: daemon.key())
        lines = set()

        def look():
            for process in pathlib.Path("/proc").glob("[0-9]*"):
                try:
                    if b"ossauth" in (command := (process / "cmdline").read_bytes()):
                        lines.add(command + (process / "environ").read_bytes())
                except OSError:
                    pass

        for _ in range(10):
            look()
            daemon.refresh()
        client = Client(daemon.admin)
        status = json.dumps(client.ask("GET", "/v1/status")[2])
        client.connection.close()
        secret = self.read("host.key").splitlines()[1:-1]
        # The certificate has the public half.
        for line in secret[8:]:
            self.assertNotIn(line, daemon.said + status)
            self.assertFalse([each for each in lines if line.encode() in each])
        self.assertNotIn("client_assertion", daemon.said + status)


if __name__ == "__main__":
    unittest.main()
