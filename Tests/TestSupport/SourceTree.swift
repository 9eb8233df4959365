/// The path of a file of this package.
package func sourceTree(_ path: String) -> String {
    "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        + "/\(path)"
}
