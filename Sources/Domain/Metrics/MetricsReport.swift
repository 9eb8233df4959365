package import API

/// What `GET /metrics` tells, as far as the caller may see it.
package struct MetricsReport {
    package struct Profile {
        package var report: ProfileReport
        package var tally: ProfileTally

        package init(_ report: ProfileReport, _ tally: ProfileTally) {
            self.report = report
            self.tally = tally
        }
    }

    /// How the daemon stands beyond its profiles.
    package struct Situation {
        package var isReady: Bool
        package var connections: Int
        package var maxConnections: Int
        /// The process before this one did not end by itself.
        package var followsCrash: Bool
        /// The configuration on disk is the one in use, or could be.
        package var configurationIsGood: Bool
        /// It has changes that only a start takes up.
        package var needsRestart: Bool

        package init(
            isReady: Bool, connections: Int, of maxConnections: Int, followsCrash: Bool,
            configurationIsGood: Bool, needsRestart: Bool
        ) {
            self.isReady = isReady
            self.connections = connections
            self.maxConnections = maxConnections
            self.followsCrash = followsCrash
            self.configurationIsGood = configurationIsGood
            self.needsRestart = needsRestart
        }
    }

    /// What the kernel says of the process; `nil` where it does not.
    package struct Process {
        package var startedAt: Int64
        package var processorNanoseconds: Int64
        package var residentBytes: Int?
        package var openDescriptors: Int?
        package var maxDescriptors: Int

        package init(
            startedAt: Int64, processorNanoseconds: Int64, residentBytes: Int?, openDescriptors: Int?,
            of maxDescriptors: Int
        ) {
            self.startedAt = startedAt
            self.processorNanoseconds = processorNanoseconds
            self.residentBytes = residentBytes
            self.openDescriptors = openDescriptors
            self.maxDescriptors = maxDescriptors
        }
    }

    package var version: String
    package var situation: Situation
    package var process: Process
    package var tally: Tally
    package var profiles: [Profile]

    package init(
        version: String, _ situation: Situation, _ process: Process, _ tally: Tally, profiles: [Profile]
    ) {
        self.version = version
        self.situation = situation
        self.process = process
        self.tally = tally
        self.profiles = profiles
    }
}
