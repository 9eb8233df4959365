package import Bytes

extension ByteBuffer {
    /// Writes the credential in this form, with a newline at its end.
    ///
    /// The caller wipes the buffer.
    package mutating func append(_ document: borrowing CredentialDocument, as format: DocumentFormat) {
        switch format {
        case .json: append(sixMembersOf: document)
        case .process, .ossfs: append(fourMembersOf: document)
        case .external: append(stsTokenOf: document)
        case .appserver: append(answerOf: document)
        case .env: append(variablesOf: document)
        case .ini: append(iniOf: document)
        case .ossutil: append(ossutilOf: document)
        }
    }
}
