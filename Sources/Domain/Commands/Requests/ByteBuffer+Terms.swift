internal import Bytes
internal import JSON

// The bodies of /v1/sign and /v1/presign.
extension ByteBuffer {
    mutating func append(_ terms: SigningTerms, about locations: [ObjectLocation], expires: Int?) {
        beginObject()
        member("profile", terms.profile)
        member("version", terms.version)
        member("method", terms.method)
        append(locations)
        if let expires {
            name("expires")
            value(expires)
        }
        member("endpoint", terms.endpoint)
        member("region", terms.region)
        member("addressing", terms.addressing)
        append(terms.parameters)
        append(headersOf: terms)
        if let minValid = terms.minValid {
            name("minValid")
            value(minValid)
        }
        if terms.explains {
            name("explain")
            value(true)
        }
        endObject()
    }

    private mutating func append(_ locations: [ObjectLocation]) {
        member("bucket", locations.first?.bucket)
        guard locations.count > 1 else {
            member("key", locations.first?.key)
            return
        }
        name("keys")
        beginArray()
        for location in locations { value(location.key ?? "") }
        endArray()
    }

    private mutating func append(_ parameters: [Parameter]) {
        guard !parameters.isEmpty else { return }
        name("parameters")
        beginObject()
        for parameter in parameters {
            name(parameter.name.utf8Span.span)
            if parameter.values.count > 1 { beginArray() }
            for text in parameter.values { append(text) }
            if parameter.values.count > 1 { endArray() }
        }
        endObject()
    }

    private mutating func append(_ text: String?) {
        if let text { value(text) } else { null() }
    }

    private mutating func append(headersOf terms: SigningTerms) {
        if !terms.headers.isEmpty {
            name("headers")
            beginObject()
            for header in terms.headers {
                name(header.name.utf8Span.span)
                value(header.value)
            }
            endObject()
        }
        if !terms.additionalHeaders.isEmpty {
            name("additionalHeaders")
            beginArray()
            for header in terms.additionalHeaders { value(header) }
            endArray()
        }
        member("contentType", terms.contentType)
        member("contentMD5", terms.contentMD5)
    }

    private mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(name)
        value(text)
    }
}
