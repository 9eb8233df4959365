"""Programs that store in OSS and that no test runs, each with the reason."""

# The page says what these mean.
NO_PACKAGE = "no package"
BY_HAND = "tried by hand"
WITHOUT_TOKEN = f"**takes no token**: by [the gateway](gateway.md) only; {BY_HAND}"
WITH_PATH = f"**puts the bucket into the path**: by [the gateway](gateway.md) only; {BY_HAND}"
HANDS_OUT = f"{NO_PACKAGE}; gives others URLs that it presigned"
IN_PATH_OF_OLD = f"{WITH_PATH}. Version 3 has an option for it"

ABSENT = {
    "aliyunstoreplugin 1.0 for MLflow": WITHOUT_TOKEN,
    "barman": "its package needs the headers of PostgreSQL",
    "Docker registry 2.8": IN_PATH_OF_OLD,
    "django-oss-storage 1.1": WITHOUT_TOKEN,
    "Docker registry 3": NO_PACKAGE,
    "DuckDB": "its extension for S3 comes from a server of its own",
    "dvc-oss 3.0": "**takes no token**; its aiooss2 cannot put with aiohttp 3.14",
    "GDAL 3.6, `/vsioss/`": f"{WITHOUT_TOKEN}. Use `/vsis3/`",
    "GitLab with direct upload": HANDS_OUT,
    "git-annex": "its version in Debian 12 signs for another region than it is told",
    "goofys, kopia, Loki, mc, Thanos, Velero": NO_PACKAGE,
    "JindoSDK": f"{NO_PACKAGE}: [Spark and Hadoop](connect/spark.md)",
    "Nextcloud with OSS as primary storage": HANDS_OUT,
    "OSS SDKs for Java, JavaScript, PHP": f"{NO_PACKAGE}: [the lines](connect/sdks.md)",
    "OSSHook of Airflow's provider 3.5": WITHOUT_TOKEN,
    "ossfs (FUSE)": f"{NO_PACKAGE}: [the lines](connect/fuse.md)",
    "osstorchconnector, s3torchconnector": "need torch, which is too large for the tests",
    "ossutil": f"{NO_PACKAGE}: [the lines](cookbook.md#ossutil)",
    "s3cmd 2.3": "uploads fail, also by [the gateway](gateway.md): it compares hashes by case, and OSS writes them in capitals",
    "sccache": "Debian 12 builds it without S3",
    "se-ossutil 0.2": WITHOUT_TOKEN,
    "tensorstore 0.1": WITH_PATH,
    "Terraform": f"{NO_PACKAGE}: [its environment](connect/terraform.md)",
}

# Programs that hand out URLs; one that is presigned with a dummy key is worth nothing.
NOT_BY_GATEWAY = {
    "Docker registry 2.8": "without redirects only",
    "Docker registry 3": "without redirects only",
    "GitLab with direct upload": "**not**",
    "Nextcloud with OSS as primary storage": "**not**",
}
