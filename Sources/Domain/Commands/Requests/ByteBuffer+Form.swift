internal import Bytes
internal import JSON
internal import Time

// The bodies of /v1/post-policy and /v1/explain.
extension ByteBuffer {
    mutating func append(_ form: PostForm) {
        beginObject()
        append(beginningOf: form.signing)
        member("bucket", ifAny: form.bucket)
        member("expires", ifAny: form.expires)
        append(placeOf: form.signing)
        name("conditions")
        append(conditionsOf: form)
        append(endOf: form.signing)
        endObject()
    }

    private mutating func append(conditionsOf form: PostForm) {
        beginArray()
        switch form.key {
        case .exactly(let key): condition("eq", "$key", key)
        case .beginning(let key): condition("starts-with", "$key", key)
        }
        if let type = form.contentType {
            let isPattern = type.hasSuffix("*")
            condition(
                isPattern ? "starts-with" : "eq", "$content-type", isPattern ? String(type.dropLast()) : type)
        }
        if let status = form.successStatus { condition("eq", "$success_action_status", status) }
        if let size = form.maximumSize {
            beginArray()
            value("content-length-range")
            value(0)
            value(size)
            endArray()
        }
        endArray()
    }

    private mutating func condition(_ verb: StaticString, _ field: StaticString, _ text: String) {
        beginArray()
        value(verb)
        value(field)
        value(text)
        endArray()
    }
}

extension ByteBuffer {
    mutating func append(_ wanted: Wanted, by somebody: Somebody) {
        beginObject()
        switch somebody.user {
        case .caller: break
        case .name(let name): member("user", name)
        case .number(let number): member("uid", number)
        }
        member("unit", ifAny: somebody.unit)
        member("slice", ifAny: somebody.slice)
        member("exe", ifAny: somebody.executable)
        member("label", ifAny: somebody.label)
        append(wanted)
        endObject()
    }

    private mutating func append(_ wanted: Wanted) {
        name("operation")
        switch wanted {
        case .sign(let location, let terms):
            value("sign")
            name("request")
            append(terms, about: [location], expires: nil)
        case .presign(let location, let terms):
            value("presign")
            name("request")
            append(terms.signing, about: [location], expires: terms.expires)
        case .postPolicy(let form):
            value("post-policy")
            name("request")
            append(form)
        case .signString(let string, let terms):
            value("sign-string")
            name("request")
            append(string, by: terms)
        case .credentials(let profile):
            value("credentials")
            name("request")
            beginObject()
            member("profile", ifAny: profile?.text)
            endObject()
        }
    }

    private mutating func append(_ string: String, by terms: SigningTerms) {
        let isV4 = terms.version == "v4"
        beginObject()
        member("profile", ifAny: terms.profile)
        member("version", isV4 ? "v4" : "v1")
        member(isV4 ? "canonicalRequest" : "stringToSign", string)
        member("region", ifAny: terms.region)
        member("time", ifAny: terms.time?.description)
        endObject()
    }
}
