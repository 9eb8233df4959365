internal import Bytes
internal import Exchange
internal import FuzzInput
internal import Issuing

/// A document of the right issuer names an https URL, or is an error in one line; of another issuer it is always an error.
@c(LLVMFuzzerTestOneInput)
func fuzzDiscoveryDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        do throws(DiscoveryError) {
            let document = try DiscoveryDocument(input, of: "https://id.example.com/realms/main")
            precondition(document.keys.isSecure)
            precondition((try? DiscoveryDocument(input, of: "https://id.example.com/realms/main/")) == nil)
        } catch {
            precondition(!error.description.contains("\n"))
        }
    }
}
