"""The same document in another language says the same: commands, keys, names, links, and the order of all of them."""

import re
import unittest

from pages import LITERAL, ROOT, TRANSLATED, sections

# One word for one thing; the first is the one of Alibaba Cloud, or the one that the pages began with.
OTHER_WORDS = {
    "应用服务器": r"(?<![（\[])\bAppServer\b(?![）\]])", "Bucket": r"存储空间|存储桶|(?<![-\w])bucket\b", "socket": r"套接字|套接口|\bSocket\b",
    "STS 临时访问凭证": r"STS ?(?:令牌|token)|临时(?:凭据|令牌)", "守护进程": r"后台进程|\bdaemon\b", "预签名": r"预先签名|(?<!预)签名 ?URL"}


class Translations(unittest.TestCase):
    def pairs(self):
        for name in TRANSLATED:
            original, translation = sections(f"{name}.md"), sections(f"{name}.zh-CN.md")
            yield name, original, translation, list(zip(original, translation))

    def test_the_headings_are_the_same_tree(self):
        for name, original, translation, _ in self.pairs():
            self.assertEqual([each.level for each in original], [each.level for each in translation], name)

    def test_the_lists_and_tables_are_as_long(self):
        for name, _, _, pairs in self.pairs():
            for one, other in pairs:
                with self.subTest(page=name, section=one.title):
                    self.assertEqual(rows(one), rows(other))

    def test_the_code_is_the_same_but_for_its_comments(self):
        for name, _, _, pairs in self.pairs():
            for one, other in pairs:
                with self.subTest(page=name, section=one.title):
                    self.assertEqual(one.commands, other.commands)

    def test_commands_keys_and_names_are_the_same_in_each_section(self):
        for name, _, _, pairs in self.pairs():
            for one, other in pairs:
                with self.subTest(page=name, section=one.title):
                    self.assertEqual(one.literals ^ other.literals, set())

    def test_the_links_lead_to_the_same_places_in_the_same_language(self):
        for name, original, translation, pairs in self.pairs():
            anchors = {one.anchor: other.anchor for one, other in pairs}
            for one, other in pairs:
                with self.subTest(page=name, section=one.title):
                    self.assertEqual(len(one.links), len(other.links))
                    for link, translated in zip(sorted(map(plain, one.links)), sorted(map(plain, other.links))):
                        self.assertEqual(link, translated)
            for link in [link[1:] for one in original for link in one.links if link.startswith("#")]:
                wanted = "#" + anchors[link]
                self.assertIn(wanted, [each for other in translation for each in other.links], name)

    def test_a_reader_is_led_to_the_other_language_only_by_choice(self):
        for name in TRANSLATED:
            home = (ROOT / name).parent
            originals = {ROOT / f"{other}.md" for other in TRANSLATED}
            for section in sections(f"{name}.zh-CN.md")[2:]:
                for link in section.links:
                    self.assertNotIn((home / link.partition("#")[0]).resolve(), originals, name)

    def test_a_reader_knows_which_pages_are_in_english(self):
        for name in TRANSLATED:
            page, home = f"{name}.zh-CN.md", (ROOT / name).parent
            lines = (ROOT / page).read_text().splitlines()[4:]
            for link in {link for line in lines for link in re.findall(r"\]\(([^)#]+\.md)", line) if ".zh-CN" not in link}:
                with self.subTest(page=page, link=link):
                    self.assertTrue((home / link).exists())
                    self.assertTrue(any("（英文）" in line for line in lines if f"]({link}" in line))

    def test_chinese_pages_have_one_word_for_one_thing(self):
        for name in TRANSLATED:
            for section in sections(f"{name}.zh-CN.md"):
                text = re.sub(r"\]\([^)]*\)", "]", LITERAL.sub("", section.prose))
                for word, others in OTHER_WORDS.items():
                    with self.subTest(page=name, section=section.title, word=word):
                        self.assertEqual(re.findall(f".{{0,12}}(?:{others})", text), [])

    def test_each_leads_to_the_other(self):
        for name in TRANSLATED:
            file = name.split("/")[-1]
            self.assertIn(f"{file}.zh-CN.md", sections(f"{name}.md")[1].links)
            self.assertIn(f"{file}.md", sections(f"{name}.zh-CN.md")[1].links)


def rows(section):
    return re.findall(r"^(?:\*|\d+\.|\|)(?= )", section.prose, re.MULTILINE)


def plain(link):
    """The place without its language; the words of an anchor are the language's."""
    return re.sub(r"#.*$", "#", link).replace(".zh-CN.", ".")


if __name__ == "__main__":
    unittest.main()
