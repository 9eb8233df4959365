#!/usr/bin/env python3
"""Asks OSS whether the signatures of ossauthd are right: puts, gets, lists, copies, uploads in parts and deletes small objects.

Tries V4 and V1, in the header and in the URL, and with --s3 the signatures for the S3 endpoint. A signature that the rules do not
grant is no failure. All objects are in a folder with a random name below the prefix, and are deleted at the end, after a failure
or an interrupt too. Ends with 1 where a step failed, at the first failed connection, or where nothing could be tried.
"""

import argparse
import collections
import http.client
import json
import re
import secrets
import signal
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import quote

HERE = Path(__file__).resolve()
sys.path += [str(HERE.parents[3] / "ossauthd/adapters/python"), str(HERE.parents[2] / "adapters/python")]
import ossauth  # noqa: E402

Step = collections.namedtuple("Step", "name needs method object parameters body answer")
UPLOAD = {"uploadId": "{upload}"}
PARTS = '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"{tag}"</ETag></Part></CompleteMultipartUpload>'
# Without the step `needs` one cannot succeed. `answer` is in the text of OSS, which sends the status of a copy before the copy is made.
STEPS = [
    Step("put", None, "PUT", "{key}", {}, "a test\n", ""),
    Step("get", "put", "GET", "{key}", {}, None, "^a test\n$"),
    Step("list", "put", "GET", "", {"list-type": "2", "prefix": "{key}"}, None, "<KeyCount>1<"),
    Step("copy", "put", "PUT", "{key} copied", {}, "", "<ETag>"),
    Step("begin upload", None, "POST", "{key} uploaded", {"uploads": None}, "", "<UploadId>(?P<upload>[^<]+)<"),
    Step("upload part", "begin upload", "PUT", "{key} uploaded", dict(UPLOAD, partNumber="1"), "a part\n", ""),
    Step("list parts", "upload part", "GET", "{key} uploaded", UPLOAD, None, "<ETag>[^<]*?(?P<tag>[0-9A-Fa-f-]{32,})"),
    Step("complete upload", "list parts", "POST", "{key} uploaded", UPLOAD, PARTS, "<ETag>"),
]
MAKERS = ["put", "copy", "complete upload"]
signals = []


class OSSError(Exception):
    """A step that failed; `acted`: OSS may have done it all the same; `facts` are for the report."""
    def __init__(self, text, acted, **facts):
        super().__init__(text)
        self.acted, self.facts = acted, facts


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


def send(request):
    """The status and the text of OSS."""
    unreachable = f"cannot reach {request.host}: "
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=25) as answer:
            return answer.status, answer.read(65536).decode(errors="replace")
    except urllib.error.HTTPError as error:
        with error:
            text = error.read(65536).decode(errors="replace")
        code, ec, message = (re.findall(f"<{name}>([^<]*)<", text)[:1] or [""] for name in ("Code", "EC", "Message"))
        raise OSSError(f"{error.code} {code[0] or 'without an error of OSS'} {ec[0]}: {message[0]}", error.code >= 500,
                       status=error.code, code=code[0], ec=ec[0]) from None
    except urllib.error.URLError as error:
        raise OSSError(f"{unreachable}{error.reason}", acted=False) from error
    except (OSError, http.client.HTTPException) as error:
        raise OSSError(f"{unreachable}{error}", acted=True) from error


