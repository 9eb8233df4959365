import OSSAuthClient

/// What to do about an error is in its value; what happened is in its text.
func explainRefusal(_ daemon: SigningDaemon) -> String {
    do throws(DaemonError) {
        return try daemon.presign(OSSRequest(.get, bucket: "somebody-elses", key: "a.txt")).url
    } catch .refused(let problem) where problem.kind == .notAllowed {
        return "ask for a rule: \(problem.detail)"
    } catch .refused(let problem) where problem.retryAfter != nil {
        return "later: \(problem)"
    } catch {
        return "\(error.isPassing ? "again, perhaps" : "in vain"): \(error)"
    }
}
