internal import Bytes

/// A pattern for names: `*` stands for any bytes but `/`, `**` for any bytes, `?` for one character but `/`.
///
/// A backslash quotes the character after it. With specifiers, `%u` is the user name of the caller, `%i` the instance
/// of its unit and `%%` a percent sign.
///
/// It is an object, because a loop over rules would copy the arrays of a value.
package final class Glob: Sendable {
    /// The pattern as it was written.
    package let text: String
    package let steps: [GlobStep]
    /// The bytes before the first other step and behind the last one, by which most texts fail.
    let beginning: [UInt8]
    let ending: [UInt8]
    /// The steps between these.
    let middle: [GlobStep]

    /// `nil`: the text is empty, ends in a backslash, or has an invalid specifier.
    package convenience init?(_ text: String, specifiers: Bool = false) {
        guard let steps = GlobStep.steps(of: text.utf8Span.span, specifiers: specifiers) else { return nil }
        self.init(text, steps)
    }

    private init(_ text: String, _ steps: [GlobStep]) {
        self.text = text
        self.steps = steps
        let behind = steps.drop(while: \.isByte)
        let end = behind.lastIndex { !$0.isByte }.map { $0 + 1 } ?? behind.startIndex
        beginning = steps[..<behind.startIndex].compactMap(\.byte)
        middle = Array(behind[..<end])
        ending = behind[end...].compactMap(\.byte)
    }

    /// Whether the pattern matches exactly one text.
    package var isLiteral: Bool { middle.isEmpty }

    /// The only text that the pattern matches, if there is one.
    package var literal: String? { isLiteral ? String(decoding: beginning, as: UTF8.self) : nil }

    /// The bytes before a star, if that is the only pattern and the end.
    package var prefix: String? {
        guard [[.run], [.path]].contains(middle) && ending.isEmpty else { return nil }
        return String(decoding: beginning, as: UTF8.self)
    }

    /// Whether any continuation of a matching text matches too.
    package var isOpenEnded: Bool { steps.last == .path }

    /// Whether something other than `/` stands beside the name, so that the keys of two callers could be the same.
    package func hasOpen(_ name: GlobStep) -> Bool {
        steps.indices.contains { index in
            steps[index] == name
                && [index - 1, index + 1].contains {
                    steps.indices.contains($0) && steps[$0] != .byte(UInt8(ascii: "/"))
                }
        }
    }

    var namesCaller: Bool { steps.contains { $0.isName } }

    /// The pattern for this caller; `nil`: it needs a name, and the caller has none that is valid in a key.
    func expanded(userName: String?, instance: String?) -> Glob? {
        guard namesCaller else { return self }
        var expanded: [GlobStep] = []
        for step in steps {
            guard step.isName else {
                expanded.append(step)
                continue
            }
            guard let name = step == .userName ? userName : instance, !name.isEmpty,
                !name.utf8.contains(UInt8(ascii: "/"))
            else { return nil }
            expanded += name.utf8.map(GlobStep.byte)
        }
        return Glob(text, expanded)
    }

    /// Whether the pattern matches the whole text.
    ///
    /// The search is greedy and not recursive: it only extends the last `*` and the last `**`, because an earlier match of
    /// the steps before a star leaves that star every choice of a later match.
    package func matches(_ text: Span<UInt8>) -> Bool {
        let end = text.count - ending.count
        guard end >= beginning.count, text.extracting(first: beginning.count).equals(beginning),
            text.extracting(droppingFirst: end).equals(ending)
        else { return false }
        return Glob.matches(middle, text.extracting(beginning.count..<end))
    }

    private static func matches(_ middle: [GlobStep], _ text: Span<UInt8>) -> Bool {
        var walk = GlobWalk(steps: middle.span, text: text)
        while !walk.isAtEnd {
            if walk.advance() { continue }
            guard walk.extendStar() else { return false }
        }
        return true
    }
}

extension Glob: Equatable {
    package static func == (left: Glob, right: Glob) -> Bool {
        left.text == right.text && left.steps == right.steps
    }
}

