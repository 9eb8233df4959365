internal import Bytes
internal import JSON
internal import Signing
internal import Text
internal import Time

/// What a daemon with `Source=remote-signer` asks: the members that a signature depends on.
struct SignatureQuestion {
    private(set) var version = SignatureVersion.v4
    /// Places in the text of the request.
    private(set) var stringToSign = 0..<0
    private var date = 0..<0
    private var region = 0..<0
    private var product = 0..<0

    /// Reads the document into `request`, whose region it sets for V4.
    init(_ document: Span<UInt8>, into request: inout OSSRequest) throws(SigningError) {
        do throws(JSONError) {
            var json = JSONReader(document)
            try json.beginObject()
            while let name = try json.nextMember() { try read(name, &json, into: &request) }
            try json.end()
        } catch {
            throw .stringToSign
        }
        guard version == .v4 else { return }
        if request.text[product].equals("oss-cloudbox") {
            try request.setCloudBox(region)
        } else {
            try request.setRegion(region)
        }
    }

    private mutating func read(
        _ name: JSONString, _ json: inout JSONReader, into request: inout OSSRequest
    ) throws(JSONError) {
        let value = try json.string()
        if json.matches(name, "version") {
            version = json.matches(value, "v1") ? .v1 : .v4
        } else if json.matches(name, "stringToSign") {
            stringToSign = json.append(value, to: &request.text)
        } else if json.matches(name, "date") {
            date = json.append(value, to: &request.text)
        } else if json.matches(name, "region") {
            region = json.append(value, to: &request.text)
        } else if json.matches(name, "product") {
            product = json.append(value, to: &request.text)
        }
    }

    /// Of V1 everything can be seen, so nothing is signed that is no request.
    func checkString(in request: borrowing OSSRequest) throws(SigningError) {
        var seen = OSSRequest()
        _ = try seen.read(stringToSignV1: request.text[stringToSign])
    }

    /// The day in the scope of V4.
    func day(in request: borrowing OSSRequest) -> Timestamp? {
        Timestamp(day: request.text[date])
    }
}
