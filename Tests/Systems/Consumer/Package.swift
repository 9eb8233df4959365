// swift-tools-version: 6.2
import PackageDescription

// A program outside ossauthd that knows only its product: the examples of docs/library.md.
let package = Package(
    name: "Consumer",
    dependencies: [.package(name: "ossauthd", path: "../../..")],
    targets: [
        // The names and shapes of Alibaba Cloud OSS SDK for Swift v2 that an adapter meets, and nothing behind them.
        .target(name: "AlibabaCloudOSS"),
        .executableTarget(
            name: "Example",
            dependencies: [
                "AlibabaCloudOSS",
                .product(name: "OSSAuthClient", package: "ossauthd"),
            ]),
    ])
