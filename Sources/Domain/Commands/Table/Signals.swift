/// The signals that tell a program of a new credential.
package enum Signals {
    package static let names = ["hup", "int", "term", "usr1", "usr2"]
}
