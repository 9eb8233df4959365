extension TopModel {
    /// Does what the key stands for; `false`: the user has seen enough.
    package mutating func press(_ key: Key) -> Bool {
        guard isTyping else { return command(key) }
        type(key)
        return true
    }

    private mutating func type(_ key: Key) {
        switch key {
        case .character(let character): filter.append(character)
        case .backspace: filter = String(filter.dropLast())
        case .escape:
            filter = ""
            isTyping = false
        case .enter: isTyping = false
        case .up, .down, .pageUp, .pageDown, .home, .end: scroll(by: key)
        }
        if case .character = key { scroll = 0 }
    }

    private mutating func command(_ key: Key) -> Bool {
        switch key {
        case .character("q"), .character("Q"): return false
        case .character("?"), .character("h"): showsHelp.toggle()
        case .character("s"): order = order.next
        case .character("r"): isReversed.toggle()
        case .character("p"), .character(" "): isPaused.toggle()
        case .character("/"): isTyping = true
        case .character("k"): scroll(by: .up)
        case .character("j"): scroll(by: .down)
        case .escape:
            if showsHelp { showsHelp = false } else { filter = "" }
        case .up, .down, .pageUp, .pageDown, .home, .end: scroll(by: key)
        case .character, .enter, .backspace: break
        }
        return true
    }

    private mutating func scroll(by key: Key) {
        let step =
            switch key {
            case .up: -1
            case .down: 1
            case .pageUp: -10
            case .pageDown: 10
            case .end: profiles.count
            default: -profiles.count
            }
        scroll = min(max(scroll + step, 0), max(profiles.count - 1, 0))
    }
}

extension TopModel.Order {
    fileprivate var next: TopModel.Order {
        switch self {
        case .name: .left
        case .left: .rate
        case .rate: .name
        }
    }
}
