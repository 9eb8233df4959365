import Kernel
import Reference

// Writes the pages that are made from the tables into a folder: `WritePages repository .` those of the repository,
// `WritePages packages FOLDER` those of the packages, which are in no commit.
let folder = CommandLine.arguments[2]
let pages =
    CommandLine.arguments[1] == "packages"
    ? GeneratedPage.manuals + GeneratedPage.completions : GeneratedPage.committed
for page in pages {
    var file = try FileReplacement(of: "\(folder)/\(page.path)")
    try file.write(page.text.utf8Span.span)
    try file.open(to: FileAccess(mode: 0o644))
    try file.install()
}
