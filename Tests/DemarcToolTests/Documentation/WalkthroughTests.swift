import Foundation
import TestSupport
import Testing

/// Follows a page's instructions from top to bottom, in one folder that is initially empty.
///
/// A block after a comment that names a file becomes that file. An `sh` block is run by bash. A `text` block directly
/// after it is the expected output, on standard output and standard error, as in a terminal; durations may differ.
/// `make pages` writes the output into the pages.
@Suite("Walkthroughs in the documentation", .serialized) struct WalkthroughTests {
    private static let pages = [
        "README.md", "Sources/Demarc/Demarc.docc/CheckingApps.md", "Sources/Demarc/Demarc.docc/GraphExports.md",
        "Sources/Demarc/Demarc.docc/BehindAProxy.md", "Sources/Demarc/Demarc.docc/Claims.md",
        "Sources/Demarc/Demarc.docc/LaunchConditions.md",
        "Sources/Demarc/Demarc.docc/ComparingPolicies.md",
    ]

    @Test("The output equals what the page shows", arguments: pages)
    func walk(path: String) throws {
        let page = try PageText(path)
        let folder = try TemporaryFolder()
        let help = try Tool.run(["--help"]).text
        var printed: [(block: PageText.Block, text: String)] = []
        for (position, block) in page.blocks.enumerated() {
            if let file = block.notes["file"] {
                if let slash = file.lastIndex(of: "/") { try folder.makeFolder(String(file[..<slash])) }
                try folder.write(block.text, to: file)
            }
            guard block.language == "sh", !block.isLeftOut else { continue }
            if let command = block.neededCommand, !help.contains("\n  \(command) ") { continue }
            var outcome = try Self.run(block.text, in: folder)
            // On a busy machine the helper may be too late for Squid, which no page shows.
            for _ in 0..<5 where outcome.text.contains("BH message=late") {
                outcome = try Self.run(block.text, in: folder)
            }
            let place = "\(path):\(block.lines.lowerBound)"
            #expect(
                outcome.status == block.status,
                "\(place): `\(block.text)` ended with \(outcome.status): \(outcome.text)"
            )
            let next = position + 1 < page.blocks.count ? page.blocks[position + 1] : nil
            guard let next, next.language == "text", next.follows(block) else { continue }
            printed.append((next, Self.shown(outcome.text, in: folder)))
        }
        #expect(!printed.isEmpty, "\(path) shows nothing that was printed")
        let differing = printed.filter { Self.withoutTimes($0.text) != Self.withoutTimes($0.block.text) }
        guard try !Repository.holds(page.text(replacing: differing), in: path) else { return }
        for (block, text) in differing {
            Issue.record("run `make pages`: at \(path):\(block.lines.lowerBound) this was printed:\n\(text)")
        }
    }

    @Test("Every page that shows output is run")
    func complete() throws {
        let folder = "Sources/Demarc/Demarc.docc"
        for name in try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).sorted() {
            guard name.hasSuffix(".md"), !Self.pages.contains("\(folder)/\(name)") else { continue }
            let page = try PageText("\(folder)/\(name)")
            #expect(page.blocks.allSatisfy { $0.notes.isEmpty }, "\(name) has examples that nothing runs")
        }
    }

    @Test("Walkthrough blocks are distinguished from other blocks of a page")
    func blocks() throws {
        let readme = try PageText("README.md")
        #expect(readme.blocks("sh").count >= 5)
        #expect(readme.blocks.contains { $0.notes["file"] == "policy.yaml" })
        #expect(readme.text(replacing: []) == (try Repository.text("README.md")))
        #expect(Self.withoutTimes("3 URLs in 12 ms: 1.5 s, 900 µs, 3 of 4") == "3 URLs in 0 ms: 0 ms, 0 ms, 3 of 4")
    }

    private static func run(_ script: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        // Standard input is empty, so nothing waits for a person.
        try Tool.bash(
            """
            exec 2>&1
            export PATH="$(dirname "$demarc"):$PATH" COLUMNS=120
            unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE GITHUB_ACTIONS CI
            cd '\(folder.path)' || exit 99
            set -e
            \(script)
            """
        )
    }

    /// The output in the form that a page can contain.
    private static func shown(_ text: String, in folder: TemporaryFolder) -> String {
        let lines = text.replacing(folder.path + "/", with: "").replacing(folder.path, with: ".")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
        return lines.joined(separator: "\n") + (text.hasSuffix("\n") ? "" : "\n")
    }

    private static func withoutTimes(_ text: String) -> String {
        text.replacing(/\d+(\.\d+)? (ns|µs|ms|s)\b/, with: "0 ms")
    }
}
