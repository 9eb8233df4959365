internal import Bytes
internal import Text

// A region follows from a host only where Alibaba's naming makes it certain; an explicit setting always wins.
extension Span<UInt8> {
    /// Where in a host name the region stands, if it can be told safely.
    var regionInHost: Range<Int>? {
        guard hasSuffix(".aliyuncs.com") else { return nil }
        let label = extracting(droppingLast: ".aliyuncs.com".utf8.count)
        let range = label.regionBeforeDot ?? label.regionBehindPrefix
        guard let range, label.extracting(range).isDerivableRegion else { return nil }
        return range
    }

    /// `cn-hangzhou.oss`, the dual-stack form.
    private var regionBeforeDot: Range<Int>? {
        if hasSuffix(".oss") { return 0..<(count - ".oss".utf8.count) }
        return hasSuffix(".oss-internal") ? 0..<(count - ".oss-internal".utf8.count) : nil
    }

    /// `oss-cn-hangzhou` and `oss-cn-hangzhou-internal`.
    private var regionBehindPrefix: Range<Int>? {
        guard hasPrefix("oss-") else { return nil }
        let end = hasSuffix("-internal") ? count - "-internal".utf8.count : count
        return end > 4 ? 4..<end : nil
    }

    /// Whether this is a host of OSS without its domain, such as `oss-cn-hangzhou`, which no name server knows.
    var lacksDomain: Bool {
        firstIndex(of: UInt8(ascii: ".")) == nil
            && regionBehindPrefix.map { extracting($0).isDerivableRegion } ?? false
    }

    /// `media` of `media.oss-cn-hangzhou.aliyuncs.com`, which a console shows as the address of the bucket.
    var bucketInHost: Range<Int>? {
        guard regionInHost == nil, let dot = firstIndex(of: UInt8(ascii: ".")),
            extracting(0..<dot).isBucketName, extracting((dot + 1)..<count).isHostOfOSS
        else { return nil }
        return 0..<dot
    }

    private var isHostOfOSS: Bool {
        regionInHost != nil || isLegacyHost
            || hasPrefix("oss-accelerate") && hasSuffix(".aliyuncs.com")
    }

    /// The endpoints from before there were regions.
    var isLegacyHost: Bool {
        equals("oss.aliyuncs.com") || equals("oss-internal.aliyuncs.com")
    }

    /// Region ids begin with two letters for a part of the world.
    ///
    /// The finance and government zones have hosts that do not carry their region's id, and `accelerate`
    /// and the like are no regions.
    private var isDerivableRegion: Bool {
        guard isRegion, count > 3, self[0].isLowercase, self[1].isLowercase, self[2] == UInt8(ascii: "-")
        else { return false }
        return !contains("finance") && !contains("gov") && !contains("hzjbp")
    }

    private func contains(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard count >= length else { return false }
        for start in 0...(count - length) where extracting(start..<(start + length)).equals(word) {
            return true
        }
        return false
    }
}
