"""Behind a gateway the limits are those of the program, not of the proxy that asks."""

import unittest

from forward_scene import CLIENT, OTHER, PROXY, ForwardScene


class RateTests(ForwardScene):
    rules = "[Access slow]\nMatch=uid:1234\nMatch=uid:4712\nProfile=main\nAllow=sign\nBucket=media\nRate=3/1h\nBurst=2\n"

    def test_each_user_has_a_rate_of_its_own(self):
        listener = self.listen(PROXY)
        ends = {user: self.connection(listener, user) for user in (CLIENT, OTHER)}
        asked = [CLIENT, CLIENT, CLIENT, OTHER, OTHER, OTHER]
        self.assertEqual([self.ask(*ends[user]).split(" ")[1] for user in asked], ["200", "200", "429"] * 2)


if __name__ == "__main__":
    unittest.main()
