extension Difference {
    /// Of two parts of the same role; `nil` where the difference is none by itself.
    init?(_ here: SignedPart?, _ there: SignedPart?) {
        guard let seen = here ?? there else { return nil }
        let role = seen.role
        let (left, right) = (here?.value, there?.value)
        switch role {
        // An empty line says nothing, and the hash is of what is compared already.
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
                meaning: Difference.ofPath(left ?? "", right ?? ""))
        case .scope:
            self.init(
                part: "the scope", here: left, there: right,
                meaning: Difference.ofScope(left ?? "", right ?? ""))
        default:
            self.init(
                part: Difference.name(of: role), here: left, there: right,
                meaning: Difference.meaning(of: role, right ?? ""))
        }
        isSecret = seen.isSecret
    }

    private static func name(of role: SignedPart.Role) -> String {
        switch role {
        case .method: "the method"
        case .additionalHeaders: "the names of the additional headers"
        case .payload: "the hash of the payload"
        case .algorithm: "the algorithm"
        case .time: "the time"
        case .contentMD5: "the Content-MD5"
        case .contentType: "the Content-Type"
        case .date: "the date"
        default: "a line"
        }
    }

    private static func meaning(of role: SignedPart.Role, _ there: String) -> String {
        switch role {
        case .method: "a signature is for one method: sign for \(there), or send the one that was signed"
        case .additionalHeaders:
            "they are named where the signature is (x-oss-additional-headers, AdditionalHeaders=); send that unchanged"
        case .payload: "x-oss-content-sha256 is signed in its place: sign it, or do not send it"
        case .algorithm: "the server took the request for one of another version"
        case .time: "send x-oss-date as it was signed; a client that sets it anew must sign anew"
        case .contentMD5: "sign it with --content-md5 as it is sent, or do not send it"
        case .contentType:
            "sign it with --content-type as it is sent; many clients add one by themselves"
        case .date: "send the date, or Expires of a URL, as it was signed"
        default: "there is a line break in a value, or the answer is not whole"
        }
    }
}

extension Difference {
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
            return "whoever sends the request must send it: curl --header '\(name): \(here)'"
        }
        if here.trimmedBlanks == there.trimmedBlanks {
            return "only the blanks at its ends differ: send it without them"
        }
        return rewriting(here, there) ?? "it was changed after it was signed: sign the value that is sent"
    }

    private static func ofPath(_ here: String, _ there: String) -> String {
        if let rewriting = rewriting(here, there) { return rewriting }
        guard here.keyOfPath == there.keyOfPath else {
            return
                "another object than the signed one was asked for: a redirect or a proxy may rewrite the path"
        }
        return
            "the server took another bucket: it reads it from the host, which may be a CNAME of another one"
    }

    /// Ways in which a value is often spoilt between the signer and the server.
    private static func rewriting(_ here: String, _ there: String) -> String? {
        if there.percentDecoded == here { return "it was encoded twice: send what was signed as it is" }
        if here.percentDecoded == there { return "it was decoded on the way: send what was signed as it is" }
        let blanks = here.percentDecoded.replacing("+", " ")
        if blanks == there.percentDecoded.replacing("+", " ") {
            return "a + became a blank, or a blank a +: write %2B for the one and %20 for the other"
        }
        return nil
    }

    private static func ofScope(_ here: String, _ there: String) -> String {
        let (left, right) = (here.split(separator: "/"), there.split(separator: "/"))
        guard left.count == 4, right.count == 4 else {
            return "it must be DAY/REGION/PRODUCT/aliyun_v4_request"
        }
        var meanings: [String] = []
        if left[0] != right[0] { meanings.append("the day must be that of the time, in UTC") }
        if left[1] != right[1] {
            meanings.append("the bucket is in '\(right[1])': sign with --region \(right[1])")
        }
        if left[2] != right[2] {
            meanings.append("the product is '\(right[2])' here, as of a CloudBox or not")
        }
        return meanings.isEmpty ? "it must end with aliyun_v4_request" : meanings.joined(separator: "; ")
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

    /// What stands behind the bucket.
    fileprivate var keyOfPath: Substring { dropFirst().drop { $0 != "/" } }
}
