import TestSupport
import Testing

@Suite("Layers")
struct LayerTests {
    private static func table() throws -> LayerTable { LayerTable(markdown: try Repository.text("CONTRIBUTING.md")) }

    @Test("The table allows every import of a target")
    func imports() throws {
        let rules = LayerRules(table: try Self.table())
        var files = 0
        for (target, folder) in try Repository.targetFolders() {
            for file in Repository.swiftFiles(below: folder) {
                files += 1
                let violations = rules.violations(in: try Repository.text(file), target: target, file: file)
                #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
            }
        }
        #expect(files > 100, "the sources were not found")
    }

    @Test("The table lists exactly the folders of Sources and the shared test targets")
    func folders() throws {
        #expect(try Self.table().rows.map(\.target).sorted() == Repository.targetFolders().map(\.target).sorted())
    }

    @Test("The table agrees with Package.swift")
    func manifest() throws {
        let table = try Self.table()
        let targets = try ["Package.swift", "\(Repository.server)/Package.swift"].flatMap {
            PackageManifest(try Repository.text($0)).targets
        }
        // Benchmarks of the server are not part of any product.
        .filter { !$0.name.hasSuffix("Benchmark") }
        #expect(targets.map(\.name).sorted() == table.rows.map(\.target).sorted())
        // The server uses a product of the root where a target of the root uses a target.
        let ours = ["DemarcHosting": "Hosting", "DemarcScenarios": "Scenarios"]
        for target in targets {
            let row = try #require(table.row(target.name))
            let imports = target.targets.union(target.products.compactMap { ours[$0] })
            #expect(row.imports == imports, "dependencies of `\(target.name)`")
            // A product may contain more modules than the one it is named after; the row names those too.
            #expect(target.products.subtracting(ours.keys).isSubset(of: row.outside), "products of `\(target.name)`")
        }
    }

    @Test("The root package fetches nothing that only the server needs")
    func rootWithoutServer() throws {
        let packages = { (path: String) in
            Set(try Repository.text(path).matches(of: /\.package\(url: "([^"]+)"/).map { String($0.output.1) })
        }
        let root = try packages("Package.swift")
        #expect(root.count == 3)
        let server = try packages("\(Repository.server)/Package.swift")
        #expect(server.contains { $0.hasSuffix("/swift-nio") })
        #expect(root.isDisjoint(with: server.filter { !$0.hasSuffix("/swift-argument-parser") }))
    }

    @Test("No row of the table imports itself in a circle")
    func noCircles() throws {
        let table = try Self.table()
        for row in table.rows {
            #expect(!table.importable(from: row.target).contains(row.target), "`\(row.target)` imports itself")
        }
    }

    // The rest tests the checks themselves with made-up packages: a check that cannot fail proves nothing.

    private static let sample = LayerTable(
        markdown: """
            | other | table |
            |---|---|
            | `X` | `Y` |

            | target | holds | imports | from outside |
            |---|---|---|---|
            | `CICU` | a system library | – | ICU |
            | `URLStandard` | URLs | `CICU` | – |
            | `PolicyModel` | values | `URLStandard` | – |
            | `PolicyFiles` | documents | `PolicyModel` | `Yams` |
            | `Demarc` | the engine | `PolicyFiles` | `Atomics` |
            """
    )

    @Test(
        "An import that the table forbids is found",
        arguments: [
            ("URLStandard", "import PolicyModel", "a target below imports one above"),
            ("URLStandard", "public import PolicyModel", "with an access level"),
            ("URLStandard", "@_spi(X) @preconcurrency import PolicyModel", "with attributes"),
            ("URLStandard", "import struct PolicyModel.Rule", "a single declaration"),
            ("URLStandard", "#if canImport(PolicyModel)\n    import PolicyModel\n#endif", "under a condition"),
            ("URLStandard", "import Swift; import PolicyModel", "second on its line"),
            ("URLStandard", "/* a comment */ import PolicyModel", "behind a comment"),
            ("URLStandard", "import Foundation", "Foundation below PolicyFiles"),
            ("PolicyModel", "import Dispatch", "Dispatch below PolicyFiles"),
            ("PolicyModel", "import CICU", "a C module by another than its owner"),
            ("Demarc", "import Yams", "another row's package"),
            ("Demarc", "import Hummingbird", "a server dependency"),
            ("Demarc", "@_exported import PolicyModel", "an allowed module, but handed on"),
            ("Unlisted", "", "a target that has no row"),
        ]
    )
    func violation(target: String, source: String, why: Comment) {
        #expect(LayerRules(table: Self.sample).violations(in: source, target: target, file: "F").count == 1, why)
    }

    @Test(
        "An import that the table allows passes",
        arguments: [
            ("URLStandard", "import CICU", "its own C module"),
            ("URLStandard", "import Glibc\nimport _Builtin_intrinsics.intel.sse2", "what comes with the system"),
            ("Demarc", "import PolicyFiles\nimport PolicyModel\nimport URLStandard", "rows below the row it names"),
            ("Demarc", "import Atomics", "its own package"),
            ("PolicyFiles", "public import Foundation", "Foundation from PolicyFiles on"),
            ("URLStandard", "// import PolicyModel", "a comment"),
            ("URLStandard", "/* /* nested */\nimport PolicyModel\n*/", "a nested comment"),
            ("URLStandard", "let text = \"\"\"\n    import PolicyModel\n    \"\"\"", "a text"),
            ("URLStandard", "let important = 1", "a word that begins alike"),
        ]
    )
    func allowed(target: String, source: String, why: Comment) {
        let violations = LayerRules(table: Self.sample).violations(in: source, target: target, file: "F")
        #expect(violations == [], why)
    }

    @Test("The manifest's targets are read with their dependencies")
    func manifestReading() {
        let manifest = PackageManifest(
            """
            let package = Package(
                products: [.library(name: "A", targets: ["A"])],
                targets: [
                    .systemLibrary(name: "CLib", pkgConfig: "lib"),
                    .target(name: "A", dependencies: ["CLib"]),
                    .executableTarget(
                        name: "B",
                        dependencies: ["A", .product(name: "Yams", package: "Yams")],
                        swiftSettings: settings
                    ),
                    .testTarget(name: "ATests", dependencies: ["A"]),
                ]
            )
            """
        )
        #expect(manifest.targets.map(\.name) == ["CLib", "A", "B"])
        #expect(manifest.targets.map(\.targets) == [[], ["CLib"], ["A"]])
        #expect(manifest.targets.map(\.products) == [[], [], ["Yams"]])
    }
}
