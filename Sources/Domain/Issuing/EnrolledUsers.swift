internal import Bytes
internal import Hashing
internal import Text

/// The users with a bearer token: a file with one line for each, `NAME GROUP HASH`.
///
/// The file has only SHA-256 hashes. A slow hash is for passwords; the tokens have 256 random bits.
package struct EnrolledUsers: Sendable {
    package struct Line: Equatable, Sendable {
        package let user: UserName
        /// `nil`: the user has a section of its own.
        package let group: String?
        package let hash: String
    }

    package private(set) var lines: [Line] = []
    private var places: [String: Int] = [:]
    private var users: Set<UserName> = []

    /// The longest file: about 10,000 users.
    package static let maximumSize = 2 << 20
    private static let comment =
        "# Users of ossauth-appserver: name, group, SHA-256 of the token. ossauth-appserver --enrol writes this file.\n"

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
            guard places[line.hash] == nil, !has(line.user) else {
                throw EnrolledUsersError(line: number, problem: .twice)
            }
            append(line)
        }
    }

    private mutating func append(_ line: Line) {
        places[line.hash] = lines.count
        lines.append(line)
        users.insert(line.user)
    }

    package func has(_ user: UserName) -> Bool { users.contains(user) }

    /// The user whose token this is.
    package func identity(ofToken token: Span<UInt8>) -> Identity? {
        guard let place = places[EnrolledUsers.hash(token)] else { return nil }
        return Identity(lines[place].user, groups: lines[place].group.map { [$0] } ?? [])
    }

    /// Gives the user a token, and revokes the one before.
    package mutating func enrol(_ user: UserName, group: String?, token: Span<UInt8>) {
        revoke(user)
        append(Line(user: user, group: group, hash: EnrolledUsers.hash(token)))
    }

    /// Returns whether the user had a token.
    @discardableResult
    package mutating func revoke(_ user: UserName) -> Bool {
        let others = lines.filter { $0.user != user }
        guard others.count < lines.count else { return false }
        (lines, places, users) = ([], [:], [])
        for line in others { append(line) }
        return true
    }

    package var text: String {
        EnrolledUsers.comment + lines.map { "\($0.user) \($0.group ?? "-") \($0.hash)\n" }.joined()
    }

    private static func hash(_ token: Span<UInt8>) -> String {
        var text = ByteBuffer(capacity: 64)
        text.append(hex: sha256(token).span)
        return String(copying: text.span)
    }
}

extension EnrolledUsers.Line {
    fileprivate init?(_ line: Span<UInt8>) {
        let words = String(copying: line).split(separator: " ").map(String.init)
        guard words.count == 3, let user = UserName(words[0]), words[1] == "-" || Name.isValid(words[1]),
            words[2].utf8.count == 64, words[2].utf8.allSatisfy({ $0.isDigit || (97...102).contains($0) })
        else { return nil }
        self.user = user
        group = words[1] == "-" ? nil : words[1]
        hash = words[2]
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
        case .malformed: "line \(line) is not NAME GROUP HASH; revoke the user and enrol it again"
        case .twice: "line \(line) has a user or a token of an earlier line; remove one of them"
        }
    }
}
