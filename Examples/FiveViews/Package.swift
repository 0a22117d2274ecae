// swift-tools-version: 6.2
import PackageDescription

// A separate host, like your own: it depends only on Demarc.
let package = Package(
    name: "FiveViews",
    dependencies: [.package(name: "demarc", path: "../..")],
    targets: [
        .executableTarget(
            name: "FiveViews",
            dependencies: [.product(name: "Demarc", package: "demarc")],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
        )
    ]
)
