"""The base of each client: its description, from which the table of docs/programs.md is made, and the round that it repeats."""

import http.client
import os
import pathlib
import re
import shlex
import ssl
import subprocess
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
REGION = "cn-hangzhou"
ENDPOINT, S3_ENDPOINT = (f"https://{each}oss-{REGION}.aliyuncs.com" for each in ("", "s3."))
# The bucket that the documents use; each client has its own.
DOCUMENTED = "examplebucket"
FOLDER = "Ordner mit ü+%"
PART = b"a part of an upload that comes in three, the last of which may be short. " * 1_500
TEXT = "Grüße, 世界 ".encode() * 50


class Way:
    """How a client comes to its credential: the words before its command, and the text of the table."""

    def __init__(self, text, *words):
        self.text, self.words = text, words


def executing(*options, text="`exec {}`"):
    return Way(text.format(" ".join(options)), "ossauthctl", "exec", "--profile", "media", *options, "--")


URI = executing("--uri")
S3_URI = executing("--aws", "--uri")
S3_BUCKET = executing("--aws", "--uri", "--bucket", DOCUMENTED)
EACH = executing("--aws", text="`exec {}`, each command")
EXTERNAL = Way("mode `External` of alibabacloud-credentials")
PROCESS = Way("`credential_process`, `ossauthctl`")
PROCESS_FILE = Way("`credential_process`, a file")
SINK = Way("file of a `[Sink]`")
ROLE = Way("[role of an instance](compatibility.md#the-role-of-an-ecs-instance)")
ADDRESS = Way("`URI`")
SIGNED = Way("signed by the daemon")


class Client:
    """One program. Its `writes` are used as they stand: as code by `made`, or as words or variables."""

    name = None  # also of its bucket
    program = None
    package = None  # the requirement that has its version, if its name is not that of the program
    version = None
    requirements = None  # the name of the file, without its end
    executable = None  # of a Debian package
    way = S3_URI
    writes = ""
    note = ""
    is_short = False  # part of the short list of continuous integration
    bulk_delete_is_refused = False
    folder = FOLDER

    def __init__(self, bucket):
        self.bucket = bucket
        self.home = pathlib.Path(os.environ["HOME"])

    @classmethod
    def title(cls):
        if cls.version:
            return f"{cls.program} {cls.version}"
        text = (HERE / f"{cls.requirements}.txt").read_text()
        pattern = rf"^{re.escape(cls.package or cls.program)}(?:\[.*\])?==(.*)$"
        return f"{cls.program} {re.search(pattern, text, re.MULTILINE)[1]}"

    @property
    def written(self):
        return self.writes.replace(DOCUMENTED, self.bucket)

    def made(self, **names):
        """The value of the lines that a user writes."""
        return eval(self.written, names)

    def options(self):
        return shlex.split(self.written)

    def set_variables(self):
        os.environ.update(word.split("=", 1) for word in self.options())

    def program_file(self, name):
        """The program of this name in the environment of the client, or that of the host."""
        found = pathlib.Path(sys.executable).parent / name
        return found if found.exists() else name

    def run(self, name, *words, **options):
        return subprocess.run([self.program_file(name), *words], stdout=subprocess.PIPE, **{"check": True} | options).stdout

    def file(self, name, content=b""):
        path = self.home / name
        path.write_bytes(content)
        return path

    def use(self):
        """Everything once that the client can do."""
        keys = [f"{self.folder}/{each}" for each in ("text", "large", "presigned", "copy")]
        text, large, presigned, copy = keys
        self.put(text, TEXT)
        expect(self.get(text), TEXT)
        if hasattr(self, "range"):
            expect(self.range(text, 3, 20), TEXT[3:20])
        present = [text]
        if hasattr(self, "upload"):
            part = getattr(self, "part", PART)
            self.upload(large, [part, part, part[:100]])
            expect(self.get(large), part + part + part[:100])
            present.append(large)
        if hasattr(self, "presign"):
            expect(send("PUT", self.presign("PUT", presigned), TEXT), (200, b""))
            expect(send("GET", self.presign("GET", presigned)), (200, TEXT))
            present.append(presigned)
        if hasattr(self, "presign_get"):
            expect(send("GET", self.presign_get(text)), (200, TEXT))
        if hasattr(self, "copy"):
            self.copy(text, copy)
            expect(self.get(copy), TEXT)
            present.append(copy)
        self.expect_list(present)
        if hasattr(self, "delete"):
            self.delete(text)
            present.remove(text)
            self.expect_list(present)
            self.delete_rest(present)

    def delete_rest(self, keys):
        if hasattr(self, "delete_many"):
            if self.bulk_delete_is_refused:
                expect_refused(lambda: self.delete_many(keys))
                self.expect_list(keys)
            else:
                self.delete_many(keys)
                self.expect_list([])
                return
        for key in keys:
            self.delete(key)
        self.expect_list([])

    def expect_list(self, keys):
        if hasattr(self, "list"):
            expect(sorted(self.list(f"{self.folder}/")), sorted(keys))


def configure(name, text):
    """Writes a file in the home of the client."""
    path = pathlib.Path(os.environ["HOME"]) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def block(text, page="docs/connect/s3.md"):
    """The one piece of configuration with this text in a document."""
    pieces = re.findall(r"^```\w*\n(.*?)^```", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    [found] = [piece for piece in pieces if text in piece]
    return found


def expect(found, wanted):
    if found != wanted:
        raise AssertionError(f"{found!r:.600} is not {wanted!r:.200}")


def expect_refused(work):
    """The work must fail; the runner sees in the record of the stand-in which request was refused, and why."""
    try:
        work()
    except Exception as error:
        print(f"refused: {error}", file=sys.stderr)
        return
    raise AssertionError("a bulk delete was accepted")


def send(method, url, body=None):
    """Sends the request like any program that got the URL from another one."""
    place = urllib.parse.urlsplit(url)
    connection = http.client.HTTPSConnection(place.netloc, timeout=60, context=ssl.create_default_context())
    connection.request(method, f"{place.path}?{place.query}", body)
    answer = connection.getresponse()
    try:
        return answer.status, answer.read()
    finally:
        connection.close()
