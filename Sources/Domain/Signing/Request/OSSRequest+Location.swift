internal import Bytes
internal import Text

extension ByteBuffer {
    /// The URL of the request without its query.
    mutating func append(locationOf request: borrowing OSSRequest) {
        append(placeOf: request)
        if let key = request.key { append(percentEncodedPath: request.text[key]) }
    }

    /// The URL up to where the key begins.
    mutating func append(placeOf request: borrowing OSSRequest) {
        guard let endpoint = request.endpoint else { return }
        append(endpoint.isSecure ? "https://" : "http://")
        if request.addressing == .virtualHost, let bucket = request.bucket {
            append(request.text, bucket)
            append(UInt8(ascii: "."))
        }
        append(request.text, endpoint.authority)
        append(UInt8(ascii: "/"))
        if request.addressing == .path, let bucket = request.bucket {
            append(request.text, bucket)
            append(UInt8(ascii: "/"))
        }
    }

    /// All parameters, encoded and in their canonical order, joined by `&`.
    mutating func append(canonicalQueryOf request: borrowing OSSRequest) {
        let start = count
        for index in request.parameters.indices {
            append(request.parameters[index], of: request, behind: start)
        }
    }

    /// The same with those of the signature among them.
    mutating func append(
        canonicalQueryOf request: borrowing OSSRequest, and signature: borrowing SignatureParameters
    ) {
        let start = count
        var written = 0
        for index in request.parameters.indices {
            let parameter = request.parameters[index]
            let due = signature.count(before: request.text[parameter.encodedName], from: written)
            append(signature, written..<due, behind: start)
            written = due
            append(parameter, of: request, behind: start)
        }
        append(signature, written..<signature.count, behind: start)
    }

    private mutating func append(
        _ signature: borrowing SignatureParameters, _ range: Range<Int>, behind start: Int
    ) {
        guard !range.isEmpty else { return }
        if count > start { append(UInt8(ascii: "&")) }
        append(signature.text, signature[range])
    }

    private mutating func append(
        _ parameter: OSSRequest.Parameter, of request: borrowing OSSRequest, behind start: Int
    ) {
        if count > start { append(UInt8(ascii: "&")) }
        append(request.text, parameter.encodedName)
        guard !parameter.encodedValue.isEmpty else { return }
        append(UInt8(ascii: "="))
        append(request.text, parameter.encodedValue)
    }
}
