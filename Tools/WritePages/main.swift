import Kernel
import Reference

// Writes the pages that are made from the tables; the argument is the root of the repository.
let root = CommandLine.arguments[1]
for page in GeneratedPage.all {
    var file = try FileReplacement(of: "\(root)/\(page.path)")
    try file.write(page.text.utf8Span.span)
    try file.open(to: FileAccess(mode: 0o644))
    try file.install()
}
