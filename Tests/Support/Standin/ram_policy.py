"""Policies of RAM as its documents describe them, and the actions that requests for OSS need.

Written from https://www.alibabacloud.com/help/en/ram/policy-structure-and-syntax and the pages of the operations below
https://www.alibabacloud.com/help/en/oss/developer-reference/, and not from the daemon.
"""

import json
import re

OBJECT_ACTIONS = {
    ("GET", ""): "GetObject", ("HEAD", ""): "GetObject", ("HEAD", "objectMeta"): "GetObject",
    ("GET", "acl"): "GetObjectAcl", ("GET", "uploadId"): "ListParts",
    ("PUT", ""): "PutObject", ("PUT", "acl"): "PutObjectAcl", ("PUT", "partNumber uploadId"): "PutObject",
    ("POST", "uploads"): "PutObject", ("POST", "uploadId"): "PutObject", ("POST", "append position"): "PutObject",
    ("DELETE", ""): "DeleteObject", ("DELETE", "uploadId"): "AbortMultipartUpload",
}


def allows(policy, action, resource, prefix=None):
    """An explicit Deny wins, else an Allow is needed. Without a policy the role decides alone, and it may do everything."""
    if policy is None:
        return True
    effects = {each["Effect"] for each in json.loads(policy)["Statement"] if _covers(each, action, resource, prefix)}
    return effects == {"Allow"}


def _covers(statement, action, resource, prefix):
    if not any(_like(each, action) for each in statement["Action"]):
        return False
    if not any(_like(each, resource) for each in statement["Resource"]):
        return False
    for operator, keys in statement.get("Condition", {}).items():
        if operator != "StringLike" or set(keys) != {"oss:Prefix"}:
            raise ValueError(f"no such condition here: {operator} {keys}")
        if prefix is None or not any(_like(each, prefix) for each in keys["oss:Prefix"]):
            return False
    return True


def _like(pattern, text):
    """A star stands for any text, also for slashes; a question mark for one character."""
    parts = [{"*": ".*", "?": "."}.get(each) or re.escape(each) for each in pattern]
    return re.fullmatch("".join(parts), text, re.S) is not None


def is_allowed(policy, request, names):
    """Whether the policy allows a request with these parameters beside those of lists and signatures."""
    if request.key is None:
        return allows(policy, "oss:ListObjects", f"acs:oss:*:*:{request.bucket}", request.value("prefix"))
    action = OBJECT_ACTIONS.get((request.method, " ".join(sorted(names - {"encoding-type"}))))
    return action is not None and allows(policy, f"oss:{action}", f"acs:oss:*:*:{request.bucket}/{request.key}")
