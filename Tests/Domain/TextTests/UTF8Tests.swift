import Bytes
import TestSupport
import Testing
import Text

struct UTF8Tests {
    /// RFC 3629, sections 3, 4 and 10.
    @Test(arguments: [
        "", "41", "C2A2", "E0A080", "ED9FBF", "EE8080", "EFBFBF", "F0908080", "F48FBFBF", "41E289A2CE912E",
        "EFBBBF41", "4141414141414141 C3BC 4141414141414141",
    ])
    func `accepts UTF-8`(hex: String) {
        #expect([UInt8](hex: hex).span.isUTF8 == true)
    }

    @Test(arguments: [
        "80", "BF", "C0AF", "C080", "C1BF", "C2", "C241", "C2C2", "E08080", "E09FBF", "E0A0", "EDA080",
        "EDBFBF", "E282",
        "E28241", "F0808080", "F08FBFBF", "F4908080", "F5808080", "F09F98", "F8888080 80", "FE", "FF",
        "4141414141414141 C3", "41414141414141C3 4141414141414141",
    ])
    func `refuses overlong forms, surrogates and broken sequences`(hex: String) {
        #expect([UInt8](hex: hex).span.isUTF8 == false)
    }

    @Test func `agrees with the standard library on random bytes`() {
        var random = SeededRandom(seed: 3_629)
        let pieces = [
            "41", "C3BC", "E69687", "F09F9880", "80", "C2", "ED9FBF", "EDA080", "E0A080", "F0908080", "FF",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...12, using: &random)
            let bytes = (0..<count).flatMap { _ in [UInt8](hex: pieces.randomElement(using: &random) ?? "") }
            #expect(bytes.span.isUTF8 == (String(validating: bytes, as: UTF8.self) != nil))
        }
    }
}
