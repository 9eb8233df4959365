internal import Bytes
internal import Text

/// A call of the Security Token Service: its action and its parameters.
///
/// As in `OSSRequest` all bytes lie in one buffer, and the parameters are kept in the order of their canonical form,
/// percent-encoded. Those that a signature brings along it replaces, so a request can be signed again.
package struct STSRequest: ~Copyable {
    static let version: StaticString = "2015-04-01"

    var text = ByteBuffer(capacity: 2_048)
    package let action: StaticString
    package var method = Method.post
    private(set) var parameters: [Parameter] = []

    package init(action: StaticString) {
        self.action = action
    }
}

extension STSRequest {
    /// A parameter, percent-encoded.
    struct Parameter {
        var name: Range<Int>
        var value: Range<Int>
        var isOfSignature: Bool
    }

    /// Adds a parameter of the action, its value raw.
    ///
    /// The names are those of the STS documents, each at most once.
    package mutating func addParameter(_ name: StaticString, _ value: Span<UInt8>) throws(SigningError) {
        guard value.isUTF8 else { throw .parameterNotUTF8 }
        insert(name, value, isOfSignature: false)
    }

    package mutating func addParameter(_ name: StaticString, _ number: Int) throws(SigningError) {
        var digits = ByteBuffer(capacity: 20)
        digits.append(decimal: number)
        try addParameter(name, digits.span)
    }

    mutating func addOwnParameter(_ name: StaticString, _ value: Span<UInt8>) {
        insert(name, value, isOfSignature: true)
    }

    mutating func addOwnParameter(_ name: StaticString, _ value: StaticString) {
        var text = ByteBuffer(capacity: 16)
        text.append(value)
        addOwnParameter(name, text.span)
    }

    mutating func removeOwnParameters() {
        parameters.removeAll(where: \.isOfSignature)
    }

    private mutating func insert(_ name: StaticString, _ value: Span<UInt8>, isOfSignature: Bool) {
        let start = text.count
        text.append(name)
        let middle = text.count
        text.append(percentEncoded: value)
        let place = place(of: start..<middle)
        precondition(place == 0 || !text[parameters[place - 1].name].equals(name))
        let parameter = Parameter(
            name: start..<middle, value: middle..<text.count, isOfSignature: isOfSignature)
        parameters.insert(parameter, at: place)
    }

    private func place(of name: Range<Int>) -> Int {
        var index = parameters.count
        while index > 0, text[name].compare(text[parameters[index - 1].name]) < 0 { index -= 1 }
        return index
    }
}

extension ByteBuffer {
    /// The *canonicalized query string*: all parameters in their order, joined by `&`.
    mutating func append(canonicalQueryOf request: borrowing STSRequest) {
        var isFirst = true
        for parameter in request.parameters {
            if !isFirst { append(UInt8(ascii: "&")) }
            isFirst = false
            append(request.text, parameter.name)
            append(UInt8(ascii: "="))
            append(request.text, parameter.value)
        }
    }
}