/// One element of a compiled pattern.
package enum GlobStep: Equatable, Sendable {
    case byte(UInt8)
    /// `?`
    case anyCharacter
    /// `*`
    case run
    /// `**`
    case path
    /// `%u`, which matches nothing until it is replaced.
    case userName
    /// `%i`, in the same way.
    case instance

    fileprivate var isName: Bool { self == .userName || self == .instance }

    package var byte: UInt8? {
        if case .byte(let byte) = self { byte } else { nil }
    }

    package var isByte: Bool { byte != nil }

    fileprivate static func steps(of text: Span<UInt8>, specifiers: Bool) -> [GlobStep]? {
        guard text.count > 0 else { return nil }
        var steps: [GlobStep] = []
        var index = 0
        while index < text.count {
            let next: UInt8? = index + 1 < text.count ? text[index + 1] : nil
            guard let (step, length) = step(text[index], before: next, specifiers: specifiers) else {
                return nil
            }
            index += length
            // A third star does not change the meaning of two.
            if step == .run || step == .path, steps.last == .path { continue }
            steps.append(step)
        }
        return steps
    }

    private static func step(
        _ byte: UInt8, before next: UInt8?, specifiers: Bool
    ) -> (step: GlobStep, length: Int)? {
        switch (byte, next) {
        case (UInt8(ascii: "*"), UInt8(ascii: "*")): (.path, 2)
        case (UInt8(ascii: "*"), _): (.run, 1)
        case (UInt8(ascii: "?"), _): (.anyCharacter, 1)
        case (UInt8(ascii: "\\"), let next?): (.byte(next), 2)
        case (UInt8(ascii: "\\"), nil): nil
        case (UInt8(ascii: "%"), UInt8(ascii: "u")) where specifiers: (.userName, 2)
        case (UInt8(ascii: "%"), UInt8(ascii: "i")) where specifiers: (.instance, 2)
        case (UInt8(ascii: "%"), UInt8(ascii: "%")) where specifiers: (.byte(byte), 2)
        case (UInt8(ascii: "%"), _) where specifiers: nil
        default: (.byte(byte), 1)
        }
    }
}

extension Span<UInt8> {
    fileprivate func equals(_ bytes: [UInt8]) -> Bool { equals(bytes.span) }
}

/// The state of a search, with the positions where it can resume.
private struct GlobWalk: ~Escapable {
    private let steps: Span<GlobStep>
    private let text: Span<UInt8>
    private var step = 0
    private var index = 0
    private var run: Mark?
    private var path: Mark?
    /// A `*` that failed up to this slash; another attempt that begins before the slash fails too.
    private var failedRun: Mark?

    /// The step after a star, and the first byte that the star does not cover.
    private struct Mark {
        var step: Int
        var index: Int
    }

    @_lifetime(copy steps, copy text)
    init(steps: Span<GlobStep>, text: Span<UInt8>) {
        self.steps = steps
        self.text = text
    }

    var isAtEnd: Bool { step == steps.count && index == text.count }

    /// Takes one step, if the text matches it.
    @_lifetime(self: copy self)
    mutating func advance() -> Bool {
        guard step < steps.count else { return false }
        switch steps[step] {
        case .run:
            if let failedRun, failedRun.step == step, index <= failedRun.index {
                run = nil
                return false
            }
            run = Mark(step: step + 1, index: index)
        case .path:
            path = Mark(step: step + 1, index: index)
            run = nil
            if step == steps.count - 1 { index = text.count }
        case .byte(let byte):
            guard index < text.count, text[index] == byte else { return false }
            index += 1
        case .anyCharacter:
            guard index < text.count, text[index] != UInt8(ascii: "/"), !continuesCharacter(at: index)
            else { return false }
            index += 1
            while continuesCharacter(at: index) { index += 1 }
        case .userName, .instance:
            return false
        }
        step += 1
        return true
    }

    private func continuesCharacter(at index: Int) -> Bool {
        index < text.count && text[index] & 0b1100_0000 == 0b1000_0000
    }

    /// Extends the last star that can still grow by one byte.
    @_lifetime(self: copy self)
    mutating func extendStar() -> Bool {
        if let mark = run {
            // A `*` that fails up to the end of the text also fails from any later start.
            guard mark.index < text.count else { return false }
            if text[mark.index] != UInt8(ascii: "/") {
                run?.index += 1
                resume(at: mark)
                return true
            }
            failedRun = Mark(step: mark.step - 1, index: mark.index)
        }
        guard let mark = path, mark.index < text.count else { return false }
        path?.index += 1
        run = nil
        resume(at: mark)
        return true
    }

    @_lifetime(self: copy self)
    private mutating func resume(at mark: Mark) {
        step = mark.step
        index = mark.index + 1
    }
}
