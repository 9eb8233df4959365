internal import Bytes
internal import CommandLine
internal import JSON
internal import OSSAuthClient

/// The lines of presigned URLs: the URL, behind its line of a list, or a JSON object.
package struct SignedRows: Sendable {
    private let isJSON: Bool
    /// The form of the list; `nil`: the locations are arguments.
    private let list: LocationForm?

    package init(asJSON isJSON: Bool, of list: LocationForm? = nil) {
        self.isJSON = isJSON
        self.list = list
    }

    func write(
        _ location: ObjectLocation, _ url: String, of answer: SignedAnswer, into output: inout ByteBuffer
    ) {
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

    /// A URL has only plain characters; any other text must still be one column of one line.
    private func write(plain text: String, into output: inout ByteBuffer) {
        if text.utf8Span.span.isPlain {
            output.append(text)
        } else {
            output.append(text.visible)
        }
    }

    private func writeObject(
        _ location: ObjectLocation, _ url: String, _ answer: SignedAnswer, into output: inout ByteBuffer
    ) {
        output.append("{")
        member("bucket", location.bucket, into: &output)
        member("key", location.key, into: &output)
        member("method", answer.method, into: &output)
        member("url", url, into: &output)
        write(answer.headers, into: &output)
        member("expiration", answer.expiration, into: &output)
        member("limitedBy", answer.limitedBy, into: &output)
        member("credentialExpiration", answer.credentialExpiration, into: &output)
        member("profile", answer.profile, into: &output)
        output.member("generation", answer.generation)
        member("version", answer.version, into: &output)
        output.endObject()
    }

    private func write(_ headers: [OSSRequest.Header], into output: inout ByteBuffer) {
        output.name("headers")
        output.beginObject()
        for header in headers {
            output.name(header.name.utf8Span.span)
            write(string: header.value, into: &output)
        }
        output.endObject()
    }

    /// Every object has the same members, `null` without a value.
    private func member(_ name: StaticString, _ text: String?, into output: inout ByteBuffer) {
        output.name(name)
        if let text { write(string: text, into: &output) } else { output.null() }
    }

    private func write(string text: String, into output: inout ByteBuffer) {
        if text.utf8Span.span.isPlain {
            output.value(text)
        } else {
            output.append(jsonString: text)
        }
    }
}
