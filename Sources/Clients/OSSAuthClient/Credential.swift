package import Bytes
package import JSON
internal import Reaching

extension SigningDaemon {
    /// The credential itself, for code that signs by itself; needs the operation `credentials`, which no rule grants by default.
    ///
    /// It lives at least as long as `minValid`, or the daemon gets a new one first. Ask again before it ends.
    public func credential(
        profile: String? = nil, minValid: Duration = .zero
    ) throws(DaemonError) -> OSSCredential {
        let request = DaemonRequest.credentials(
            profile: profile, minValid: minValid > .zero ? minValid : nil)
        // A temporary would be destroyed after an error although it was never made (Swift 6.3).
        let reply = try reply(to: request, accepting: [200])
        return try CredentialAnswer(reply.body).credential
    }
}

/// A credential that the daemon handed out, in memory that can be wiped.
package struct CredentialAnswer: ~Copyable {
    /// The decoded texts, of which the ranges are parts.
    package private(set) var text = ByteBuffer(capacity: 2_048)
    package private(set) var keyID = 0..<0
    package private(set) var secret = 0..<0
    package private(set) var token = 0..<0
    package private(set) var expiration: UnixTime?
    package private(set) var lastUpdated: UnixTime?

    package init(_ body: Span<UInt8>) throws(DaemonError) {
        try read(body)
        guard !keyID.isEmpty else { throw .missing("AccessKeyId") }
        guard !secret.isEmpty else { throw .missing("AccessKeySecret") }
    }

    private mutating func read(_ body: Span<UInt8>) throws(DaemonError) {
        do throws(JSONError) {
            var json = JSONReader(body)
            try json.object { name, json throws(JSONError) in
                switch name {
                case "AccessKeyId": keyID = json.append(try json.string(), to: &text)
                case "AccessKeySecret": secret = json.append(try json.string(), to: &text)
                case "SecurityToken": token = json.append(try json.string(), to: &text)
                case "Expiration": expiration = try json.timeOrNull()
                case "LastUpdated": lastUpdated = try json.timeOrNull()
                default: try json.skipValue()
                }
            }
            try json.end()
        } catch {
            throw .broken(error)
        }
    }

    fileprivate var credential: OSSCredential {
        OSSCredential(
            accessKeyID: String(copying: text[keyID]), accessKeySecret: String(copying: text[secret]),
            securityToken: token.isEmpty ? nil : String(copying: text[token]), expiration: expiration)
    }
}

/// The place where a program without a client of its own finds its credential, and where it sends requests.
package struct ProfileAddress: Answer, Equatable, Sendable {
    /// `nil`: the daemon listens at no address for such programs.
    package private(set) var uri: String?
    /// The endpoint of the profile; `nil`: it names none.
    package private(set) var endpoint: String?
    package private(set) var region: String?

    package init() {}

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "uri": uri = try json.textOrNull()
        case "endpoint": endpoint = try json.textOrNull()
        case "region": region = try json.textOrNull()
        default: try json.skipValue()
        }
    }
}
