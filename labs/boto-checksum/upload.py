"""upload.py URL HOW: uploads ten objects to a store of S3's kind, which compares what arrives.

HOW: default; when_required, which is a value of request_checksum_calculation; asked (the program asks for a checksum).
"""
import io
import sys

import boto3
import urllib3
from botocore.config import Config

urllib3.disable_warnings()
settings = {"s3": {"addressing_style": "path"}, "retries": {"max_attempts": 1}}
option = "request_checksum_calculation"
if sys.argv[2] == "when_required" and option in Config.OPTION_DEFAULTS:  # before 1.36 there is no such option, and nothing to turn off
    settings[option] = sys.argv[2]
store = boto3.client("s3", endpoint_url=sys.argv[1], region_name="us-east-1", verify=False, aws_access_key_id="a",
                     aws_secret_access_key="b", config=Config(**settings))
extra = {"ChecksumAlgorithm": "CRC32"} if sys.argv[2] == "asked" else {}
for number in range(10):
    store.upload_fileobj(io.BytesIO(b"toto"), "bucket", f"object{number}", ExtraArgs=extra)
