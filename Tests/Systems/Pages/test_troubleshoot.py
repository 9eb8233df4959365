"""Each error of the API and each warning of the log has a row in the page for those who see it."""

import re
import unittest

from pages import LITERAL, ROOT, sections

PAGES = ["docs/troubleshoot.md", "docs/troubleshoot.zh-CN.md"]
RECORD = re.compile(r"LogRecord\(\s*\.(?:warning|error)\b(.*?)(?=\n    }|\n\n|LogRecord\()", re.DOTALL)
UNEXPECTED = re.compile(r"\.unexpected\(\s*\"((?:\\.|[^\"\\])*)\"\)")
TEXT = re.compile(r'"((?:\\.|[^"\\])*)"')
VALUE = re.compile(r"\\\((?:[^()]|\([^()]*\))*\)")
VALUES = re.compile(r"\b(?:NAME|N|X)\b")
# Values alone: the text is the kernel's.
BARE = re.compile(r"(?:…|: )*")


def rows(page):
    """What is in the first cell of each row: literals, and the status before them."""
    for section in sections(page):
        yield from re.findall(r"^\| ([^|]+) \|(?:[^|]+\|){2}$", section.prose, re.MULTILINE)


def names():
    enum = (ROOT / "Sources/Domain/Contract/ContractWords.swift").read_text().split("enum ProblemName")[1].split("\n\n")[0]
    return [raw or case for case, raw in re.findall(r"case (\w+)(?: = \"([\w-]+)\")?", enum)]


def said(text):
    return VALUE.sub("…", text)


def warnings():
    """Each message with `…` for its values."""
    for code in RECORD.findall((ROOT / "Sources/Service/Records/LogRecord.swift").read_text()):
        texts = [text for text in TEXT.findall(code) if not re.fullmatch(r"[0-9a-f]{32}", text)]
        if texts:
            yield said("".join(texts))
    for path in (ROOT / "Sources/Service").rglob("*.swift"):
        yield from map(said, UNEXPECTED.findall(path.read_text()))


def pieces(text):
    """The words between the values, and before the value of a key."""
    return [each.strip() for part in text.split("…") for each in [part, re.sub(r"\b[A-Z]\w+=$", "", part)]]


def block(path, start):
    """The code behind these words, up to the end of the function."""
    return (ROOT / path).read_text().split(start, 1)[1].split("\n    }\n", 1)[0]


def refusals():
    """What a caller reads: each condition that a rule lacks, each reason for no credential, each way not to be connected."""
    for path, start in [
            ("Sources/Domain/Access/Refusal.swift", "extension Obstacle: CustomStringConvertible"),
            ("Sources/Domain/Access/Decision.swift", "extension MissingGrant: CustomStringConvertible"),
            ("Sources/Domain/API/Lack.swift", "extension Problem.Lack: CustomStringConvertible"),
            ("Sources/Clients/Control/Failure/Failure.swift", "private static func sentence"),
            ("Sources/Clients/OSSAuthClient/DaemonError.swift", "extension DaemonError: CustomStringConvertible")]:
        for case in re.split(r"\n        case |\n            case ", block(path, start))[1:]:
            yield said("".join(TEXT.findall(case)))


def titles():
    code = block("Sources/Domain/API/Problem.swift", "var title: StaticString")
    return re.findall(r'case \.(?!invalidRequest)\w+[^"]*"([^"]+)"', code)


class Troubleshooting(unittest.TestCase):
    def test_every_problem_of_the_api_has_a_row_with_its_status(self):
        contract = (ROOT / "docs/api.md").read_text()
        self.assertGreater(len(names()), 9)
        for page in PAGES:
            for name in names():
                with self.subTest(page=page, name=name):
                    status = re.search(rf"^\| `{name}` \| (\d+) \|", contract, re.MULTILINE)[1]
                    self.assertIn(f"{status} `{name}`", list(rows(page)))

    def test_every_title_of_an_error_is_in_a_row(self):
        self.assertGreater(len(titles()), 9)
        for page in PAGES:
            for title in titles():
                with self.subTest(page=page, title=title):
                    self.assertTrue(f"`{title}`" in (ROOT / page).read_text())

    def test_every_refusal_has_a_row_with_its_own_words(self):
        messages = [text for text in refusals() if re.search("[a-z]{4}", text.replace("…", ""))]
        self.assertGreater(len(messages), 40)
        for page in PAGES:
            shown = [VALUES.sub("…", text) for row in rows(page) for text in LITERAL.findall(row)]
            for message in messages:
                with self.subTest(page=page, message=message):
                    self.assertTrue(any(any(len(part) > 6 and part in message for part in pieces(text)) for text in shown))

    def test_every_warning_of_the_log_has_a_row(self):
        messages = [text for text in warnings() if not BARE.fullmatch(text)]
        self.assertGreater(len(messages), 25)
        for page in PAGES:
            shown = [re.sub(r"\b(?:NAME|N|X)\b", "…", text).removesuffix("…").strip() for row in rows(page) for text in LITERAL.findall(row)]
            for message in messages:
                with self.subTest(page=page, message=message):
                    self.assertTrue(any(len(text) > 12 and text in message for text in shown))


if __name__ == "__main__":
    unittest.main()
