"""A question is answered two steps from the README at most, under a heading with the words that are searched for."""

import re
import unittest

from pages import ROOT, sections
from test_pages import targets

# Words that people search for, and the page and the heading that answer them.
ANSWERS = [
    ("presign a PUT with a content type", "docs/cookbook.md", "Upload with a Content-Type"),
    ("change the URL of the AppServer", "docs/cookbook.md", "Add or replace an AppServer"),
    ("boto3, aws", "docs/connect/s3.md", "Programs that speak S3"),
    ("rclone", "docs/connect/s3.md", "rclone"),
    ("an SDK without a key", "docs/cookbook.md", "An SDK without a key"),
    ("ossutil", "docs/cookbook.md", "ossutil"),
    ("Docker", "docs/cookbook.md", "Docker"),
    ("Kubernetes sidecar", "docs/cookbook.md", "Kubernetes sidecar"),
    ("429", "docs/cookbook.md", "429 Too Many Requests"),
    ("403 not-allowed", "docs/troubleshoot.md", "A rule refuses the request"),
    ("SignatureDoesNotMatch", "docs/troubleshoot.md", "OSS answers with an error"),
    ("callback", "docs/cookbook.md", "Callback after an upload"),
    ("upload form", "docs/cookbook.md", "Upload form of a browser"),
    ("custom domain, CNAME", "docs/configure.md", "A custom domain"),
    ("internal endpoint", "docs/cookbook.md", "Internal and public endpoint"),
    ("metrics, Prometheus", "docs/monitoring.md", "Metrics and alerts"),
    ("Ansible", "docs/fleet.md", "Ansible"),
    ("audit log", "docs/rules.md", "The audit"),
    ("revoke", "docs/operating.md", "Rotate keys"),
    ("outage of the AppServer", "docs/operating.md", "When a token is renewed"),
    ("RHEL, Alibaba Cloud Linux, Ubuntu", "docs/cookbook.md", "RHEL, CentOS, Alibaba Cloud Linux, Ubuntu"),
    ("enrol a user of an app", "docs/appserver.md", "Prove who a user is"),
    ("Keycloak", "docs/cookbook.md", "Keycloak"),
    ("Auth0", "docs/cookbook.md", "Auth0"),
    ("Content-MD5", "docs/cookbook.md", "Content-MD5"),
    ("iOS", "docs/mobile.md", "iOS: Swift"),
    ("Android", "docs/mobile.md", "Android: Kotlin"),
    ("multipart upload", "docs/cookbook.md", "Parts of a multipart upload"),
    ("picture processing", "docs/cookbook.md", "Picture processing"),
    ("a URL ends too early", "docs/troubleshoot.md", "A URL ends too early"),
    ("another JSON, Map=", "docs/cookbook.md", "The AppServer answers with another JSON"),
    ("name of the download", "docs/cookbook.md", "Name of a download"),
    ("log level, debug", "docs/cookbook.md", "Debug log"),
    ("s5cmd, knows no token", "docs/connect.md", "Any program, by the gateway"),
    ("Terraform", "docs/connect/terraform.md", "Terraform"),
    ("Spark, Hadoop", "docs/connect/spark.md", "Spark and Hadoop"),
    ("program, role of an instance", "docs/connect/role.md", "A program that knows the role of an instance"),
    ("credential in a file", "docs/connect/credentials.md", "Files"),
    ("upgrade, downgrade", "docs/operating.md", "Restart, upgrade, stop"),
    ("AppServer of a user of an app, revoke", "docs/appserver.md", "Prove who a user is"),
    ("systemd service, unit", "docs/cookbook.md", "A rule for one service, also of DynamicUser"),
    ("nginx, private bucket, site", "docs/gateway.md", "A site with a private bucket"),
    ("cache, encrypts", "docs/cookbook.md", "The cache"),
    ("credentials, more than a signature", "docs/rules.md", "The keys of a rule"),
    ("granted, journalctl, signature", "docs/rules.md", "Search the audit"),
    ("refusals of an AppServer, journalctl", "docs/appserver.md", "Operate"),
    ("requests a second", "docs/performance.md", "The mixed load"),
    ("IDaaS", "docs/sources.md", "IDaaS"),
    ("Docker registry, s3cmd, way of a program", "docs/programs.md", "Programs that are run"),
    ("clock, RequestTimeTooSkewed", "docs/troubleshoot.md", "OSS answers with an error"),
]


class Found(unittest.TestCase):
    def test_an_answer_is_two_steps_away_under_its_heading(self):
        first = targets("README.md")
        second = {target for page in first if page.endswith(".md") for target in targets(page)}
        for question, page, heading in ANSWERS:
            with self.subTest(question=question):
                self.assertIn(page, first | second)
                self.assertIn(heading, [each.title for each in sections(page)])

    def test_the_words_of_the_question_are_on_the_page(self):
        for question, page, _ in ANSWERS:
            with self.subTest(question=question):
                text = (ROOT / page).read_text().lower()
                for word in re.findall(r"\b[\w-]{5,}", question.lower()):
                    self.assertTrue(word.removesuffix("s") in text, word)


if __name__ == "__main__":
    unittest.main()
