internal import Bytes
internal import Contract
internal import JSON
internal import Signing
internal import Text

extension SigningCall {
    /// Reads the body.
    ///
    /// What it says is only collected here; whether it makes sense is seen in `complete`. `sender`: whose body it is, where
    /// others of his may follow.
    package mutating func read(
        _ body: Span<UInt8>, for route: SigningRoute, from sender: Int? = nil
    ) throws(Problem) {
        reset(for: route)
        guard body.count > 0 else { throw .malformed(.emptyBody) }
        // All pieces are ranges of the request's text: with one copy of the whole, most of them are there.
        request.text.append(body)
        var json = JSONReader(body)
        try Problem.reading { () throws(JSONError) in try json.beginObject() }
        while let name = try Problem.reading({ () throws(JSONError) in try json.nextMember() }) {
            try read(try member(name, in: body), &json)
        }
        try Problem.reading { () throws(JSONError) in try json.end() }
        if let key = self[.key], let sender { lastBody.become(body, key: key, from: sender) }
    }

    private mutating func member(_ name: JSONString, in body: Span<UInt8>) throws(Problem) -> Member {
        guard let member = Member(body.extracting(name.range)), route.takes(member) else {
            throw .malformed(route.unknownMember(name, in: body))
        }
        guard !has(member) else { throw .malformed(.memberTwice(offset: name.range.lowerBound)) }
        seen.insert(Members(member))
        return member
    }

    private mutating func read(_ member: Member, _ json: inout JSONReader) throws(Problem) {
        do throws(JSONError) {
            switch member {
            case .minValid: minValid = try json.integer()
            case .expires: expires = try json.integer()
            case .explain: explain = try json.boolean()
            case .keys: try readKeys(&json)
            case .additionalHeaders: try readNames(&json)
            case .conditions: conditions = try json.skipArray()
            case .parameters, .headers: break
            default: set(member, json.place(of: try json.string(), in: &request.text))
            }
        } catch {
            throw .malformed(.json(error))
        }
        if member == .parameters { try readParameters(&json) }
        if member == .headers { try readHeaders(&json) }
    }

    private mutating func readKeys(_ json: inout JSONReader) throws(JSONError) {
        try json.beginArray()
        while try json.nextElement() {
            let key = json.place(of: try json.string(), in: &request.text)
            if keys.count <= PresignLimit.keys { keys.append(key) }
        }
    }

    private mutating func readNames(_ json: inout JSONReader) throws(JSONError) {
        try json.beginArray()
        while try json.nextElement() {
            let name = json.place(of: try json.string(), in: &request.text)
            if additionalHeaders.count <= OSSRequest.maximumHeaders { additionalHeaders.append(name) }
        }
    }
}

extension SigningRoute {
    fileprivate func unknownMember(_ name: JSONString, in body: Span<UInt8>) -> Malformation {
        let known = Member.allCases.filter(takes).map(\.name)
        return .unknownMember(
            String(copying: body.extracting(name.range)), at: name.range.lowerBound, among: known)
    }

    /// Whether a body of this route may have the member.
    func takes(_ member: Member) -> Bool {
        switch self {
        case .sign: member.isOfRequest
        case .presign: member.isOfRequest || member == .expires || member == .keys
        case .postPolicy: member.isOfForm
        case .signString: member.isOfString
        }
    }
}

extension Member {
    fileprivate var isOfRequest: Bool {
        switch self {
        case .profile, .version, .method, .bucket, .key, .endpoint, .region, .addressing, .cloudBoxID,
            .parameters, .headers, .contentType, .contentMD5, .additionalHeaders, .time, .minValid, .explain:
            true
        default: false
        }
    }

    fileprivate var isOfForm: Bool {
        switch self {
        case .profile, .version, .bucket, .endpoint, .region, .addressing, .cloudBoxID, .time, .minValid,
            .explain, .expires, .conditions, .policy:
            true
        default: false
        }
    }

    fileprivate var isOfString: Bool {
        switch self {
        case .profile, .version, .stringToSign, .canonicalRequest, .time, .region, .date, .product: true
        default: false
        }
    }
}
