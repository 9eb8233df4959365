internal import Bytes
internal import CommandLine
internal import JSON
internal import OSSAuthClient

/// The lines of presigned URLs: the URL, behind its line of a list, or a JSON object.
struct SignedRows: Sendable {
    let isJSON: Bool
    /// The form of the list; `nil`: the locations are arguments.
    var list: LocationForm?

    /// Writes a row for each location.
    func write(
        _ locations: ArraySlice<ObjectLocation>, _ answer: SignedAnswer, into output: inout ByteBuffer
    ) {
        for (location, url) in zip(locations, answer.urls) {
            if isJSON {
                writeObject(location, url, answer, into: &output)
            } else {
                if let list {
                    write(plain: list.line(of: location), into: &output)
                    output.append("\t")
                }
                write(plain: url, into: &output)
            }
            output.append(UInt8(ascii: "\n"))
        }
    }

    /// A URL has only plain characters; any other text must still be one column of one line.
    private func write(plain text: String, into output: inout ByteBuffer) {
        output.append(text.utf8Span.span.isPlain ? text : text.visible)
    }

    private func writeObject(
        _ location: ObjectLocation, _ url: String, _ answer: SignedAnswer, into output: inout ByteBuffer
    ) {
        output.append("{")
        member("bucket", location.bucket, into: &output)
        member("key", location.key, into: &output)
        member("method", answer.method, into: &output)
        member("url", url, into: &output)
        output.name("headers")
        output.beginObject()
        for header in answer.headers {
            output.name(header.name.utf8Span.span)
            output.append(jsonString: header.value)
        }
        output.endObject()
        member("expiration", answer.expiration, into: &output)
        member("limitedBy", answer.limitedBy, into: &output)
        member("credentialExpiration", answer.credentialExpiration, into: &output)
        member("profile", answer.profile, into: &output)
        output.member("generation", answer.generation)
        member("version", answer.version, into: &output)
        output.endObject()
    }

    /// Every object has the same members, `null` without a value.
    private func member(_ name: StaticString, _ text: String?, into output: inout ByteBuffer) {
        output.name(name)
        if let text { output.append(jsonString: text) } else { output.null() }
    }
}
