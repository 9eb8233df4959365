internal import API
internal import Access
internal import Bytes
internal import Callers
internal import Documents
internal import HTTP
internal import Hashing
internal import Serving
internal import Text

/// The compat listener: unmodified programs fetch a credential over TCP, from a URI in their configuration.
///
/// Every user has a secret path, derived from one key and the user's number. So a path that leaks from the environment of
/// one user is useless to another, and the daemon stores no list.
final class CompatEndpoint {
    private let context: DaemonContext
    private let credentials: CredentialEndpoint
    private let address: ListenerAddress
    private let key: HMACSHA256

    init(
        _ context: DaemonContext, _ credentials: CredentialEndpoint, at address: consuming ListenerAddress,
        key: Span<UInt8>
    ) {
        self.context = context
        self.credentials = credentials
        self.address = address
        self.key = HMACSHA256(key: key)
    }

    /// Answers only `GET /SECRET/PROFILE`, with or without `?format=`.
    func respond(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard request.method == .get, request.body.isEmpty,
            let format = DocumentFormat(compatQuery: request.query),
            address.isNamed(by: request.host), !request.isForwarded,
            isAuthorized(request, of: caller.peer.uid),
            let name = profile(in: request.path, for: caller.peer.uid)
        else { throw .noSuchRoute }
        let profile = try context.profile(named: request.path.extracting(name))
        return try credentials.respond(
            with: profile, as: format, to: request, by: caller, of: connection, into: &output)
    }

    /// Whether the request has no token, an empty one, or the secret of the path once more.
    ///
    /// Some programs send none, some refuse an address without one, and some take it only from a file.
    private func isAuthorized(_ request: borrowing ClientRequest, of user: UInt32) -> Bool {
        let token = request.field("authorization")
        return token.isEmpty || secret(of: user).equals(token)
    }

    func uri(of profile: Span<UInt8>, for user: UInt32) -> ByteBuffer {
        var uri = ByteBuffer()
        uri.append("http://")
        uri.append(address.authority)
        uri.append(UInt8(ascii: "/"))
        uri.append(secret(of: user).span)
        uri.append(UInt8(ascii: "/"))
        uri.append(profile)
        return uri
    }

    /// The range of the profile's name; `nil` when the path does not begin with this user's secret.
    private func profile(in path: Span<UInt8>, for user: UInt32) -> Range<Int>? {
        let start = ShortCode.length + 2
        guard path.count > start, path[start - 1] == UInt8(ascii: "/") else { return nil }
        return secret(of: user).equals(path.extracting(1..<start - 1)) ? start..<path.count : nil
    }

    private func secret(of user: UInt32) -> ShortCode {
        var message = ByteBuffer()
        message.append("compat ")
        message.append(decimal: Int(user))
        return ShortCode(of: message.span, under: key)
    }
}

/// The address of a TCP listener, as clients send it in `Host`.
struct ListenerAddress: ~Copyable {
    private let host: ByteBuffer
    let authority: ByteBuffer

    init(_ address: StaticString, port: UInt16) {
        var text = ByteBuffer()
        text.append(address)
        host = ByteBuffer(copying: text.span)
        text.append(UInt8(ascii: ":"))
        text.append(decimal: Int(port))
        authority = text
    }

    /// Whether `Host` names this listener; rejecting other names prevents DNS rebinding.
    func isNamed(by name: Span<UInt8>) -> Bool {
        authority.equals(name) || host.equals(name)
    }
}
