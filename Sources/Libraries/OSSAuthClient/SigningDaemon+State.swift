internal import Contract

extension SigningDaemon {
    /// How a profile is; a newer daemon may know more of them.
    public struct State: Hashable, Sendable, CustomStringConvertible {
        /// The word of the contract.
        public let name: String
        /// The word of the contract.
        public var description: String { name }

        init(_ word: StateWord) {
            name = word.rawValue
        }

        init(_ name: String) {
            self.name = name
        }

        /// It signs, and not much of its life is over.
        public static let fresh = State(.fresh)
        /// It signs, and is being refreshed.
        public static let aging = State(.aging)
        /// It signs, but not for long: the refresh fails or is late.
        public static let stale = State(.stale)
        /// It does not sign: its credential has ended.
        public static let expired = State(.expired)
        /// There was no credential yet.
        public static let never = State(.never)

        /// Whether a profile in this state signs.
        public var signs: Bool { StateWord.signs(in: name) }
    }
}
