"""Each error of the API and each warning of the log has a row in the page for those who see it."""

import re
import unittest

from pages import LITERAL, ROOT, sections

PAGES = ["docs/troubleshoot.md", "docs/troubleshoot.zh-CN.md"]
RECORD = re.compile(r"LogRecord\(\s*\.(?:warning|error)\b(.*?)(?=\n    }|\n\n|LogRecord\()", re.DOTALL)
UNEXPECTED = re.compile(r"\.unexpected\(\s*\"((?:\\.|[^\"\\])*)\"\)")
TEXT = re.compile(r'"((?:\\.|[^"\\])*)"')
VALUE = re.compile(r"\\\((?:[^()]|\([^()]*\))*\)")
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


class Troubleshooting(unittest.TestCase):
    def test_every_problem_of_the_api_has_a_row_with_its_status(self):
        contract = (ROOT / "docs/api.md").read_text()
        self.assertGreater(len(names()), 9)
        for page in PAGES:
            for name in names():
                with self.subTest(page=page, name=name):
                    status = re.search(rf"^\| `{name}` \| (\d+) \|", contract, re.MULTILINE)[1]
                    self.assertIn(f"{status} `{name}`", list(rows(page)))

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
