extension Glob {
    /// Whether the whole text is named by the pattern.
    ///
    /// Greedy, without recursion: of two `*` only the last must ever be lengthened, and of two `**` likewise,
    /// since an earlier end of what stands before a star leaves that star every choice that a later end
    /// would.
    package func matches(_ text: Span<UInt8>) -> Bool {
        var walk = GlobWalk(steps: steps.span, text: text)
        while !walk.isAtEnd {
            if walk.advance() { continue }
            guard walk.lengthenStar() else { return false }
        }
        return true
    }
}

/// How far a match came, and where it can be resumed.
private struct GlobWalk: ~Escapable {
    let steps: Span<GlobStep>
    let text: Span<UInt8>
    var step = 0
    var index = 0
    var run: Mark?
    var path: Mark?
    /// The step of a `*` that found nothing up to this slash: if it begins again before that, it finds nothing either.
    private var hopeless: Mark?

    /// The step behind a star, and the first byte that the star does not cover.
    struct Mark {
        var step: Int
        var index: Int
    }

    @_lifetime(copy steps, copy text)
    init(steps: Span<GlobStep>, text: Span<UInt8>) {
        self.steps = steps
        self.text = text
    }

    var isAtEnd: Bool { step == steps.count && index == text.count }

    /// Takes one step, if the text allows it.
    @_lifetime(self: copy self)
    mutating func advance() -> Bool {
        guard step < steps.count else { return false }
        switch steps[step] {
        case .run:
            if let hopeless, hopeless.step == step, index <= hopeless.index {
                run = nil
                return false
            }
            run = Mark(step: step + 1, index: index)
        case .path:
            path = Mark(step: step + 1, index: index)
            run = nil
        case .byte(let byte):
            guard index < text.count, text[index] == byte else { return false }
            index += 1
        case .anyCharacter:
            guard index < text.count, text[index] != UInt8(ascii: "/"), !continuesCharacter(at: index)
            else { return false }
            index += 1
            while continuesCharacter(at: index) { index += 1 }
        case .userName:
            return false
        }
        step += 1
        return true
    }

    private func continuesCharacter(at index: Int) -> Bool {
        index < text.count && text[index] & 0b1100_0000 == 0b1000_0000
    }

    /// Lets the last star that can still grow cover one byte more.
    @_lifetime(self: copy self)
    mutating func lengthenStar() -> Bool {
        if let mark = run {
            // What a `*` did not find up to the end of the text, none that begins later will find.
            guard mark.index < text.count else { return false }
            if text[mark.index] != UInt8(ascii: "/") {
                run?.index += 1
                resume(at: mark)
                return true
            }
            hopeless = Mark(step: mark.step - 1, index: mark.index)
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
