internal import Bytes
internal import Signing

extension ProfileDefaults {
    /// Why requests that leave everything to the profile will not do what is meant; `nil`: they will.
    ///
    /// A profile without an endpoint leaves that to its requests, or hands out credentials only.
    func findDoubt() -> String? {
        guard endpoint.count > 0 else { return nil }
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
}

extension ByteBuffer {
    fileprivate func text(_ range: Range<Int>) -> String { String(copying: self[range]) }
}
