extension Finding {
    /// nginx as the gateway.
    ///
    /// `file`: its configuration.
    package static func gateway(_ service: UnitState, file: String) -> Finding {
        guard !service.restartsAgainAndAgain, service.state != "failed" else {
            return Finding(
                "gateway", .bad, "\(service.name) does not start",
                fix: "correct what 'journalctl --unit \(service.name)' says")
        }
        let path = GatewayConfiguration.path
        guard let printed = GatewayConfiguration(namedIn: file) else {
            return Finding(
                "gateway", .doubtful, "\(path) does not name the command that printed it",
                fix: "'ossauthctl gateway PROFILE ENDPOINT | sudo tee \(path)'")
        }
        guard !printed.text.utf8.elementsEqual(file.utf8) else {
            return Finding("gateway", .good, "\(service.name) is \(service.state)")
        }
        return Finding(
            "gateway", .doubtful, "\(path) is not the one that this version prints",
            fix: "nothing, if that is on purpose: '\(printed.commandLine) | diff \(path) -'; else print it "
                + "again, then 'systemctl reload \(service.name)'")
    }
}
