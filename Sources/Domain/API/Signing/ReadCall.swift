internal import Bytes
internal import Contract
internal import JSON
internal import Signing
internal import Text

extension SigningCall {
    /// Reads the body and collects its members; `complete` checks their values.
    package mutating func read(_ body: Span<UInt8>, for route: SigningRoute) throws(Problem) {
        reset(for: route)
        guard body.count > 0 else { throw .malformed(.emptyBody) }
        // All members are ranges of the request's text: one copy of the whole body already contains most of them.
        request.text.append(body)
        var json = JSONReader(body)
        try Problem.reading(bodyOf: &json)
        try readMembers(&json, of: body)
    }

    private mutating func readMembers(_ json: inout JSONReader, of body: Span<UInt8>) throws(Problem) {
        while let name = try Problem.reading({ () throws(JSONError) in try json.nextMember() }) {
            try read(try member(name, in: body), &json)
        }
        try Problem.reading { () throws(JSONError) in try json.end() }
    }

    private mutating func member(_ name: JSONString, in body: Span<UInt8>) throws(Problem) -> Member {
        guard let member = Member(body.extracting(name.range)), route.takes(member) else {
            throw .malformed(route.unknownMember(name, in: body))
        }
        guard !has(member) else { throw .malformed(.memberTwice(BodyPart(member))) }
        return member
    }

    private mutating func read(_ member: Member, _ json: inout JSONReader) throws(Problem) {
        do throws(JSONError) {
            switch member {
            case .minValid: minValid = try json.integer()
            case .expires: expires = try json.integer()
            case .explain: explain = try json.boolean()
            case .conditions: set(.conditions, try json.skipArray())
            case .parameters, .headers: try json.beginObject()
            case .keys, .additionalHeaders: try json.beginArray()
            default: set(member, json.place(of: try json.string(), in: &request.text))
            }
        } catch {
            throw .malformed(Malformation(error, in: BodyPart(member), mustBe: member.type))
        }
        members.insert(Members(member))
        switch member {
        case .parameters: try readParameters(&json)
        case .headers: try readHeaders(&json)
        case .keys: try readKeys(&json)
        case .additionalHeaders: try readNames(&json)
        default: break
        }
    }

    private mutating func readKeys(_ json: inout JSONReader) throws(Problem) {
        var index = 0
        do throws(JSONError) {
            while try json.nextElement() {
                let key = json.place(of: try json.string(), in: &request.text)
                if keys.count <= PresignLimit.keys { keys.append(key) }
                index += 1
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
        // A name may be megabytes long: only as much of it becomes a string as an answer repeats.
        return .unknownMember(Quotation.beginning(of: body.extracting(name.range)), among: known)
    }
}

// The two members that are objects: query parameters and headers.
extension SigningCall {
    private mutating func readParameters(_ json: inout JSONReader) throws(Problem) {
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

    private mutating func readHeaders(_ json: inout JSONReader) throws(Problem) {
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
        do throws(JSONError) {
            guard let name = try json.nextMember() else { return nil }
            return json.place(of: name, in: &request.text)
        } catch {
            throw .malformed(.json(error))
        }
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
