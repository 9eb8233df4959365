extension HelperRequest {
    /// Whom it asks, for people: the program, or the server and the path.
    package func place(withoutPath: Bool = false) -> String {
        switch self {
        case .exchange(let request):
            "\(request.method.rawValue) \(request.url.shown(withoutPath: withoutPath))"
        case .command(let request): request.command.program
        }
    }
}
