package import Bytes
internal import Hashing
internal import Text
package import Time

/// Signs calls of the Security Token Service, and holds the texts of the last signature.
///
/// The method is described at https://www.alibabacloud.com/help/en/sdk/product-overview/rpc-mechanism
package struct STSSigner: ~Copyable {
    /// The parameters to send: in the URL, or as the form of a POST.
    package private(set) var query = ByteBuffer(capacity: 2_048)
    package private(set) var stringToSign = ByteBuffer(capacity: 2_048)
    /// Base64, not percent-encoded.
    package private(set) var signature = ByteBuffer(capacity: 64)

    package init() {}

    private mutating func reset() {
        query.removeAll()
        stringToSign.removeAll()
        signature.removeAll()
    }
}

// The RPC signature: HMAC-SHA1 over all parameters.
extension STSSigner {
    /// `nonce` must be new; STS rejects a repeated one for some minutes.
    package mutating func signRPC(
        _ request: inout STSRequest, with credential: STSCredential, nonce: Span<UInt8>, at time: Timestamp
    ) {
        reset()
        request.removeSignatureParameters()
        request.addCommonParameters()
        request.addSignatureParameter("AccessKeyId", credential.keyID)
        request.addSignatureParameter("SignatureNonce", nonce)
        var timestamp = ByteBuffer(capacity: 20)
        timestamp.append(rfc3339: time)
        request.addSignatureParameter("Timestamp", timestamp.span)
        if credential.hasToken { request.addSignatureParameter("SecurityToken", credential.securityToken) }
        query.append(canonicalQueryOf: request)
        writeStringToSignRPC(method: request.method)
        writeSignatureRPC(secret: credential.secret)
    }

    private mutating func writeStringToSignRPC(method: Method) {
        stringToSign.append(method.name)
        stringToSign.append("&%2F&")
        stringToSign.append(percentEncoded: query)
    }

    private mutating func writeSignatureRPC(secret: Span<UInt8>) {
        var key = ByteBuffer(capacity: secret.count + 1)
        key.append(secret)
        key.append(UInt8(ascii: "&"))
        let code = HMACSHA1(key: key.span).authenticate(stringToSign.span)
        signature.append(base64: code.span)
        query.append("&Signature=")
        query.append(percentEncoded: signature)
    }
}

extension STSRequest {
    fileprivate mutating func addCommonParameters() {
        addSignatureParameter("Action", action)
        addSignatureParameter("Format", "JSON")
        addSignatureParameter("SignatureMethod", "HMAC-SHA1")
        addSignatureParameter("SignatureVersion", "1.0")
        addSignatureParameter("Version", STSRequest.version)
    }
}

// AssumeRoleWithOIDC has no signature: the token of the provider is the proof.
extension STSSigner {
    /// Writes a form into `query` that is complete but for the token.
    package mutating func write(unsigned request: inout STSRequest, nonce: Span<UInt8>, at time: Timestamp) {
        reset()
        request.removeSignatureParameters()
        request.addSignatureParameter("Action", request.action)
        request.addSignatureParameter("Format", "JSON")
        request.addSignatureParameter("SignatureNonce", nonce)
        var timestamp = ByteBuffer(capacity: 20)
        timestamp.append(rfc3339: time)
        request.addSignatureParameter("Timestamp", timestamp.span)
        request.addSignatureParameter("Version", STSRequest.version)
        query.append(canonicalQueryOf: request)
    }
}

/// A key borrowed for one call of STS; the signer keeps no copy.
package struct STSCredential: ~Escapable {
    let keyID: Span<UInt8>
    let secret: Span<UInt8>
    let securityToken: Span<UInt8>

    /// `nil`: the id or the token, which a long-lived key leaves empty, has a byte that could forge a header.
    @_lifetime(copy keyID, copy secret, copy securityToken)
    package init?(keyID: Span<UInt8>, secret: Span<UInt8>, securityToken: Span<UInt8>) {
        guard !keyID.isEmpty, keyID.isVisibleASCII, securityToken.isVisibleASCII, !secret.isEmpty else {
            return nil
        }
        self.keyID = keyID
        self.secret = secret
        self.securityToken = securityToken
    }

    var hasToken: Bool { !securityToken.isEmpty }
}

/// A call of the Security Token Service: its action and its parameters.
///
/// All bytes are in one buffer, and the parameters are percent-encoded and sorted. A new signature replaces the
/// parameters of the last one, so a request can be signed again.
package struct STSRequest: ~Copyable {
    fileprivate static let version: StaticString = "2015-04-01"

    fileprivate private(set) var text = ByteBuffer(capacity: 2_048)
    package let action: StaticString
    package var method = Method.post
    fileprivate private(set) var parameters: [Parameter] = []

    package init(action: StaticString) {
        self.action = action
    }

    /// The name and the encoded value of a parameter.
    fileprivate struct Parameter {
        var name: Range<Int>
        var value: Range<Int>
        var isOfSignature: Bool
    }

    /// Adds a parameter of the action with a raw value; each name at most once.
    package mutating func addParameter(_ name: StaticString, _ value: Span<UInt8>) throws(SigningError) {
        guard value.isUTF8 else { throw .parameterNotUTF8 }
        insert(name, value, isOfSignature: false)
    }

    package mutating func addParameter(_ name: StaticString, _ number: Int) throws(SigningError) {
        var digits = ByteBuffer(capacity: 20)
        digits.append(decimal: number)
        try addParameter(name, digits.span)
    }

    fileprivate mutating func addSignatureParameter(_ name: StaticString, _ value: Span<UInt8>) {
        insert(name, value, isOfSignature: true)
    }

    fileprivate mutating func addSignatureParameter(_ name: StaticString, _ value: StaticString) {
        var text = ByteBuffer(capacity: 16)
        text.append(value)
        addSignatureParameter(name, text.span)
    }

    fileprivate mutating func removeSignatureParameters() {
        parameters.removeAll(where: \.isOfSignature)
    }

    private mutating func insert(_ name: StaticString, _ value: Span<UInt8>, isOfSignature: Bool) {
        let start = text.count
        text.append(name)
        let middle = text.count
        text.append(percentEncoded: value)
        let place = place(of: start..<middle)
        precondition(place == 0 || !text[parameters[place - 1].name].equals(name))
        let parameter = Parameter(
            name: start..<middle, value: middle..<text.count, isOfSignature: isOfSignature)
        parameters.insert(parameter, at: place)
    }

    private func place(of name: Range<Int>) -> Int {
        var index = parameters.count
        while index > 0, text[name].compare(text[parameters[index - 1].name]) < 0 { index -= 1 }
        return index
    }
}

extension ByteBuffer {
    /// Appends the *canonicalized query string*: all parameters in their order, joined by `&`.
    fileprivate mutating func append(canonicalQueryOf request: borrowing STSRequest) {
        var isFirst = true
        for parameter in request.parameters {
            if !isFirst { append(UInt8(ascii: "&")) }
            isFirst = false
            append(request.text, parameter.name)
            append(UInt8(ascii: "="))
            append(request.text, parameter.value)
        }
    }
}
