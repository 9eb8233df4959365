internal import Transfer

/// What an exchange leaves for those after it, in a helper that stays.
struct Kept {
    let connections = KeptConnections()
    let login = KeptLogin()
}
