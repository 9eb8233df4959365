"""Programs that speak S3, unmodified, with what `ossauthctl exec --aws --uri` puts into their environment.

OSS wants the bucket in the name of the host, so they go to the S3 endpoint of the region, and find the stand-in on their way.
Programs that cannot be told so by a variable are told by ~/.aws/config or here. Few of them presign all that others do, so
each asks the stand-in which keys have signed.
"""

import http.client
import io
import itertools
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from urllib.parse import quote, unquote, urlsplit

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Fixtures"))

BUCKET = os.environ.get("COMPAT_BUCKET")
REGION = os.environ.get("COMPAT_REGION")
ENDPOINT = os.environ.get("AWS_ENDPOINT_URL_S3")
PROXY = os.environ.get("http_proxy")
HOME = pathlib.Path(os.environ["HOME"])
PROGRAMS = pathlib.Path(sys.executable).parent


class Watched:
    """A client that does not say which keys it signed with: the stand-in does."""

    requirements = "requirements-s3.txt"

    def begin(self):
        self.seen = os.path.getsize(os.environ["COMPAT_SIGNERS"]) if os.path.exists(os.environ["COMPAT_SIGNERS"]) else 0

    def keys(self, folder):
        """The ids of the keys that signed for a folder since the round began."""
        with open(os.environ["COMPAT_SIGNERS"], encoding="utf-8") as file:
            file.seek(self.seen)
            entries = [line.rstrip("\n").split(" ", 2) for line in file]
        return list(dict.fromkeys(key for key, _, place in entries if place.startswith(f"{BUCKET}/{folder}/")))


class S3(Watched):
    """What all that speak S3 have."""

    starter = ["exec", "--profile", "main", "--aws", "--uri", "--"]
    # No part but the last may be smaller.
    part = bytes(range(256)) * (20 << 10)


class Boto3(S3):
    """boto3, which keeps its client."""

    def __init__(self):
        import boto3
        self.client = boto3.client("s3")

    def put(self, key, content):
        self.client.put_object(Bucket=BUCKET, Key=key, Body=content)

    def get(self, key):
        return self.client.get_object(Bucket=BUCKET, Key=key)["Body"].read()

    def list(self, prefix):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix)
        return [found["Key"] for page in pages for found in page.get("Contents", [])]

    def upload(self, key, parts):
        self.client.upload_fileobj(io.BytesIO(b"".join(parts)), BUCKET, key)

    def presign(self, method, key):
        operation = {"PUT": "put_object", "GET": "get_object"}[method]
        return self.client.generate_presigned_url(operation, Params={"Bucket": BUCKET, "Key": key}, ExpiresIn=60)


class Boto3WithProcess(Boto3):
    """The same with `credential_process` in ~/.aws/config."""

    starter = None


class AWSCLI(S3):
    """The command line of AWS, a new process for each command."""

    def run(self, *words, **options):
        return subprocess.run([PROGRAMS / "aws", *words], check=True, stdout=subprocess.PIPE, **options).stdout

    def put(self, key, content):
        self.run("s3", "cp", "-", f"s3://{BUCKET}/{key}", input=content)

    def get(self, key):
        return self.run("s3", "cp", f"s3://{BUCKET}/{key}", "-")

    def list(self, prefix):
        found = self.run("s3api", "list-objects-v2", "--bucket", BUCKET, "--prefix", prefix)
        return [each["Key"] for each in json.loads(found)["Contents"]]

    def upload(self, key, parts):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"".join(parts))
            file.flush()
            self.run("s3", "cp", "--no-progress", file.name, f"s3://{BUCKET}/{key}")

    def presign_get(self, key):
        return self.run("s3", "presign", f"s3://{BUCKET}/{key}", text=True).strip()


class S3FS(S3):
    """s3fs, the file system of fsspec."""

    requirements = "requirements-s3fs.txt"

    def __init__(self):
        import s3fs
        self.system = s3fs.S3FileSystem(use_listings_cache=False, default_cache_type="none")

    def put(self, key, content):
        self.system.pipe_file(f"{BUCKET}/{key}", content)

    def get(self, key):
        return self.system.cat_file(f"{BUCKET}/{key}")

    def list(self, prefix):
        return [path.removeprefix(f"{BUCKET}/") for path in self.system.find(f"{BUCKET}/{prefix}")]

    def upload(self, key, parts):
        with self.system.open(f"{BUCKET}/{key}", "wb", block_size=len(parts[0])) as file:
            for part in parts:
                file.write(part)

    def presign(self, method, key):
        operation = {"PUT": "put_object", "GET": "get_object"}[method]
        return self.system.sign(f"{BUCKET}/{key}", expiration=60, client_method=operation)


