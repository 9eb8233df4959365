extension DocumentFormat {
    /// With less than this left the programs that read such a document come back for another, as far as they do.
    ///
    /// The longest that a token of usual life can keep: credentials libraries want 15 minutes, ossfs 20; the Java SDK's
    /// 54 nobody can.
    package var margin: Duration {
        switch self {
        case .json, .ossfs: .seconds(20 * 60)
        case .appserver: .seconds(12 * 60)
        case .external: .seconds(3 * 60)
        // They are read once, at a start, or at times of which the document says nothing.
        case .process, .env, .ini, .ossutil: .zero
        }
    }
}
