internal import Bytes
internal import Signing

extension ProfileDefaults {
    /// Why requests that leave everything to the profile will not do what is meant; `nil`: they will.
    ///
    /// A profile without an endpoint leaves that to its requests, or hands out credentials only.
    func findDoubt() -> String? {
        guard endpoint.count > 0 else { return nil }
        if let bucket = bucketInEndpoint {
            return
                "'\(bucket)' in front of the endpoint is the name of a bucket: it belongs into Bucket=, and every "
                + "URL gets it in front of the endpoint as given"
        }
        if let refusal { return "a request that names no more than bucket and key is refused: \(refusal)" }
        if addressing == nil, hasOwnDomain {
            return
                "the host is none of aliyuncs.com, and URLs get the bucket in front of it; if it is a bucket's own "
                + "domain, say Addressing=cname, else Addressing=virtual"
        }
        return nil
    }

    /// What a request that says the least is told.
    private var refusal: String? {
        var call = SigningCall()
        let least: StaticString = #"{"bucket":"bucket","key":"key"}"#
        do throws(Problem) {
            try call.read(least.bytes, for: .presign)
            try call.complete(with: self)
            return nil
        } catch {
            return error.detail
        }
    }

    /// The domain of one bucket, more likely than not: a service of one's own is rare, and says how it is addressed.
    private var hasOwnDomain: Bool {
        guard let parsedEndpoint, !parsedEndpoint.isAddress else { return false }
        let host = endpoint.text(parsedEndpoint.host)
        return host.utf8.contains(UInt8(ascii: ".")) && !host.hasSuffix(".aliyuncs.com")
    }

    /// `media` of `media.oss-cn-hangzhou.aliyuncs.com`, which a console shows as the address of the bucket.
    private var bucketInEndpoint: String? {
        guard addressing == nil || addressing == .virtualHost, let host = parsedEndpoint?.host else {
            return nil
        }
        let labels = endpoint.text(host).split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count == 4, labels[2...] == ["aliyuncs", "com"], labels[1].isHostOfRegion else {
            return nil
        }
        return String(labels[0])
    }
}

extension ByteBuffer {
    fileprivate func text(_ range: Range<Int>) -> String { String(copying: self[range]) }
}

extension Substring {
    /// Whether this is `oss-`, two letters and a hyphen, as in `oss-cn-hangzhou`; `oss-internal` is none.
    fileprivate var isHostOfRegion: Bool {
        let bytes = Array(utf8.prefix(7))
        return bytes.count == 7 && bytes.starts(with: "oss-".utf8) && bytes[6] == UInt8(ascii: "-")
    }
}
