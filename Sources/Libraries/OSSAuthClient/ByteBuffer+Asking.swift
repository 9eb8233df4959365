internal import Bytes
internal import HTTP
internal import JSON
internal import OSSRequests
internal import Text

// The requests to the daemon.
extension ByteBuffer {
    /// A request with a body, which `write` makes.
    static func post(_ target: StaticString, _ write: (inout ByteBuffer) -> Void) -> ByteBuffer {
        var request = ByteBuffer(capacity: 1_024)
        do throws(HTTPError) {
            let body = try RequestWriter.begin(.post, target: target.bytes, host: "localhost", into: &request)
            request.beginObject()
            write(&request)
            request.endObject()
            RequestWriter.finish(body, into: &request)
        } catch {
            preconditionFailure("a target of the contract is a good one")
        }
        return request
    }

    /// A request for a document; the parts of the query that are `nil` are left out.
    static func get(_ path: StaticString, _ query: KeyValuePairs<StaticString, String?> = [:]) -> ByteBuffer {
        var target = ByteBuffer(capacity: 256)
        target.append(path)
        var mark = UInt8(ascii: "?")
        for (name, value) in query {
            guard let value else { continue }
            target.append(mark)
            target.append(name)
            target.append(UInt8(ascii: "="))
            // No profile has a name that is longer, and no target has room for any.
            let text = value.utf8Span.span
            target.append(percentEncoded: text.extracting(first: min(text.count, 1_024)))
            mark = UInt8(ascii: "&")
        }
        var request = ByteBuffer(capacity: 256)
        do throws(HTTPError) {
            try RequestWriter.write(.get, target: target.span, host: "localhost", into: &request)
        } catch {
            preconditionFailure("what is percent-encoded is a good target")
        }
        return request
    }
}

extension ByteBuffer {
    mutating func append(_ terms: SigningTerms) {
        member("profile", ifAny: terms.profile)
        member("version", ifAny: terms.version?.rawValue)
        member("time", ifAny: terms.time?.description)
        member("minValid", ifAny: terms.minValid?.secondsRoundedUp)
        if terms.explains { member("explain", true) }
    }

    /// Bucket, endpoint, region and how the URL has them.
    mutating func append(placeOf request: OSSRequest) {
        member("bucket", ifAny: request.bucket)
        member("endpoint", ifAny: request.endpoint)
        member("region", ifAny: request.region)
        member("addressing", ifAny: request.addressing?.rawValue)
        member("cloudBoxID", ifAny: request.cloudBoxID)
    }

    /// All but the place and the key.
    mutating func append(contentsOf request: OSSRequest) {
        member("method", request.method.rawValue)
        append(request.parameters)
        if !request.headers.isEmpty {
            member(object: "headers") { headers in
                for header in request.headers {
                    headers.name(header.name.utf8Span.span)
                    headers.value(header.value)
                }
            }
        }
        member("additionalHeaders", ifAny: request.additionalHeaders)
    }

    /// One name may have several values, which the contract wants in an array.
    private mutating func append(_ parameters: [OSSRequest.Parameter]) {
        guard !parameters.isEmpty else { return }
        name("parameters")
        beginObject()
        for (index, parameter) in parameters.enumerated() {
            guard !parameters[..<index].contains(where: { $0.name == parameter.name }) else { continue }
            let values = parameters[index...].filter { $0.name == parameter.name }.map(\.value)
            name(parameter.name.utf8Span.span)
            if values.count > 1 { beginArray() }
            for text in values { value(orNull: text) }
            if values.count > 1 { endArray() }
        }
        endObject()
    }
}

extension Duration {
    /// Whole seconds, a part of one being one.
    var secondsRoundedUp: Int {
        let (next, isOver) = components.seconds.addingReportingOverflow(components.attoseconds > 0 ? 1 : 0)
        return Int(clamping: isOver ? .max : next)
    }
}