class SelfTest:
    def __init__(self, options):
        self.daemon = ossauth.Daemon(options.socket, options.profile)
        self.kinds = [f"{version} {place}" for version in options.versions for place in ("header", "URL")]
        self.place = {name: getattr(options, name) for name in ("endpoint", "region", "addressing") if getattr(options, name)}
        self.bucket, prefix = options.location
        self.folder = f"{prefix.rstrip('/')}/ossauthd-selftest-{secrets.token_hex(8)}/"
        self.remains, self.report, self.is_unreachable = [], [], False

    def run(self):
        try:
            for kind in self.kinds:
                if not self.is_over:
                    self.run_kind(kind)
        finally:  # Also if the output is gone.
            for kind in self.kinds:
                for remains in self.remains[:]:
                    self.attempt(kind, None, lambda: self.delete(kind, remains))

    @property
    def is_over(self):
        return signals or self.is_unreachable

    def run_kind(self, kind):
        # The blank and the letters beyond ASCII are what programs encode in different ways.
        names = {"key": f"{self.folder}{kind.replace(' ', '-')} é+"}
        objects = [(names["key"] + end, None) for end in ("", " copied", " uploaded")]
        # Nothing is put that the rules would not let this program delete.
        if not self.attempt(kind, "delete", lambda: [self.deletion(kind, each) for each in objects] and None):
            return
        done, earlier = {None}, self.remains[:]
        for step in STEPS:
            if self.is_over:
                break
            if step.needs not in done:
                self.note(kind, step.name, "skipped", "a step before it did not succeed")
            elif self.attempt(kind, step.name, lambda: self.perform(kind, step, names)):
                done.add(step.name)
        ours = [each for each in self.remains if each not in earlier]
        if ours:
            self.attempt(kind, "delete", lambda: [self.delete(kind, each) for each in ours][-1])

    def perform(self, kind, step, names):
        def fill(text):
            return text and text.format(**names)
        key = fill(step.object)
        source = {"x-amz-copy-source" if "s3" in kind else "x-oss-copy-source": quote(f"/{self.bucket}/{names['key']}")}
        request = self.sign(kind, step.method, key, {name: fill(value) for name, value in step.parameters.items()}, fill(step.body),
                            source if step.name == "copy" else {})
        made = [(key, None)] if step.name in MAKERS else []
        try:
            status, text = send(request)
        except OSSError as error:
            self.remains += made if error.acted else []
            raise
        self.remains += made
        found = re.search(step.answer, text)
        if not found:
            raise OSSError(f"{status}, but the answer lacks {step.answer}", acted=True, status=status)
        names.update(found.groupdict())
        if step.name == "begin upload":
            self.remains.append((key, names["upload"]))
        if step.name == "complete upload":
            self.remains.remove((key, names["upload"]))
        return status

    def delete(self, kind, remains):
        status = send(self.deletion(kind, remains))[0]
        self.remains.remove(remains)
        return status

    def deletion(self, kind, remains):
        key, upload = remains
        return self.sign(kind, "DELETE", key, {"uploadId": upload} if upload else {})

    def sign(self, kind, method, key, parameters, body=None, headers={}):
        version, place = kind.split()
        # With a body always a type, because urllib would add one of its own that is not signed.
        headers = dict(headers, **({"content-type": "text/plain"} if body is not None else {}))
        ask = self.daemon.sign if place == "header" else self.daemon.presign
        answer = ask(version=version, method=method, bucket=self.bucket, parameters=parameters, headers=headers, **self.place,
                     **({"key": key} if key else {}))
        data = None if body is None else body.encode()
        return urllib.request.Request(answer["url"], data, dict(answer["headers"], **headers), method=method)

    def attempt(self, kind, step, action):
        """Whether the action succeeded; prints its outcome, if it is of a step."""
        try:
            status = action()
            if status:
                self.note(kind, step, "ok", status, status=status)
            return True
        except ossauth.DaemonError as error:
            self.note(kind, step, "refused" if error.status in range(400, 500) else "failed", error, status=error.status)
        except OSSError as error:
            self.is_unreachable = self.is_unreachable or not error.facts
            self.note(kind, step, "failed", error, **error.facts)
        return False

    def note(self, kind, step, outcome, text, **facts):
        if step:
            self.report.append(dict(facts, signature=kind, step=step, outcome=outcome))
            text = "".join(each if each.isprintable() else "?" for each in str(text))
            print(f"{kind:11}{step:17}{outcome:9}{text}", flush=True)

    def end(self):
        """The exit status."""
        counts = collections.Counter(each["outcome"] for each in self.report)
        for key, upload in self.remains:
            what = f"the upload {upload} of " if upload else ""
            print(f"{what}oss://{self.bucket}/{key} could not be deleted; delete it", file=sys.stderr)
        print(f"{counts['ok']} steps succeeded, {counts['failed']} failed, {counts['refused']} refused by the daemon"
              + ("; interrupted" if signals else ""), flush=True)
        return 0 if counts["ok"] and not (counts["failed"] or self.remains or self.is_over) else 1


def location(text):
    found = re.fullmatch("oss://([^/]+)/(.+)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} needs a prefix, so that no other object is touched: oss://BUCKET/PREFIX")
    return found.groups()


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog=__doc__.partition("\n\n")[2])
parser.add_argument("location", type=location, metavar="oss://BUCKET/PREFIX", help="the place for the objects")
parser.add_argument("--s3", dest="versions", action="store_const", const=["v4", "v1", "s3"], default=["v4", "v1"], help="the S3 endpoint as well")
for name in ("socket", "profile", "endpoint", "region", "addressing"):
    parser.add_argument(f"--{name}", help="another than that of the daemon")
parser.add_argument("--report", metavar="FILE", help="write what OSS answered as JSON, without names, keys and signatures")
options = parser.parse_args()
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(each, lambda number, _: signals.append(number))
test = SelfTest(options)
try:
    test.run()
finally:
    if options.report:
        Path(options.report).write_text(json.dumps({"time": time.strftime("%FT%TZ", time.gmtime()), "steps": test.report}, indent=1) + "\n")
sys.exit(test.end())