class PyArrow(S3):
    """The file system of Apache Arrow in C++, by its Python package; it takes no endpoint from a variable, and presigns nothing."""

    def __init__(self):
        from pyarrow import fs
        self.fs, place = fs, urlsplit(ENDPOINT)
        self.system = fs.S3FileSystem(
            endpoint_override=place.netloc, scheme=place.scheme, force_virtual_addressing=True, proxy_options=PROXY)

    def put(self, key, content):
        self.upload(key, [content])

    def get(self, key):
        with self.system.open_input_stream(f"{BUCKET}/{key}") as stream:
            return stream.read()

    def list(self, prefix):
        selected = self.fs.FileSelector(f"{BUCKET}/{prefix}", recursive=True)
        return [found.path.removeprefix(f"{BUCKET}/") for found in self.system.get_file_info(selected)]

    def upload(self, key, parts):
        with self.system.open_output_stream(f"{BUCKET}/{key}") as stream:
            for part in parts:
                stream.write(part)


class Obstore(S3):
    """obstore, the client of Apache Arrow in Rust; its endpoint must have the bucket, and it wants a file with a token."""

    def __init__(self):
        import obstore
        from obstore.store import S3Store
        self.obstore, place = obstore, urlsplit(ENDPOINT)
        self.store = S3Store(
            BUCKET, aws_endpoint_url_s3=f"{place.scheme}://{BUCKET}.{place.netloc}", virtual_hosted_style_request=True,
            aws_container_authorization_token_file="/dev/null", client_options={"allow_http": True})

    def put(self, key, content):
        self.obstore.put(self.store, key, content, use_multipart=False)

    def get(self, key):
        return bytes(self.obstore.get(self.store, key).bytes())

    def list(self, prefix):
        return [found["path"] for page in self.obstore.list(self.store, prefix) for found in page]

    def upload(self, key, parts):
        self.obstore.put(self.store, key, b"".join(parts), use_multipart=True, chunk_size=len(parts[0]))

    def presign(self, method, key):
        return self.obstore.sign(self.store, method, key, timedelta(seconds=60))


class MinIO(S3):
    """The SDK of MinIO for Python, which is told endpoint and region."""

    def __init__(self):
        import minio
        import urllib3
        from minio.credentials import IamAwsProvider
        place = urlsplit(ENDPOINT)
        self.client = minio.Minio(
            place.netloc, credentials=IamAwsProvider(), region=REGION, secure=place.scheme == "https",
            http_client=urllib3.ProxyManager(PROXY))

    def put(self, key, content):
        self.client.put_object(BUCKET, key, io.BytesIO(content), len(content))

    def get(self, key):
        answer = self.client.get_object(BUCKET, key)
        try:
            return answer.read()
        finally:
            answer.close()
            answer.release_conn()

    def list(self, prefix):
        return [found.object_name for found in self.client.list_objects(BUCKET, prefix, recursive=True)]

    def upload(self, key, parts):
        content = b"".join(parts)
        self.client.put_object(BUCKET, key, io.BytesIO(content), len(content), part_size=len(parts[0]))

    def presign(self, method, key):
        return self.client.get_presigned_url(method, BUCKET, key, timedelta(seconds=60))


