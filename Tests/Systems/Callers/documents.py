"""A daemon with the profile `media` of the documents, and a stand-in for OSS that it signs for."""

import pathlib
import subprocess
import sys
import threading
import unittest
from http.server import ThreadingHTTPServer

from daemon import DAEMON, PROGRAM, ROOT, Daemon

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Standin"))
from oss_ledger import Credential, Ledger  # noqa: E402
from oss_standin import Handler  # noqa: E402
from oss_store import Store  # noqa: E402

PROGRAMS = pathlib.Path(PROGRAM).parent
PROFILE = """
[Profile media]
Source=static
Endpoint={endpoint}
Region=cn-hangzhou
AccessKeyIDFile={directory}/id
AccessKeySecretFile={directory}/secret
"""


def profile_at(endpoint):
    return PROFILE.replace("{endpoint}", endpoint)


class MediaDaemon(Daemon):
    def configure(self, rules):
        text = DAEMON.replace("DefaultProfile=main", "DefaultProfile=media") + self.profiles + rules
        self.write("ossauthd.conf", text.replace("{directory}", self.directory))

    def start(self, *words, **more):
        """A program that finds ours and this daemon, in its folder."""
        environment = {"PATH": f"{PROGRAMS}:/usr/bin:/bin", "OSSAUTHD_SOCKET": self.api, "OSSAUTHD_ADMIN_SOCKET": self.admin}
        return subprocess.Popen(words, text=True, cwd=self.directory, env=environment | more.pop("env", {}), **more)

    def output(self, *words, **more):
        """What it prints; its errors too, where they do not go elsewhere."""
        return self.start(*words, stdout=subprocess.PIPE, **({"stderr": subprocess.STDOUT} | more)).communicate()[0]


class DocumentCase(unittest.TestCase):
    handler = Handler

    def daemon(self, rules, profile):
        daemon = MediaDaemon(rules, profile)
        self.addCleanup(daemon.stop)
        return daemon

    def server(self, kind, handler):
        server = self.enterContext(kind(("127.0.0.1", 0), handler))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        return server

    def oss(self):
        oss = self.server(ThreadingHTTPServer, self.handler)
        oss.ledger = Ledger(credentials=[Credential("LTAI5tPublicVector01", "PublicTestVectorSecretOnly0001")])
        oss.store, oss.region, oss.requests, oss.log, oss.cnames = Store(), "cn-hangzhou", None, None, {}
        oss.url = f"http://127.0.0.1:{oss.server_port}"
        return oss
