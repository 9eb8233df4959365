import Bytes
import HTTP

/// The result of decoding some bytes once.
enum Outcome: Equatable {
    case request(RequestHead)
    case unfinished
    case refused(HTTPError.Problem)

    init(_ bytes: [UInt8]) {
        var scan = HeadScan()
        self.init(bytes.span, &scan)
    }

    init(_ bytes: Span<UInt8>, _ scan: inout HeadScan) {
        do {
            self = try RequestHead.decode(bytes, &scan).map { .request($0) } ?? .unfinished
        } catch {
            self = .refused(error.problem)
        }
    }
}

/// The request of a text that is one.
func request(_ text: String) throws -> RequestHead {
    var scan = HeadScan()
    let bytes = Array(text.utf8)
    guard let head = try RequestHead.decode(bytes.span, &scan) else { throw Unfinished() }
    return head
}

func response(_ bytes: [UInt8]) throws -> ResponseHead {
    var scan = HeadScan()
    guard let head = try ResponseHead.decode(bytes.span, &scan) else { throw Unfinished() }
    return head
}

struct Unfinished: Error {}

extension ByteBuffer {
    var bytes: [UInt8] { (0..<count).map { self[$0] } }
    var text: String { String(copying: span) }
}

extension String {
    subscript(range: Range<Int>) -> String { String(decoding: Array(utf8)[range], as: UTF8.self) }
}