class Rclone(S3):
    """rclone as a server, which keeps its credential as a mount does, told what to copy by its remote control."""

    environment = {"RCLONE_S3_UPLOAD_CUTOFF": "5M", "RCLONE_S3_CHUNK_SIZE": "5M"}

    def __init__(self):
        self.socket = HOME / "rc.sock"
        self.count = itertools.count()
        subprocess.Popen(
            [PROGRAMS / "rclone", "rcd", "--rc-no-auth", f"--rc-addr=unix://{self.socket}"],
            env=os.environ | self.environment, stdout=subprocess.DEVNULL)
        while not self.socket.exists():
            time.sleep(0.05)

    def call(self, path, **body):
        connection = http.client.HTTPConnection("localhost", timeout=60)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(self.socket))
        connection.request("POST", f"/{path}", json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status != 200:
            raise RuntimeError(content.decode())
        return json.loads(content)

    def put(self, key, content):
        file = HOME / f"file{next(self.count)}"
        file.write_bytes(content)
        self.call("operations/copyfile", srcFs=str(HOME), srcRemote=file.name, dstFs=f"oss:{BUCKET}", dstRemote=key)
        file.unlink()

    def get(self, key):
        file = HOME / f"file{next(self.count)}"
        self.call("operations/copyfile", srcFs=f"oss:{BUCKET}", srcRemote=key, dstFs=str(HOME), dstRemote=file.name)
        content = file.read_bytes()
        file.unlink()
        return content

    def list(self, prefix):
        return [found["Path"] for found in self.call("operations/list", fs=f"oss:{BUCKET}", remote=prefix.rstrip("/"))["list"]]

    def upload(self, key, parts):
        self.put(key, b"".join(parts))

    def presign_get(self, key):
        return self.call("operations/publiclink", fs=f"oss:{BUCKET}", remote=key, expire="60s")["url"]


class Restic(S3):
    """restic of Debian, a new process for each command; a snapshot for each file. It sends signed chunks over plain HTTP."""

    program = "restic"
    options = ["--repo", f"s3:{ENDPOINT}/{BUCKET}/restic", "-o", "s3.bucket-lookup=dns", "-o", f"s3.region={REGION}", "--no-cache"]

    def __init__(self):
        self.run("init")

    def run(self, *words, **options):
        return subprocess.run(
            ["restic", *self.options, *words], env=os.environ | {"RESTIC_PASSWORD": "of a test"}, check=True,
            stdout=subprocess.PIPE, **options).stdout

    def put(self, key, content):
        self.run("backup", "--quiet", "--stdin", "--stdin-filename", key, input=content)

    def get(self, key):
        return self.run("dump", "--path", f"/{key}", "latest", f"/{key}")

    def list(self, prefix):
        paths = {path.lstrip("/") for each in json.loads(self.run("snapshots", "--json")) for path in each["paths"]}
        return [path for path in paths if path.startswith(prefix)]

    def keys(self, folder):
        return super().keys("restic")


class JuiceFS(Watched):
    """JuiceFS as a server of WebDAV, with the SDK for Go v2 and credentials-go; it stores blocks under names of its own."""

    starter = ["exec", "--profile", "main", "--uri", "--"]
    requirements = "requirements-juicefs.txt"

    def __init__(self):
        from free_port import free_port
        metadata, self.port = f"sqlite3://{HOME}/metadata.db", free_port()
        endpoint = os.environ["OSS_ENDPOINT"].replace("://", f"://{BUCKET}.")
        juicefs = PROGRAMS / "juicefs"
        subprocess.run(
            [juicefs, "format", "--storage", "oss", "--bucket", endpoint, "--trash-days", "0", metadata, "juicefs"], check=True)
        subprocess.Popen([juicefs, "webdav", "--no-usage-report", "--cache-size", "0", metadata, f"127.0.0.1:{self.port}"])
        while self.is_closed():
            time.sleep(0.05)
        self.folders = set()

    def is_closed(self):
        with socket.socket() as stream:
            return stream.connect_ex(("127.0.0.1", self.port)) != 0

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, quote(f"/{path}"), body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {content.decode()}")
        return content

    def put(self, key, content):
        folders = key.split("/")[:-1]
        for count in range(1, len(folders) + 1):
            folder = "/".join(folders[:count])
            if folder not in self.folders:
                self.ask("MKCOL", folder)
                self.folders.add(folder)
        self.ask("PUT", key, content)

    def get(self, key):
        return self.ask("GET", key)

    def list(self, prefix):
        found = re.findall(r"<D:href>([^<]*)</D:href>", self.ask("PROPFIND", prefix, Depth="1").decode())
        return [unquote(path).lstrip("/") for path in found if not path.endswith("/")]

    def upload(self, key, parts):
        self.put(key, b"".join(parts))

    def keys(self, folder):
        return super().keys("juicefs")


S3_CLIENTS = {
    "boto3-uri": Boto3,
    "boto3-process": Boto3WithProcess,
    "awscli-uri": AWSCLI,
    "s3fs-uri": S3FS,
    "pyarrow-uri": PyArrow,
    "obstore-uri": Obstore,
    "minio-uri": MinIO,
    "rclone-uri": Rclone,
    "restic-uri": Restic,
    "juicefs-uri": JuiceFS,
}
