"""Programs of Debian, most of them started anew for each command."""

import itertools
import json
import os
import subprocess
import time

from client import EACH, ROLE, SIGNED, TEXT, Client, block, configure, expect


class Command(Client):
    """Keys in a place without blanks, which not every program can write."""

    folder = "folder"


class OlderRclone(Client):
    """The rclone of Debian 12, which does not know AWS_ENDPOINT_URL_S3.

    It must find OSS by what `exec` sets, and by what the document writes into its configuration, each without the other.
    """

    name, program, version, executable, is_short = "rclone-debian", "rclone", "1.60.1 (Debian 12)", "/usr/bin/rclone", True
    note = "[five lines](connect/s3.md#rclone) in `rclone.conf`"

    def __init__(self, bucket):
        super().__init__(bucket)
        # Its SDK fails where this variable is set; it finds the authority in the list of the host.
        del os.environ["AWS_CA_BUNDLE"]
        lines = block("provider = Alibaba")
        configure("complete.conf", lines)
        configure("without-endpoint.conf", "".join(line for line in lines.splitlines(True) if not line.startswith("endpoint")))

    def by_variable(self, *words, **options):
        return self.run("/usr/bin/rclone", "--config", self.home / "without-endpoint.conf", *words, **options)

    def by_file(self, *words, **options):
        variables = {name: value for name, value in os.environ.items() if name != "RCLONE_S3_ENDPOINT"}
        return self.run("/usr/bin/rclone", "--config", self.home / "complete.conf", *words, env=variables, **options)

    def put(self, key, content):
        self.by_variable("rcat", f"oss:{self.bucket}/{key}", input=content)

    def get(self, key):
        return self.by_file("cat", f"oss:{self.bucket}/{key}")

    def range(self, key, start, end):
        return self.by_variable("cat", "--offset", str(start), "--count", str(end - start), f"oss:{self.bucket}/{key}")

    def list(self, prefix):
        found = json.loads(self.by_file("lsjson", "--files-only", "--recursive", f"oss:{self.bucket}") or "[]")
        return [each["Path"] for each in found if each["Path"].startswith(prefix)]

    def copy(self, key, to):
        self.by_variable("copyto", f"oss:{self.bucket}/{key}", f"oss:{self.bucket}/{to}")

    def delete(self, key):
        self.by_file("deletefile", f"oss:{self.bucket}/{key}")

    def delete_many(self, keys):
        self.by_variable("purge", f"oss:{self.bucket}/{self.folder}")


class Restic(Client):
    """restic, a snapshot for each file; `forget --prune` deletes what no snapshot needs."""

    name, program, version, executable, is_short = "restic", "restic", "0.14 (Debian 12)", "restic", True
    writes = "-o s3.bucket-lookup=dns -o s3.region=cn-hangzhou --repo s3:https://s3.oss-cn-hangzhou.aliyuncs.com/examplebucket/restic"
    note = "backup, restore, `forget --prune`"

    def __init__(self, bucket):
        super().__init__(bucket)
        self.restic("init")

    def restic(self, *words, **options):
        return self.run("restic", *self.options(), "--no-cache", *words, env=os.environ | {"RESTIC_PASSWORD": "of a test"}, **options)

    def use(self):
        self.restic("backup", "--quiet", "--stdin", "--stdin-filename", "text", input=TEXT)
        expect(self.restic("dump", "latest", "/text"), TEXT)
        self.restic("forget", "--quiet", "--keep-last", "1", "--prune")
        expect(len(json.loads(self.restic("snapshots", "--json"))), 1)


class Curl(Command):
    """curl, which signs by itself, with the variables that each command gets."""

    name, program, version, executable, is_short, way = "curl", "curl", "7.88 (Debian 12)", "curl", True, EACH
    writes = ('--aws-sigv4 aws:amz:cn-hangzhou:s3 --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" '
              '-H "x-amz-security-token: $AWS_SESSION_TOKEN" -H "x-amz-content-sha256: UNSIGNED-PAYLOAD"')
    note = "keys must be percent-encoded"

    def curl(self, key, *words, **options):
        line = f'curl --silent --show-error --fail {self.writes} "$@"'
        url = f"https://{self.bucket}.s3.oss-cn-hangzhou.aliyuncs.com/{key}"
        return self.run(*EACH.words, "sh", "-c", line, "sh", *words, url, **options)

    def put(self, key, content):
        self.curl(key, "--upload-file", self.file("content", content))

    def get(self, key):
        return self.curl(key)

    def range(self, key, start, end):
        return self.curl(key, "--range", f"{start}-{end - 1}")

    def copy(self, key, to):
        self.curl(to, "--request", "PUT", "-H", f"x-amz-copy-source: /{self.bucket}/{key}")

    def delete(self, key):
        self.curl(key, "--request", "DELETE")


