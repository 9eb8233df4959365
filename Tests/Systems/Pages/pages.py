"""A page of Markdown as a test wants it: its headings, its code, its links."""

import pathlib
import re
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[3]
FAMILIES = ["credentials", "fuse", "kubernetes", "s3", "sdks", "spark", "terraform"]
GENERATED = ["docs/configuration", "docs/ossauthctl"]
TRANSLATED = [
    *GENERATED, "README", "SECURITY", "docs/quick-start", "docs/operating", "docs/sources", "docs/monitoring", "docs/fleet", "docs/rules", "docs/configure", "docs/cookbook", "docs/connect", "docs/programs", "docs/compatibility", "docs/gateway", "docs/http", "docs/mobile", "docs/agents",
    "docs/appserver", "docs/library", "docs/adapters", "docs/migrate", "docs/troubleshoot", *(f"docs/connect/{name}" for name in FAMILIES)]
FENCE = re.compile(r"^```(\w*)$")
LITERAL = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)\)")
# In code of a shell only the words behind the mark may be translated.
COMMENT = re.compile(r"(?:^|\s+)#\s.*$")


@dataclass
class Section:
    """A heading and what stands below it, up to the next one."""

    level: int
    title: str
    prose: str = ""
    code: list = field(default_factory=list)

    @property
    def literals(self):
        return {" ".join(text.split()) for text in LITERAL.findall(self.prose)}

    @property
    def links(self):
        return LINK.findall(self.prose)

    @property
    def commands(self):
        return [COMMENT.sub("", line) for line in self.code]

    @property
    def anchor(self):
        """As GitHub makes it."""
        kept = re.sub(r"[^\w\- ]", "", self.title.strip().lower())
        return kept.replace(" ", "-")


def sections(path):
    found, fenced = [Section(0, "")], False
    for line in (ROOT / path).read_text().splitlines():
        if FENCE.match(line):
            fenced = not fenced
        if fenced or FENCE.match(line) or line.startswith("    "):
            found[-1].code.append(line)
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            found.append(Section(level, line[level:].strip()))
        else:
            found[-1].prose += line + "\n"
    return found


def prose_and_code(path):
    return "\n".join(text for each in sections(path) for text in [each.prose, *each.code])


def typed(path):
    """What a reader would copy: code, and literals in the prose, one a line."""
    return "\n".join(text for each in sections(path) for text in [*each.literals, *each.code])


def all_pages():
    return sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
