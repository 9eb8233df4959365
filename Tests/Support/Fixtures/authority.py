"""A certificate authority of a test, in a folder."""

import subprocess

KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]


class Authority:
    """`file` is what its clients trust; after `serve`, `server` is the certificate of those names, its key and the chain."""

    def __init__(self, folder):
        self.folder = folder
        self.file, self.server = folder / "authority.pem", folder / "server.pem"
        self.openssl("req", "-x509", *KEY, "-subj", "/CN=Authority of a test", "-keyout", "authority.key", "-out", self.file)

    def serve(self, *names):
        extension = self.folder / "names"
        extension.write_text("subjectAltName=" + ",".join(f"DNS:{name}" for name in names))
        self.openssl("req", *KEY[:-2], "-subj", f"/CN={names[0]}", "-keyout", "server.key", "-out", "server.csr")
        self.openssl("x509", "-req", "-in", "server.csr", "-CA", self.file, "-CAkey", "authority.key", "-CAcreateserial",
                     "-days", "2", "-extfile", extension, "-out", "server.crt")
        self.server.write_bytes(b"".join((self.folder / name).read_bytes() for name in ("server.crt", "server.key")))
        return self

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True)
