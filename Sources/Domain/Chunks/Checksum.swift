internal import Bytes
internal import Hashing
internal import Text

/// The checksums that clients of S3 declare, in a header or behind the last chunk.
package enum ChecksumKind: CaseIterable, Sendable {
    case crc32, crc32c, crc64nvme, sha1, sha256

    /// The kind that a field with this name declares.
    init?(field name: Span<UInt8>) {
        for kind in ChecksumKind.allCases where name.equalsIgnoringCase(kind.field) {
            self = kind
            return
        }
        return nil
    }

    package var field: StaticString {
        switch self {
        case .crc32: "x-amz-checksum-crc32"
        case .crc32c: "x-amz-checksum-crc32c"
        case .crc64nvme: "x-amz-checksum-crc64nvme"
        case .sha1: "x-amz-checksum-sha1"
        case .sha256: "x-amz-checksum-sha256"
        }
    }
}

/// A declared checksum, and that of the bytes so far.
struct Checksum {
    private enum State {
        case cyclic(CyclicCheck, length: Int)
        case sha1(RunningSHA1)
        case sha256(RunningSHA256)

        init(_ kind: ChecksumKind) {
            switch kind {
            case .crc32: self = .cyclic(CyclicCheck(.crc32), length: 4)
            case .crc32c: self = .cyclic(CyclicCheck(.crc32c), length: 4)
            case .crc64nvme: self = .cyclic(CyclicCheck(.crc64nvme), length: 8)
            case .sha1: self = .sha1(RunningSHA1())
            case .sha256: self = .sha256(RunningSHA256())
            }
        }
    }

    let kind: ChecksumKind
    /// In base64; `nil` until the field behind the last chunk was read.
    var declared: [UInt8]?
    private var state: State

    init(_ kind: ChecksumKind, declared: [UInt8]? = nil) {
        self.kind = kind
        self.declared = declared
        state = State(kind)
    }

    mutating func update(_ bytes: Span<UInt8>) {
        switch state {
        case .cyclic(var check, let length):
            check.update(bytes)
            state = .cyclic(check, length: length)
        case .sha1(var hash):
            hash.update(bytes)
            state = .sha1(hash)
        case .sha256(var hash):
            hash.update(bytes)
            state = .sha256(hash)
        }
    }

    /// Compares the declaration with the bytes, after the last of them.
    func isRight() -> Bool {
        guard let declared else { return false }
        var text = ByteBuffer(capacity: 64)
        switch state {
        case .cyclic(let check, let length):
            var bytes = ByteBuffer(capacity: 8)
            for place in (0..<length).reversed() {
                bytes.append(UInt8(truncatingIfNeeded: check.value >> UInt64(8 * place)))
            }
            text.append(base64: bytes.span)
        case .sha1(var hash): text.append(base64: hash.digest().span)
        case .sha256(var hash): text.append(base64: hash.digest().span)
        }
        return text.equals(declared.span)
    }
}
