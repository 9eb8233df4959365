internal import Bytes
internal import JSON
internal import Text

/// The public keys of an issuer of tokens, as its JWKS document has them (RFC 7517).
package struct JSONWebKeys: Equatable, Sendable {
    package static let maximumSize = 1 << 20
    private static let maximumKeys = 100
    /// Shorter RSA keys are forbidden (RFC 7518, 3.3); longer ones cost too much time.
    private static let modulusLength = 256...512

    struct Entry: Equatable, Sendable {
        let id: String?
        let key: PublicKey
    }

    private(set) var entries: [Entry] = []

    package init() {}

    package var count: Int { entries.count }

    /// Keys of other kinds or for other purposes are ignored, as RFC 7517, 5 demands.
    package init(_ document: Span<UInt8>) throws(JSONWebKeysError) {
        do throws(JSONError) {
            var json = JSONReader(document)
            try json.object { name, json throws(JSONError) in
                guard name == "keys" else {
                    _ = try json.skipValue()
                    return
                }
                try json.beginArray()
                while try json.nextElement() { try read(&json) }
            }
            try json.end()
        } catch {
            throw .malformed(offset: error.offset)
        }
        guard !entries.isEmpty else { throw .noUsableKey }
        guard entries.count <= JSONWebKeys.maximumKeys else { throw .tooMany }
        try checkNames()
    }

    /// With two keys of one name no token of either could be verified.
    private func checkNames() throws(JSONWebKeysError) {
        var names: Set<String> = []
        for entry in entries {
            guard let id = entry.id else { continue }
            guard names.insert("\(entry.key.algorithm.rawValue) \(id)").inserted else {
                throw .ambiguous(Quotation.of(id))
            }
        }
    }

    private mutating func read(_ json: inout JSONReader) throws(JSONError) {
        var members: [String: String] = [:]
        try json.object { name, json throws(JSONError) in
            if try json.peek() == .string {
                members[name] = try json.text()
            } else {
                _ = try json.skipValue()
            }
        }
        guard members["use"] ?? "sig" == "sig", let key = JSONWebKeys.key(members),
            members["alg"] ?? key.algorithm.rawValue == key.algorithm.rawValue
        else { return }
        let entry = Entry(id: members["kid"], key: key)
        if !entries.contains(entry) { entries.append(entry) }
    }

    private static func key(_ members: [String: String]) -> PublicKey? {
        switch (members["kty"] ?? "", members["crv"] ?? "") {
        case ("RSA", _):
            guard let modulus = bytes(members["n"]), let exponent = bytes(members["e"]),
                modulusLength.contains(modulus.count), modulus.first != 0, (1...4).contains(exponent.count)
            else { return nil }
            return .rsa(modulus: modulus, exponent: exponent)
        case ("EC", "P-256"):
            guard let x = bytes(members["x"]), let y = bytes(members["y"]), x.count == 32, y.count == 32
            else {
                return nil
            }
            return .p256(x: x, y: y)
        case ("OKP", "Ed25519"):
            guard let x = bytes(members["x"]), x.count == 32 else { return nil }
            return .ed25519(x)
        default: return nil
        }
    }

    private static func bytes(_ text: String?) -> [UInt8]? {
        guard let text else { return nil }
        var decoded = ByteBuffer(capacity: text.utf8.count)
        guard let range = decoded.append(base64URLDecoding: text.utf8Span.span) else { return nil }
        return range.map { decoded[$0] }
    }

    /// The key of a token; a token without a key ID needs the only key of its algorithm.
    func key(for algorithm: JWTAlgorithm, id: String?) -> PublicKey? {
        let usable = entries.filter { $0.key.algorithm == algorithm && (id == nil || $0.id == id) }
        return usable.count == 1 ? usable[0].key : nil
    }
}

/// Why a JWKS document is not accepted.
package enum JSONWebKeysError: Error, Equatable {
    case malformed(offset: Int)
    case noUsableKey, tooMany
    /// The `kid`, quoted.
    case ambiguous(String)
}

extension JSONWebKeysError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let offset): "this is no JWKS document (at byte \(offset))"
        case .noUsableKey: "no key is for RS256 with 2048 to 4096 bits, ES256 or EdDSA with Ed25519"
        case .tooMany: "there are more than 100 keys"
        case .ambiguous(let id): "two keys of one algorithm have the kid \(id)"
        }
    }
}

/// The key of a token's issuer; each kind has one algorithm.
package enum PublicKey: Equatable, Sendable {
    /// Numbers without leading zeroes.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    case p256(x: [UInt8], y: [UInt8])
    case ed25519([UInt8])

    var algorithm: JWTAlgorithm {
        switch self {
        case .rsa: .rs256
        case .p256: .es256
        case .ed25519: .edDSA
        }
    }
}

/// The accepted algorithms (RFC 7518, 3.1, and RFC 8037, 3.1).
///
/// None of them is symmetric, so a public key can never be taken for a shared secret.
package enum JWTAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
}

/// Checks the signature of a message; the Service has the code that computes.
package typealias SignatureCheck = (_ key: PublicKey, _ message: Span<UInt8>, _ signature: Span<UInt8>) ->
    Bool
