internal import Bytes
internal import Text

/// A code that a user exchanges for its bearer token, once and before the code ends.
///
/// Others may read it later, where the user got it: in a chat, or in the user data of an instance.
package struct EnrolmentCode: Equatable, Sendable {
    package let text: String

    /// The prefix lets scanners of source code find a code that leaked.
    private static let prefix: StaticString = "ossauthcode_"
    /// 128 bits, so that no code can be guessed while it is valid.
    package static let randomBytes = 16

    package init(random: Span<UInt8>) {
        precondition(random.count == EnrolmentCode.randomBytes)
        var text = ByteBuffer(capacity: 64)
        text.append(EnrolmentCode.prefix)
        text.append(hex: random)
        self.text = String(copying: text.span)
    }

    /// Parses the body of a request; files and shells add white space around it.
    package init?(_ body: Span<UInt8>) {
        let text = body.withoutWhiteSpace
        let digits = text.count - EnrolmentCode.prefix.utf8CodeUnitCount
        guard text.hasPrefix(EnrolmentCode.prefix), digits == 2 * EnrolmentCode.randomBytes,
            text.isAll(in: .alphanumeric.with("_"))
        else { return nil }
        self.text = String(copying: text)
    }
}
