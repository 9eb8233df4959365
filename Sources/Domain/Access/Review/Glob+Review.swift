extension Glob {
    /// Whether a bucket can have a name that fits.
    var canNameBucket: Bool {
        bytes.count <= 63 && steps.first != .byte(UInt8(ascii: "-"))
            && bytes.allSatisfy { $0.mayStandInBucket }
    }

    /// Why no request for a key that fits is ever signed by a rule; `nil` where it can be.
    var reasonAgainstKey: String? {
        for byte in [UInt8(ascii: "/"), UInt8(ascii: "\\")] where steps.first == .byte(byte) {
            return "keys do not begin with '/' or '\\'"
        }
        let parts = steps.split(separator: .byte(UInt8(ascii: "/")), omittingEmptySubsequences: false)
        let dot = GlobStep.byte(UInt8(ascii: "."))
        guard parts.contains(where: { $0.elementsEqual([dot]) || $0.elementsEqual([dot, dot]) }) else {
            return nil
        }
        return "rules grant none with '.' or '..' between slashes"
    }
}

extension UInt8 {
    fileprivate var mayStandInBucket: Bool {
        self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 || self == UInt8(ascii: "-")
    }
}
