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
        let range = label.regionBeforeDot ?? label.regionBehindPrefix ?? label.regionOfS3
        guard let range, label.extracting(range).isDerivableRegion else { return nil }
        return range
    }

    /// `s3.oss-cn-hangzhou` and `s3.oss-cn-hangzhou-internal`.
    private var regionOfS3: Range<Int>? {
        guard hasPrefix("s3.") else { return nil }
        return extracting(droppingFirst: 3).regionBehindPrefix.map {
            ($0.lowerBound + 3)..<($0.upperBound + 3)
        }
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

    /// Whether this is `media.oss-cn-hangzhou.aliyuncs.com` or the like, which a console shows as the address of a bucket.
    var beginsWithBucket: Bool {
        guard let dot = firstIndex(of: UInt8(ascii: ".")) else { return false }
        return extracting(0..<dot).isBucketName && extracting((dot + 1)..<count).isHostOfOSS
    }

    private var isHostOfOSS: Bool {
        regionInHost != nil || isLegacyHost || isHostOfS3
            || hasPrefix("oss-accelerate") && hasSuffix(".aliyuncs.com")
    }

    /// Whether this is an endpoint of OSS for S3, or has one beside it.
    package var isEndpointForS3: Bool { isHostOfS3 || hasHostOfS3 }

    /// Whether this is `s3.oss-cn-hangzhou.aliyuncs.com`, `s3.oss-accelerate.aliyuncs.com` or the like.
    private var isHostOfS3: Bool {
        hasPrefix("s3.") && extracting(droppingFirst: 3).hasHostOfS3
    }

    /// Whether this is `oss-cn-hangzhou.aliyuncs.com` or the like, which with `s3.` before it is an endpoint for S3.
    package var hasHostOfS3: Bool {
        guard hasPrefix("oss-"), hasSuffix(".aliyuncs.com") else { return false }
        return extracting(droppingLast: ".aliyuncs.com".utf8.count).isAll(.lowerWord)
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
