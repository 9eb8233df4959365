// swift-tools-version: 6.2
import PackageDescription

// Five floors, each may import only what lies below it: Programs, Service, Domain, Platform, C.
// `make layers` holds what the compiler cannot: see docs/architecture.md.

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

func library(_ name: String, on floor: String, uses dependencies: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "Sources/\(floor)/\(name)",
        swiftSettings: settings)
}

func program(_ name: String, uses dependencies: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "Sources/Programs/\(name)",
        swiftSettings: settings)
}

/// The tests of one module: `Tests/NameTests`.
func tests(of name: String, uses dependencies: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: ([name] + dependencies).map { .byName(name: $0) },
        path: "Tests/\(name)Tests", swiftSettings: settings)
}

let c: [Target] = [
    .systemLibrary(name: "CNettle", path: "Sources/C/CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
]

let platform: [Target] = [
    library("Bytes", on: "Platform"),
    library("Hashing", on: "Platform", uses: ["Bytes", "CNettle"]),
]

let domain: [Target] = [
    library("Text", on: "Domain", uses: ["Bytes"]),
    library("Time", on: "Domain", uses: ["Bytes", "Text"]),
    library("Access", on: "Domain", uses: ["Bytes"]),
    library("Settings", on: "Domain", uses: ["Bytes", "Text", "Access"]),
]

let service: [Target] = []

let programs: [Target] = []

let testTargets: [Target] = [
    tests(of: "Access", uses: ["Bytes"]),
    tests(of: "Settings", uses: ["Access", "Bytes"]),
]

let package = Package(name: "ossauthd", targets: c + platform + domain + service + programs + testTargets)
