internal import Bytes
internal import EventLoop
internal import HTTP
internal import Issuing
internal import JSON
internal import Kernel
internal import Records
internal import Serving
internal import Time

/// A question for a URL or a form while the daemon answers it.
final class ObjectWork: PendingWork {
    private(set) var result: Result<DaemonAnswer, DaemonCallError>?
    private var call: DaemonCall?

    /// Asks the daemon; `finish` is called when there is a result.
    init(
        _ question: ObjectQuestion, for profile: String, at socket: String, on loop: EventLoop,
        _ clock: Clock,
        finish: @escaping () -> Void
    ) throws {
        var request = ByteBuffer(capacity: 2_048)
        let body = try RequestWriter.begin(
            .post, target: question.path.bytes, host: "ossauthd", into: &request)
        question.append(for: profile, to: &request)
        RequestWriter.finish(body, into: &request)
        call = try DaemonCall(to: socket, request, on: loop, at: clock.now().boot) { [unowned self] result in
            self.result = result
            finish()
        }
    }

    /// Writes the members of the daemon's answer that are for the user; `false`: it is a refusal, or no such answer.
    func append(to output: inout ByteBuffer) -> Bool {
        guard case .success(let answer)? = result, answer.code == 200 else { return false }
        return answer.withBody { body in ObjectWork.append(body.span, to: &output) }
    }

    private static func append(_ document: Span<UInt8>, to output: inout ByteBuffer) -> Bool {
        let start = output.count
        output.beginObject()
        output.member("StatusCode", "200" as StaticString)
        do throws(JSONError) {
            var json = JSONReader(document)
            try json.object { name, json throws(JSONError) in
                let value = try json.skipValue()
                guard ["method", "url", "headers", "fields", "expiration"].contains(name) else { return }
                output.name(name.utf8Span.span)
                output.append(document.extracting(value))
            }
            output.endObject()
            return true
        } catch {
            output.truncate(to: start)
            return false
        }
    }

    func abandon() { call = nil }

    func proceed() {}
}
