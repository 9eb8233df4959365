/// One metric: its name without the suffixes that the formats add, and what it is.
struct Family {
    enum Kind {
        case counter, gauge, histogram
        /// Facts that are in the labels; the value is always 1.
        case info
    }

    let name: StaticString
    let kind: Kind
    let unit: StaticString?
    let help: StaticString

    init(_ name: StaticString, _ kind: Kind, unit: StaticString? = nil, _ help: StaticString) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
    }

    /// What every sample of it has behind the name.
    var suffix: StaticString {
        switch kind {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .histogram: ""
        }
    }
}
