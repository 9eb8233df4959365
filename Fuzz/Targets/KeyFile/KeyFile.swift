internal import Assertions
internal import Bytes
internal import FuzzInput

/// A key whose numbers are within it, and certificates that are written as they were read.
@c(LLVMFuzzerTestOneInput)
func fuzzKeyFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        checkKey(input)
        checkCertificates(input)
    }
}

private func checkKey(_ input: Span<UInt8>) {
    guard let key = try? PrivateKey(pem: input) else { return }
    switch key.kind {
    case .rsa(let numbers):
        precondition(numbers.count == 7)
        for place in numbers { precondition(!key.der[place].isEmpty) }
    case .p256(let secret): precondition(key.der[secret].count == 32)
    }
}

private func checkCertificates(_ input: Span<UInt8>) {
    guard let chain = try? CertificateChain(pem: input) else { return }
    precondition((1...8).contains(chain.base64.count))
    let text = chain.pem(0..<chain.base64.count)
    precondition((try? CertificateChain(pem: text.utf8Span.span)) == chain)
}
