internal import API
internal import Access
internal import Kernel

// Who is at the other end.
extension Connection {
    /// All that can be told of the caller, whether a rule asks for it or not.
    var identity: IdentityReport {
        var report = IdentityReport(caller.peer, rules: caller.rules)
        report.peer.facts.label = (try? socket.peerLabel()) ?? nil
        guard let seen = look([.unit, .slice, .executable]) else {
            return report
        }
        report.peer.facts.unit = seen.facts.unit
        report.peer.facts.slice = seen.facts.slice
        report.peer.facts.executable = seen.facts.executable
        report.pid = Int(seen.process.number)
        report.invocation = seen.facts.unit.flatMap {
            try? File.target(ofLink: "/run/systemd/units/invocation:\($0)")
        }
        report.certainty = seen.process.certainty == .handle ? .pidfd : .startTime
        return report
    }

    /// Looks at the process for a record, whether a rule asks for it or not.
    func identify() {
        guard caller.recordedFacts == nil else { return }
        let seen = look([.unit, .executable])
        caller = Caller(caller, recordedAs: seen?.facts ?? caller.peer.facts)
    }

    private func look(_ facts: SmallSet<Fact>) -> CallingProcess? {
        (try? arrival.process(at: socket, knowing: facts)) ?? nil
    }

    func maySee(_ profile: Profile) -> Bool {
        isAdmin || caller.rules.mayUse(profile: profile.name.utf8Span.span)
    }
}
