internal import Access
internal import Text

/// A pattern of RAM for keys, in which `*` stands for any text, slashes included.
///
/// RAM has no pattern that stops at a slash and no escape, so a glob that needs one has no such pattern.
struct RAMPattern {
    let text: String
    /// Whether it matches every key that begins with a matching one.
    let isOpenEnded: Bool
    /// The prefix of all matching keys, if every key with that prefix matches.
    let prefix: String?

    static let all = RAMPattern(text: "*", isOpenEnded: true, prefix: "")
}

extension RAMPattern {
    init(key glob: Glob) throws(RAMInexact) {
        text = try RAMPattern.text(of: glob)
        isOpenEnded = glob.isOpenEnded
        let isPrefix = isOpenEnded && glob.steps.dropLast().allSatisfy(\.isByte)
        prefix = isPrefix ? String(text.dropLast()) : nil
    }

    /// The name of a bucket, or the beginning of one with `*`; a star within a name could match a slash and a key.
    static func text(ofBucket glob: Glob, withKeys hasKeys: Bool) throws(RAMInexact) -> String {
        let isPrefix = glob.steps.last.map { $0 == .run || $0 == .path } ?? false
        let name = glob.steps.dropLast(isPrefix ? 1 : 0)
        guard name.allSatisfy({ $0.byte.map(ByteSet.alphanumeric.with("-").contains) ?? false }) else {
            throw RAMInexact(reason: "RAM has no pattern for it; name the bucket, or use one '*' at the end")
        }
        guard !isPrefix || !hasKeys else {
            throw RAMInexact(reason: "beside Key= RAM needs the whole name; its '*' matches '/' and keys too")
        }
        return String(decoding: name.compactMap(\.byte), as: UTF8.self) + (isPrefix ? "*" : "")
    }

    private static func text(of glob: Glob) throws(RAMInexact) -> String {
        var bytes: [UInt8] = []
        for step in glob.steps {
            switch step {
            case .byte(UInt8(ascii: "*")), .byte(UInt8(ascii: "?")):
                throw RAMInexact(reason: "RAM cannot quote '*' or '?'")
            case .byte(UInt8(ascii: "{")) where bytes.last == UInt8(ascii: "$"):
                throw RAMInexact(reason: "RAM could read '${' as the beginning of a variable")
            case .byte(let byte): bytes.append(byte)
            case .path: bytes.append(UInt8(ascii: "*"))
            case .run:
                throw RAMInexact(reason: "RAM has no '*' that stops at '/'; use '**', or list the keys")
            case .anyCharacter: throw RAMInexact(reason: "RAM has no '?' that leaves out '/'")
            case .userName: throw RAMInexact(reason: "'%u' has no value here")
            case .instance: throw RAMInexact(reason: "'%i' has no value here")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Why RAM has no pattern for a glob.
struct RAMInexact: Error {
    let reason: String
}
