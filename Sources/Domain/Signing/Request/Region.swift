internal import Bytes
internal import Text

// The names that OSS accepts; the SDKs check less and rely on the error of the server.
extension Span<UInt8> {
    /// Whether it has 3 to 63 characters of `a-z 0-9 -` and neither begins nor ends with a hyphen.
    package var isBucketName: Bool {
        (3...63).contains(count) && isDashedWord && self[0] != UInt8(ascii: "-")
            && self[count - 1] != UInt8(ascii: "-")
    }

    /// Whether it can be the id of a region or of a cloud box.
    package var isRegion: Bool {
        (1...64).contains(count) && isDashedWord
    }

    private var isDashedWord: Bool {
        isAll(.lowerWord)
    }
}

// The region is derived from a host only where Alibaba's naming makes it certain; an explicit region takes precedence.
extension Span<UInt8> {
    /// The range of the region in a host name, if it is certain.
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

    /// Whether this is a host of OSS without its domain, such as `oss-cn-hangzhou`, which does not resolve.
    var lacksDomain: Bool {
        firstIndex(of: UInt8(ascii: ".")) == nil
            && regionBehindPrefix.map { extracting($0).isDerivableRegion } ?? false
    }

    /// The range of `media` in `media.oss-cn-hangzhou.aliyuncs.com`, which a console shows as the address of the bucket.
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

    /// Whether this is an endpoint from the time before regions.
    var isLegacyHost: Bool {
        equals("oss.aliyuncs.com") || equals("oss-internal.aliyuncs.com")
    }

    /// Region ids begin with two letters for a part of the world, which excludes `accelerate` and the like.
    ///
    /// The hosts of the finance and government zones do not contain the id of their region.
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
