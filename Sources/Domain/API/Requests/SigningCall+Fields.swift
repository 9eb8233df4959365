internal import Bytes
internal import JSON
internal import Signing
internal import Text

// The two members that are objects themselves: query parameters and headers.
extension SigningCall {
    mutating func readParameters(_ json: inout JSONReader) throws(Problem) {
        try Problem.reading { () throws(JSONError) in try json.beginObject() }
        while let name = try nextName(&json) {
            guard !request.text[name].isSignatureParameter else {
                throw .invalidRequest(.signing(.parameterReserved))
            }
            guard !request.hasParameter(named: name) else {
                throw .invalidRequest(.signing(.parameterTwice))
            }
            try readValues(of: name, &json)
        }
    }

    /// A string, `null` for a name without `=`, or an array of those.
    private mutating func readValues(of name: Range<Int>, _ json: inout JSONReader) throws(Problem) {
        guard case .array = try Problem.reading({ () throws(JSONError) in try json.peek() }) else {
            return try add(name, try value(&json))
        }
        try Problem.reading { () throws(JSONError) in try json.beginArray() }
        var isEmpty = true
        while try Problem.reading({ () throws(JSONError) in try json.nextElement() }) {
            try add(name, try value(&json))
            isEmpty = false
        }
        guard !isEmpty else { throw .invalidRequest(.signing(.parameterEmpty)) }
    }

    private mutating func value(_ json: inout JSONReader) throws(Problem) -> Range<Int> {
        do throws(JSONError) {
            if try json.takeNull() { return request.text.count..<request.text.count }
            return json.place(of: try json.string(), in: &request.text)
        } catch {
            throw .malformed(.json(error))
        }
    }

    private mutating func add(_ name: Range<Int>, _ value: Range<Int>) throws(Problem) {
        do throws(SigningError) {
            try request.addParameter(name: name, value: value)
        } catch {
            throw .invalidRequest(.signing(error))
        }
    }

    mutating func readHeaders(_ json: inout JSONReader) throws(Problem) {
        try Problem.reading { () throws(JSONError) in try json.beginObject() }
        while let name = try nextName(&json) {
            guard !request.text[name].isSignatureHeader else {
                throw .invalidRequest(.signing(.headerReserved))
            }
            let value = try text(&json)
            do throws(SigningError) {
                try request.addHeader(name: name, value: value)
            } catch {
                throw .invalidRequest(.signing(error))
            }
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

    private mutating func text(_ json: inout JSONReader) throws(Problem) -> Range<Int> {
        do throws(JSONError) {
            return json.place(of: try json.string(), in: &request.text)
        } catch {
            throw .malformed(.json(error))
        }
    }
}

extension Problem {
    /// Runs one step of a reader and gives its error the name of the contract.
    static func reading<Value>(_ step: () throws(JSONError) -> Value) throws(Problem) -> Value {
        do throws(JSONError) {
            return try step()
        } catch {
            throw .malformed(.json(error))
        }
    }

    /// The same for what makes no sense to OSS; `index`: of the key that it is about, where there are many.
    static func signing<Value>(
        key index: Int? = nil, _ step: () throws(SigningError) -> Value
    ) throws(Problem) -> Value {
        do throws(SigningError) {
            return try step()
        } catch {
            if let index, error.isOfKey { throw .invalidRequest(.listedKey(index, error)) }
            throw .invalidRequest(.signing(error))
        }
    }
}
