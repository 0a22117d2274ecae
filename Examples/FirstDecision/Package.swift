// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FirstDecision",
    dependencies: [.package(name: "demarc", path: "../..")],
    targets: [
        .executableTarget(
            name: "FirstDecision",
            dependencies: [.product(name: "Demarc", package: "demarc")]
        )
    ]
)
