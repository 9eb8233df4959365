internal import CommandLine

/// A form by which a browser uploads: what it may contain.
package struct PostForm: Equatable, Sendable {
    /// Which key the upload gets.
    enum Key: Equatable, Sendable {
        case exactly(String)
        /// The name of the file is appended to it.
        case beginning(String)
    }

    let bucket: String
    let key: Key
    let signing: SigningTerms
    let expires: Int?
    let maximumSize: Int?
    /// With a `*` at its end: all that begin so.
    let contentType: String?
    let successStatus: String?

    init(_ call: Call, variable: (String) -> String?) throws(UsageError) {
        let location = try ObjectLocation(call.arguments[0])
        guard let bucket = location.bucket else {
            throw UsageError("a form needs a bucket: oss://BUCKET/KEY")
        }
        self.bucket = bucket
        let key = location.key ?? ""
        self.key = key.isEmpty || key.hasSuffix("/") ? .beginning(key) : .exactly(key)
        signing = try SigningTerms(call, method: "POST", variable: variable)
        // 'explain' has one for forms and for URLs.
        expires = try call.seconds(of: call.has(.expires) ? .expires : .formExpires)
        guard expires != 0 else { throw UsageError("--expires must be one second at least") }
        maximumSize = try call.value(of: .maximumSize).map { text throws(UsageError) in
            guard let size = ByteSize(text) else {
                throw UsageError("--max-size cannot be '\(text)'; write 1048576, 10M or 1G")
            }
            return size.bytes
        }
        contentType = call.value(of: .formType)
        successStatus = call.value(of: .successStatus)
    }
}

extension PostForm {
    /// What the form has besides the fields that the daemon answers; `${filename}` is for OSS to fill in.
    var fields: [Field] {
        var fields = [Field(name: "key", value: keyField)]
        if let contentType { fields.append(Field(name: "Content-Type", value: contentType)) }
        if let successStatus { fields.append(Field(name: "success_action_status", value: successStatus)) }
        return fields
    }

    private var keyField: String {
        switch key {
        case .exactly(let key): key
        case .beginning(let beginning): beginning + "${filename}"
        }
    }
}
