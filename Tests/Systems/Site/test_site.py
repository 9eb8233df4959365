"""The site as a reader has it: in Chromium, from a server and from the file system."""

import functools
import html.parser
import http.server
import os
import pathlib
import re
import threading
import time
import unittest
import urllib.parse

from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
SITE = HERE.parents[2] / "build/site"
WIDTHS = [360, 768, 1280]
NINE_POINTS = 12
# The decisions are the same in both languages.
PAGES = sorted(path for path in SITE.rglob("*.html") if "zh/docs/decisions" not in str(path))
QUESTIONS = [line.split(" | ") for line in (HERE / "questions.txt").read_text().splitlines() if not line.startswith("#")]
HITS = "items => items.slice(0, 3).map(each => each.querySelector('a').getAttribute('href'))"
LAYOUT = """() => {
  const small = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: element, textContent: text } = texts.currentNode
    if (text.trim() && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < NINE_POINTS) small.add(text.trim())
  }
  const pictures = [...document.images].map(each => [each.currentSrc, each.getBoundingClientRect().width])
  return { width: document.documentElement.scrollWidth, small: [...small], pictures }
}""".replace("NINE_POINTS", str(NINE_POINTS))
COLOURS = "element => { const style = getComputedStyle(element); return [style.color, getComputedStyle(document.body).backgroundColor] }"


class Page(html.parser.HTMLParser):
    """The names and the links of a page, and the files that it loads by itself."""

    def __init__(self, path):
        super().__init__()
        self.names, self.links, self.loaded = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names.add(values.get("id"))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag in {"link", "script", "img", "source", "iframe"}:
            self.loaded += filter(None, [values.get("href"), values.get("src"), *values.get("srcset", "").split()[:1]])


@functools.cache
def parsed(path):
    return Page(path)


def luminance(colour):
    """As the accessibility guidelines of the web define it."""
    values = [int(number) / 255 for number in re.findall(r"\d+", colour)[:3]]
    red, green, blue = [each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in values]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@functools.cache
def least_text(picture):
    """The smallest text of a picture, as a part of its width."""
    drawn = pathlib.Path(picture).read_text()
    return min(map(float, re.findall(r'font-size="([\d.]+)"', drawn))) / float(re.search(r'viewBox="0 0 ([\d.]+)', drawn)[1])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Links(unittest.TestCase):
    def test_links_lead_to_pages_and_headings_that_there_are(self):
        for path in PAGES:
            for link in parsed(path).links:
                file, _, anchor = link.partition("#")
                if not urllib.parse.urlsplit(link).scheme:
                    target = pathlib.Path(os.path.normpath(path.parent / file)) if file else path
                    target = target / "index.html" if target.is_dir() else target
                    with self.subTest(page=path.relative_to(SITE), link=link):
                        self.assertTrue(target.exists())
                        self.assertTrue(not anchor or urllib.parse.unquote(anchor) in parsed(target).names)

    def test_no_page_names_a_file_of_another_host(self):
        for path in PAGES:
            for file in parsed(path).loaded:
                with self.subTest(page=path.relative_to(SITE), file=file):
                    self.assertFalse(urllib.parse.urlsplit(file).netloc)
                    self.assertTrue((path.parent / urllib.parse.unquote(file)).exists())


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE)))
        threading.Thread(target=cls.server.serve_forever).start()
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        cls.http, cls.file = f"http://127.0.0.1:{cls.server.server_port}", f"file://{SITE}"
        cls.requests = set()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        cls.server.shutdown()
        cls.server.server_close()

    def opened(self, **options):
        context = self.browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("request", lambda request: self.requests.add(request.url))
        return page

    def tearDown(self):
        foreign = {url for url in self.requests if not url.startswith((self.http, self.file, "data:", "blob:"))}
        self.assertEqual(foreign, set(), "requests to other hosts")

    def search(self, origin):
        for chinese in (False, True):
            page = self.opened()
            page.goto(f"{origin}/{'zh/' if chinese else ''}index.html")
            page.click("input[name=query]")
            for words, wanted in [each for each in QUESTIONS if each[0].isascii() != chinese]:
                with self.subTest(words=words):
                    self.assertIn(wanted, self.hits(page, words, wanted))

    def hits(self, page, words, wanted):
        """The first pages of the list once the wanted one is among them, or after five seconds."""
        page.evaluate("document.querySelector('.md-search-result__list').replaceChildren()")
        page.fill("input[name=query]", words)
        page.press("input[name=query]", "End")
        found, until = [], time.monotonic() + 5
        while wanted not in found and time.monotonic() < until:
            page.wait_for_timeout(20)
            links = page.eval_on_selector_all(".md-search-result__list > .md-search-result__item", HITS)
            found = [re.sub(r".*/docs/|\.html.*", "", link) for link in links]
        return found

    def test_a_question_finds_its_page_among_the_first_three(self):
        self.search(self.http)

    def test_a_question_finds_its_page_in_the_file_system(self):
        self.search(self.file)

    def test_a_third_of_sixty_questions_is_chinese(self):
        self.assertGreaterEqual(len(QUESTIONS), 60)
        self.assertGreaterEqual(3 * sum(not words.isascii() for words, _ in QUESTIONS), len(QUESTIONS))

    def test_every_page_fits_a_phone_a_tablet_and_a_desk(self):
        page = self.opened()
        for path in PAGES:
            page.goto(f"file://{path}", wait_until="load")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                with self.subTest(page=path.relative_to(SITE), width=width):
                    self.assertEqual(self.settled(page, width), [])

    def settled(self, page, width):
        """The faults that are left once the drawer has glided to its place and a picture for this width is there."""
        until = time.monotonic() + 5
        while (faults := self.faults(page.evaluate(LAYOUT), width)) and time.monotonic() < until:
            page.wait_for_timeout(50)
        return faults

    def faults(self, layout, width):
        small = [f"below nine points: {text}" for text in layout["small"]]
        pictures = {urllib.parse.unquote(urllib.parse.urlsplit(source).path): shown for source, shown in layout["pictures"]}
        small += [f"text below nine points in {path}" for path, shown in pictures.items() if least_text(path) * shown < NINE_POINTS - 0.1]
        return small + [f"scrolls sideways: {layout['width']} points"] * (layout["width"] > width)

    def test_pages_are_readable_in_light_and_dark(self):
        for scheme, is_dark in (("light", False), ("dark", True)):
            page = self.opened(color_scheme=scheme)
            for path in ["index.html", "docs/connect.html", "zh/docs/rules.html"]:
                page.goto(f"{self.http}/{path}")
                for element in page.query_selector_all(".md-content p, .md-content h1, .md-content td, .md-content li, .md-content a"):
                    text, ground = map(luminance, element.evaluate(COLOURS))
                    self.assertEqual(ground < text, is_dark)
                    self.assertGreaterEqual((max(text, ground) + 0.05) / (min(text, ground) + 0.05), 3, (scheme, path, element.inner_text()))


if __name__ == "__main__":
    unittest.main()
