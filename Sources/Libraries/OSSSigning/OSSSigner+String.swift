internal import Bytes
internal import Signing
internal import Time

extension OSSSigner {
    /// Signs a string that somebody else composed, in the words of the remote signers of Alibaba's SDKs.
    ///
    /// For the server's side of a remote signature. `info` has `version`, `stringToSign`, and for V4 `date` (`20231216`), `region`
    /// and `product`; the answer has `signature`. Nothing is looked at but these: whoever may call this may do whatever the
    /// key may do, so decide by `method`, `bucket` and `key` of a V1 string only after comparing them with the string, and for
    /// V4, where the string is a hash, not at all.
    public func signature(info: [String: String]) throws(OSSSigningError) -> [String: String] {
        guard let string = info["stringToSign"] else { throw OSSSigningError(.stringToSign) }
        var request = Signing.OSSRequest()
        let text = request.appending { buffer in buffer.append(string) }
        if info["version"] == "v1" {
            signer.sign(stringToSignV1: text, of: request, with: credential)
        } else {
            let day = try OSSSigningError.signing { () throws(SigningError) in try request.setScope(info) }
            signer.sign(opaque: text, of: request, with: credential, at: day)
        }
        return ["signature": signer.signature.text]
    }
}

extension Signing.OSSRequest {
    /// Region and product; the answer is the day.
    fileprivate mutating func setScope(_ info: [String: String]) throws(SigningError) -> Timestamp {
        let region = appending { buffer in buffer.append(info["region"] ?? "") }
        switch info["product"] ?? "oss" {
        case "oss": try setRegion(region)
        case "oss-cloudbox": try setCloudBox(region)
        default: throw .region
        }
        let date = info["date"] ?? ""
        guard let day = Timestamp(day: date.utf8Span.span) else { throw .stringToSign }
        return day
    }
}
