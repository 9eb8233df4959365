"""The file system `oss://` of fsspec, signed by the daemon: ossfs takes one key for life. Needs ossauth.py and ossauth_signer.py.

`fsspec.register_implementation("oss", "ossauth_fsspec.FileSystem", clobber=True)` makes pandas, dask and others use it.
"""

import ossauth
import ossauth_signer
import ossfs


class FileSystem(ossfs.OSSFileSystem):
    """`socket` and `profile` say which daemon and which profile; both may be left out."""

    def __init__(self, socket=None, profile=None, **options):
        super().__init__(**options)
        # ossfs makes an `oss2.Bucket` with this for each request.
        self._auth = ossauth_signer.Signer(ossauth.Daemon(socket, profile))
