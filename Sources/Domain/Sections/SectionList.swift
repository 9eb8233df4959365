internal import Text

/// The sections of all files, merged by name.
package struct SectionList {
    private let kinds: [SectionKind]
    package private(set) var sections: [Section] = []
    private var indices: [Heading: Int] = [:]
    /// The position of each heading in the current file.
    private var headings: [Heading: Position] = [:]
    private var current: Current = .none

    private struct Heading: Hashable {
        var kind: SectionKind
        var name: String

        init(_ header: Header, among kinds: [SectionKind]) throws(Complaint) {
            guard let kind = kinds.first(where: { $0.name == header.kind.text }) else {
                let clause = Suggestion.clause(for: header.kind.text, among: kinds.map(\.name))
                throw Complaint(message: "unknown section \(Quote.of(header.kind.text))\(clause)")
            }
            guard kind.hasName == (header.name != nil) else {
                let message =
                    kind.hasName ? "[\(kind.name) NAME] needs a name" : "[\(kind.name)] takes no name"
                throw Complaint(message: message)
            }
            name = header.name?.text ?? ""
            guard name.isEmpty || Name.isValid(name) else { throw Complaint(message: Name.complaint) }
            self.kind = kind
        }
    }

    private enum Current {
        case none
        /// Assignments after an invalid heading are ignored: the heading is reported already.
        case unknown
        case section(Int)
    }

    /// Reads the files of a program whose configuration has sections of these kinds.
    package init(_ files: [SourceFile], of kinds: [SectionKind], _ reading: inout Reading) {
        self.kinds = kinds
        for (number, file) in files.enumerated() { read(file, number: number, &reading) }
    }

    private mutating func read(_ file: SourceFile, number: Int, _ reading: inout Reading) {
        guard file.bytes.count <= Limits.fileBytes else {
            reading.report("the file is larger than 1 MiB", at: Position(file: number, line: 1, column: 1))
            return
        }
        headings = [:]
        current = .none
        var lines = LogicalLineReader(file, number: number)
        while let line = lines.logicalLine(&reading) {
            do throws(Complaint) {
                try take(Statement(line), &reading)
            } catch {
                if line.text.first == UInt8(ascii: "[") { current = .unknown }
                reading.report(error.message, at: line.position(at: error.offset))
            }
        }
    }

    private mutating func take(_ statement: Statement, _ reading: inout Reading) throws(Complaint) {
        switch (statement, current) {
        case (.header(let header), _): open(header, &reading)
        case (.assignment(let assignment), .section(let index)): add(assignment, to: index, &reading)
        case (.assignment, .none): throw Complaint(message: "a section must come before the first key")
        case (.assignment, .unknown): break
        }
    }

    private mutating func open(_ header: Header, _ reading: inout Reading) {
        current = .unknown
        do throws(Complaint) {
            let heading = try Heading(header, among: kinds)
            if heading.kind.hasName, isDuplicate(heading, at: header.position, &reading) { return }
            current = .section(index(of: heading, at: header.position))
        } catch {
            let culprit =
                kinds.contains { $0.name == header.kind.text } ? header.name ?? header.kind : header.kind
            reading.report(error.message, at: culprit.position)
        }
    }

    /// Assignments below a duplicate heading belong to no section, because the intended section is unknown.
    private mutating func isDuplicate(
        _ heading: Heading, at position: Position, _ reading: inout Reading
    ) -> Bool {
        guard let earlier = headings[heading] else {
            headings[heading] = position
            return false
        }
        reading.report(
            "[\(heading.kind.name) \(heading.name)] is already in line \(earlier.line) of this file",
            at: position)
        return true
    }

    private mutating func index(of heading: Heading, at position: Position) -> Int {
        if let index = indices[heading] { return index }
        indices[heading] = sections.count
        sections.append(Section(kind: heading.kind, name: heading.name, position: position))
        return sections.count - 1
    }

    private mutating func add(_ assignment: Assignment, to index: Int, _ reading: inout Reading) {
        let (key, kind) = (assignment.key, sections[index].kind)
        if kind.hasKey(key.text) {
            sections[index].assignments[key.text, default: []].append(assignment)
        } else {
            reading.report(
                "unknown key \(Quote.of(key.text)) in [\(kind.name)]"
                    + Suggestion.clause(for: key.text, among: kind.keyNames().sorted()),
                at: key.position)
        }
    }
}
