"""The stand-in for OSS of a gateway: it takes nothing that is meant for the gateway, and its answers try to steer nginx."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Support" / "Standin"))
import oss_standin  # noqa: E402
from oss_request import OSSError  # noqa: E402


class Handler(oss_standin.Handler):
    def _dispatch(self, request):
        for name in ("cookie", "proxy-authorization"):
            if name in request.headers:
                raise OSSError(400, "InvalidArgument", f"{name} is for the gateway.")
        return super()._dispatch(request)

    def _answer(self, status, headers, content):
        # There the daemon would tell a program the signature.
        steering = {"X-Accel-Redirect": "/./ossauthd"} if "steer" in self.path else {}
        super()._answer(status, headers | steering, content)


if __name__ == "__main__":
    oss_standin.Handler = Handler
    oss_standin.main()
