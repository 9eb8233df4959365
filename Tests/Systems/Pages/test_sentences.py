"""The measure of sentences (.ci/sentences) counts what a reader reads as one."""

import importlib.machinery
import importlib.util
import unittest

from pages import ROOT

LOADER = importlib.machinery.SourceFileLoader("sentences", str(ROOT / ".ci/sentences"))
measure = importlib.util.module_from_spec(importlib.util.spec_from_loader("sentences", LOADER))
LOADER.exec_module(measure)

PAGE = """# A heading with five words

One two three. Four `code with words` six
seven, eight: nine [ten eleven](a/link). "Quoted." End

* An item
  of a list.
* Another: With two sentences.

1. First.

| a | table is not counted. |
|---|---|

```sh
not counted. At all.
```

    not counted either

Names `a`, `b`, `c` are one.
"""


class Sentences(unittest.TestCase):
    def test_sentences_are_those_of_paragraphs_and_items(self):
        self.assertEqual([measure.words(each) for each in measure.sentences(PAGE)], [3, 8, 1, 1, 5, 1, 3, 1, 4])

    def test_a_single_sentence_above_the_limit_fails(self):
        most = " ".join(["word"] * measure.LONGEST)
        self.assertEqual(measure.too_long(f"{most}. {most} more. One."), [f"{most} more."])

    def test_a_page_above_the_limit_fails(self):
        self.assertEqual([measure.is_too_long(each) for each in [measure.LIMIT, measure.LIMIT + 0.1]], [False, True])


if __name__ == "__main__":
    unittest.main()
