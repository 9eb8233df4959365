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
        try Problem.reading(bodyOf: &json)
        _ = try readMembers(&json, of: body, until: .max)
        if let key = self[.key], let sender { lastBody.become(body, key: key, from: sender) }
    }

    /// Reads a piece of a large body; `true`: that was the last one.
    ///
    /// It is copied first, and then read. Only between two keys can it stop, since nothing else of a body may be so long and
    /// make sense.
    mutating func readPiece(of body: Span<UInt8>) throws(Problem) -> Bool {
        guard request.text.count >= body.count else {
            copyPiece(of: body)
            return false
        }
        var json = JSONReader(body, at: bookmark?.offset ?? 0)
        let end = json.offset + LargeReading.piece
        if let bookmark = bookmark.take() {
            try readKeys(&json, from: bookmark.keys, until: end)
        } else {
            try Problem.reading(bodyOf: &json)
        }
        guard bookmark == nil else { return false }
        return try readMembers(&json, of: body, until: end)
    }

    private mutating func copyPiece(of body: Span<UInt8>) {
        if request.text.isEmpty { request.text.reserve(body.count) }
        let start = request.text.count
        request.text.append(body.extracting(start..<min(start + LargeReading.copiedPiece, body.count)))
    }

    /// `false`: it stopped at `end` or behind it, among the keys.
    private mutating func readMembers(
        _ json: inout JSONReader, of body: Span<UInt8>, until end: Int
    ) throws(Problem) -> Bool {
        while let name = try Problem.reading({ () throws(JSONError) in try json.nextMember() }) {
            try read(try member(name, in: body), &json, until: end)
            guard bookmark == nil else { return false }
        }
        try Problem.reading { () throws(JSONError) in try json.end() }
        return true
    }

    private mutating func member(_ name: JSONString, in body: Span<UInt8>) throws(Problem) -> Member {
        guard let member = Member(body.extracting(name.range)), route.takes(member) else {
            throw .malformed(route.unknownMember(name, in: body))
        }
        guard !has(member) else { throw .malformed(.memberTwice(BodyPart(member))) }
        seen.insert(Members(member))
        return member
    }

    private mutating func read(_ member: Member, _ json: inout JSONReader, until end: Int) throws(Problem) {
        do throws(JSONError) {
            switch member {
            case .minValid: minValid = try json.integer()
            case .expires: expires = try json.integer()
            case .explain: explain = try json.boolean()
            case .conditions: conditions = try json.skipArray()
            case .parameters, .headers: try json.beginObject()
            case .keys, .additionalHeaders: try json.beginArray()
            default: set(member, json.place(of: try json.string(), in: &request.text))
            }
        } catch {
            throw .malformed(Malformation(error, in: BodyPart(member), mustBe: member.type))
        }
        switch member {
        case .parameters: try readParameters(&json)
        case .headers: try readHeaders(&json)
        case .keys: try readKeys(&json, from: 0, until: end)
        case .additionalHeaders: try readNames(&json)
        default: break
        }
    }

    /// Leaves a bookmark where it stops at `end`, or behind it.
    private mutating func readKeys(_ json: inout JSONReader, from first: Int, until end: Int) throws(Problem)
    {
        var index = first
        do throws(JSONError) {
            while try json.nextElement() {
                let key = json.place(of: try json.string(), in: &request.text)
                if keys.count <= PresignLimit.keys { keys.append(key) }
                index += 1
                guard json.offset < end else {
                    bookmark = LargeReading(offset: json.offset, keys: index)
                    return
                }
            }
        } catch {
            throw .malformed(Malformation(error, in: BodyPart("keys", index), mustBe: "a string"))
        }
    }

    private mutating func readNames(_ json: inout JSONReader) throws(Problem) {
        var index = 0
        do throws(JSONError) {
            while try json.nextElement() {
                let name = json.place(of: try json.string(), in: &request.text)
                if additionalHeaders.count <= OSSRequest.maximumHeaders { additionalHeaders.append(name) }
                index += 1
            }
        } catch {
            throw .malformed(
                Malformation(error, in: BodyPart("additionalHeaders", index), mustBe: "a string"))
        }
    }
}

extension SigningRoute {
    fileprivate func unknownMember(_ name: JSONString, in body: Span<UInt8>) -> Malformation {
        let known = Member.allCases.filter(takes).map(\.name)
        // A name may be megabytes: no more of it becomes text than an answer repeats.
        return .unknownMember(Quotation.beginning(of: body.extracting(name.range)), among: known)
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
    /// What its value must be.
    fileprivate var type: StaticText {
        switch self {
        case .minValid, .expires: "a whole number of seconds, for example 600"
        case .explain: "true or false"
        case .keys, .additionalHeaders: "an array of strings"
        case .conditions: "an array of conditions"
        case .parameters, .headers: "an object of names and values"
        default: "a string"
        }
    }

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
