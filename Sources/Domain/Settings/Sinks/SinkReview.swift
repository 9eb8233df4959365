internal import Documents
internal import Sections

/// Checks the sinks against the profiles and against each other.
struct SinkReview {
    private let sinks: [(section: Section, settings: SinkSettings)]
    private let sources: [String: SourceKind]

    init(_ sections: [Section], _ sinks: [SinkSettings], _ profiles: [ProfileSettings]) {
        self.sinks = Array(zip(sections.filter { $0.kind == .sink }, sinks))
        sources = Dictionary(profiles.map { ($0.name, $0.source.kind) }) { first, _ in first }
    }

    func check(_ reading: inout Reading) {
        var names: [String: String] = [:]
        for (section, sink) in sinks {
            if sources[sink.profile] == .remoteSigner {
                reading.report(
                    "Source=remote-signer has no secret that could be written",
                    at: section.position(of: "Profile"))
            }
            if sink.mode & 0o007 != 0 {
                reading.report(
                    "other users must not read a credential: the last digit must be 0",
                    at: section.position(of: "Mode"))
            }
            if section.has("Variables"), sink.format != .document(.env) {
                reading.report(
                    "only a file of Format=env has variables", at: section.position(of: "Variables"))
            }
            guard !sink.path.isEmpty else { continue }
            if let other = names.updateValue(sink.name, forKey: sink.path) {
                reading.report("[Sink \(other)] writes this file too", at: section.position(of: "Path"))
            }
        }
    }
}
