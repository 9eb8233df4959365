internal import Bytes
internal import Text

/// What systemd wants for `LoadCredential=`, which it says by the name of its socket: a zero, a random number, then
/// `/unit/UNIT/ID` (systemd.exec(5)).
package struct ServiceCredentialRequest: Equatable {
    package let unit: Range<Int>
    /// The name of the credential, by which a profile is meant.
    package let profile: Range<Int>

    /// `nil` when this is not how systemd calls itself.
    package init?(peerName name: Span<UInt8>) {
        guard name.count > 1, name[0] == 0,
            let slash = name.firstIndex(of: UInt8(ascii: "/"), from: 1), slash > 1,
            name.extracting(droppingFirst: slash).hasPrefix("/unit/")
        else { return nil }
        let start = slash + "/unit/".utf8.count
        guard let end = name.firstIndex(of: UInt8(ascii: "/"), from: start), end > start,
            end + 1 < name.count,
            name.firstIndex(of: UInt8(ascii: "/"), from: end + 1) == nil,
            name.firstIndex(of: 0, from: 1) == nil
        else { return nil }
        unit = start..<end
        profile = (end + 1)..<name.count
    }
}
