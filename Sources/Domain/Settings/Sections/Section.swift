internal import Access

enum SectionKind: String, CaseIterable, Sendable {
    case daemon = "Daemon"
    case profile = "Profile"
    case access = "Access"
    case sink = "Sink"
    case appServer = "AppServer"
    case user = "User"
    case group = "Group"

    /// The sections of `ossauthd.conf`.
    static let ofDaemon: [SectionKind] = [.daemon, .profile, .access, .sink]
    /// The sections of `ossauth-appserver.conf`.
    static let ofAppServer: [SectionKind] = [.appServer, .user, .group]

    var hasName: Bool { self != .daemon && self != .appServer }
}

/// All assignments of one section, merged from all files.
struct Section {
    let kind: SectionKind
    let name: String
    let position: Position
    var assignments: [String: [Assignment]] = [:]

    var heading: String { kind.hasName ? "[\(kind.rawValue) \(name)]" : "[\(kind.rawValue)]" }

    /// The values of a list that still count: those after the last empty assignment.
    func values(of key: String) -> ArraySlice<Value> {
        let values = (assignments[key] ?? []).map(\.value)
        let start = values.lastIndex(where: \.isReset).map { $0 + 1 } ?? 0
        return values[start...]
    }

    func has(_ key: String) -> Bool { !values(of: key).isEmpty }

    /// The position of the last assignment of a key, or of the heading if there is none.
    func position(of key: String) -> Position {
        assignments[key]?.last?.value.position() ?? position
    }
}

extension Section {
    /// Reads the keys into the target, and reports the missing mandatory ones.
    func read<Target>(_ keys: [Key<Target>], into target: inout Target, _ reading: inout Reading) {
        for key in keys {
            if assignments[key.name] != nil { key.apply(self, &target, &reading) }
            if key.isMandatory, !has(key.name) {
                reading.report("\(heading) needs \(key.name)=", at: position)
            }
        }
    }
}

extension Section {
    func position(of place: RuleFinding.Place) -> Position {
        switch place {
        case .heading: position
        case .match(let line): values(of: "Match").dropFirst(line).first?.position() ?? position
        case .key(let key): position(of: key)
        case .word(let word, let key):
            values(of: key).lazy.flatMap { (try? $0.words()) ?? [] }.first { $0.text == word }?.position
                ?? position(of: key)
        }
    }

    /// Reports the words of the section that have no effect on its tokens.
    func report(_ losses: [ScopeLoss], _ reading: inout Reading) {
        for loss in losses where loss.isWhole {
            reading.report("\(heading): \(loss.message)", at: position(of: loss.place))
        }
    }

    /// Warns of words that have less effect on its tokens than on its signatures.
    func warn(of losses: [ScopeLoss], _ reading: inout Reading) {
        for loss in losses where !loss.isWhole {
            reading.warn("\(heading): \(loss.message)", at: position(of: loss.place))
        }
    }
}
