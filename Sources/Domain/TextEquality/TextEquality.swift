// The import of this module hides the `==` of Swift, for which texts of other bytes may be equal: the Kelvin sign and K, or
// the two spellings of é. `.ci/equality` finds the uses that it does not reach.

internal import Bytes

extension String {
    package static func == (left: String, right: String) -> Bool {
        left.utf8Span.span.equals(right.utf8Span.span)
    }

    package static func != (left: String, right: String) -> Bool { !(left == right) }

    package static func ~= (pattern: String, text: String) -> Bool { pattern == text }
}

extension String? {
    package static func == (left: String?, right: String?) -> Bool {
        switch (left, right) {
        case (let left?, let right?): left == right
        case (nil, nil): true
        default: false
        }
    }

    package static func != (left: String?, right: String?) -> Bool { !(left == right) }
}

extension [String] {
    package static func == (left: [String], right: [String]) -> Bool {
        left.elementsEqual(right) { $0 == $1 }
    }

    package func contains(_ text: String) -> Bool { contains { $0 == text } }
}