class SignedCurl(Client):
    """curl with the lines that `ossauthctl sign --curl` prints, and with `-f` after them."""

    name, program, version, executable, is_short, way = "curl-signed", "curl", "7.88 (Debian 12)", "curl", True, SIGNED
    writes = "ossauthctl sign PUT oss://examplebucket/KEY --curl --body FILE | sh"

    def sent(self, key, method="GET", *options):
        line = self.run("ossauthctl", "sign", method, f"oss://{self.bucket}/{key}", "--curl", *options, text=True)
        return self.run("sh", "-c", f"{line.rstrip()} -f --silent --show-error")

    def put(self, key, content):
        self.sent(key, "PUT", "--body", str(self.file("content", content)))

    def get(self, key):
        return self.sent(key)

    def delete(self, key):
        self.sent(key, "DELETE")

    def presign(self, method, key):
        return self.run("ossauthctl", "presign", "--method", method, f"oss://{self.bucket}/{key}", text=True).strip()


class S3FSFuse(Client):
    """s3fs-fuse, a mount with the role of an instance."""

    name, program, version, executable, way = "s3fs-fuse", "s3fs-fuse", "1.90 (Debian 12)", "s3fs", ROLE
    writes = "-o url=https://s3.oss-cn-hangzhou.aliyuncs.com -o iam_role=media -o endpoint=cn-hangzhou"
    folder = "a folder"

    def __init__(self, bucket):
        super().__init__(bucket)
        self.mount = self.home / "mount"
        self.mount.mkdir()
        subprocess.Popen(["s3fs", bucket, self.mount, "-f", *self.options()])
        while not os.path.ismount(self.mount):
            time.sleep(0.1)
        (self.mount / self.folder).mkdir(exist_ok=True)

    def put(self, key, content):
        (self.mount / key).write_bytes(content)

    def get(self, key):
        return (self.mount / key).read_bytes()

    def list(self, prefix):
        return [f"{prefix}{found.name}" for found in (self.mount / prefix).iterdir()]

    def copy(self, key, to):
        (self.mount / to).write_bytes(self.get(key))

    def delete(self, key):
        (self.mount / key).unlink()


class PgBackRest(Command):
    """The repository of pgBackRest, with the role of an instance."""

    name, program, version, executable, way = "pgbackrest", "pgBackRest", "2.45 (Debian 12)", "pgbackrest", ROLE
    writes = ("--repo1-type=s3 --repo1-s3-endpoint=s3.oss-cn-hangzhou.aliyuncs.com --repo1-s3-region=cn-hangzhou "
              "--repo1-s3-bucket=examplebucket --repo1-s3-key-type=auto --repo1-s3-role=media --repo1-s3-uri-style=host")
    note = "repo-put, -get, -ls, -rm"

    def pgbackrest(self, command, *words, **options):
        return self.run("pgbackrest", command, *self.options(), "--repo=1", "--repo1-path=/", "--log-level-file=off", *words, **options)

    def put(self, key, content):
        self.pgbackrest("repo-put", key, input=content)

    def get(self, key):
        return self.pgbackrest("repo-get", key)

    def list(self, prefix):
        return [f"{prefix}{line}" for line in self.pgbackrest("repo-ls", prefix, text=True).splitlines()]

    def delete(self, key):
        self.pgbackrest("repo-rm", key)

    def delete_many(self, keys):
        self.pgbackrest("repo-rm", "--recurse", self.folder)


class Duplicity(Client):
    """duplicity: a full backup, its restore, and the deletion of older ones."""

    name, program, version, executable = "duplicity", "duplicity", "0.8.22 (Debian 12)", "duplicity"
    writes = "--s3-endpoint-url https://s3.oss-cn-hangzhou.aliyuncs.com"
    note = "`boto3+s3://examplebucket/PATH`"

    def use(self):
        source, copy, place = self.home / "source", self.home / "copy", f"boto3+s3://{self.bucket}/backup"
        source.mkdir(exist_ok=True)
        (source / "text").write_bytes(TEXT)
        options = [*self.options(), "--no-encryption", f"--archive-dir={self.home}/archive"]
        self.run("duplicity", "full", *options, source, place)
        self.run("duplicity", "restore", "--force", *options, place, copy)
        expect((copy / "text").read_bytes(), TEXT)
        self.run("duplicity", "remove-all-but-n-full", "1", "--force", *options, place)


class GDAL(Client):
    """GDAL of Debian, which finds keys in variables and in the role of an instance, but at no container address."""

    name, program, version, executable, way = "gdal", "GDAL", "3.6.2 (Debian 12)", "gdal_translate", EACH
    writes, note = "AWS_S3_ENDPOINT=s3.oss-cn-hangzhou.aliyuncs.com", "`/vsis3/`"

    def __init__(self, bucket):
        super().__init__(bucket)
        self.set_variables()
        self.file("picture.asc", b"ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 4\n")
        self.count = itertools.count()

    def gdal(self, *words):
        return self.run(*EACH.words, *words, env=os.environ | {"CPL_VSIL_USE_TEMP_FILE_FOR_RANDOM_WRITE": "YES"}, text=True)

    def use(self):
        place = f"/vsis3/{self.bucket}/a folder/{next(self.count) % 3}.tif"
        self.gdal("gdal_translate", "-q", str(self.home / "picture.asc"), place)
        expect("Size is 2, 2" in self.gdal("gdalinfo", place), True)
