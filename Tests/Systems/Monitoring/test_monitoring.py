"""The metrics as those read them who are there for it: promtool, Prometheus, and the dashboard's and alerts' queries."""

import shutil
import subprocess
import unittest

from scraped import MONITORING, Scraped, expressions, selectors, until

# Nothing is wrong with the daemon of these tests, so these have nothing to say.
SILENT = {"Restarts"}


class AlertTests(unittest.TestCase):
    def check(self, *command, **more):
        done = subprocess.run(["promtool", *command], capture_output=True, text=True, **more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_promtool_takes_the_rules(self):
        self.assertIn("20 rules found", self.check("check", "rules", str(MONITORING / "alerts.yml")))

    def test_each_alert_fires_when_it_must_and_only_then(self):
        self.check("test", "rules", "alerts.test.yml")


class MetricsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scraped = Scraped()
        cls.addClassCleanup(cls.scraped.stop)
        cls.scraped.give_it_something_to_tell()
        # Rates need two samples, and the second must know of what was done.
        until(lambda: cls.scraped.query('ossauthd_signatures_total{profile="main"} > 0'))
        until(lambda: cls.scraped.query("count_over_time(ossauthd_build_info[1m]) > 3"))

    def test_promtool_finds_nothing_to_complain_of(self):
        status, kind, text = self.scraped.get("/metrics")
        self.assertEqual((status, kind), (200, "text/plain; version=0.0.4; charset=utf-8"))
        done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_prometheus_scrapes_the_daemon(self):
        until(lambda: [each["value"][1] for each in self.scraped.query("up")] == ["1"])
        [metadata] = self.scraped.api("metadata", metric="ossauthd_requests_total")["ossauthd_requests_total"]
        self.assertEqual(metadata["type"], "counter")

    def test_nginx_lets_nothing_else_through(self):
        for path in ["/", "/v1/status", "/v1/openapi.json", "/metrics/", "/metrics/../v1/status"]:
            self.assertEqual(self.scraped.get(path)[0], 404, path)

    def test_every_query_of_the_dashboard_has_an_answer(self):
        for title, expression in expressions():
            with self.subTest(title, expression=expression):
                # On a machine that is busy a scrape may fail, and then for a moment nothing is known.
                until(lambda: self.scraped.query(expression) or title in SILENT)

    def test_every_metric_and_label_that_is_asked_for_is_there(self):
        alerts = [(rule["name"], rule["query"]) for group in self.scraped.api("rules")["groups"]
                  for rule in group["rules"]]
        self.assertEqual(len(alerts), 20)
        for title, expression in [*expressions(), *alerts]:
            for selector in selectors(expression):
                with self.subTest(title, selector=selector):
                    until(lambda: self.scraped.query(selector))

    def test_prometheus_evaluates_every_alert(self):
        def health():
            return {rule["health"] for group in self.scraped.api("rules")["groups"] for rule in group["rules"]}

        until(lambda: "unknown" not in health())
        self.assertEqual(health(), {"ok"})


def setUpModule():
    for program in ("promtool", "prometheus", "nginx"):
        if not shutil.which(program):
            raise unittest.SkipTest(f"{program} is not installed")
