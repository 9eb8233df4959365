/// A part that the server received in another form than was signed.
struct Difference: Equatable, Sendable {
    /// A noun phrase: `the header 'x-oss-acl'`.
    let part: String
    /// The signed value; `nil`: it was not signed.
    let here: String?
    /// The received value; `nil`: the server did not receive it.
    let there: String?
    /// The cause, or what to do.
    let meaning: String
    /// Whether its values are shortened.
    var isSecret = false

    func sentence(reveals: Bool) -> String {
        switch (here, there) {
        case (let here?, let there?) where isSecret && !reveals:
            "\(part): signed was \(here.shortened), the server got \(there.shortened), which differs from "
                + "character \(here.commonLength(with: there) + 1) on"
        case (let here?, let there?):
            "\(part): signed was \(here.excerpt(besides: there)), the server got \(there.excerpt(besides: here))"
        case (_?, nil): "\(part) was signed, but the server did not get it"
        case (nil, _): "\(part) was not signed, but the server got it"
        }
    }
}

extension String {
    /// A longer value is reduced to the part that differs.
    private static let longest = 64

    private static let context = 8

    /// The length of the common beginning.
    fileprivate func commonLength(with other: String) -> Int { zip(self, other).prefix { $0 == $1 }.count }

    /// The value in quotes; of a long one, the part around the first difference.
    fileprivate func excerpt(besides other: String) -> String {
        guard !isEmpty else { return "nothing" }
        guard max(count, other.count) > String.longest else { return "'\(self)'" }
        let same = commonLength(with: other)
        let start = max(0, same - String.context)
        let shown = dropFirst(start).prefix(String.longest / 2)
        let end = start + shown.count < count ? "…" : ""
        return "'\(start > 0 ? "…" : "")\(shown)\(end)' (from character \(start + 1) on)"
    }
}

extension Difference {
    /// The difference of two parts with the same role; `nil`: it has no meaning by itself.
    init?(_ here: SignedPart?, _ there: SignedPart?, of version: SignatureClaim.Version) {
        guard let seen = here ?? there else { return nil }
        let role = seen.role
        let (left, right) = (here?.value, there?.value)
        switch role {
        // An empty line has no meaning, and the hash covers text that is compared already.
        case .emptyQuery, .endOfHeaders, .hash: return nil
        case .parameter(let name):
            self.init(
                part: "the parameter '\(name)'", here: left, there: right,
                meaning: Difference.ofParameter(name, left, right))
        case .header(let name):
            self.init(
                part: "the header '\(name)'", here: left, there: right,
                meaning: Difference.ofHeader(name, left, right))
        case .path, .resource:
            self.init(
                part: "the path", here: left, there: right,
                meaning: Difference.ofPath(left ?? "", right ?? "", version))
        case .scope:
            self.init(
                part: "the scope", here: left, there: right,
                meaning: Difference.ofScope(left ?? "", right ?? "", version))
        default:
            self.init(
                part: Difference.name(of: role, version), here: left, there: right,
                meaning: Difference.meaning(of: role, right ?? "", version))
        }
        isSecret = seen.isSecret
    }

    private static func name(of role: SignedPart.Role, _ version: SignatureClaim.Version) -> String {
        switch role {
        case .method: "the method"
        case .signedHeaders: "the names of the \(version == .s3 ? "signed" : "additional") headers"
        case .payload: "the hash of the payload"
        case .algorithm: "the algorithm"
        case .time: "the time"
        case .contentMD5: "the Content-MD5"
        case .contentType: "the Content-Type"
        case .date: "the date"
        default: "a line"
        }
    }

