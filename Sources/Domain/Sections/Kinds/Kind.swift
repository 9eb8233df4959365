internal import Text

/// The type of a key: how its text is parsed, and how a value is written in the reference.
package struct Kind<Content: Sendable>: Sendable {
    package let read: @Sendable (String, Environment) throws(Complaint) -> Content
    package let write: @Sendable (Content) -> String

    package init(
        write: @escaping @Sendable (Content) -> String,
        read: @escaping @Sendable (String, Environment) throws(Complaint) -> Content
    ) {
        self.read = read
        self.write = write
    }

    /// The same for an optional value; `nil` is written as an empty text.
    package var orNothing: Kind<Content?> {
        let (read, write) = (read, write)
        return Kind<Content?>(
            write: { $0.map(write) ?? "" },
            read: { text, environment throws(Complaint) in
                try read(text, environment)
            })
    }

    package func write(_ contents: [Content]) -> String {
        contents.map(write).joined(separator: " ")
    }
}

extension Kind {
    /// The values of all assignments.
    ///
    /// An overridden assignment is parsed too, so that a mistake in it is reported.
    package func contents(of assignments: [Assignment], _ reading: inout Reading) -> [Content] {
        assignments.compactMap { $0.value.isReset ? nil : content(of: $0.value, &reading) }
    }

    package func content(of value: Value, _ reading: inout Reading) -> Content? {
        do throws(Complaint) {
            return try read(value.text, reading.environment)
        } catch {
            let hint = value.text.hasRemark ? "; a comment needs a line of its own" : ""
            reading.report(error.message + hint, at: value.position(at: error.offset))
            return nil
        }
    }

    package func contents(ofWordsIn value: Value, _ reading: inout Reading) -> [Content] {
        do throws(Complaint) {
            return try value.words().compactMap { content(of: $0, &reading) }
        } catch {
            reading.report(error.message, at: value.position(at: error.offset))
            return []
        }
    }

    private func content(of word: Word, _ reading: inout Reading) -> Content? {
        do throws(Complaint) {
            return try read(word.text, reading.environment)
        } catch {
            var position = word.position
            position.column += error.offset
            let hint =
                word.text.utf8.contains(UInt8(ascii: ",")) ? "; separate words with spaces, not commas" : ""
            reading.report(error.message + hint, at: position)
            return nil
        }
    }
}

extension String {
    /// Whether the text has `#` or `;` after a blank, which begins a comment only at the beginning of a line.
    fileprivate var hasRemark: Bool {
        zip(utf8, utf8.dropFirst()).contains { blank, mark in
            blank.isBlank && (mark == UInt8(ascii: "#") || mark == UInt8(ascii: ";"))
        }
    }
}

/// Repeats a value in a message.
package enum Quote {
    /// The text in quotes.
    ///
    /// A longer text may be a secret, so it is not repeated.
    package static func of(_ text: String) -> String {
        text.utf8.count <= 64 ? "'\(text)'" : "this value"
    }
}
