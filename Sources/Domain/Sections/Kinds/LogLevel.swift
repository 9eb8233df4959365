/// The least severe level that is logged.
package enum LogLevel: String, CaseIterable, Sendable {
    case error, warning, notice, info, debug
}
