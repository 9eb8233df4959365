import OSSAuthClient

/// The value of an error decides what to do; its text says what happened.
func explainRefusal(_ daemon: SigningDaemon) -> String {
    do throws(DaemonError) {
        return try daemon.presign(OSSRequest(.get, bucket: "not-granted", key: "a.txt")).url
    } catch .refused(let problem) where problem.kind == .notAllowed {
        return "ask for a rule: \(problem.detail)"
    } catch .refused(let problem) where problem.retryAfter != nil {
        return "later: \(problem)"
    } catch {
        return "\(error.isPassing ? "again, perhaps" : "in vain"): \(error)"
    }
}
