#!/usr/bin/env bash
# Shows the whole path once: an AppServer hands out a temporary key, the daemon keeps it, local programs get signatures,
# and a stand-in for OSS proves them. Everything lives in one private directory and ends with this script.
#   KEEP=1  leaves it running and prints how to use and how to stop it
#   BIN=DIR takes the programs from there instead of building them
set -euo pipefail
export LC_ALL=C.UTF-8
unset http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY  # everything here is on this host
root=$(cd "$(dirname "$0")/../../.." && pwd)
readonly object=oss://demo-bucket/hello.txt

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$'\e[1m' dim=$'\e[2m' green=$'\e[32m' red=$'\e[31m' plain=$'\e[0m'
else
    bold='' dim='' green='' red='' plain=''
fi

# MARK: words for the reader

number=0
step() { # TITLE EXPLANATION
    number=$((number + 1))
    printf '\n%s%d  %s%s\n' "$bold" "$number" "$1" "$plain"
    printf '%s\n' "$2" | fold -s -w 90 | sed 's/^/   /; s/ *$//'
}
command_line() { printf '   %s$ %s%s\n' "$dim" "$*" "$plain"; }
indent() { sed 's/^./     &/' "$@"; }
proved() { printf '   %sok%s  %s\n' "$green" "$plain" "$*"; }
fail() {
    printf '\n%sThe demo failed:%s %s\n' "$red" "$plain" "$*" >&2
    for log in "$dir"/*.log; do
        [ -s "$log" ] && { printf -- '--- %s\n' "${log##*/}"; tail -n 20 "$log"; } >&2
    done
    exit 1
}

# MARK: processes of the demo

