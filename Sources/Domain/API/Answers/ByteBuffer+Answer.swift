internal import Bytes
internal import JSON
internal import Signing
internal import Text
internal import Time
internal import Tokens

// The members that several answers share.
extension ByteBuffer {
    mutating func member(_ name: StaticString, _ text: borrowing ByteBuffer) {
        self.name(name)
        value(text)
    }

    mutating func member(_ name: StaticString, plain text: borrowing ByteBuffer) {
        self.name(name)
        value(plain: text)
    }

    mutating func member(_ name: StaticString, _ time: Timestamp?) {
        self.name(name)
        guard let time else { return null() }
        append(UInt8(ascii: "\""))
        append(rfc3339: time)
        append(UInt8(ascii: "\""))
    }

    mutating func append(
        beginningOf call: borrowing SigningCall, with credential: Credential, of profile: ProfileDefaults
    ) {
        append("{\"profile\":\"")
        append(profile.name)
        append("\",\"generation\":")
        append(decimal: credential.generation)
        append(",\"version\":\"")
        append(call.version.name)
        append(UInt8(ascii: "\""))
        guard call.route != .postPolicy else { return }
        append(",\"method\":\"")
        append(call.request.method.name)
        append(UInt8(ascii: "\""))
    }
}
