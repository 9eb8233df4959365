import API
import Bytes
import Metrics
import Testing
import Time
import Tokens

/// The text itself; Tests/Systems/Monitoring checks with real scrapers that they can read it.
struct MetricsReportTests {
    private func lines() -> [String] {
        var profile = ProfileReport(
            name: "media", source: "appserver", state: .aging, consecutiveFailures: 2, lastError: "down")
        profile.clockSkewSeconds = -17_100
        profile.expiration = Timestamp(secondsSince1970: 1_700_000_000)
        profile.sinks = [.init(name: "web", isFresh: false), .init(name: "old", isFresh: true)]
        profile.isCached = false
        profile.isLazy = true
        var counts = ProfileTally()
        counts.signatures = 7
        let tally = Tally()
        tally.noteAnswer(to: .presign)
        tally.note(2, answeredIn: 30_000)
        let report = MetricsReport(
            version: "1.2.3",
            MetricsReport.Situation(
                isReady: true, connections: 3, of: 9, followsCrash: false, configurationIsGood: false,
                needsRestart: true),
            MetricsReport.Process(
                startedAt: 1_600_000_000, processorNanoseconds: 1_000_000_042, residentBytes: nil,
                openDescriptors: 12, of: 1_024),
            tally, profiles: [MetricsReport.Profile(profile, counts)])
        var text = ByteBuffer()
        report.write(into: &text)
        return String(copying: text.span).split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        #"ossauthd_build_info{version="1.2.3"} 1"#, "ossauthd_ready 1", "ossauthd_configuration_good 0",
        "ossauthd_restart_needed 1",
        #"ossauthd_requests_total{operation="presign",verdict="answered"} 1"#,
        #"ossauthd_requests_total{operation="unknown",verdict="failed"} 0"#,
        #"ossauthd_request_duration_seconds_bucket{le="2.5e-05"} 0"#,
        #"ossauthd_request_duration_seconds_bucket{le="5e-05"} 2"#,
        #"ossauthd_request_duration_seconds_bucket{le="+Inf"} 2"#,
        "ossauthd_request_duration_seconds_sum 0.000060000", "ossauthd_request_duration_seconds_count 2",
        "ossauthd_connections 3", #"ossauthd_profile_state{profile="media",state="aging"} 1"#,
        #"ossauthd_profile_state{profile="media",state="fresh"} 0"#,
        #"ossauthd_profile_lazy{profile="media"} 1"#,
        #"ossauthd_credential_expiration_timestamp_seconds{profile="media"} 1700000000"#,
        #"ossauthd_clock_skew_seconds{profile="media"} -17100"#,
        #"ossauthd_signatures_total{profile="media"} 7"#, "ossauthd_process_cpu_seconds_total 1.000000042",
        "ossauthd_process_open_fds 12", #"ossauthd_cache_good{profile="media"} 0"#,
        #"ossauthd_sink_good{profile="media",sink="web"} 0"#,
        #"ossauthd_sink_good{profile="media",sink="old"} 1"#,
    ])
    func `the report has each of these samples`(sample: String) {
        #expect(lines().contains(sample))
    }

    @Test func `the report leaves out unknown figures`() {
        for line in lines() {
            #expect(!line.hasPrefix("ossauthd_process_resident_memory_bytes"))
            #expect(!line.hasPrefix("ossauthd_credential_fetched_timestamp_seconds{"))
        }
    }

    @Test func `names counters and facts as Prometheus does`() {
        #expect(lines().contains("# TYPE ossauthd_requests_total counter"))
        #expect(lines().contains("# TYPE ossauthd_build_info gauge"))
        #expect(!lines().contains { $0.hasPrefix("# UNIT") || $0 == "# EOF" })
    }
}
