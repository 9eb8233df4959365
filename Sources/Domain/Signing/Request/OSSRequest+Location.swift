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
            append(request.text[bucket])
            append(UInt8(ascii: "."))
        }
        append(request.text[endpoint.authority])
        append(UInt8(ascii: "/"))
        if request.addressing == .path, let bucket = request.bucket {
            append(request.text[bucket])
            append(UInt8(ascii: "/"))
        }
    }

    /// All parameters, encoded and in their canonical order, joined by `&`.
    mutating func append(canonicalQueryOf request: borrowing OSSRequest) {
        var isFirst = true
        for parameter in request.parameters {
            if !isFirst { append(UInt8(ascii: "&")) }
            isFirst = false
            append(request.text[parameter.encodedName])
            guard !parameter.encodedValue.isEmpty else { continue }
            append(UInt8(ascii: "="))
            append(request.text[parameter.encodedValue])
        }
    }
}
