package import Bytes
internal import JSON
internal import Text
internal import Time

extension ByteBuffer {
    /// Appends the credential in this format and a newline; the caller wipes the buffer.
    package mutating func append(_ document: borrowing CredentialDocument, as format: DocumentFormat) {
        switch format {
        case .json: append(sixMembersOf: document)
        case .process, .ossfs: append(fourMembersOf: document)
        case .external: append(stsTokenOf: document)
        case .appserver: append(answerOf: document)
        case .env: append(variablesOf: document)
        case .ini: append(iniOf: document)
        case .ossutil: append(ossutilOf: document)
        case .aws: append(awsAnswerOf: document)
        case .awsProcess: append(awsProcessOf: document)
        case .awsIni: append(awsIniOf: document)
        }
    }
}

// Each member has its own line, because ossfs splits the document at commas and searches the pieces for names.
extension ByteBuffer {
    /// Appends exactly six members: clients reject a document without a token and quote it in their errors.
    private mutating func append(sixMembersOf document: borrowing CredentialDocument) {
        beginDocument()
        appendKey(of: document)
        member("Expiration", document.expiration)
        member("SecurityToken", evenIfEmpty: document.securityToken)
        member("LastUpdated", document.lastUpdated)
        member("Code", "Success".utf8Span.span)
        endDocument()
    }

    /// Omits the expiration of a key that does not expire: programs agree on a missing one, but not on an empty one.
    private mutating func append(fourMembersOf document: borrowing CredentialDocument) {
        beginDocument()
        appendKey(of: document)
        member("SecurityToken", document.securityToken)
        member("Expiration", document.expiration)
        endDocument()
    }

    private mutating func append(stsTokenOf document: borrowing CredentialDocument) {
        beginDocument()
        member("mode", (document.securityToken.isEmpty ? "AK" : "StsToken").utf8Span.span)
        member("access_key_id", document.accessKeyID)
        member("access_key_secret", document.accessKeySecret)
        member("sts_token", document.securityToken)
        member("expiration", document.expiration)
        endDocument()
    }

    /// Uses a string as status, which the clients of the official sample expect.
    private mutating func append(answerOf document: borrowing CredentialDocument) {
        beginDocument()
        member("StatusCode", "200".utf8Span.span)
        appendKey(of: document)
        member("SecurityToken", evenIfEmpty: document.securityToken)
        member("Expiration", document.expiration)
        for other in document.others { member(other.name, other.value.utf8Span.span) }
        endDocument()
    }
}

// The same for programs that speak S3, as AWS documents them.
extension ByteBuffer {
    /// Appends one document for both readers: each ignores the members that only the other needs.
    private mutating func append(awsAnswerOf document: borrowing CredentialDocument) {
        beginDocument()
        member("Code", "Success".utf8Span.span)
        member("LastUpdated", document.lastUpdated)
        member("Type", "AWS-HMAC".utf8Span.span)
        member("AccessKeyId", document.accessKeyID)
        member("SecretAccessKey", document.accessKeySecret)
        member("Token", evenIfEmpty: document.securityToken)
        member("Expiration", document.expiration)
        endDocument()
    }

    private mutating func append(awsProcessOf document: borrowing CredentialDocument) {
        append("{\n  \"Version\": 1,\n")
        member("AccessKeyId", document.accessKeyID)
        member("SecretAccessKey", document.accessKeySecret)
        member("SessionToken", document.securityToken)
        member("Expiration", document.expiration)
        endDocument()
    }

    private mutating func append(awsIniOf document: borrowing CredentialDocument) {
        append("[default]\n")
        line("aws_access_key_id", document.accessKeyID)
        line("aws_secret_access_key", document.accessKeySecret)
        line("aws_session_token", document.securityToken)
        line("region", document.region.utf8Span.span)
        line("endpoint_url", S3Endpoint.address(of: document.endpoint).utf8Span.span)
        appendAWSSettings()
    }

    /// Appends the settings that the SDKs of AWS need with OSS, for a profile of their configuration.
    package mutating func appendAWSSettings() {
        // OSS rejects the trailing checksums that newer SDKs send by default.
        for setting in VariableSet.aws.settings {
            append("\(setting.name.dropFirst("AWS_".count).lowercased())=\(setting.value)\n")
        }
        // OSS rejects a bucket in the path, where the SDK for Python puts it by default.
        append("s3=\n    addressing_style=virtual\n")
    }
}

