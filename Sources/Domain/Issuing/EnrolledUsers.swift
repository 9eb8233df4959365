internal import Bytes
internal import Hashing
internal import Text
package import Time

/// The users with a bearer token, or with a code to get one: a file with a line for each, `NAME GROUP HASH`, of a code
/// `NAME GROUP HASH END`.
///
/// The file has only SHA-256 hashes. A slow hash is for passwords; tokens have 256 random bits, and codes 128.
package struct EnrolledUsers: Sendable {
    package struct Line: Equatable, Sendable {
        package let user: UserName
        /// `nil`: the user has a section of its own.
        package let group: String?
        package let hash: String
        /// The time until which a code is valid; `nil`: the hash is that of a token.
        package let codeEnd: Timestamp?
    }

    /// A user has one token and one code at most.
    fileprivate struct Holder: Hashable {
        let user: UserName
        let isOfCode: Bool
    }

    package private(set) var lines: [Line] = []
    private var places: [String: Int] = [:]
    private var holders: Set<Holder> = []

    /// The longest file: about 10,000 users.
    package static let maximumSize = 2 << 20
    private static let comment =
        "# Users of ossauth-appserver: name, group, SHA-256 of the token or code, end of the code. ossauth-appserver --enrol "
        + "writes this file.\n"

    package init() {}

    package init(_ file: Span<UInt8>) throws(EnrolledUsersError) {
        var number = 0
        var start = 0
        while start < file.count {
            number += 1
            let end = file.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? file.count
            let line = file.extracting(start..<end).trimmed
            start = end + 1
            guard !line.isEmpty, line[0] != UInt8(ascii: "#") else { continue }
            guard let line = Line(line) else { throw EnrolledUsersError(line: number, problem: .malformed) }
            guard places[line.hash] == nil, !holders.contains(line.holder) else {
                throw EnrolledUsersError(line: number, problem: .twice)
            }
            append(line)
        }
    }

    private mutating func append(_ line: Line) {
        places[line.hash] = lines.count
        lines.append(line)
        holders.insert(line.holder)
    }

    /// The user whose token this is.
    package func identity(ofToken token: Span<UInt8>) -> Identity? {
        guard let place = places[EnrolledUsers.hash(token)], lines[place].codeEnd == nil else { return nil }
        return Identity(lines[place].user, by: .token, groups: lines[place].group.map { [$0] } ?? [])
    }

    package func hasToken(_ user: UserName) -> Bool { holders.contains(Holder(user: user, isOfCode: false)) }

    /// Gives the user a token, and revokes what it had before.
    package mutating func enrol(_ user: UserName, group: String?, token: Span<UInt8>) {
        revoke(user)
        append(Line(user: user, group: group, hash: EnrolledUsers.hash(token), codeEnd: nil))
    }

    /// Gives the user a code in place of the one before; its token stays valid until the code is used.
    package mutating func offer(
        _ code: EnrolmentCode, to user: UserName, group: String?, until end: Timestamp, at now: Timestamp
    ) {
        keep { $0.codeEnd.map { $0 > now } != false && $0.holder != Holder(user: user, isOfCode: true) }
        append(Line(user: user, group: group, hash: EnrolledUsers.hash(code), codeEnd: end))
    }

    /// The user for whom the code is still valid.
    package func user(of code: EnrolmentCode, at now: Timestamp) -> UserName? {
        line(of: code, at: now)?.user
    }

    /// Gives the user of the code a token, and ends the code; `nil`: the code is not valid.
    package mutating func use(
        _ code: EnrolmentCode, token: Span<UInt8>, at now: Timestamp
    ) -> UserName? {
        guard let line = line(of: code, at: now) else { return nil }
        enrol(line.user, group: line.group, token: token)
        return line.user
    }

    private func line(of code: EnrolmentCode, at now: Timestamp) -> Line? {
        guard let place = places[EnrolledUsers.hash(code)], let end = lines[place].codeEnd, now < end
        else { return nil }
        return lines[place]
    }

    /// Returns whether the user had a token or a code.
    @discardableResult
    package mutating func revoke(_ user: UserName) -> Bool { keep { $0.user != user } }

    /// Returns whether a line was removed.
    @discardableResult
    private mutating func keep(_ isKept: (Line) -> Bool) -> Bool {
        let kept = lines.filter(isKept)
        guard kept.count < lines.count else { return false }
        (lines, places, holders) = ([], [:], [])
        for line in kept { append(line) }
        return true
    }

    package var text: String { EnrolledUsers.comment + lines.map { "\($0)\n" }.joined() }

    private static func hash(_ code: EnrolmentCode) -> String { hash(code.text.utf8Span.span) }

    private static func hash(_ token: Span<UInt8>) -> String {
        var text = ByteBuffer(capacity: 64)
        text.append(hex: sha256(token).span)
        return String(copying: text.span)
    }
}

extension EnrolledUsers.Line: CustomStringConvertible {
    package var description: String {
        "\(user) \(group ?? "-") \(hash)" + (codeEnd.map { " \($0)" } ?? "")
    }

    fileprivate var holder: EnrolledUsers.Holder {
        EnrolledUsers.Holder(user: user, isOfCode: codeEnd != nil)
    }

    fileprivate init?(_ line: Span<UInt8>) {
        let words = String(copying: line).split(separator: " ").map(String.init)
        guard words.count == 3 || words.count == 4, let user = UserName(words[0]),
            words[1] == "-" || Name.isValid(words[1]),
            words[2].utf8.count == 64, words[2].utf8.allSatisfy({ $0.isDigit || (97...102).contains($0) })
        else { return nil }
        self.user = user
        group = words[1] == "-" ? nil : words[1]
        hash = words[2]
        codeEnd = words.count == 4 ? Timestamp(rfc3339: words[3].utf8Span.span) : nil
        // Without its end a code would be a token.
        guard words.count == 3 || codeEnd != nil else { return nil }
    }
}

/// Why the file of the enrolled users is not accepted.
package struct EnrolledUsersError: Error, Equatable {
    package enum Problem: Equatable, Sendable {
        case malformed, twice
    }

    package let line: Int
    package let problem: Problem

    package init(line: Int, problem: Problem) {
        self.line = line
        self.problem = problem
    }
}

extension EnrolledUsersError: CustomStringConvertible {
    package var description: String {
        switch problem {
        case .malformed:
            "line \(line) is not NAME GROUP HASH, or NAME GROUP HASH END; revoke the user and enrol it again"
        case .twice: "line \(line) has a user or a token of an earlier line; remove one of them"
        }
    }
}
