internal import Bytes
internal import Text

// Documents that are lines of names and values.
extension ByteBuffer {
    /// The names of the credentials libraries, then those of the OSS SDKs.
    ///
    /// A credential's name without a value is written too, because the file may be read over an older one.
    mutating func append(variablesOf document: borrowing CredentialDocument) {
        variable("ALIBABA_CLOUD_ACCESS_KEY_ID", document.accessKeyID)
        variable("ALIBABA_CLOUD_ACCESS_KEY_SECRET", document.accessKeySecret)
        variable("ALIBABA_CLOUD_SECURITY_TOKEN", document.securityToken)
        variable("OSS_ACCESS_KEY_ID", document.accessKeyID)
        variable("OSS_ACCESS_KEY_SECRET", document.accessKeySecret)
        variable("OSS_SESSION_TOKEN", document.securityToken)
        if !document.region.isEmpty { variable("OSS_REGION", document.region.utf8Span.span) }
        if !document.endpoint.isEmpty { variable("OSS_ENDPOINT", document.endpoint.utf8Span.span) }
    }

    mutating func append(iniOf document: borrowing CredentialDocument) {
        append("[default]\n")
        line("oss_access_key_id", document.accessKeyID)
        line("oss_secret_access_key", document.accessKeySecret)
        line("oss_session_token", document.securityToken)
    }

    /// One section for each of its major versions: ossutil 2 reads `default`, ossutil 1 `Credentials`.
    mutating func append(ossutilOf document: borrowing CredentialDocument) {
        for section in ["default", "Credentials"] {
            append("[\(section)]\n")
            appendSection(ofOssutil: document)
        }
    }

    private mutating func appendSection(ofOssutil document: borrowing CredentialDocument) {
        line("accessKeyID", document.accessKeyID)
        line("accessKeySecret", document.accessKeySecret)
        line("stsToken", document.securityToken)
        line("endpoint", document.endpoint.utf8Span.span)
        line("region", document.region.utf8Span.span)
    }
}

extension ByteBuffer {
    /// A line without a value is left out.
    private mutating func line(_ name: StaticString, _ value: Span<UInt8>) {
        guard !value.isEmpty else { return }
        append(name)
        append(UInt8(ascii: "="))
        append(value)
        append(UInt8(ascii: "\n"))
    }

    private mutating func variable(_ name: StaticString, _ value: Span<UInt8>) {
        append(name)
        append(UInt8(ascii: "="))
        if value.isPlainWord { append(value) } else { append(quoted: value) }
        append(UInt8(ascii: "\n"))
    }

    /// As a shell and systemd understand it; programs that know no quotes see none around ordinary tokens.
    private mutating func append(quoted value: Span<UInt8>) {
        append(UInt8(ascii: "'"))
        for index in 0..<value.count {
            if value[index] == UInt8(ascii: "'") { append("'\\''") } else { append(value[index]) }
        }
        append(UInt8(ascii: "'"))
    }
}

extension Span<UInt8> {
    /// Whether no shell sees anything in it.
    fileprivate var isPlainWord: Bool {
        for index in 0..<count where !(self[index].isAlphanumeric || self[index].isPlainMark) { return false }
        return true
    }
}

extension UInt8 {
    fileprivate var isPlainMark: Bool {
        switch self {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"),
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: ","):
            true
        default: false
        }
    }
}
