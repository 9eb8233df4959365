"""Builds the site: build.py TARGET. The English pages are at its top, the Chinese ones in zh/; beside it is the archive of a release.

The pages are written for a reader in the repository. Here each language gets a tree of its own in the same layout, so that a link among pages stays as it is;
only links to the other language and to sources are changed."""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LINK = re.compile(r"(?<!!)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s:]+)\)")
CODE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
# The order of a reader. A name is a page of docs, or with a capital letter one of the top.
NAVIGATION = [
    ("Start", "开始", "quick-start install"),
    ("Connect a program", "接入程序", "connect connect/sdks connect/s3 gateway connect/fuse connect/role connect/credentials connect/spark connect/terraform "
     "agents programs compatibility adapters library"),
    ("Rules", "规则", "configure rules"),
    ("Operate", "运维", "operating sources monitoring connect/kubernetes fleet migrate"),
    ("When it fails", "排查问题", "troubleshoot cookbook"),
    ("AppServer", "应用服务器", "appserver mobile"),
    ("Reference", "参考", "http api configuration ossauthctl"),
    ("Inside", "内部", "architecture performance decisions/README CONTRIBUTING releasing SECURITY CHANGELOG"),
]
LANGUAGES = {
    "en": {"theme": "en", "search": "en", "home": "Overview", "site": "", "other": "zh/"},
    "zh": {"theme": "zh", "search": "zh", "home": "概览", "site": "zh/", "other": "../"},
}


def source(page, language):
    """The file of a page in a language; a page that has no translation is shown in English."""
    translated = ROOT / f"{page}.zh-CN.md"
    return translated if language == "zh" and translated.exists() else ROOT / f"{page}.md"


def pages():
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    return sorted({str(path.relative_to(ROOT)).removesuffix(".md").removesuffix(".zh-CN") for path in found})


def anchors(file):
    """The anchor of each heading, as GitHub makes it."""
    headings = re.findall(r"^#+ (.*)$", CODE.sub("", file.read_text()), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings]


def translated(anchor, english, shown):
    """The two languages of a page have the same headings."""
    return anchor if english == shown else dict(zip(anchors(english), anchors(shown))).get(anchor, anchor)


def rewritten(page, language):
    """A page for the site: links lead to the same language, to the other one only where they name it, and never to sources."""
    file, folder = source(page, language), os.path.dirname(page) or "."

    def link(match):
        shown, target = match.groups()
        path, mark, anchor = target.partition("#")
        linked = ROOT / os.path.normpath(os.path.join(folder, path))
        name = str(linked.relative_to(ROOT)).removesuffix(".md").removesuffix(".zh-CN")
        if path.endswith(".md") and name == page:
            up = os.path.relpath(LANGUAGES[language]["other"], folder)
            return f'<a href="{up}/{"index" if page == "README" else page}.html">{shown}</a>'
        if name in PAGES and path.endswith(".md"):
            return f"[{shown}]({path.replace('.zh-CN.md', '.md')}{mark}{translated(anchor, linked, source(name, language))})"
        if name == "docs/decisions":
            return f"[{shown}]({os.path.relpath('docs/decisions/README.md', folder)})"
        return match[0] if not path or "pictures/" in path else shown

    parts = CODE.split(file.read_text())
    return "".join(part if number % 2 else LINK.sub(link, part) for number, part in enumerate(parts))


def decisions():
    """The list of the decisions, which the repository shows as a folder."""
    files = sorted((ROOT / "docs/decisions").glob("0*.md"))
    return "# Decisions\n\n" + "".join(f"* [{path.read_text().splitlines()[0].lstrip('# ')}]({path.name})\n" for path in files)


def stage(folder, language):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs/pictures", folder / "docs/pictures")
    (folder / "assets").mkdir()
    for name in ("iframe-worker.js", "site.css"):
        shutil.copy(HERE / name, folder / "assets")
    for page in PAGES:
        to = folder / f"{page}.md"
        to.parent.mkdir(parents=True, exist_ok=True)
        # Decisions are history: an answer comes before them.
        boost = "---\nsearch: {boost: 0.3}\n---\n" if page.startswith("docs/decisions/") or page in {"CHANGELOG", "CONTRIBUTING"} else ""
        to.write_text(boost + rewritten(page, language))
    (folder / "docs/decisions/README.md").write_text(decisions())


def navigation(language):
    """Every page but the decisions; one that NAVIGATION does not know yet comes last."""
    known = [(english, chinese, [name if name[0].isupper() else f"docs/{name}" for name in names.split()]) for english, chinese, names in NAVIGATION]
    placed = {file for _, _, files in known for file in files} | {"README"}
    rest = [page for page in PAGES if page not in placed and not page.startswith("docs/decisions/")]
    yield {LANGUAGES[language]["home"]: "README.md"}
    for english, chinese, files in [*known, *([("More", "其他", rest)] if rest else [])]:
        yield {chinese if language == "zh" else english: [f"{file}.md" for file in files if file in PAGES or file == "docs/decisions/README"]}


def configuration(language, staged, target):
    words = LANGUAGES[language]
    return {
        "INHERIT": str(HERE / "mkdocs.yml"), "docs_dir": str(staged), "site_dir": str(target), "nav": list(navigation(language)),
        "theme": {"language": words["theme"]}, "plugins": {"search": {"lang": words["search"]}, "offline": {}},
        "extra": {"alternate": [
            {"name": name, "lang": code, "link": ("index.html" if code == language else f"{words['other']}index.html")}
            for code, name in (("en", "English"), ("zh", "简体中文"))]},
    }


def build(target):
    shutil.rmtree(target, ignore_errors=True)
    for language in LANGUAGES:
        staged = target.with_name(f"{target.name}-pages") / language
        stage(staged, language)
        file = staged.with_suffix(".yml")
        file.write_text(yaml.safe_dump(configuration(language, staged, target / LANGUAGES[language]["site"]), allow_unicode=True))
        run_mkdocs(file)
        for name in ("sitemap.xml", "sitemap.xml.gz", "404.html"):  # these need to know the address of the site
            (target / LANGUAGES[language]["site"] / name).unlink()


def run_mkdocs(file):
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--config-file", file], env=environment, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit("".join(line for line in done.stderr.splitlines(keepends=True) if not line.startswith(("INFO", "  - "))))


def archive(site):
    """The same pages give the same bytes."""
    def anonymous(member):
        member.mtime, member.uid, member.gid, member.uname, member.gname = 0, 0, 0, "", ""
        member.mode = 0o755 if member.isdir() else 0o644
        return member
    with gzip.GzipFile(site.with_name("ossauthd-site.tar.gz"), "wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        tar.add(site, "ossauthd-site", filter=anonymous)


if __name__ == "__main__":
    PAGES = pages()
    SITE = pathlib.Path(sys.argv[1]).resolve()
    build(SITE)
    archive(SITE)
