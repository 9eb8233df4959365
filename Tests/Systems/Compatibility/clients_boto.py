"""Programs on boto3, each as its documentation says."""

import asyncio
import json

from client import TEXT, Client, expect, expect_refused

OF_BOTO3 = "requirements-boto"


class SmartOpen(Client):
    """smart_open, which opens objects as files, and deletes nothing."""

    name, program, requirements = "smart-open", "smart_open", OF_BOTO3

    def __init__(self, bucket):
        super().__init__(bucket)
        import smart_open
        self.open = smart_open.open

    def put(self, key, content):
        with self.open(f"s3://{self.bucket}/{key}", "wb") as file:
            file.write(content)

    def get(self, key):
        with self.open(f"s3://{self.bucket}/{key}", "rb") as file:
            return file.read()

    def range(self, key, start, end):
        with self.open(f"s3://{self.bucket}/{key}", "rb") as file:
            file.seek(start)
            return file.read(end - start)


class DjangoStorages(Client):
    """The storage of django-storages, with the settings that a user writes."""

    name, program, requirements = "django-storages", "django-storages", OF_BOTO3
    writes = ('AWS_S3_ADDRESSING_STYLE = "virtual"; AWS_S3_ENDPOINT_URL = "https://s3.oss-cn-hangzhou.aliyuncs.com"; '
              'AWS_S3_REGION_NAME = "cn-hangzhou"')
    folder = "a folder"

    def __init__(self, bucket):
        super().__init__(bucket)
        from django.conf import settings
        written = {}
        exec(self.written, {}, written)
        settings.configure(AWS_STORAGE_BUCKET_NAME=bucket, AWS_S3_FILE_OVERWRITE=True, **written)
        from storages.backends.s3 import S3Storage
        self.storage = S3Storage()

    def put(self, key, content):
        from django.core.files.base import ContentFile
        self.storage.save(key, ContentFile(content))

    def get(self, key):
        with self.storage.open(key) as file:
            return file.read()

    def list(self, prefix):
        return [f"{prefix}{name}" for name in self.storage.listdir(prefix)[1]]

    def delete(self, key):
        self.storage.delete(key)


class Celery(Client):
    """The store of celery for results."""

    name, program, requirements = "celery", "celery", OF_BOTO3
    writes, note = 's3_endpoint_url = "https://s3.oss-cn-hangzhou.aliyuncs.com"', "results in S3"

    def __init__(self, bucket):
        super().__init__(bucket)
        from celery import Celery
        from celery.backends.s3 import S3Backend
        written = {}
        exec(self.written, {}, written)
        app = Celery("compatibility")
        app.conf.update(s3_bucket=bucket, **written)
        self.backend = S3Backend(app=app)

    def put(self, key, content):
        self.backend.set(key, content)

    def get(self, key):
        found = self.backend.get(key)
        return found.encode() if isinstance(found, str) else found

    def delete(self, key):
        self.backend.delete(key)


class CloudPathLib(Client):
    """cloudpathlib, paths that are objects."""

    name, program, requirements, bulk_delete_is_refused = "cloudpathlib", "cloudpathlib", OF_BOTO3, True
    writes, note = 'S3Client(endpoint_url="https://s3.oss-cn-hangzhou.aliyuncs.com")', "`rmtree` is refused"

    def __init__(self, bucket):
        super().__init__(bucket)
        from cloudpathlib import S3Client
        self.client = self.made(S3Client=S3Client)

    def path(self, key):
        return self.client.CloudPath(f"s3://{self.bucket}/{key}")

    def put(self, key, content):
        self.path(key).write_bytes(content)

    def get(self, key):
        self.client.clear_cache()
        return self.path(key).read_bytes()

    def list(self, prefix):
        folder = self.path(prefix)
        return [found.key for found in folder.iterdir()] if folder.exists() else []

    def copy(self, key, to):
        self.path(key).copy(self.path(to))

    def delete(self, key):
        self.path(key).unlink()

    def delete_many(self, keys):
        self.path(self.folder).rmtree()


class FSS3FS(Client):
    """fs-s3fs, the file system of PyFilesystem."""

    name, program, requirements = "fs-s3fs", "fs-s3fs", OF_BOTO3
    writes = 'S3FS("examplebucket", endpoint_url="https://s3.oss-cn-hangzhou.aliyuncs.com")'
    folder = "a folder"

    def __init__(self, bucket):
        super().__init__(bucket)
        from fs_s3fs import S3FS
        self.system = self.made(S3FS=S3FS)
        self.system.makedirs(self.folder, recreate=True)

    def put(self, key, content):
        self.system.writebytes(key, content)

    def get(self, key):
        return self.system.readbytes(key)

    def list(self, prefix):
        return [f"{prefix}{name}" for name in self.system.listdir(prefix)]

    def copy(self, key, to):
        self.system.copy(key, to, overwrite=True)

    def delete(self, key):
        self.system.remove(key)


