internal import Bytes
internal import JSON
internal import Signing
internal import Text

// The two members that are objects themselves: query parameters and headers.
extension SigningCall {
    mutating func readParameters(_ json: inout JSONReader) throws(Problem) {
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

    /// A string, `null` for a name without `=`, or an array of those.
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

    mutating func readHeaders(_ json: inout JSONReader) throws(Problem) {
        while let written = try Problem.reading({ () throws(JSONError) in try json.nextMember() }) {
            let name = json.place(of: written, in: &request.text)
            guard !request.text[name].isSignatureHeader else {
                throw .invalidRequest(.part(BodyPart(header: json.beginning(of: written)), .headerReserved))
            }
            let value = try text(of: written, &json)
            do throws(SigningError) {
                try request.addHeader(name: name, value: value)
            } catch {
                // The name is in lower case by now.
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

extension Problem {
    /// An error of one part of the body, or of all such parts together.
    init(_ error: SigningError, in part: @autoclosure () -> BodyPart) {
        switch error {
        case .tooManyHeaders, .tooManyParameters, .tooLong: self = .invalidRequest(.signing(error))
        default: self = .invalidRequest(.part(part(), error))
        }
    }

    /// Begins a body, which is an object.
    static func reading(bodyOf json: inout JSONReader) throws(Problem) {
        do throws(JSONError) {
            try json.beginObject()
        } catch {
            if case .expected = error.problem { throw .malformed(.emptyBody) }
            throw .malformed(.json(error))
        }
    }

    /// Runs one step of a reader and gives its error the name of the contract.
    static func reading<Value>(_ step: () throws(JSONError) -> Value) throws(Problem) -> Value {
        do throws(JSONError) {
            return try step()
        } catch {
            throw .malformed(.json(error))
        }
    }

    /// The same for the value of a part of the body.
    static func reading<Value>(
        _ part: BodyPart, mustBe wanted: StaticText, _ step: () throws(JSONError) -> Value
    ) throws(Problem) -> Value {
        do throws(JSONError) {
            return try step()
        } catch {
            throw .malformed(Malformation(error, in: part, mustBe: wanted))
        }
    }

    /// The same for a text of the body that is taken apart.
    static func signing<Value>(
        within member: Member, _ step: () throws(SigningError) -> Value
    ) throws(Problem) -> Value {
        do throws(SigningError) {
            return try step()
        } catch {
            let isOfWhole = error.member?.description == member.name
            throw .invalidRequest(isOfWhole ? .signing(error) : .within(BodyPart(member), error))
        }
    }

    /// The same for what makes no sense to OSS; `index`: of the key that it is about, where there are many.
    static func signing<Value>(
        key index: Int? = nil, _ step: () throws(SigningError) -> Value
    ) throws(Problem) -> Value {
        do throws(SigningError) {
            return try step()
        } catch {
            if let index, error.isOfKey { throw .invalidRequest(.part(BodyPart("keys", index), error)) }
            throw .invalidRequest(.signing(error))
        }
    }
}
