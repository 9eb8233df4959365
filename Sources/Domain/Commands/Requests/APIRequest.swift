package import Bytes
internal import HTTP

/// One request to the daemon, still without a connection.
package enum APIRequest: Equatable, Sendable {
    case status, health, metrics, watch
    case sign(ObjectLocation, SigningTerms)
    /// All in one bucket; the location of a bucket or of the service comes alone.
    case presign([ObjectLocation], PresignTerms)
    case postPolicy(PostForm)
    case whoami
    case credentials(CredentialWish)
    /// The address at which a program that knows nothing of us finds its credential.
    case compat(CredentialWish)
    case explain(Somebody, Wanted)
    case setCredentials(ProfileName)
    case forgetCredentials(ProfileName)
    case refresh(ProfileName)
    case reload
}

extension APIRequest {
    /// Whether a credential that signs may not be enough, because it is to last or to be a new one.
    var wantsLife: Bool {
        switch self {
        case .sign(_, let terms): terms.minValid != nil
        case .presign(_, let terms): terms.signing.minValid != nil
        case .postPolicy(let form): form.signing.minValid != nil
        default: true
        }
    }

    /// Writes the request; `body` is what a request takes that does not make its own.
    package func write(into output: inout ByteBuffer, body: Span<UInt8> = Span()) {
        do throws(HTTPError) {
            switch self {
            case .status, .health, .watch, .whoami, .credentials, .compat, .forgetCredentials:
                try RequestWriter.write(
                    method, target: target.utf8Span.span, host: "localhost", into: &output)
            case .metrics:
                // The format that the textfile collector and promtool read.
                try RequestWriter.write(
                    method, target: target.utf8Span.span, host: "localhost", accepting: "text/plain",
                    into: &output)
            case .sign, .presign, .postPolicy, .explain, .setCredentials, .refresh, .reload:
                let mark = try RequestWriter.begin(
                    method, target: target.utf8Span.span, host: "localhost", into: &output)
                writeBody(into: &output, given: body)
                RequestWriter.finish(mark, into: &output)
            }
        } catch {
            preconditionFailure("a name of a profile is safe in a path")
        }
    }

    /// Its first line, for people.
    package var line: String { "\(method.name?.description ?? "") \(target)" }

    private var method: Method {
        switch self {
        case .status, .health, .metrics, .watch, .whoami, .credentials, .compat: .get
        case .setCredentials: .put
        case .forgetCredentials: .delete
        case .sign, .presign, .postPolicy, .explain, .refresh, .reload: .post
        }
    }

    private var target: String {
        switch self {
        case .status: "/v1/status"
        case .health: "/v1/health"
        case .metrics: "/metrics"
        case .watch: "/v1/watch"
        case .sign: "/v1/sign"
        case .presign: "/v1/presign"
        case .postPolicy: "/v1/post-policy"
        case .whoami: "/v1/whoami"
        case .credentials(let wish): "/v1/credentials\(wish.query)"
        case .compat(let wish): "/v1/compat\(wish.addressQuery)"
        case .explain: "/v1/explain"
        case .setCredentials(let name), .forgetCredentials(let name): "/v1/profiles/\(name.text)/credentials"
        case .refresh(let name): "/v1/profiles/\(name.text)/refresh"
        case .reload: "/v1/reload"
        }
    }

    private func writeBody(into output: inout ByteBuffer, given body: Span<UInt8>) {
        switch self {
        case .sign(let location, let terms): output.append(terms, about: [location], expires: nil)
        case .presign(let locations, let terms):
            output.append(terms.signing, about: locations, expires: terms.expires)
        case .postPolicy(let form): output.append(form)
        case .explain(let somebody, let wanted): output.append(wanted, by: somebody)
        case .setCredentials: output.append(body)
        case .status, .health, .metrics, .watch, .whoami, .credentials, .compat, .forgetCredentials, .refresh,
            .reload:
            break
        }
    }
}
