internal import Bytes
internal import Text

// The names that OSS itself accepts; SDKs are laxer and learn it from the server.
extension Span<UInt8> {
    /// 3 to 63 of `a-z 0-9 -`, not beginning or ending with a dash.
    package var isBucketName: Bool {
        (3...63).contains(count) && isDashedWord && self[0] != UInt8(ascii: "-")
            && self[count - 1] != UInt8(ascii: "-")
    }

    /// A region id or a cloud box id.
    package var isRegion: Bool {
        (1...64).contains(count) && isDashedWord
    }

    private var isDashedWord: Bool {
        isAll(.lowerWord)
    }

    func checkObjectKey() throws(SigningError) {
        guard count > 0 else { throw .keyEmpty }
        guard count <= 1_023 else { throw .keyTooLong }
        guard self[0] != UInt8(ascii: "/"), self[0] != UInt8(ascii: "\\") else { throw .keyBegins }
        guard isUTF8 else { throw .keyNotUTF8 }
    }
}
