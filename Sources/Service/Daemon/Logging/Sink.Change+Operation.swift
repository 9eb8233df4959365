extension Sink.Change {
    var operation: StaticString {
        switch self {
        case .nothing: "leave-sink"
        case .written: "write-sink"
        case .removed: "remove-sink"
        }
    }
}
