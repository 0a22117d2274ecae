import TestSupport
import Testing

/// Unsafe code is marked, explained, and absent where the architecture promises that it is. The compiler demands the
/// mark; the rest is checked here.
@Suite("Unsafe code")
struct UnsafeCodeTests {
    /// Targets without any unsafe code. A new one is expected here, or has a reason not to be.
    static let safeTargets = [
        "AppLint", "Demarc", "Diagnostics", "DocumentReading", "PolicyModel", "QuestionAnswering", "RequestReading",
        "Scenarios", "URLStandardFoundation",
    ]

    /// Files whose `SAFETY` sentences are in another file, with the reason.
    static let explainedElsewhere: [(prefix: String, why: String)] = [
        (
            "Sources/DemarcC/",
            "The pointers come from the caller, who follows demarc.h; CallerMemory turns them into safe types."
        ),
        ("Sources/URLMatching/Regex/RegexMeter.swift", "The struct belongs to a RegexScratch."),
        ("Sources/URLMatching/Regex/RegexProgram.swift", "The calls pass what RegexCode and RegexScratch own."),
    ]

    @Test("These targets contain none", arguments: UnsafeCodeTests.safeTargets)
    func safe(target: String) throws {
        let folder = try #require(try Repository.targetFolders().first { $0.target == target }?.folder)
        let files = Repository.swiftFiles(below: folder)
        #expect(!files.isEmpty)
        for file in files {
            if let line = try Self.unsafeLine(of: file) { Issue.record("\(file):\(line) is unsafe") }
        }
    }

    @Test("Every file that contains some says why it is safe")
    func explained() throws {
        var found = 0
        for (_, folder) in try Repository.targetFolders() where folder.hasPrefix("Sources") {
            for file in Repository.swiftFiles(below: folder) where !file.contains("/Generated/") {
                guard let line = try Self.unsafeLine(of: file) else { continue }
                found += 1
                if Self.explainedElsewhere.contains(where: { file.hasPrefix($0.prefix) }) { continue }
                #expect(try Repository.text(file).contains("// SAFETY: "), "\(file):\(line) is not explained")
            }
        }
        #expect(found > 0)
    }

    @Test("Each exception is needed", arguments: UnsafeCodeTests.explainedElsewhere.map(\.prefix))
    func exception(prefix: String) throws {
        let files = try Repository.targetFolders().flatMap { Repository.swiftFiles(below: $0.folder) }
        let unexplained = try files.filter { file in
            guard file.hasPrefix(prefix), try Self.unsafeLine(of: file) != nil else { return false }
            return try !Repository.text(file).contains("// SAFETY: ")
        }
        #expect(!unexplained.isEmpty)
    }

    private static func unsafeLine(of file: String) throws -> Int? {
        try SourceText(Repository.text(file)).firstLine(matching: Regex(#"\bunsafe\b"#).wordBoundaryKind(.simple))
    }
}
