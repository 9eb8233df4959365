internal import Access
internal import Bytes
internal import Contract
internal import JSON
internal import Signing
internal import Text

/// The members of a body that wait for the profile or for each other, as ranges of the text of the request.
package struct ReadCall: ~Copyable {
    /// The bits of those that were read.
    private var members: UInt32 = 0
    /// By member number; entries of absent members are left over from an earlier call.
    ///
    /// It is on the heap, because the compiler would copy an array within this value at every access.
    private var texts = ReusedArray<Range<Int>>(repeating: 0..<0, count: Member.count)
    private(set) var additionalHeaders = ReusedArray<Range<Int>>()

    /// The name of the requested profile.
    package var profile: Range<Int>? { self[.profile] }

    /// The text of a member that is one; for `conditions` its JSON.
    subscript(member: Member) -> Range<Int>? {
        has(member) ? texts[Int(member.rawValue)] : nil
    }

    func has(_ member: Member) -> Bool { members & member.bit != 0 }

    mutating func set(_ member: Member, _ text: Range<Int>) {
        texts[Int(member.rawValue)] = text
        members |= member.bit
    }

    mutating func reset() {
        members = 0
        additionalHeaders.removeAll()
    }

    /// Whether a string hides the request.
    ///
    /// This is known before the version of the profile is: a V4 string to sign needs a region, a V1 string has none.
    private var isOpaque: Bool { has(.stringToSign) && has(.region) }

    private func operation(of route: SigningRoute) -> Operation {
        switch route {
        case .sign, .forward: .sign
        case .presign: .presign
        case .postPolicy: .postPolicy
        case .signString: isOpaque ? .signOpaque : .signString
        }
    }

    /// Reads the body; the completion checks the values of its members.
    mutating func read(
        _ body: Span<UInt8>, for route: SigningRoute, into call: inout CompleteCall
    ) throws(Problem) {
        reset()
        call.reset(for: route)
        guard body.count > 0 else { throw .malformed(.emptyBody) }
        // All members are ranges of the request's text: one copy of the whole body already contains most of them.
        call.request.text.append(body)
        var json = JSONReader(body)
        try Problem.reading(bodyOf: &json)
        try readMembers(&json, of: body, into: &call)
        call.operation = operation(of: route)
        if let profile { call.profile = profile }
        call.statesExpiration = has(.expires) || has(.policy)
    }

    private mutating func readMembers(
        _ json: inout JSONReader, of body: Span<UInt8>, into call: inout CompleteCall
    ) throws(Problem) {
        while let name = try Problem.reading({ () throws(JSONError) in try json.nextMember() }) {
            try read(try member(name, of: call.route, in: body), &json, into: &call)
        }
        try Problem.reading { () throws(JSONError) in try json.end() }
    }

    private func member(
        _ name: JSONString, of route: SigningRoute, in body: Span<UInt8>
    ) throws(Problem) -> Member {
        guard let member = Member(body.extracting(name.range)), route.takes(member) else {
            throw .malformed(route.unknownMember(name, in: body))
        }
        guard !has(member) else { throw .malformed(.memberTwice(BodyPart(member))) }
        return member
    }

    private mutating func read(
        _ member: Member, _ json: inout JSONReader, into call: inout CompleteCall
    ) throws(Problem) {
        do throws(JSONError) {
            switch member {
            case .minValid: call.minValid = try json.integer()
            case .expires: call.expires = try json.integer()
            case .explain: call.explain = try json.boolean()
            case .conditions: set(.conditions, try json.skipArray())
            case .parameters, .headers: try json.beginObject()
            case .keys, .additionalHeaders: try json.beginArray()
            default: set(member, json.place(of: try json.string(), in: &call.request.text))
            }
        } catch {
            throw .malformed(Malformation(error, in: BodyPart(member), mustBe: member.type))
        }
        members |= member.bit
        switch member {
        case .parameters: try call.readParameters(&json)
        case .headers: try call.readHeaders(&json)
        case .keys:
            try call.request.text.read("keys", &json, atMost: PresignLimit.keys, into: &call.keys)
        case .additionalHeaders:
            try call.request.text.read(
                "additionalHeaders", &json, atMost: OSSRequest.maximumHeaders, into: &additionalHeaders)
        default: break
        }
    }
}

