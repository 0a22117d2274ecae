// swift-tools-version: 6.2
import PackageDescription

/// The settings of the root package.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

// A separate host, like your own: it depends on Demarc, and on the usual packages of a server in Swift.
let package = Package(
    name: "Renderer",
    dependencies: [
        .package(name: "demarc", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // A client of Chromium's DevTools protocol over a pipe, limited to the messages used here.
        .target(
            name: "DevTools",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        // Sessions: their browsers, their egress gates, and all questions to Demarc.
        .target(
            name: "Rendering",
            dependencies: [
                "DevTools",
                .product(name: "Demarc", package: "demarc"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        // The web page for sessions, and its server.
        .target(
            name: "RenderingService",
            dependencies: [
                "Rendering",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            resources: [.copy("Page")],
            swiftSettings: settings
        ),
        .executableTarget(name: "Renderer", dependencies: ["RenderingService"], swiftSettings: settings),
        // A baseline for the cost of a navigation: the service's own gate without decisions. Not part of the service.
        .executableTarget(
            name: "OpenGate",
            dependencies: [
                "Rendering",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/OpenGate",
            swiftSettings: settings
        ),
        .testTarget(
            name: "DevToolsTests",
            dependencies: [
                "DevTools",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RenderingTests",
            dependencies: ["Rendering", .product(name: "NIOEmbedded", package: "swift-nio")],
            swiftSettings: settings
        ),
    ]
)
