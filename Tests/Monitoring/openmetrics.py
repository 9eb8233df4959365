"""Reads OpenMetrics with the strict parser of Python's Prometheus client, and prints the families with their types."""
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

for family in text_string_to_metric_families(sys.stdin.read()):
    print(family.name, family.type)
