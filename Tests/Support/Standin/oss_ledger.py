"""The credentials that a test or AppServer handed out, and the forms of time that OSS knows."""

import json
from dataclasses import dataclass
from datetime import datetime, timezone


@dataclass(frozen=True)
class Credential:
    access_key_id: str
    access_key_secret: str
    security_token: str | None = None
    expiration: float | None = None
    policy: str | None = None
    session: str | None = None


class Ledger:
    """The credentials that were handed out: JSON lines that another program appends to."""

    def __init__(self, path=None, credentials=()):
        self.path = path
        self.by_id = {each.access_key_id: each for each in credentials}

    def find(self, access_key_id, token):
        """The credential of that id; the file is read again when it holds something newer."""
        known = self.by_id.get(access_key_id)
        if self.path and (known is None or known.security_token != token):
            self._read()
        return self.by_id.get(access_key_id)

    def knows_token(self, token):
        return any(each.security_token == token for each in self.by_id.values())

    def _read(self):
        try:
            with open(self.path, encoding="utf-8") as lines:
                for line in lines:
                    if line.endswith("\n"):  # a last line without an end is still being written
                        entry = json.loads(line)
                        self.by_id[entry["AccessKeyId"]] = Credential(
                            entry["AccessKeyId"], entry["AccessKeySecret"], entry.get("SecurityToken") or None,
                            epoch(entry.get("Expiration"), "%Y-%m-%dT%H:%M:%SZ"), entry.get("Policy"), entry.get("Session"))
        except FileNotFoundError:
            pass


def epoch(text, form):
    if not text:
        return None
    try:
        moment = datetime.strptime(text, form).replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    return moment.timestamp() if moment.strftime(form) == text else None  # strptime is lax about digits


def basic_time(text):
    return epoch(text, "%Y%m%dT%H%M%SZ")


def http_date(text):
    return epoch(text, "%a, %d %b %Y %H:%M:%S GMT")
