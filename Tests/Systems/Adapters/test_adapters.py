"""The adapters for other languages, each with the tests in its own folder, against the daemon and the stand-in for OSS.

A test in another language writes `scene: …` to its standard output; `Scene` does it, and answers `done`. A language that is not
installed is skipped, and the run says so.
"""

import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
import venv
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Tests" / each) for each in ("Systems/Callers", "Support/Namespaces", "Support/Packages")]
from daemon import PATIENCE, Client, Daemon, until  # noqa: E402
from names_of_oss import S3_ENDPOINT, NamesOfOSS  # noqa: E402
from namespaces import obstacle  # noqa: E402
from packages import interpreter  # noqa: E402
from scripted import Scripted  # noqa: E402

ADAPTERS = ROOT / "adapters"
BUILD = ROOT / "build" / "adapters"
REGION = "cn-hangzhou"

PROFILES = """
[Profile main]
Source=manual
Endpoint={endpoint}
Region=cn-hangzhou
"""
RULES = """
[Access signatures]
Match=uid:0
Profile=main
Bucket=examplebucket
Allow=sign presign
"""
KEYS = """
[Access keys]
Match=uid:0
Profile=main
Allow=credentials
"""


class Scene:
    """The daemon with tokens that the test asks for, the stand-in that knows them, and servers that are no daemon."""

    def __enter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="ossauthd-adapters-"))
        self.ledger = self.directory / "ledger"
        self.ledger.touch()
        self.standin = subprocess.Popen(
            [sys.executable, "-B", ROOT / "Tests/Support/Standin/oss_standin.py", "--ledger", self.ledger, "--region", REGION],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.endpoint = self.standin.stdout.readline().split("listening on ")[1].strip()
        self.within, self.environment = list, {}
        self.daemon = Daemon(RULES + KEYS, PROFILES.replace("{endpoint}", self.endpoint))
        self.scripted = Scripted().__enter__()
        return self

    def __exit__(self, *error):
        self.scripted.__exit__()
        self.daemon.stop()
        self.standin.kill()
        self.standin.communicate()
        shutil.rmtree(self.directory)

    def as_own_daemon(self):
        """From here on tests find the daemon where `start` of an installation without root makes its socket."""
        folder = self.directory / ".local/run/ossauthd"
        folder.mkdir(parents=True)
        (folder / "ossauthd.sock").symlink_to(self.daemon.api)
        self.environment = {"OSSAUTHD_SOCKET": "", "XDG_RUNTIME_DIR": ""}

    def with_names_of_oss(self, case):
        """From here on tests run where a second stand-in has the names of OSS, and speaks TLS."""
        namespace = case.enterContext(NamesOfOSS("ossauthd-adapters", self.directory, ["examplebucket"]))
        server = subprocess.Popen(
            namespace.standin("--ledger", self.ledger, "--region", REGION), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        case.addCleanup(server.communicate)
        case.addCleanup(server.kill)
        server.stdout.readline()
        self.within = lambda command: namespace.command(*command)
        self.environment = namespace.environment | {"S3_ENDPOINT": f"https://{S3_ENDPOINT}"}

    def token(self, number, seconds):
        document = {"AccessKeyId": f"STS.Key{number}", "AccessKeySecret": f"SecretOf{number}", "SecurityToken": f"Token+{number}/=",
                    "Expiration": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + int(seconds)))}
        with self.ledger.open("a") as ledger:
            ledger.write(json.dumps(document) + "\n")
        self.administer("PUT", "/v1/profiles/main/credentials", document)

    def rules(self, keys):
        self.daemon.configure(RULES + KEYS * (keys == "keys"))
        self.administer("POST", "/v1/reload")

    def administer(self, *request):
        client = Client(self.daemon.admin)
        status, _, answer = client.ask(*request)
        client.close()
        if status != 200:
            raise AssertionError(answer)

    def stop(self):
        self.daemon.process.terminate()
        self.daemon.process.wait(PATIENCE)

    def start(self):
        self.daemon.restart()

    def restart(self):
        self.stop()
        self.start()

    def do(self, verb, *arguments):
        {"token": self.token, "rules": self.rules, "stop": self.stop, "start": self.start, "restart": self.restart}[verb](*arguments)

    def run(self, command):
        """Runs a test; its status and what it printed."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.directory), "OSSAUTHD_SOCKET": self.daemon.api,
                       "SCRIPTED": str(self.scripted.directory), "ENDPOINT": self.endpoint} | self.environment
        printed = ""
        with (open(self.directory / "errors", "w+") as errors,
              subprocess.Popen(self.within(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
                               env=environment) as process, watched(process)):
            for line in process.stdout:
                text, mark, wish = line.partition("scene: ")
                printed += text
                if mark:
                    self.do(*wish.split())
                    process.stdin.write("done\n")
                    process.stdin.flush()
            errors.seek(0)
            return process.wait(), printed + errors.read()


def go_environment():
    """Nothing is fetched, and what is built is kept in the build folder."""
    return os.environ | {"GO111MODULE": "on", "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOCACHE": str(ROOT / "build" / "go-cache")}


class watched:
    """A test that hangs is killed."""

    def __init__(self, process):
        self.timer = threading.Timer(2 * PATIENCE, process.kill)

    def __enter__(self):
        self.timer.start()

    def __exit__(self, *error):
        self.timer.cancel()


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise unittest.SkipTest(f"{program} is not installed")


def check(scene, *command):
    status, printed = scene.run(command)
    if status != 0:
        raise AssertionError(printed)
    return printed


def check_keeping_connections(scene, *command):
    """Each of these lets one request of a kept connection fail: it is sent once more, and not twice."""
    printed = check(scene, *command)
    if scene.scripted.fickle_connections != 2:
        raise AssertionError(printed)


def check_python(scene):
    check_keeping_connections(scene, sys.executable, "-B", "-W", "error", ADAPTERS / "python" / "test_ossauth.py")


def check_node(scene):
    need("node")
    check_keeping_connections(scene, "node", ADAPTERS / "node" / "test_ossauth.js")


def check_go(scene):
    need("go")
    tests = BUILD / "go-tests"
    subprocess.run(["go", "vet", "."], cwd=ADAPTERS / "go", env=go_environment(), check=True)
    subprocess.run(["go", "test", "-c", "-o", tests], cwd=ADAPTERS / "go", env=go_environment(), check=True)
    check_keeping_connections(scene, tests)


def check_java(scene):
    need("javac", "java")
    classes = BUILD / "java"
    compiler = ["javac", "-Xlint:all", "-Werror", "--release", "17", "-encoding", "UTF-8", "-d", classes]
    subprocess.run([*compiler, *(ADAPTERS / "java").glob("*.java")], check=True)
    check(scene, "java", "-cp", classes, "OssAuthTest")


def check_php(scene):
    need("php")
    check(scene, "php", ADAPTERS / "php" / "test_ossauth.php")


class LanguageTests(unittest.TestCase):
    def test_the_adapter_of_each_language_gets_and_renews_what_it_asks_for(self):
        """Two at a time: a test mostly waits for a server that is silent."""
        BUILD.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(2) as pool:
            running = [(each, pool.submit(self.run_in_scene, each)) for each in [
                check_go, check_java, check_python, check_node, check_php]]
            for each, result in running:
                with self.subTest(each.__name__):
                    result.result()

    def run_in_scene(self, work):
        with Scene() as scene:
            scene.as_own_daemon()
            work(scene)


class SDKTests(unittest.TestCase):
    def setUp(self):
        self.scene = self.enterContext(Scene())

    def check_sdks(self, folder, requirements, *tests, environment=None):
        python = interpreter(ROOT / "Tests" / "Systems" / folder / f"{requirements}.txt", ROOT / "build" / f"venv-{environment or requirements}")
        if python is None:
            self.skipTest("PyPI cannot be reached")
        printed = check(self.scene, python, "-B", ADAPTERS / "python" / "test_sdks.py", *tests)
        self.assertNotIn("skipped", printed)

    def test_python_with_oss2_and_alibabacloud_oss_v2(self):
        self.check_sdks("Compatibility", "requirements", "OSS2ProviderTests", "OSS2SignerTests", "OSSv2ProviderTests", "OSSv2SignerTests")

    def test_python_with_ossfs(self):
        self.check_sdks("Compatibility", "requirements-fsspec", "FileSystemTests")

    def test_python_with_botocore(self):
        if why := obstacle():
            self.skipTest(why)
        self.scene.with_names_of_oss(self)
        self.check_sdks("Adapters", "requirements", "BotocoreTests", environment="adapters")


class WheelTests(unittest.TestCase):
    """`make wheel`, in an environment that has nothing else."""

    def setUp(self):
        self.scene = self.enterContext(Scene())
        self.built = self.scene.directory / "wheel"
        subprocess.run([ROOT / "packaging/wheel"], env=os.environ | {"TARGET": str(self.built)}, check=True)

    def test_the_first_code_of_the_page_runs_as_printed(self):
        environment = self.scene.directory / "environment"
        venv.create(environment, with_pip=True)
        subprocess.run([environment / "bin/pip", "install", "--quiet", "--no-index", "--disable-pip-version-check",
                        *self.built.glob("*.whl")], check=True)
        self.scene.token(1, 3600)
        code = re.search("```python\n(.*?)```", (ROOT / "docs/adapters.md").read_text(), re.DOTALL)[1]
        url = check(self.scene, environment / "bin/python", "-c", code).strip()
        with self.assertRaises(urllib.error.HTTPError) as raised, urllib.request.urlopen(url):
            pass
        # The stand-in checks the signature before it looks for the object.
        with raised.exception as answer:
            self.assertEqual((answer.status, b"NoSuchKey" in answer.read()), (404, True))

    def test_the_source_archive_has_the_modules_and_the_license(self):
        [archive] = self.built.glob("*.tar.gz")
        with tarfile.open(archive) as opened:
            for path in [*(ADAPTERS / "python").glob("ossauth*.py"), ROOT / "LICENSE"]:
                [member] = [each for each in opened if each.name.endswith(f"/{path.name}")]
                self.assertEqual(opened.extractfile(member).read(), path.read_bytes())

    def test_the_modules_have_the_syntax_of_python_3_6(self):
        for path in (ADAPTERS / "python").glob("ossauth*.py"):
            with self.subTest(path.name):
                ast.parse(path.read_text(), feature_version=(3, 6))


class LengthTests(unittest.TestCase):
    def test_an_adapter_is_short_enough_to_be_read_before_it_is_copied(self):
        for path in ADAPTERS.glob("*/*"):
            if path.is_file() and "test" not in path.name.lower():
                with self.subTest(path.name):
                    self.assertLessEqual(path.read_text().count("\n"), 150)


if __name__ == "__main__":
    unittest.main()
