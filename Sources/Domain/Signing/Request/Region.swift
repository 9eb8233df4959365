internal import Bytes
internal import Text

// A region follows from a host only where Alibaba's naming makes it certain; an explicit setting always wins.
extension Span<UInt8> {
    /// Where in a host name the region stands, if it can be told safely.
    var regionInHost: Range<Int>? {
        guard hasSuffix(".aliyuncs.com") else { return nil }
        var label = extracting(droppingLast: ".aliyuncs.com".utf8.count)
        if label.hasSuffix(".oss") || label.hasSuffix(".oss-internal") {
            let region = label.extracting(first: label.firstIndex(of: UInt8(ascii: ".")) ?? 0)
            return region.isDerivableRegion ? 0..<region.count : nil
        }
        guard label.hasPrefix("oss-") else { return nil }
        if label.hasSuffix("-internal") { label = label.extracting(droppingLast: "-internal".utf8.count) }
        guard label.count > 4, label.extracting(droppingFirst: 4).isDerivableRegion else { return nil }
        return 4..<label.count
    }

    /// The endpoints from before there were regions.
    var isLegacyHost: Bool {
        equals("oss.aliyuncs.com") || equals("oss-internal.aliyuncs.com")
    }

    /// The finance and government zones have hosts that do not carry their region's id; `accelerate` carries none.
    private var isDerivableRegion: Bool {
        isRegion && !contains("finance") && !contains("gov") && !contains("accelerate") && !contains("hzjbp")
            && !equals("internal")
    }

    private func contains(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard count >= length else { return false }
        for start in 0...(count - length) where extracting(start..<(start + length)).equals(word) { return true }
        return false
    }
}
