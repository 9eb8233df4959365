"""The template of the RAM roles gives what the page on the AppServer says."""

import json
import re
import unittest

from pages import ROOT

ACCOUNT = "1234567890123456"


def filled_in(value):
    """With the number of the account, as ROS does it."""
    return value["Fn::Sub"].replace("${ALIYUN::TenantId}", ACCOUNT) if "Fn::Sub" in value else value


class RAMRoles(unittest.TestCase):
    def test_the_template_has_the_policies_of_the_page(self):
        section = (ROOT / "docs/appserver.md").read_text().partition("\n## The account\n")[2].partition("\n## ")[0]
        trust, most, appserver = map(json.loads, re.findall(r"```json\n(.*?)```", section, re.DOTALL))
        template = json.loads((ROOT / "packaging/fleet/ram-roles.json").read_text(), object_hook=filled_in)
        roles = {each["Properties"]["RoleName"]: each["Properties"] for each in template["Resources"].values()}
        self.assertEqual(roles["oss-users"]["AssumeRolePolicyDocument"], trust)
        self.assertEqual({name: [each["PolicyDocument"] for each in role["Policies"]] for name, role in roles.items()},
                         {"oss-users": [most], "appserver": [appserver]})


if __name__ == "__main__":
    unittest.main()
