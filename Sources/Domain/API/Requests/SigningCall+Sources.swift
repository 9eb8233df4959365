internal import Bytes
internal import Signing
internal import Text

/// An object that a request reads beside the one that it names: a header says which.
package struct SourceObject {
    package internal(set) var bucket: Range<Int>
    package internal(set) var key: Range<Int>
    /// Whether it is no longer there afterwards; it may be a folder, with all that lies in it.
    var isMoved = false
}

extension SigningCall {
    /// Whoever copies an object, moves it or links to it can read it, and the rules have to grant that too.
    mutating func collectSource(_ header: OSSRequest.Header) throws(Problem) {
        switch header.kind {
        case .copySource: sources.append(try copySource(header.value))
        case .symlinkTarget: sources.append(try neighbour(header.value, of: "x-oss-symlink-target"))
        case .renameSource:
            sources.append(try neighbour(header.value, of: "x-oss-rename-source", isMoved: true))
        default: break
        }
    }

    /// An object of the same bucket.
    private mutating func neighbour(
        _ value: Range<Int>, of header: StaticText, isMoved: Bool = false
    ) throws(Problem) -> SourceObject {
        guard let bucket = request.bucket, let key = decoded(value) else {
            throw .invalidRequest(.field(header, mustBe: "a key, percent-encoded"))
        }
        return SourceObject(bucket: bucket, key: key, isMoved: isMoved)
    }

    private mutating func copySource(_ value: Range<Int>) throws(Problem) -> SourceObject {
        if let source = objectOfBucket(value) { return source }
        throw .invalidRequest(
            .field(
                "x-oss-copy-source",
                mustBe: "/BUCKET/KEY or /BUCKET/KEY?versionId=ID, percent-encoded, without '?' in KEY"))
    }

    private mutating func objectOfBucket(_ value: Range<Int>) -> SourceObject? {
        guard request.text[value.lowerBound] == UInt8(ascii: "/") else { return nil }
        let path = value.dropFirst()
        let mark = request.text[path].firstIndex(of: UInt8(ascii: "?")).map { path.lowerBound + $0 }
        if let mark {
            let version = request.text[mark..<value.upperBound]
            guard version.hasPrefix("?versionId="), version.extracting(droppingFirst: 11).isUnreserved else {
                return nil
            }
        }
        let end = mark ?? path.upperBound
        guard let slash = request.text[path.lowerBound..<end].firstIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        let middle = path.lowerBound + slash
        let bucket = path.lowerBound..<middle
        guard request.text[bucket].isBucketName, let key = decoded((middle + 1)..<end),
            // Whoever decodes it before looking for a version sees another object.
            request.text[key].firstIndex(of: UInt8(ascii: "?")) == nil
        else { return nil }
        return SourceObject(bucket: bucket, key: key)
    }

    /// What has several readings is refused: OSS might follow another one.
    private mutating func decoded(_ encoded: Range<Int>) -> Range<Int>? {
        guard !encoded.isEmpty, request.text[encoded].isEncoded else { return nil }
        var result: Range<Int>?
        request.text.append(from: encoded, atMost: encoded.count) { text, bytes in
            result = text.append(percentDecoding: bytes)
        }
        guard let result, request.text[result].isUTF8, request.text[result.lowerBound] != UInt8(ascii: "/")
        else {
            return nil
        }
        return result
    }
}

extension Span<UInt8> {
    fileprivate var isUnreserved: Bool {
        count > 0 && isAll(.unreserved)
    }

    fileprivate var isEncoded: Bool {
        isAll(in: .unreserved.with("/").with("%"))
    }
}
