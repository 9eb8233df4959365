internal import Assertions
internal import Bytes
internal import Exchange
internal import JSON
internal import Kernel
internal import Text
internal import Time
internal import Transfer

/// The request for a token: the form, and the header where it carries the proof.
struct LoginMessage: ~Copyable {
    var form = ByteBuffer(capacity: 8_192)
    var authorization = ByteBuffer()
}

extension ClientLogin {
    /// The token of an identity provider has up to 20,000 characters, and so has a document about an instance.
    private static let proofLimit = 32_768

    /// Reads the files of the proof, which may have been renewed since the last time.
    func message(
        at now: Timestamp, for request: ExchangeRequest, in context: ExchangeContext
    ) throws(ExchangeFailure) -> LoginMessage {
        var message = LoginMessage()
        message.form.append("grant_type=client_credentials")
        switch proof {
        case .secret(let file):
            message.authorization = try file.withSecret { secret throws(ExchangeFailure) in basicLogin(secret)
            }
        case .key(let key): try append(key, to: &message.form, at: now)
        case .token(let file):
            let token = try file.withSecret(atMost: ClientLogin.proofLimit) { text throws(ExchangeFailure) in
                ByteBuffer(copying: text)
            }
            append(token, as: federatedCredential == nil ? .token : .foreignToken, to: &message.form)
        case .ecsIdentity(let instance, let metadata):
            let document = try request.instanceDocument(for: instance, from: metadata, at: now, in: context)
            guard (1...ClientLogin.proofLimit).contains(document.count) else {
                throw ExchangeFailure(.network, "the metadata service has no identity of this instance")
            }
            append(document, as: .instanceDocument, to: &message.form)
        }
        if let scope { message.form.append(parameter: "scope", scope.utf8Span.span) }
        return message
    }

    private func append(
        _ key: AssertionKey, to form: inout ByteBuffer, at now: Timestamp
    ) throws(ExchangeFailure) {
        let chain = try key.certificates?.certificateChain()
        let isInHeader = federatedCredential == nil
        let assertion = ClientAssertion(
            of: client, for: key.audience ?? tokenURL.text,
            certificates: isInHeader ? chain?.base64 ?? [] : [])
        let token = try key.sign(assertion, at: now, with: chain)
        append(token, as: isInHeader ? .token : .certifiedToken, to: &form)
        guard let chain, !isInHeader else { return }
        form.append(parameter: "client_x509", chain.pem(0..<1).utf8Span.span)
        form.append(parameter: "client_x509_chain", chain.pem(1..<chain.base64.count).utf8Span.span)
    }

    private func append(
        _ assertion: borrowing ByteBuffer, as type: AssertionType, to form: inout ByteBuffer
    ) {
        form.append(parameter: "client_id", client.utf8Span.span)
        form.append(parameter: "client_assertion_type", type.rawValue.utf8Span.span)
        form.append(parameter: "client_assertion", assertion.span)
        guard let federatedCredential else { return }
        form.append(parameter: "application_federated_credential_name", federatedCredential.utf8Span.span)
    }

    /// Both parts are escaped as in a form (RFC 6749, 2.3.1).
    private func basicLogin(_ secret: Span<UInt8>) -> ByteBuffer {
        var pair = ByteBuffer(capacity: 3 * (client.utf8.count + secret.count) + 1)
        pair.append(percentEncoded: client.utf8Span.span)
        pair.append(UInt8(ascii: ":"))
        pair.append(percentEncoded: secret)
        return ByteBuffer(basic: pair)
    }
}

/// The type of a proof, in the words of RFC 7523 or in those of IDaaS.
private enum AssertionType: String {
    case token = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    case certifiedToken = "urn:cloud:idaas:params:oauth:client-assertion-type:x509-jwt-bearer"
    case foreignToken = "urn:cloud:idaas:params:oauth:client-assertion-type:id-token-bearer"
    case instanceDocument = "urn:cloud:idaas:params:oauth:client-assertion-type:pkcs7-bearer"
}

extension ExchangeRequest {
    /// Asks the metadata service for its signed document about this instance, which no proxy can reach.
    fileprivate func instanceDocument(
        for instance: String, from metadata: ExchangeURL, at now: Timestamp, in context: ExchangeContext
    ) throws(ExchangeFailure) -> ByteBuffer {
        var direct = self
        direct.proxy = nil
        let (tokenURL, documentURL) = try metadata.identityURLs(for: instance, at: now)
        let token = try direct.metadataToken(at: tokenURL, in: context)
        let answer = try convertingFailure { () throws(TransferError) in
            var transfer = try Transfer.prepared(documentURL, for: direct, in: context)
            if let token {
                try transfer.addHeader("X-aliyun-ecs-metadata-token".utf8Span.span, token.utf8Span.span)
            }
            let status = try transfer.get()
            return FinishedTransfer(status: status, value: transfer)
        }
        guard answer.status == 200 else {
            throw ExchangeFailure(
                .network, "the metadata service has no identity of this instance: status \(answer.status)")
        }
        return ByteBuffer(copying: answer.value.body.trimmed)
    }
}

extension ExchangeURL {
    /// The document states for whom it is, and when it was asked for.
    fileprivate func identityURLs(
        for instance: String, at now: Timestamp
    ) throws(ExchangeFailure) -> (token: ExchangeURL, document: ExchangeURL) {
        var audience = ByteBuffer()
        audience.beginObject()
        audience.member("aud", instance)
        audience.member("signingTime", Int(now.secondsSince1970))
        audience.endObject()
        var query = ByteBuffer()
        query.append(percentEncoded: audience.span)
        do throws(ExchangeError) {
            return (
                try ExchangeURL(text + "/latest/api/token"),
                try ExchangeURL(
                    text + "/latest/dynamic/instance-identity/pkcs7?audience=" + String(copying: query.span))
            )
        } catch {
            throw ExchangeFailure(.badRequest, error.description)
        }
    }
}

extension ByteBuffer {
    /// Appends a member of a form that is not the first one.
    fileprivate mutating func append(parameter name: StaticString, _ value: Span<UInt8>) {
        append(UInt8(ascii: "&"))
        append(name)
        append(UInt8(ascii: "="))
        append(percentEncoded: value)
    }
}