class S4cmd(Client):
    """s4cmd, a new process for each command."""

    name, program, requirements = "s4cmd", "s4cmd", OF_BOTO3
    writes = "--endpoint-url https://s3.oss-cn-hangzhou.aliyuncs.com"
    folder = "folder"

    def s4cmd(self, *words, **options):
        return self.run("s4cmd.py", *words, *self.options(), **options)

    def put(self, key, content):
        self.s4cmd("put", "--force", self.file("content", content), f"s3://{self.bucket}/{key}")

    def get(self, key):
        self.s4cmd("get", "--force", f"s3://{self.bucket}/{key}", self.home / "got")
        return (self.home / "got").read_bytes()

    def list(self, prefix):
        lines = self.s4cmd("ls", f"s3://{self.bucket}/{prefix}", text=True).splitlines()
        return [line.split()[-1].removeprefix(f"s3://{self.bucket}/") for line in lines]

    def delete(self, key):
        self.s4cmd("del", f"s3://{self.bucket}/{key}")


class Scrapy(Client):
    """A spider whose items go to S3; its page is in its URL."""

    name, program, requirements = "scrapy", "scrapy", OF_BOTO3
    writes = "-s AWS_ENDPOINT_URL=https://s3.oss-cn-hangzhou.aliyuncs.com -s AWS_REGION_NAME=cn-hangzhou"
    note = "feeds"
    spider = """
import scrapy

class Spider(scrapy.Spider):
    name, start_urls = "spider", ["data:,page"]

    def parse(self, response):
        yield {"text": response.text}
"""

    def use(self):
        import boto3
        spider = self.file("spider.py", self.spider.encode())
        self.run("scrapy", "runspider", spider, "-O", f"s3://{self.bucket}/feed.json", *self.options(), cwd=self.home)
        found = boto3.client("s3").get_object(Bucket=self.bucket, Key="feed.json")["Body"].read()
        expect(json.loads(found), [{"text": "page"}])


class AIOBoto3(Client):
    """aioboto3, which is boto3 for an event loop."""

    name, program, requirements, bulk_delete_is_refused = "aioboto3", "aioboto3", "requirements-aioboto3", True

    def __init__(self, bucket):
        super().__init__(bucket)
        import aioboto3
        self.loop = asyncio.new_event_loop()
        self.client = self.loop.run_until_complete(aioboto3.Session().client("s3").__aenter__())

    def call(self, operation, **arguments):
        return self.loop.run_until_complete(getattr(self.client, operation)(Bucket=self.bucket, **arguments))

    def put(self, key, content):
        self.call("put_object", Key=key, Body=content)

    def get(self, key, **options):
        return self.loop.run_until_complete(self.call("get_object", Key=key, **options)["Body"].read())

    def range(self, key, start, end):
        return self.get(key, Range=f"bytes={start}-{end - 1}")

    def list(self, prefix):
        return [found["Key"] for found in self.call("list_objects_v2", Prefix=prefix).get("Contents", [])]

    def copy(self, key, to):
        self.call("copy_object", Key=to, CopySource={"Bucket": self.bucket, "Key": key})

    def delete(self, key):
        self.call("delete_object", Key=key)

    def delete_many(self, keys):
        self.call("delete_objects", Delete={"Objects": [{"Key": key} for key in keys]})


class MLflow(Client):
    """The artifacts of MLflow."""

    name, program, requirements, bulk_delete_is_refused = "mlflow", "MLflow", "requirements-mlflow", True
    package = "mlflow-skinny"
    writes = "MLFLOW_S3_ENDPOINT_URL=https://s3.oss-cn-hangzhou.aliyuncs.com MLFLOW_BOTO_CLIENT_ADDRESSING_STYLE=virtual"
    note = "artifacts; `delete_artifacts` is refused"

    def __init__(self, bucket):
        super().__init__(bucket)
        self.set_variables()
        from mlflow.store.artifact.s3_artifact_repo import S3ArtifactRepository
        self.repository = S3ArtifactRepository(f"s3://{bucket}/run")

    def use(self):
        self.repository.log_artifact(str(self.file("model", TEXT)), "a folder")
        expect([found.path for found in self.repository.list_artifacts("a folder")], ["a folder/model"])
        with open(self.repository.download_artifacts("a folder/model"), "rb") as file:
            expect(file.read(), TEXT)
        expect_refused(lambda: self.repository.delete_artifacts("a folder"))
