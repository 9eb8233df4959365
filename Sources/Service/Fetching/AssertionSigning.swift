internal import Assertions
internal import Bytes
internal import Exchange
internal import Kernel
internal import Proving
internal import Time
internal import Verifying

extension AssertionKey {
    /// Signs with the key in the file, which is read for each signature.
    func sign(
        _ assertion: ClientAssertion, at now: Timestamp, with chain: CertificateChain?
    ) throws(ExchangeFailure) -> ByteBuffer {
        let key = try file.privateKey()
        let random = Randomness.bytes(16)
        var assertion = assertion
        assertion.keyID = id ?? (certificates == nil ? key.publicKey?.thumbprint : nil)
        let input = assertion.signingInput(key.algorithm, at: now, random: random.span)
        guard let signature = key.sign(input.span) else {
            throw ExchangeFailure(
                .secretFile, "\(file.path) has a key that cannot sign: its numbers do not fit together")
        }
        // A server would only say that the client is unknown.
        if let chain, let certificates, !chain.key.verifies(signature.span, of: input.span) {
            throw ExchangeFailure(
                .secretFile, "\(file.path) is not the key of the first certificate in \(certificates.path)")
        }
        return ClientAssertion.token(input.span, signature: signature.span)
    }
}

extension PrivateKey {
    /// `nil`: its numbers do not fit together.
    fileprivate var publicKey: CertifiedKey? {
        switch kind {
        case .rsa(let numbers):
            .rsa(
                modulus: [UInt8](copying: der[numbers[0]]), exponent: [UInt8](copying: der[numbers[1]]))
        case .p256(let secret): p256Public(der[secret])
        }
    }

    private func p256Public(_ secret: Span<UInt8>) -> CertifiedKey? {
        guard let point = PrivateKeySignatures.p256Public(secret) else { return nil }
        return .p256(x: [UInt8](copying: point[0..<32]), y: [UInt8](copying: point[32..<64]))
    }

    fileprivate func sign(_ message: Span<UInt8>) -> ByteBuffer? {
        switch kind {
        case .rsa(let numbers): PrivateKeySignatures.rsa(der.span, numbers: numbers, signing: message)
        case .p256(let secret): PrivateKeySignatures.p256(der[secret], signing: message)
        }
    }
}

extension CertifiedKey {
    fileprivate func verifies(_ signature: Span<UInt8>, of message: Span<UInt8>) -> Bool {
        switch self {
        case .rsa(let modulus, let exponent):
            PublicKeySignatures.isValid(
                rsa: signature, of: message, modulus: modulus.span, exponent: exponent.span)
        case .p256(let x, let y):
            PublicKeySignatures.isValid(p256: signature, of: message, x: x.span, y: y.span)
        }
    }
}

extension SecretFile {
    /// A key of 8,192 bits has 6,400 bytes, and a chain eight certificates.
    private static let pemLimit = 65_536

    fileprivate func privateKey() throws(ExchangeFailure) -> PrivateKey {
        let pem = try contents(atMost: SecretFile.pemLimit)
        return try mapping(PrivateKey(pem: pem.span)) { (error: PrivateKeyError) in
            ExchangeFailure(.secretFile, "\(path) \(error)")
        }
    }

    func certificateChain() throws(ExchangeFailure) -> CertificateChain {
        let pem = try contents(atMost: SecretFile.pemLimit)
        return try mapping(CertificateChain(pem: pem.span)) { (error: CertificateError) in
            ExchangeFailure(.secretFile, "\(path) \(error)")
        }
    }
}
