package import Bytes
package import HTTP
internal import Text

/// Why a request is not passed on; the client gets it as an error of S3.
package enum FilterProblem: Error, Equatable, Sendable {
    case malformed(HTTPError)
    /// nginx is configured wrongly: the field that decides is missing or unknown.
    case noInstruction
    case noLength, wrongLength, malformedChunk
    case missingTrailer
    case unknownTrailer(String)
    case badDigest(ChecksumKind)
    case noDeletion, deletionTooLarge, busy

    package var status: Status {
        switch self {
        case .malformed(let error): error.status
        case .noLength: .lengthRequired
        case .noInstruction, .wrongLength, .malformedChunk, .missingTrailer, .unknownTrailer, .badDigest,
            .noDeletion, .deletionTooLarge:
            .badRequest
        case .busy: .serviceUnavailable
        }
    }

    /// In the words of S3.
    private var code: StaticString {
        switch self {
        case .malformed, .noInstruction, .unknownTrailer: "InvalidRequest"
        case .noLength: "MissingContentLength"
        case .wrongLength, .malformedChunk: "IncompleteBody"
        case .missingTrailer: "MalformedTrailerError"
        case .badDigest: "BadDigest"
        case .noDeletion: "MalformedXML"
        case .deletionTooLarge: "MaxMessageLengthExceeded"
        case .busy: "SlowDown"
        }
    }

    private var message: StaticString {
        switch self {
        case .malformed: "the request is not valid HTTP"
        case .noInstruction:
            "Forward-Decode must be aws-chunked or delete; use the configuration of ossauthctl"
        case .noLength: "aws-chunked needs the length of the content in x-amz-decoded-content-length"
        case .wrongLength: "the content has another length than the request declares"
        case .malformedChunk: "the body is not in the form of aws-chunked"
        case .missingTrailer: "the fields behind the last chunk are not those of x-amz-trailer"
        case .unknownTrailer: "x-amz-trailer names a field that is not verified: "
        case .badDigest: "the content does not have the checksum that the request declares: "
        case .noDeletion: "the list of objects to delete is missing"
        case .deletionTooLarge: "the list of objects to delete is longer than 2 MiB"
        case .busy: "too many uploads in chunks and lists of objects to delete are in progress; try again"
        }
    }

    /// Appends the whole answer.
    package func writeAnswer(to output: inout ByteBuffer) {
        let fields = ResponseFields(status, contentType: "application/xml", keepAlive: false)
        ResponseWriter.write(fields, into: &output) { output in
            output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>")
            output.append(code)
            output.append("</Code><Message>")
            output.append(message)
            switch self {
            case .unknownTrailer(let name): output.append(xml: name.unicodeScalars[...])
            case .badDigest(let kind): output.append(kind.field)
            default: break
            }
            output.append("</Message></Error>")
        }
    }
}
