/// The release that all programs belong to.
package enum Release {
    package static let version: StaticString = "1.0.0"

    /// The version and the commit, which tells two builds of one version apart.
    package static func build(_ commit: String) -> String {
        commit.isEmpty ? version.description : "\(version) (\(commit))"
    }

    /// Its day in the form of manual pages.
    package static let day = "November 29, 2026"
}

/// Exit statuses of the daemons, from `sysexits.h`, which systemd shows by name.
package enum ProgramStatus {
    package static let usage: Int32 = 64
    package static let software: Int32 = 70
    package static let configuration: Int32 = 78
}
