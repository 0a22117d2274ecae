import Foundation
import TestSupport
import Testing

/// Nobody finds a page that no list names, and DocC places it arbitrarily.
@Suite("Documentation")
struct DocumentationTests {
    private static let folder = "Sources/Demarc/Demarc.docc"

    @Test("The topics of the first page name every existing page once, and no other")
    func topics() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Repository.path(Self.folder)
        )
        let pages = names.filter { $0.hasSuffix(".md") && $0 != "Demarc.md" }.map { String($0.dropLast(3)) }
        #expect(pages.count > 10, "the pages were not found")
        let first = try Repository.text("\(Self.folder)/Demarc.md")
        let topics = try #require(first.split(separator: "## Topics", maxSplits: 1).last)
        let named = topics.matches(of: /- <doc:(\w+)>/).map { String($0.output.1) }
        #expect(named.sorted() == pages.sorted())
    }

    @Test("The index for readers of the repository names every page")
    func index() throws {
        let index = try Repository.text("docs/README.md")
        for name in try FileManager.default.contentsOfDirectory(atPath: Repository.path(Self.folder)) {
            guard name.hasSuffix(".md") else { continue }
            #expect(index.contains("](../\(Self.folder)/\(name))"), "docs/README.md lacks \(name)")
        }
    }

    @Test("Every reference to a page resolves")
    func references() throws {
        var count = 0
        let sources = ["Sources/Demarc", "Sources/DemarcEngine"].flatMap { Repository.swiftFiles(below: $0) }
        for file in sources where !file.contains(".docc/") {
            for match in try Repository.text(file).matches(of: /<doc:(\w+)[^>]*>/) {
                count += 1
                let page = "\(Self.folder)/\(match.output.1).md"
                #expect((try? Repository.text(page)) != nil, "\(file) refers to \(match.output.1)")
            }
        }
        #expect(count > 5, "the references were not found")
    }

    @Test("Every page that explains a code exists")
    func explanations() throws {
        var count = 0
        for file in Repository.swiftFiles(below: "Sources") {
            for match in try Repository.text(file).matches(of: /\bpage: "(\w+)"/) {
                count += 1
                let page = "\(Self.folder)/\(match.output.1).md"
                #expect((try? Repository.text(page)) != nil, "\(file) names \(match.output.1)")
            }
        }
        #expect(count > 5, "the codes were not found")
    }

    private static let pages = [
        "README.md", "docs/README.md", "CONTRIBUTING.md", "SECURITY.md", "Rules/README.md",
        "Examples/FiveViews/README.md",
        "Examples/ci/README.md", "Examples/nginx/README.md", "Examples/caddy/README.md",
        "Examples/haproxy/README.md",
        "Examples/envoy/README.md", "Examples/squid/README.md", "Examples/icap/README.md", "Tests/Hosts/README.md",
        "Examples/nginx-module/README.md", "Examples/envoy-module/README.md",
        "Tests/Benchmarks/README.md", "Tests/Fuzzing/README.md",
    ]

    /// The files that a page links to, relative to its folder.
    private static func links(of page: String) throws -> [String] {
        try Repository.text(page).matches(of: /\]\((?<path>[^)#:\s]+)(#[^)]*)?\)/).map { String($0.output.path) }
    }

    @Test("Every link from a page of the repository to a file resolves", arguments: pages)
    func links(page: String) throws {
        let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        for link in try Self.links(of: page) {
            let path = URL(filePath: Repository.path(folder + link)).standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(link)")
        }
    }

    @Test("The links of the pages are found")
    func linkCount() throws {
        let counts = try Self.pages.map { try Self.links(of: $0).count }
        #expect(counts.reduce(0, +) > 100, "some links were not found")
        #expect(counts.count { $0 > 0 } > 12, "pages without links show nothing")
    }

    @Test(
        "The tutorial shows the files of its example",
        arguments: [
            ("swift", 0..<1, "Package.swift"), ("swift", 1..<100, "Sources/FirstDecision/main.swift"),
            ("yaml", 0..<1, "policy.yaml"), ("yaml", 1..<2, "scenarios.yaml"), ("", 0..<1, "output.txt"),
        ]
    )
    func tutorial(language: String, blocks: Range<Int>, file: String) throws {
        var found: [[Substring]] = []
        var isInside = false
        var isWanted = false
        for line in try Repository.text("\(Self.folder)/Tutorial.md").split(
            separator: "\n",
            omittingEmptySubsequences: false
        ) {
            if line.hasPrefix("```") {
                isInside.toggle()
                isWanted = isInside && line.dropFirst(3) == language
                if isWanted { found.append([]) }
            } else if isWanted {
                found[found.count - 1].append(line)
            }
        }
        let shown = found[blocks.clamped(to: 0..<found.count)].map { $0.joined(separator: "\n") + "\n" }
        #expect(try Repository.text("Examples/FirstDecision/\(file)") == shown.joined(separator: "\n"))
    }
}
