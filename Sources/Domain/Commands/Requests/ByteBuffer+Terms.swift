internal import Bytes
internal import JSON
internal import Time

// The bodies of /v1/sign and /v1/presign.
extension ByteBuffer {
    mutating func append(_ terms: SigningTerms, about locations: [ObjectLocation], expires: Int?) {
        beginObject()
        append(beginningOf: terms)
        member("method", terms.method)
        append(locations)
        member("expires", expires)
        append(placeOf: terms)
        append(terms.parameters)
        append(headersOf: terms)
        append(endOf: terms)
        endObject()
    }

    mutating func append(beginningOf terms: SigningTerms) {
        member("profile", terms.profile)
        member("version", terms.version)
    }

    mutating func append(placeOf terms: SigningTerms) {
        member("endpoint", terms.endpoint)
        member("region", terms.region)
        member("addressing", terms.addressing)
        member("cloudBoxID", terms.cloudBoxID)
    }

    mutating func append(endOf terms: SigningTerms) {
        member("time", terms.time?.description)
        member("minValid", terms.minValid)
        if terms.explains {
            name("explain")
            value(true)
        }
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

    mutating func member(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        self.name(name)
        value(number)
    }

    mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(name)
        value(text)
    }
}