extension SigningRoute {
    fileprivate func unknownMember(_ name: JSONString, in body: Span<UInt8>) -> Malformation {
        let known = Member.allCases.filter(takes).map(\.name)
        // A name may be megabytes long: only as much of it becomes a string as an answer repeats.
        return .unknownMember(Quotation.beginning(of: body.extracting(name.range)), among: known)
    }
}

extension ByteBuffer {
    /// Reads an array of strings; beyond the limit only one more, as a sign of too many.
    fileprivate mutating func read(
        _ member: String, _ json: inout JSONReader, atMost limit: Int,
        into places: inout ReusedArray<Range<Int>>
    ) throws(Problem) {
        var index = 0
        do throws(JSONError) {
            while try json.nextElement() {
                let place = json.place(of: try json.string(), in: &self)
                if places.count <= limit { places.append(place) }
                index += 1
            }
        } catch {
            throw .malformed(Malformation(error, in: BodyPart(member, index), mustBe: "a string"))
        }
    }
}

// The two members that are objects: query parameters and headers.
extension CompleteCall {
    fileprivate mutating func readParameters(_ json: inout JSONReader) throws(Problem) {
        while let name = try nextName(&json) {
            guard !request.text[name].isSignatureParameter else {
                throw .invalidRequest(.part(parameter(name), .parameterReserved))
            }
            guard !request.hasParameter(named: name) else {
                throw .invalidRequest(.part(parameter(name), .parameterTwice))
            }
            try readValues(of: name, &json)
        }
    }

    /// A string, `null` for a name without `=`, or an array of these.
    private mutating func readValues(of name: Range<Int>, _ json: inout JSONReader) throws(Problem) {
        guard case .array = try Problem.reading({ () throws(JSONError) in try json.peek() }) else {
            return try add(name, try value(of: name, &json))
        }
        try Problem.reading { () throws(JSONError) in try json.beginArray() }
        var isEmpty = true
        while try Problem.reading({ () throws(JSONError) in try json.nextElement() }) {
            try add(name, try value(of: name, &json))
            isEmpty = false
        }
        guard !isEmpty else { throw .invalidRequest(.part(parameter(name), .parameterEmpty)) }
    }

    private mutating func value(
        of name: Range<Int>, _ json: inout JSONReader
    ) throws(Problem) -> Range<Int> {
        do throws(JSONError) {
            if try json.takeNull() { return request.text.count..<request.text.count }
            return json.place(of: try json.string(), in: &request.text)
        } catch {
            throw .malformed(
                Malformation(error, in: parameter(name), mustBe: "a string, null or an array of those"))
        }
    }

    private mutating func add(_ name: Range<Int>, _ value: Range<Int>) throws(Problem) {
        do throws(SigningError) {
            try request.addParameter(name: name, value: value)
        } catch {
            throw Problem(error, in: parameter(name))
        }
    }

    fileprivate mutating func readHeaders(_ json: inout JSONReader) throws(Problem) {
        while let written = try Problem.reading({ () throws(JSONError) in try json.nextMember() }) {
            let name = json.place(of: written, in: &request.text)
            guard !request.text[name].isSignatureHeader else {
                throw .invalidRequest(.part(BodyPart(header: json.beginning(of: written)), .headerReserved))
            }
            let value = try text(of: written, &json)
            do throws(SigningError) {
                try request.addHeader(name: name, value: value)
            } catch {
                // The name was converted to lower case.
                throw Problem(error, in: BodyPart(header: json.beginning(of: written)))
            }
        }
    }

    private mutating func text(
        of header: JSONString, _ json: inout JSONReader
    ) throws(Problem) -> Range<Int> {
        do throws(JSONError) {
            return json.place(of: try json.string(), in: &request.text)
        } catch {
            throw .malformed(
                Malformation(error, in: BodyPart(header: json.beginning(of: header)), mustBe: "a string"))
        }
    }

    private mutating func nextName(_ json: inout JSONReader) throws(Problem) -> Range<Int>? {
        let name = try Problem.reading { () throws(JSONError) in try json.nextMember() }
        return name.map { json.place(of: $0, in: &request.text) }
    }

    private func parameter(_ name: Range<Int>) -> BodyPart {
        BodyPart(parameter: Quotation.beginning(of: request.text[name]))
    }
}

extension Member {
    /// The expected type of its value.
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
}
