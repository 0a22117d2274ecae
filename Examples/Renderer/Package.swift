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

// A host with its own package, like yours: it depends on Demarc and on the usual packages of a Swift server.
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
        // Sessions: their browsers, their egress gates, and every question to Demarc.
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
        // The web page that shows sessions, and the server behind it.
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
        // The reference for the cost of a navigation: the service's own gate without decisions. It is not part of the
        // service.
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
