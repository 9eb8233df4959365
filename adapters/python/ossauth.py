"""Credentials and signatures of ossauthd for programs in Python, by the standard library only.

Copy this file, or install it as the wheel `ossauth`; docs/adapters.md has the lines for the SDKs."""

import contextlib
import datetime
import http.client
import json
import os
import socket
import time
from urllib.parse import urlencode

ANSWER_LIMIT = 64 << 20  # The daemon gives no longer answer.
RETRY_PAUSE = 10
MEMBERS = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]


class DaemonError(Exception):
    """Why there is no answer, and what to do; with `status` and `type` of the daemon's problem, if it answered."""
    def __init__(self, text, status=None, type=None):
        super().__init__(text)
        self.status, self.type = status, type


class DeadlineSocket(socket.socket):
    def recv_into(self, *arguments):
        self.settimeout(max(self.deadline - time.monotonic(), 0.001))
        return super().recv_into(*arguments)


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path, self.process = path, os.getpid()

    def connect(self):
        self.sock = DeadlineSocket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Daemon:
    """Asks the daemon; for any number of threads, and for processes that fork."""
    def __init__(self, path=None, profile=None, timeout=15):
        self.path, self.timeout = path or socket_path(), timeout
        self.profile = {"profile": profile} if profile else {}
        self.idle = []

    def sign(self, **request):
        """The answer has the `headers` to add to the request; docs/api.md has the members of both."""
        return self.ask("POST", "/v1/sign", {**self.profile, **request})

    def presign(self, **request):
        """The `url`, its `expiration`, and the `headers` to send with it."""
        return self.ask("POST", "/v1/presign", {**self.profile, **request})

    def ask(self, method, path, body=None):
        text = body and json.dumps(body)
        try:
            # Either there is no kept connection, or a restart closed it.
            with contextlib.suppress(IndexError, BrokenPipeError, ConnectionResetError):
                while True:
                    kept = self.idle.pop()
                    if kept.process == os.getpid():
                        return self.exchange(kept, method, path, text)
                    kept.close()
            return self.exchange(UnixConnection(self.path, self.timeout), method, path, text)
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
            raise DaemonError(f"ossauthd gave no answer at {self.path} ({error}): is it running, and is this user in the "
                              "group of that socket? `ossauthctl doctor` says more") from error

    def exchange(self, connection, method, path, text):
        with contextlib.ExitStack() as failure:
            failure.callback(connection.close)
            connection.request(method, path, text)
            connection.sock.deadline = time.monotonic() + self.timeout
            answer = connection.getresponse()
            content = answer.read(ANSWER_LIMIT + 1)
            document = json.loads(content) if len(content) <= ANSWER_LIMIT else None
            if not isinstance(document, dict):
                raise ValueError("the answer is no JSON object, or too long")
            failure.pop_all()
        self.idle.append(connection)
        if answer.status != 200:
            title, detail, kind = (document.get(name) for name in ("title", "detail", "type"))
            raise DaemonError(f"{title}: {detail} (status {answer.status})", answer.status, kind)
        return document


class Credentials:
    """A credential in the shapes of oss2 and of alibabacloud-oss-v2; a long-lived key has an empty security token."""
    def __init__(self, document):
        try:
            self.access_key_id, self.access_key_secret, self.security_token, end = (document[name] + "" for name in MEMBERS)
            self.expiration = datetime.datetime.strptime(end + "+0000", "%Y-%m-%dT%H:%M:%SZ%z")
        except (KeyError, TypeError, ValueError):
            raise DaemonError(f"an answer without the texts {', '.join(MEMBERS)}: is this the socket of ossauthd?") from None
        self.end = self.expiration.timestamp()
        self.renew_at = (time.time() + self.end) / 2

    def has_keys(self): return True
    def is_expired(self): return time.time() >= self.end
    def get_access_key_id(self): return self.access_key_id
    def get_access_key_secret(self): return self.access_key_secret
    def get_security_token(self): return self.security_token


class Provider:
    """Keeps a credential and renews it after half of its life; the kept one serves while the daemon gives no other."""

    def __init__(self, daemon=None):
        self.daemon, self.kept = daemon or Daemon(), None

    def get_credentials(self):
        kept, now = self.kept, time.time()
        if kept and now < min(kept.renew_at, kept.end):
            return kept
        if kept:
            kept.renew_at = now + RETRY_PAUSE  # So long all other threads go on with this one.
        try:
            self.kept = Credentials(self.daemon.ask("GET", f"/v1/credentials?{urlencode(self.daemon.profile)}"))
        except DaemonError:
            if not kept or kept.is_expired():
                raise
        return self.kept


class BotocoreProvider:
    """For the chain of a botocore session, before all others: boto3 and its relatives renew by it."""
    METHOD = CANONICAL_NAME = "ossauthd"

    def __init__(self, provider=None):
        self.provider = provider or Provider()

    def load(self):
        from botocore.credentials import RefreshableCredentials
        return RefreshableCredentials.create_from_metadata(self.metadata(), self.metadata, self.METHOD)

    def metadata(self):
        c = self.provider.get_credentials()
        return {"access_key": c.access_key_id, "secret_key": c.access_key_secret, "token": c.security_token or None,
                "expiry_time": c.expiration.isoformat()}


def socket_path():
    folders = os.environ.get("XDG_RUNTIME_DIR"), os.path.expanduser("~/.local/run")
    pairs = [(each, each + "/ossauthd/ossauthd.sock") for each in folders if each]
    own = [pair[1] for pair in pairs if all(os.path.exists(each) and os.stat(each).st_uid == os.getuid() for each in pair)]
    return os.environ.get("OSSAUTHD_SOCKET") or [*own, "/run/ossauthd/ossauthd.sock"][0]
