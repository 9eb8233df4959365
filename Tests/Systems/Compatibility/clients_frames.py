"""Data frames and arrays on s3fs, and DVC."""

import itertools

from client import TEXT, Client, expect, expect_refused


class Frames(Client):
    requirements = "requirements-frames"

    def __init__(self, bucket):
        super().__init__(bucket)
        self.count = itertools.count()


class Pandas(Frames):
    """pandas, whose Parquet goes through pyarrow unless it is told otherwise."""

    name, program = "pandas", "pandas"
    writes, note = 'storage_options={"anon": False}', "for Parquet: with no such option it uses pyarrow, which puts the bucket into the path"

    def use(self):
        import pandas
        frame, options = pandas.DataFrame({"a": [1, 2, 3]}), self.made_options()
        place = f"s3://{self.bucket}/a folder/{next(self.count) % 4}"
        frame.to_csv(f"{place}.csv", index=False)
        expect(pandas.read_csv(f"{place}.csv")["a"].tolist(), [1, 2, 3])
        frame.to_parquet(f"{place}.parquet", **options)
        expect(pandas.read_parquet(f"{place}.parquet", **options)["a"].tolist(), [1, 2, 3])

    def made_options(self):
        return eval(f"dict({self.written})")


class Dask(Frames):
    """dask, which deletes the files that it overwrites."""

    name, program, bulk_delete_is_refused, note = "dask", "dask", True, "`to_parquet(overwrite=True)` is refused where there are files"

    def use(self):
        import dask.dataframe
        import pandas
        place = f"s3://{self.bucket}/{next(self.count)}"
        frame = dask.dataframe.from_pandas(pandas.DataFrame({"a": [1, 2, 3, 4]}), npartitions=2)
        frame.to_parquet(place)
        expect(sorted(dask.dataframe.read_parquet(place)["a"].compute().tolist()), [1, 2, 3, 4])
        expect_refused(lambda: frame.to_parquet(place, overwrite=True))


class XArray(Frames):
    """xarray with zarr, which deletes the arrays that it overwrites."""

    name, program, bulk_delete_is_refused, note = "xarray", "xarray", True, '`to_zarr(mode="w")` is refused where there is an array'

    def use(self):
        import xarray
        place = f"s3://{self.bucket}/{next(self.count)}"
        data = xarray.Dataset({"a": ("x", [1, 2, 3])})
        data.to_zarr(place, mode="w")
        expect(xarray.open_zarr(place)["a"].values.tolist(), [1, 2, 3])
        expect_refused(lambda: data.to_zarr(place, mode="w"))


class DVC(Frames):
    """DVC, with a remote in S3."""

    name, program, package = "dvc", "DVC", "dvc-s3"
    note = "with dvc-s3; add, push, pull"

    def __init__(self, bucket):
        super().__init__(bucket)
        self.work = self.home / "work"
        self.work.mkdir()
        self.dvc("init", "--no-scm")
        self.dvc("config", "core.analytics", "false")
        self.dvc("remote", "add", "--default", "oss", f"s3://{bucket}/dvc")

    def dvc(self, *words):
        self.run("dvc", *words, "--quiet", cwd=self.work)

    def use(self):
        import shutil
        file = self.work / "data"
        file.write_bytes(TEXT + str(next(self.count)).encode())
        content = file.read_bytes()
        self.dvc("add", "data")
        self.dvc("push")
        file.unlink()
        shutil.rmtree(self.work / ".dvc" / "cache")
        self.dvc("pull")
        expect(file.read_bytes(), content)