    private static func meaning(
        of role: SignedPart.Role, _ there: String, _ version: SignatureClaim.Version
    ) -> String {
        switch role {
        case .method: "a signature is for one method: sign for \(there), or send the one that was signed"
        case .signedHeaders:
            "they are named where the signature is (\(version.parameters.signedHeaders), "
                + "\(version == .s3 ? "SignedHeaders" : "AdditionalHeaders")=); send that unchanged"
        case .payload:
            "\(version.headerPrefix)content-sha256 is signed in its place: sign it, or do not send it"
        case .algorithm: "the server took the request for one of another version"
        case .time:
            "send \(version.headerPrefix)date as it was signed; a client that sets it again must sign again"
        case .contentMD5: "sign it with --content-md5 as it is sent, or do not send it"
        case .contentType:
            "sign it with --content-type as it is sent; many clients add one by themselves"
        case .date: "send the date, or Expires of a URL, as it was signed"
        default: "there is a line break in a value, or the answer is not whole"
        }
    }

    private static func ofParameter(_ name: String, _ here: String?, _ there: String?) -> String {
        guard let here else { return "it was added to the URL: sign it with --parameter, or leave it out" }
        guard let there else { return "it was dropped on the way: send the whole URL, in quotes in a shell" }
        return rewriting(here, there) ?? "it was changed after it was signed: sign the value that is sent"
    }

    private static func ofHeader(_ name: String, _ here: String?, _ there: String?) -> String {
        guard let here else {
            return name == "content-type"
                ? "many clients add one by themselves: sign it with --content-type, or send none"
                : "it is signed whenever it is sent: sign it with --header, or leave it out"
        }
        guard let there else {
            return "send it with the request: curl --header '\(name): \(here)'"
        }
        if here.trimmedBlanks == there.trimmedBlanks {
            return "only the blanks at its ends differ: send it without them"
        }
        return rewriting(here, there) ?? "it was changed after it was signed: sign the value that is sent"
    }

    private static func ofPath(
        _ here: String, _ there: String, _ version: SignatureClaim.Version
    ) -> String {
        if let rewriting = rewriting(here, there) { return rewriting }
        // The path of S3 has the bucket only where the host has none.
        guard version != .s3, here.keyOfPath == there.keyOfPath else {
            return
                "another object than the signed one was asked for: a redirect or a proxy may rewrite the path"
        }
        return
            "the server took another bucket: it reads it from the host, which may be a CNAME of another one"
    }

    /// Typical changes of a value between the signer and the server.
    private static func rewriting(_ here: String, _ there: String) -> String? {
        if there.percentDecoded == here { return "it was encoded twice: send what was signed as it is" }
        if here.percentDecoded == there { return "it was decoded on the way: send what was signed as it is" }
        let blanks = here.percentDecoded.replacing("+", " ")
        if blanks == there.percentDecoded.replacing("+", " ") {
            return "a + became a blank, or a blank a +: write %2B for the one and %20 for the other"
        }
        return nil
    }

    private static func ofScope(
        _ here: String, _ there: String, _ version: SignatureClaim.Version
    ) -> String {
        let end = version == .s3 ? "aws4_request" : "aliyun_v4_request"
        let (left, right) = (here.split(separator: "/"), there.split(separator: "/"))
        guard left.count == 4, right.count == 4 else {
            return "it must be DAY/REGION/\(version == .s3 ? "s3" : "PRODUCT")/\(end)"
        }
        var meanings: [String] = []
        if left[0] != right[0] { meanings.append("the day must be that of the time, in UTC") }
        if left[1] != right[1] {
            meanings.append("the bucket is in '\(right[1])': sign with --region \(right[1])")
        }
        if left[2] != right[2] {
            meanings.append("the product is '\(right[2])' at the server")
        }
        return meanings.isEmpty ? "it must end with \(end)" : meanings.joined(separator: "; ")
    }
}

extension String {
    fileprivate func replacing(_ old: Unicode.Scalar, _ new: Unicode.Scalar) -> String {
        var text = ""
        for scalar in unicodeScalars { text.unicodeScalars.append(scalar == old ? new : scalar) }
        return text
    }

    fileprivate var trimmedBlanks: Substring {
        let rest = drop { $0 == " " }
        return rest.prefix(rest.count - rest.reversed().prefix { $0 == " " }.count)
    }

    /// The path behind the bucket.
    fileprivate var keyOfPath: Substring { dropFirst().drop { $0 != "/" } }
}
