// swift-tools-version: 6.2
import PackageDescription

// Tests of a policy, as yours would be: they need one product of Demarc, and no target of their own.
let package = Package(
    name: "PolicyTests",
    dependencies: [.package(name: "demarc", path: "../..")],
    targets: [
        .testTarget(
            name: "PolicyTests",
            dependencies: [.product(name: "DemarcScenarios", package: "demarc")],
            swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
        )
    ]
)
