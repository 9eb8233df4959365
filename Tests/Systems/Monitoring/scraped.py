"""A daemon that has something to tell, nginx in front of it as the package proposes, and a Prometheus that scrapes it."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "Systems" / "Callers"))

from daemon import PATIENCE, Client, Daemon, until  # noqa: E402
from free_port import free_port  # noqa: E402

MONITORING = ROOT / "packaging" / "monitoring"
RULES = """
[Access all]
Match=uid:0
Allow=sign presign status
"""
# One profile has a token that ends, one none, one asks a server that is not there.
PROFILES = """
[Profile main]
Source=static
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
AccessKeyIDFile={directory}/id
AccessKeySecretFile={directory}/secret

[Profile given]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Profile broken]
Source=appserver
URL=http://127.0.0.1:1/
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
Required=no

[Sink file]
Profile=main
Format=env
Path={directory}/file
"""


class Scraped:
    def __init__(self):
        self.daemon = Daemon(RULES, PROFILES)
        self.folder = tempfile.TemporaryDirectory(prefix="ossauthd-monitoring-")
        self.processes = []
        self.web, self.prometheus = free_port(), free_port()
        self.start_nginx()
        self.start_prometheus()

    def give_it_something_to_tell(self):
        end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        token = {"AccessKeyId": "STS.Given", "AccessKeySecret": "made-up", "SecurityToken": "made-up",
                 "Expiration": end}
        admin, api = Client(self.daemon.admin), Client(self.daemon.api)
        admin.ask("PUT", "/v1/profiles/given/credentials", token)
        api.presign()
        api.ask("POST", "/v1/post-policy", {"bucket": "bucket", "expires": 60, "conditions": []})
        admin.close()
        api.close()

    def start_nginx(self):
        text = (MONITORING / "nginx.conf").read_text()
        text = text.replace("127.0.0.1:9321", f"127.0.0.1:{self.web}").replace(
            "/run/ossauthd/ossauthd.sock", self.daemon.api)
        file = pathlib.Path(self.folder.name, "nginx.conf")
        file.write_text(
            f"user root;\ndaemon off;\nerror_log {self.folder.name}/nginx.log;\npid {self.folder.name}/nginx.pid;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{text}\n}}\n")
        self.start("nginx", "-p", self.folder.name, "-c", str(file))
        until(lambda: answers(f"http://127.0.0.1:{self.web}/metrics"))

    def start_prometheus(self):
        file = pathlib.Path(self.folder.name, "prometheus.yml")
        file.write_text(json.dumps({
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": [str(MONITORING / "alerts.yml")],
            "scrape_configs": [{"job_name": "ossauthd", "static_configs": [{"targets": [f"127.0.0.1:{self.web}"]}]}],
        }))
        self.start("prometheus", f"--config.file={file}", f"--storage.tsdb.path={self.folder.name}/data",
                   f"--web.listen-address=127.0.0.1:{self.prometheus}")
        until(lambda: answers(f"http://127.0.0.1:{self.prometheus}/-/ready"))

    def start(self, *command):
        with open(f"{self.folder.name}/{command[0]}.log", "w") as log:
            self.processes.append(subprocess.Popen(command, stdout=log, stderr=log))

    def get(self, path, accept="*/*"):
        """Status, content type and text of what nginx lets through."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.web}{path}", headers={"Accept": accept})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers["Content-Type"], answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, "", ""

    def api(self, route, **parameters):
        url = f"http://127.0.0.1:{self.prometheus}/api/v1/{route}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(url) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            with error:
                raise AssertionError(f"{parameters}: {error.read().decode()}") from None

    def query(self, expression):
        return self.api("query", query=expression)["result"]

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(PATIENCE)
        self.folder.cleanup()
        return self.daemon.stop()


def answers(url):
    try:
        urllib.request.urlopen(url).close()
        return True
    except OSError:
        return False


def expressions():
    """Every query of the dashboard, by the title of its panel, and of the alerts."""
    dashboard = json.loads((MONITORING / "dashboard.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], settled(target["expr"])
    for annotation in dashboard["annotations"]["list"]:
        yield annotation["name"], settled(annotation["expr"])


def settled(expression):
    """With values for what Grafana puts in."""
    return re.sub(r"\$(instance|profile)\b", ".*", expression).replace("$__rate_interval", "10s")


def selectors(expression):
    """The metrics of an expression, each with the labels that it asks for."""
    return re.findall(r"\b(?:ossauthd|process)_[a-z_]+(?:\{[^}]*\})?", expression)
