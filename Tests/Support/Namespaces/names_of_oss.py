"""A network namespace in which a stand-in has the names of OSS, and whose programs trust its certificate."""

import pathlib
import sys

from namespaces import Namespace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Fixtures"))
from authority import Authority  # noqa: E402

ENDPOINT, S3_ENDPOINT = "oss-cn-hangzhou.aliyuncs.com", "s3.oss-cn-hangzhou.aliyuncs.com"
STANDIN = pathlib.Path(__file__).resolve().parents[1] / "Standin" / "oss_standin.py"
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
VIEW = f'mount --bind "$0" /etc/hosts && mount --bind "$1" {TRUSTED} && shift && exec "$@"'


class NamesOfOSS(Namespace):
    """The namespace `name`, with its files in a folder, and the buckets that have a name in it."""

    def __init__(self, name, directory, buckets):
        super().__init__(name)
        self.hosts = directory / "hosts"
        names = ["localhost", *(f"{bucket}{each}" for each in (ENDPOINT, S3_ENDPOINT) for bucket in ["", *(f"{each}." for each in buckets)])]
        self.hosts.write_text("".join(f"127.0.0.1 {each}\n" for each in names))
        self.authority = Authority(directory).serve(ENDPOINT, f"*.{ENDPOINT}", f"*.{S3_ENDPOINT}")

    def command(self, *words):
        """The same command, within, and with files of its own in place of those that have the names and the authorities."""
        return super().command("unshare", "--mount", "sh", "-c", VIEW, self.hosts, self.authority.file, *words)

    def standin(self, *options):
        """The command that serves as OSS."""
        return self.command(sys.executable, "-B", STANDIN, "--port", "443", "--tls", self.authority.server, *options)

    @property
    def environment(self):
        """For programs that bring their own list of authorities."""
        names = "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "AWS_CA_BUNDLE", "CURL_CA_BUNDLE", "GDAL_CURL_CA_BUNDLE"
        return dict.fromkeys(names, str(self.authority.file))
