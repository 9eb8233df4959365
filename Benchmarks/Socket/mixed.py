"""The mixed load: the programs of a corpus ask the daemon, once with the default rules and once with rules and the audit, and
the minimal C server. nginx beside them returns a constant text that is as long as the daemon's answers on average."""

import os
import statistics
import tempfile
from pathlib import Path

import corpus
from servers import Server, compiled, daemon, exchanged, hand_over, nginx, static_keys

# As long as those of STS.
TOKEN = "CAIS" + "abcdefghijklmnopqrstuvwxyz0123456789+/" * 18 + "=="
PROFILE = """\
[Profile {name}]
Source=manual
Region=cn-hangzhou
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
"""
# The user is named by the second, and each key has to be matched with several patterns.
RULES = """\
[Access other]
Match=user:games
Allow=sign presign
Bucket=other-*
[Access own]
Match=uid:{user}
Profile={profiles}
Allow=sign presign
Bucket=media-*
Key={keys}
"""


def started(stack, programs, folder, cpu, seed=1):
    """nginx, the daemon, the daemon with rules and the audit, the C server; each of them answers."""
    path = corpus.write(folder / "corpus", seed)
    samples = [next(corpus.requests(number, seed)) for number in range(corpus.PROGRAMS)]
    first = folder / "first.http"
    first.write_bytes(samples[0])
    ours = [
        stack.enter_context(own(programs, folder, cpu, first, "Audit=no", "ossauthd")),
        stack.enter_context(own(programs, folder, cpu, first, f"Audit=yes\n{rules()}", "with rules"))]
    for server in ours:
        hand_tokens(server)
    place = Path(tempfile.mkdtemp(dir=folder))
    minimal = stack.enter_context(least(compiled("limit", "limit.c", "-lcrypto"), place, first, cpu))
    length = statistics.mean(len(exchanged(ours[0].path, text)[1]) for text in samples)
    reference = stack.enter_context(nginx(place, round(length), cpu))
    for server in (*ours, minimal):
        server.corpus = path
    for server in (reference, minimal):
        server.first_answer()
    return [reference, *ours, minimal]


def rules():
    return RULES.format(
        user=os.getuid(), profiles=" ".join(corpus.PROFILES), keys=" ".join(f"**.{each}" for each in corpus.ENDINGS))


def own(programs, folder, cpu, first, more, name):
    """The daemon with the profiles of a corpus, which have no tokens yet."""
    place = Path(tempfile.mkdtemp(dir=folder))
    profiles = "".join(PROFILE.format(name=each) for each in corpus.PROFILES)
    return daemon(programs, place, static_keys(place), first, cpu, f"{more}\n{profiles}", name)


def hand_tokens(server, within=20):
    for profile in corpus.PROFILES:
        hand_over(server, TOKEN, profile, within)
    server.first_answer(within)


def least(program, place, first, cpu):
    """The minimal C server with the same token, which asks the kernel for the user of each connection."""
    return Server("C limit", [program, "-e", "-p", "1", "-k", TOKEN, "-L", place / "limit"], place / "limit", first, cpu)