extension ByteBuffer {
    private mutating func beginDocument() {
        append("{\n")
    }

    private mutating func endDocument() {
        append("\n}\n")
    }

    private mutating func appendKey(of document: borrowing CredentialDocument) {
        member("AccessKeyId", document.accessKeyID)
        member("AccessKeySecret", document.accessKeySecret)
    }

    /// The token of a long-lived key is empty.
    private mutating func member(_ name: StaticString, evenIfEmpty value: Span<UInt8>) {
        beginMember(name)
        append(escaped: value)
        append(UInt8(ascii: "\""))
    }

    /// Omits a member without a value.
    private mutating func member(_ name: StaticString, _ value: Span<UInt8>) {
        if !value.isEmpty { member(name, evenIfEmpty: value) }
    }

    private mutating func member(_ name: StaticString, _ time: Timestamp?) {
        guard let time else { return }
        beginMember(name)
        append(rfc3339: time)
        append(UInt8(ascii: "\""))
    }

    private mutating func beginMember(_ name: StaticString) {
        if self[count - 1] != UInt8(ascii: "\n") { append(",\n") }
        append("  \"")
        append(name)
        append("\": \"")
    }
}

// Documents that consist of lines with names and values.
extension ByteBuffer {
    /// Appends the credential under all of its names, then region and endpoint where they are known.
    ///
    /// An empty token has its line too, because a program may read the file after an older one.
    private mutating func append(variablesOf document: borrowing CredentialDocument) {
        for choice in document.variables {
            for variable in choice.credential { append(variable, of: document, evenIfEmpty: true) }
        }
        for choice in document.variables {
            for variable in choice.place { append(variable, of: document, evenIfEmpty: false) }
            for setting in choice.settings { append("\(setting.name)=\(setting.value)\n") }
        }
    }

    private mutating func append(
        _ variable: Variable, of document: borrowing CredentialDocument, evenIfEmpty: Bool
    ) {
        var value = ByteBuffer()
        value.append(variable.member, of: document)
        guard evenIfEmpty || !value.isEmpty else { return }
        append(variable.name)
        append(UInt8(ascii: "="))
        if value.span.isAll(in: .plain) { append(value) } else { append(quoted: value.span) }
        append(UInt8(ascii: "\n"))
    }

    private mutating func append(iniOf document: borrowing CredentialDocument) {
        append("[default]\n")
        line("oss_access_key_id", document.accessKeyID)
        line("oss_secret_access_key", document.accessKeySecret)
        line("oss_session_token", document.securityToken)
    }

    /// Appends a section for each major version: ossutil 2 reads `default`, ossutil 1 `Credentials`.
    private mutating func append(ossutilOf document: borrowing CredentialDocument) {
        for section in ["default", "Credentials"] {
            append("[\(section)]\n")
            line("accessKeyID", document.accessKeyID)
            line("accessKeySecret", document.accessKeySecret)
            line("stsToken", document.securityToken)
            line("endpoint", document.endpoint.utf8Span.span)
            line("region", document.region.utf8Span.span)
        }
    }
}

extension ByteBuffer {
    /// Omits a line without a value.
    private mutating func line(_ name: StaticString, _ value: Span<UInt8>) {
        guard !value.isEmpty else { return }
        append(name)
        append(UInt8(ascii: "="))
        append(value)
        append(UInt8(ascii: "\n"))
    }

    /// Quotes as shells and systemd read it; ordinary tokens need no quotes, which other programs would not remove.
    private mutating func append(quoted value: Span<UInt8>) {
        append(UInt8(ascii: "'"))
        for index in 0..<value.count {
            if value[index] == UInt8(ascii: "'") { append("'\\''") } else { append(value[index]) }
        }
        append(UInt8(ascii: "'"))
    }
}

extension ByteSet {
    /// The characters without a meaning for a shell.
    fileprivate static var plain: ByteSet {
        .alphanumeric.with("_").with("-").with(".").with("/").with("+").with("=").with(":").with("@")
            .with("%").with(",")
    }
}
