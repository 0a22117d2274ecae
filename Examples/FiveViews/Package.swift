// swift-tools-version: 6.2
import PackageDescription

// A host of its own, as yours would be: it depends on Demarc and on nothing else.
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
