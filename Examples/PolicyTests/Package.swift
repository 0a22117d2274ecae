// swift-tools-version: 6.2
import PackageDescription

// Tests of a policy, like your own: they need one product of Demarc, and no other target.
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
