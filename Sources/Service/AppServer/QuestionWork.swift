internal import Bytes
internal import EventLoop
internal import HTTP
internal import Issuing
internal import JSON
internal import Kernel
internal import Records
internal import Time

/// A question of a user while the daemon answers it.
final class QuestionWork: UserWork {
    private(set) var result: Result<DaemonAnswer, DaemonCallError>?
    private var call: DaemonCall?
    let isBare: Bool

    /// Asks the daemon; `finish` is called when there is a result.
    init(
        _ question: any DaemonQuestion, of user: AdmittedUser, at socket: String, on loop: EventLoop,
        _ clock: Clock, finish: @escaping () -> Void
    ) throws {
        isBare = question.isBare
        super.init(of: user)
        var request = ByteBuffer(capacity: 2_048)
        let body = try RequestWriter.begin(
            .post, target: question.path.bytes, host: "ossauthd", into: &request)
        question.append(for: user.terms.profile, to: &request)
        RequestWriter.finish(body, into: &request)
        call = try DaemonCall(to: socket, request, on: loop, at: clock.now().boot) { [unowned self] result in
            self.result = result
            finish()
        }
    }

    /// Why the daemon will not answer this question at any time; `nil`: it answers, or is not able to now.
    var refusal: IssuingRefusal.OfDaemon? {
        guard case .success(let answer)? = result else { return nil }
        switch answer.code {
        case 403: return .byRules(answer.explanation)
        case 409: return .byKey(answer.explanation)
        case 400..<500 where answer.code != 429: return .otherwise(answer.explanation)
        default: return nil
        }
    }

    /// Writes what is for the user of the daemon's answer; `false`: it is a refusal, or no such answer.
    func append(to output: inout ByteBuffer) -> Bool {
        guard case .success(let answer)? = result, answer.code == 200 else { return false }
        return answer.withBody { body in
            isBare
                ? QuestionWork.append(authorizationOf: body.span, to: &output)
                : QuestionWork.append(membersOf: body.span, to: &output)
        }
    }

    private static func append(authorizationOf document: Span<UInt8>, to output: inout ByteBuffer) -> Bool {
        do throws(JSONError) {
            var found: String?
            var json = JSONReader(document)
            try json.object { name, json throws(JSONError) in
                if name == "authorization" { found = try json.text() } else { _ = try json.skipValue() }
            }
            guard let found else { return false }
            output.append(found)
            return true
        } catch {
            return false
        }
    }

    private static let members = [
        "method", "url", "headers", "fields", "expiration", "signature", "accessKeyId",
    ]

    private static func append(membersOf document: Span<UInt8>, to output: inout ByteBuffer) -> Bool {
        let start = output.count
        output.beginObject()
        output.member("StatusCode", "200" as StaticString)
        do throws(JSONError) {
            var json = JSONReader(document)
            try json.object { name, json throws(JSONError) in
                let value = try json.skipValue()
                guard members.contains(name) else { return }
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

    override func abandon() { call = nil }
}
