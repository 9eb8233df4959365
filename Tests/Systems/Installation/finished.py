"""What packaging/finish leaves, made of the development build."""

import pathlib
import shutil
import subprocess

BUILT = pathlib.Path(__file__).resolve().parents[3] / ".build/debug"


def lay_out(folder):
    """Makes the folder, with the programs, manual pages and completions."""
    for name in ("man", "completions"):
        (folder / name).mkdir(parents=True)
    for name in ("ossauthd", "ossauth-fetch", "ossauthctl", "ossauth-appserver", "ossauth-unchunk"):
        shutil.copy(BUILT / name, folder)
    subprocess.run([BUILT / "WritePages", "packages", folder], check=True)
    return folder
