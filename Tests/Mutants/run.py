#!/usr/bin/env python3
"""Puts small faults into the code, one at a time, and reports how many the tests catch: run.py [--check] [NUMBER...]

faults.toml lists them. All are built at once, in a copy of the tree under build/mutants, each behind a switch (`FAULT` in its
new text) that a file turns on; then the named tests run once for each fault. Tests that fail catch it. Tests that hang do not:
they would stop a run of the whole suite without a name.

--check only asks whether each fault still has its place in the code.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TREE = ROOT / "build" / "mutants"
SWITCH = TREE / "present-fault"
OUTPUT = TREE / "output.log"
SECONDS = 240
WANTED = 0.95

# Read once by each process; a file, since some of them start with an environment of their own.
READER = """
internal import Glibc
private let presentFault: Int32 = {
    guard let file = fopen("%s", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 16)
    return fgets(&line, 16, file) == nil ? 0 : atoi(line)
}()
private func isFaulty(_ number: Int32) -> Bool { presentFault == number }
"""


def faults():
    with open(HERE / "faults.toml", "rb") as file:
        return list(enumerate(tomllib.load(file)["fault"], 1))


def misplaced():
    changed = {}
    for number, fault in faults():
        path = ROOT / fault["in"]
        text = changed.get(path) or (path.read_text() if path.exists() else "")
        # An earlier fault must leave the text of a later one.
        count = text.count(fault["old"])
        changed[path] = text.replace(fault["old"], fault["new"])
        if count != 1 or "FAULT" not in fault["new"]:
            yield f"{number} ({fault['fault']}): its text is {count} times in {fault['in']}"


def prepare():
    """The tree as it is, with all faults in it and all of them off; files that are the same keep their times."""
    listed = subprocess.check_output(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
    changed = {}
    for number, fault in faults():
        text = changed.get(fault["in"]) or (ROOT / fault["in"]).read_text()
        changed[fault["in"]] = text.replace(fault["old"], fault["new"].replace("FAULT", f"isFaulty({number})"))
    names = {name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}
    for path in (*TREE.glob("Sources/**/*.*"), *TREE.glob("Tests/**/*.swift")):
        if str(path.relative_to(TREE)) not in names:
            path.unlink()
    for name in names:
        source, target = ROOT / name, TREE / name
        content = source.read_bytes()
        if name in changed:
            content = (changed[name] + READER % SWITCH).encode()
        if name == "Package.swift":
            content = re.sub(rb"\n    \.(strictMemorySafety|treatAllWarnings)\(.*?\),(?=\n)", b"", content)
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            shutil.copymode(source, target)
    turn_on(0)
    build = subprocess.run(["swift", "build", "--build-tests"], cwd=TREE, capture_output=True, text=True)
    if build.returncode != 0:
        errors = [line for line in build.stdout.splitlines() if ": error: " in line]
        sys.exit("\n".join(["The tree with all faults does not build:", *sorted(set(errors)), build.stderr[-2_000:]]))


def turn_on(number):
    SWITCH.write_text(f"{number}\n")


def outcome_of(tests):
    """`passed`, `failed`, or `hung`, of `AccessTests` (a filter of swift test) or of `Callers.test_rates` (Python's)."""
    folder, dot, module = tests.partition(".")
    command, where = ["swift", "test", "--skip-build", "--filter", f"^{tests}"], TREE
    suite = TREE / "Tests" / "Systems" / folder
    if dot and (suite / f"{module.split('.')[0]}.py").exists():
        command, where = [sys.executable, "-B", "-m", "unittest", "-f", module], suite
    with open(OUTPUT, "w") as output:
        process = subprocess.Popen(
            command, cwd=where, start_new_session=True, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        return "passed" if process.wait(SECONDS) == 0 else "failed"
    except subprocess.TimeoutExpired:
        # swift test ends the process of its tests, which has a group of its own, when it is interrupted.
        process.send_signal(signal.SIGINT)
        return "hung"
    finally:
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def judge(fault):
    outcomes = []
    for tests in fault["tests"]:
        outcomes.append(outcome_of(tests))
        if outcomes[-1] == "failed":
            return "caught"
    return "HUNG" if "hung" in outcomes else "MISSED"


def main(words):
    wrong = list(misplaced())
    if wrong:
        sys.exit("Faults of Tests/Mutants/faults.toml that have lost their place:\n" + "\n".join(wrong))
    if words == ["--check"]:
        return print(f"mutants: {len(faults())} faults have their place")
    chosen = [(number, fault) for number, fault in faults() if not words or str(number) in words]
    prepare()
    for tests in sorted({tests for _, fault in chosen for tests in fault["tests"]}):
        if outcome_of(tests) != "passed":
            sys.exit(f"{tests} does not pass without any fault; see {OUTPUT}.")
    caught = 0
    for number, fault in chosen:
        turn_on(number)
        verdict = judge(fault)
        caught += verdict == "caught"
        print(f"{number:4} {verdict:7} {fault['fault']}", flush=True)
    turn_on(0)
    print(f"{caught} of {len(chosen)} faults are caught: {100 * caught / len(chosen):.1f} %")
    if caught < WANTED * len(chosen):
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
