internal import Bytes
internal import JSON
internal import Time

// The bodies of /v1/sign and /v1/presign.
extension ByteBuffer {
    mutating func append(_ terms: SigningTerms, about locations: [ObjectLocation], expires: Int?) {
        beginObject()
        append(beginningOf: terms)
        member("method", ifAny: terms.method)
        append(locations)
        member("expires", ifAny: expires)
        append(placeOf: terms)
        append(terms.parameters)
        append(headersOf: terms)
        append(endOf: terms)
        endObject()
    }

    mutating func append(beginningOf terms: SigningTerms) {
        member("profile", ifAny: terms.profile)
        member("version", ifAny: terms.version)
    }

    mutating func append(placeOf terms: SigningTerms) {
        member("endpoint", ifAny: terms.endpoint)
        member("region", ifAny: terms.region)
        member("addressing", ifAny: terms.addressing)
        member("cloudBoxID", ifAny: terms.cloudBoxID)
    }

    mutating func append(endOf terms: SigningTerms) {
        member("time", ifAny: terms.time?.description)
        member("minValid", ifAny: terms.minValid)
        if terms.explains {
            name("explain")
            value(true)
        }
    }

    private mutating func append(_ locations: [ObjectLocation]) {
        // None is meant where none is named, not that of the profile.
        member("bucket", ifAny: locations.first.map { $0.bucket ?? "" })
        guard locations.count > 1 else {
            member("key", ifAny: locations.first?.key)
            return
        }
        member("keys", locations.map { $0.key ?? "" })
    }

    private mutating func append(_ parameters: [Parameter]) {
        guard !parameters.isEmpty else { return }
        name("parameters")
        beginObject()
        for parameter in parameters {
            name(parameter.name.utf8Span.span)
            if parameter.values.count > 1 { beginArray() }
            for text in parameter.values { value(orNull: text) }
            if parameter.values.count > 1 { endArray() }
        }
        endObject()
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
        member("additionalHeaders", ifAny: terms.additionalHeaders)
        member("contentType", ifAny: terms.contentType)
        member("contentMD5", ifAny: terms.contentMD5)
    }
}
