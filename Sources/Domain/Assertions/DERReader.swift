internal import Bytes

/// Reads the elements of DER (X.690) one after the other; the places count from the first byte of the document.
///
/// Only the definite lengths that DER allows, each in its shortest form.
struct DERReader: ~Copyable, ~Escapable {
    enum Tag {
        static let integer: UInt8 = 0x02
        static let bits: UInt8 = 0x03
        static let octets: UInt8 = 0x04
        static let object: UInt8 = 0x06
        static let sequence: UInt8 = 0x30
        /// The version of a certificate.
        static let version: UInt8 = 0xA0
    }

    private let bytes: Span<UInt8>
    private var position: Int
    private let end: Int

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ place: Range<Int>) {
        self.bytes = bytes
        position = place.lowerBound
        end = place.upperBound
    }

    var isAtEnd: Bool { position == end }

    /// Whether an element with this tag comes next.
    func isNext(_ tag: UInt8) -> Bool { position < end && bytes[position] == tag }

    /// Returns the content of the next element, which must have this tag.
    @_lifetime(self: copy self)
    mutating func next(_ tag: UInt8) throws(DERError) -> Range<Int> {
        guard isNext(tag) else { throw DERError() }
        position += 1
        let length = try length()
        guard length <= end - position else { throw DERError() }
        defer { position += length }
        return position..<position + length
    }

    /// Returns a positive integer without the zero byte before it.
    @_lifetime(self: copy self)
    mutating func nextNumber() throws(DERError) -> Range<Int> {
        let place = try next(Tag.integer)
        guard let first = place.first, bytes[first] < 0x80 else { throw DERError() }
        guard bytes[first] == 0 else { return place }
        guard place.count > 1, bytes[first + 1] >= 0x80 else { throw DERError() }
        return first + 1..<place.upperBound
    }

    /// Skips a version or another small integer, which must have this value.
    @_lifetime(self: copy self)
    mutating func expect(_ value: UInt8) throws(DERError) {
        let place = try next(Tag.integer)
        guard place.count == 1, bytes[place.lowerBound] == value else { throw DERError() }
    }

    /// Skips an element, whatever it is.
    @_lifetime(self: copy self)
    mutating func skip() throws(DERError) {
        guard position < end else { throw DERError() }
        _ = try next(bytes[position])
    }

    @_lifetime(self: copy self)
    private mutating func length() throws(DERError) -> Int {
        let first = try byte()
        guard first >= 0x80 else { return Int(first) }
        var length = 0
        // No file here has four gigabytes.
        guard (0x81...0x83).contains(first) else { throw DERError() }
        for _ in 0x80..<first { length = length << 8 | Int(try byte()) }
        let least = first == 0x81 ? 0x80 : 1 << (8 * (Int(first) - 0x81))
        guard length >= least else { throw DERError() }
        return length
    }

    @_lifetime(self: copy self)
    private mutating func byte() throws(DERError) -> UInt8 {
        guard position < end else { throw DERError() }
        defer { position += 1 }
        return bytes[position]
    }
}

/// The bytes are not the DER that was expected.
struct DERError: Error {}

/// The names of algorithms and curves, without tag and length.
enum ObjectName {
    static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    static let ellipticCurve: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
}

/// The algorithm of a key (RFC 5280, 4.1.2.7).
enum KeyAlgorithm {
    case rsa, p256

    /// Reads `SEQUENCE { algorithm, parameters }`; `nil`: another algorithm or curve.
    static func next(in der: inout DERReader, of bytes: Span<UInt8>) throws(DERError) -> KeyAlgorithm? {
        var names = DERReader(bytes, try der.next(DERReader.Tag.sequence))
        let name = bytes.extracting(try names.next(DERReader.Tag.object))
        if name.equals(ObjectName.rsa.span) { return .rsa }
        guard name.equals(ObjectName.ellipticCurve.span), names.isNext(DERReader.Tag.object) else {
            return nil
        }
        return bytes.extracting(try names.next(DERReader.Tag.object)).equals(ObjectName.p256.span)
            ? .p256 : nil
    }
}
