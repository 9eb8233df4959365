import Commands
import Kernel
import Settings

// Writes the pages that are made from the tables; the one argument is the root of the repository.
let root = CommandLine.arguments[1]
let reference = [
    ("docs/configuration.md", Settings.markdown), ("docs/man/ossauthd.conf.5", Settings.mdoc),
]
for (path, text) in GeneratedPage.all.map({ ($0.path, $0.text) }) + reference {
    var file = try FileReplacement(of: "\(root)/\(path)")
    try file.write(text.utf8Span.span)
    try file.open(to: FileAccess(mode: 0o644))
    try file.install()
}
