"""A daemon whose profile signs for the bucket `media` of a stand-in for OSS, as the documents have it."""

import sys
import threading
import unittest
from http.server import ThreadingHTTPServer

from daemon import DAEMON, ROOT, Daemon

sys.path.insert(0, str(ROOT / "Tests" / "Standin"))
from oss_ledger import Credential, Ledger  # noqa: E402
from oss_standin import Handler  # noqa: E402
from oss_store import Store  # noqa: E402

PROFILE = """
[Profile media]
Source=static
Endpoint={endpoint}
Region=cn-hangzhou
AccessKeyIDFile={directory}/id
AccessKeySecretFile={directory}/secret
"""


class MediaDaemon(Daemon):
    def configure(self, rules):
        text = DAEMON.replace("DefaultProfile=main", "DefaultProfile=media") + self.profiles + rules
        self.write("ossauthd.conf", text.replace("{directory}", self.directory))


class DocumentCase(unittest.TestCase):
    def server(self, kind, handler):
        server = self.enterContext(kind(("127.0.0.1", 0), handler))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        return server

    def oss(self):
        oss = self.server(ThreadingHTTPServer, Handler)
        oss.ledger = Ledger(credentials=[Credential("LTAI5tPublicVector01", "PublicTestVectorSecretOnly0001")])
        oss.store, oss.region, oss.requests, oss.log, oss.cnames = Store(), "cn-hangzhou", None, None, {}
        return oss