pids=()
start() { # NAME COMMAND...: in the background, with a log of its own
    local name=$1
    shift
    : >"$dir/$name.log"
    setsid "$@" </dev/null >"$dir/$name.log" 2>&1 &
    pids+=($!)
}
listening() { # NAME: the address that it printed, waited for at most a minute
    for _ in {1..1200}; do
        address=$(sed -n 's/^listening on //p' "$dir/$1.log")
        [ -n "$address" ] && { printf '%s\n' "$address"; return; }
        sleep 0.05
    done
    return 1
}
finish() {
    local status=$?
    trap - EXIT
    [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$dir"
    exit $status
}

# MARK: requests

api() { curl -sS --max-time 60 --unix-socket "$socket" "$@"; }
member() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
ctl() { "$bin/ossauthctl" --socket "$socket" "$@"; }
object_at() { curl -sS --max-time 60 "$@"; }

dir=$(mktemp -d "${TMPDIR:-/tmp}/ossauthd-demo.XXXXXX")
socket=$dir/api.sock
trap finish EXIT
trap 'exit 130' INT TERM

if [ -z "${BIN:-}" ]; then
    echo "Building (the first time takes some minutes) ..."
    swift build --package-path "$root" >"$dir/build.log" 2>&1 || fail "it does not build."
    bin=$(swift build --package-path "$root" --show-bin-path)
    rm "$dir/build.log"
else
    bin=$BIN
fi
# Not for the build: the tests run its programs as other users.
umask 077

printf '%sossauthd: signatures for Alibaba Cloud OSS, without keys in your programs%s\n' "$bold" "$plain"

step "An AppServer" "The operator's server that hands out short-lived keys. This sample makes them up."
command_line "packaging/examples/appserver.py --ledger FILE"
start appserver python3 -B "$root/packaging/examples/appserver.py" --ledger "$dir/ledger"
appserver=$(listening appserver) || fail "the AppServer did not start."
proved "it listens on $appserver"

step "A stand-in for OSS" "It stores objects, and recomputes every signature from the secret that the AppServer handed out."
command_line "Tests/Support/Standin/oss_standin.py --ledger FILE"
start standin python3 -B "$root/Tests/Support/Standin/oss_standin.py" --ledger "$dir/ledger" --region cn-hangzhou
standin=$(listening standin) || fail "the stand-in did not start."
proved "it listens on $standin"

step "The daemon" "It fetches a key from the AppServer and keeps it. Programs reach it over a Unix socket."
mkdir "$dir/cache"
cat >"$dir/ossauthd.conf" <<CONF
[Daemon]
ApiSocket=$socket
ApiSocketMode=0600
ApiSocketGroup=$(id -gn)
AdminSocket=$dir/admin.sock
AdminSocketGroup=$(id -gn)
CacheDirectory=$dir/cache

[Profile demo]
Source=appserver
URL=$appserver/
Endpoint=$standin
Region=cn-hangzhou

[Access demo]
Match=uid:$(id -u)
Profile=demo
Allow=sign presign post-policy status
CONF
command_line "ossauthd --config ossauthd.conf"
start ossauthd "$bin/ossauthd" --config "$dir/ossauthd.conf"
daemon=${pids[-1]}
for _ in {1..1200}; do
    health=$(api -o /dev/null -w '%{http_code}' http://localhost/v1/health 2>/dev/null) || true
    [ "$health" = 200 ] && break
    kill -0 "$daemon" 2>/dev/null || fail "the daemon ended."
    sleep 0.05
done
[ "$health" = 200 ] || fail "the daemon was not ready in time (health: $health)."
proved "GET /v1/health answers 200"
command_line "ossauthctl status"
ctl status >"$dir/out" || fail "ossauthctl status"
indent "$dir/out"

step "A URL to upload with" "Every program that has it may PUT this one object for ten minutes. It holds a signature, never the secret."
command_line "ossauthctl presign --method PUT --expires 600 $object"
upload=$(ctl presign --method PUT --expires 600 "$object") || fail "ossauthctl presign"
indent <<<"$upload"
echo "Hello from the demo of ossauthd." >"$dir/hello.txt"
command_line "curl -T hello.txt URL"
status=$(object_at -o "$dir/out" -w '%{http_code}' -T "$dir/hello.txt" "$upload") || fail "the upload"
[ "$status" = 200 ] || { indent "$dir/out"; fail "the stand-in refused the upload ($status)."; }
proved "the stand-in computed the same signature, and stored the object"

step "A URL to download with" "Any program can ask; curl is a full client."
question='{"bucket":"demo-bucket","key":"hello.txt","expires":300}'
command_line "curl --unix-socket api.sock --json '$question' http://localhost/v1/presign"
api --json "$question" http://localhost/v1/presign >"$dir/out" || fail "POST /v1/presign"
download=$(member url <"$dir/out") || { indent "$dir/out"; fail "no URL in the answer."; }
python3 -m json.tool <"$dir/out" | indent
command_line "curl URL"
object_at -o "$dir/out" "$download" || fail "the download"
indent "$dir/out"
cmp -s "$dir/out" "$dir/hello.txt" || fail "the object that came back is another one."
proved "the same object came back"

step "A signed request" "The same in headers, for programs that send the request themselves."
command_line "ossauthctl sign GET $object"
ctl sign GET "$object" >"$dir/out" || fail "ossauthctl sign"
indent "$dir/out"
api --json '{"bucket":"demo-bucket","key":"hello.txt"}' http://localhost/v1/sign >"$dir/out" || fail "POST /v1/sign"
python3 -c 'import json, sys
for pair in json.load(sys.stdin)["headers"].items(): print("%s: %s" % pair)' <"$dir/out" >"$dir/headers" ||
    { indent "$dir/out"; fail "no headers in the answer."; }
object_at -H @"$dir/headers" -o "$dir/got" "$(member url <"$dir/out")" || fail "the signed request"
cmp -s "$dir/got" "$dir/hello.txt" || { indent "$dir/got"; fail "the stand-in refused the signed request."; }
proved "the stand-in accepted it"

step "What is wrong is refused" "A URL with one changed letter, and a request to the daemon with a misspelt member."
command_line "curl URL    # with hallo.txt in place of hello.txt"
object_at -o "$dir/out" "${download/hello.txt/hallo.txt}" || fail "the changed URL"
code=$(sed -n 's/.*<Code>\(.*\)<\/Code>.*/\1/p' "$dir/out")
[ "$code" = SignatureDoesNotMatch ] || { indent "$dir/out"; fail "a changed URL was not refused."; }
proved "the stand-in answers $code"
command_line "curl --unix-socket api.sock --json '{\"bukket\":\"demo-bucket\"}' http://localhost/v1/presign"
status=$(api -o "$dir/out" -w '%{http_code}' --json '{"bukket":"demo-bucket"}' http://localhost/v1/presign) || fail "the wrong request"
indent "$dir/out"
[ "$status" = 400 ] || fail "the daemon answered $status to an unknown member."
proved "the daemon answers $status and signs nothing"

if [ -z "${KEEP:-}" ]; then
    printf '\n%sEverything worked.%s Cleaned up; `make demo KEEP=1` leaves it running.\n' "$bold" "$plain"
    echo 'One folder for each AI agent or CI job: docs/agents.md'
    exit 0
fi

printf '#!/bin/sh\nkill %s\nrm -r "%s"\n' "${pids[*]}" "$dir" >"$dir/stop"
cat <<WORDS

${bold}Everything worked, and it is still running.${plain}
   the socket   $socket
   status       $bin/ossauthctl --socket $socket status
   a URL        curl --unix-socket $socket --json '$question' http://localhost/v1/presign
   the logs     $dir/*.log
   stop it      sh $dir/stop
   jobs         one folder for each AI agent or CI job: docs/agents.md
WORDS
trap - EXIT
