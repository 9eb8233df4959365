internal import IssuingSettings
internal import Sections
internal import Settings

/// The text of the configuration pages around the keys of `ossauth-appserver.conf`.
enum AppServerText {
    static let server = [
        """
        ossauth-appserver has a file of its own in the same syntax, which --config names. [AppServer] has the socket, the \
        limits and the places of secrets.
        """,
        """
        systemctl reload applies changed users, groups, Deny= and LogLevel=. The other keys of [AppServer] change with a restart.
        """,
    ]

    static let terms = [
        """
        [Group NAME] says what each user of a group gets, [User NAME] what one user gets, in place of any group. A user \
        gets a token of the profile, restricted by a session policy: compiled from Bucket=, Key=, Method= and Parameter=, \
        or written in Policy=. One of the two is required. ossauth-appserver --check reports what RAM cannot express, and \
        which Parameter= a policy needs to grant GET or PUT.
        """,
        """
        ossauthd issues the tokens, so a rule of its ossauthd.conf must grant Allow=issue to the user of \
        ossauth-appserver.
        """,
    ]
}

extension IssuingSettings {
    static func keys(of section: String) -> [KeyReference] { keys.filter { $0.section == section } }
}
