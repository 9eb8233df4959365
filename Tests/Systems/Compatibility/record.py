"""What the stand-in for OSS wrote about the requests of each client."""

# A client may ask for what is not there, and for what the stand-in does not have.
HARMLESS = {"-", "NoSuchKey", "NoSuchUpload", "NotImplemented"}


class Record:
    """Reads the file of `oss_standin.py --requests` as far as it is written; each client has its own bucket."""

    def __init__(self, path):
        self.path, self.position, self.lines = path, 0, {}

    def keys(self, bucket):
        """The ids of the keys that signed for it, in the order of their first use."""
        return list(dict.fromkeys(key for key, _, _ in self.of(bucket) if key != "-"))

    def refusals(self, bucket):
        """Pairs of an error code and the kind of request; a bucket in the path is counted for all."""
        found = self.of(bucket) + self.of("-")
        return {(code, kind(request)) for _, code, request in found if code not in HARMLESS}

    def end(self, bucket):
        return "\n".join(" ".join(line) for line in self.of(bucket)[-12:])

    def of(self, bucket):
        if self.path.exists():
            with open(self.path, encoding="utf-8", errors="replace") as file:
                file.seek(self.position)
                while (line := file.readline()).endswith("\n"):
                    self.position = file.tell()
                    owner, key, code, request = line.rstrip("\n").split(" ", 3)
                    self.lines.setdefault(owner, []).append((key, code, request))
        return self.lines.get(bucket, [])


def kind(request):
    method, _, target = request.partition(" ")
    names = {part.partition("=")[0] for part in target.partition("?")[2].split("&")}
    return "bulk delete" if method == "POST" and "delete" in names else method
