"""An S3 program: says which credential, region and endpoint botocore found, once at the start and for each line that it reads."""

import json
import sys

import boto3

session = boto3.Session()
credentials = session.get_credentials()
client = session.client("s3")


def say():
    found = credentials.get_frozen_credentials()
    print(json.dumps({
        "key": [found.access_key, found.secret_key, found.token], "method": credentials.method,
        "region": client.meta.region_name, "endpoint": client.meta.endpoint_url,
        "checksums": client.meta.config.request_checksum_calculation}), flush=True)


say()
for _ in sys.stdin:
    say()
