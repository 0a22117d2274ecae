import Foundation
import Scenarios
import TestSupport
import Testing
import Transcripts

/// Every scenario of `Rules/scenarios`, asked like hosts in other languages do.
@Suite("Transcripts of scenarios") struct TranscriptTests {
    /// The transcripts of all scenario files, or of one, in a new folder.
    private static func transcripts(
        of name: String? = nil
    ) throws -> (folder: TemporaryFolder, counts: TranscriptFolder.Counts) {
        let folder = try TemporaryFolder()
        var written = try TranscriptFolder(folder.path)
        for file in try TranscriptFolder.scenarioFiles(in: Repository.path("Rules/scenarios"))
        where name.map({ file.hasSuffix("/\($0)") }) ?? true {
            try written.write(scenarioFile: file)
        }
        return (folder: folder, counts: written.counts)
    }

    private static func check<Host: TranscriptHost & ~Copyable>(_: Host.Type) throws {
        let (folder, counts) = try transcripts()
        var player = TranscriptPlayer()
        try player.play(folder: folder.path, through: Host.self)
        #expect(player.differences == [])
        #expect(player.scenarios == counts.scenarios)
        #expect(player.questions == counts.questions)
    }

    @Test("Every scenario of every file is written")
    func counts() throws {
        let counts = try Self.transcripts().counts
        var runs = (files: 0, scenarios: 0, questions: 0)
        for file in try TranscriptFolder.scenarioFiles(in: Repository.path("Rules/scenarios")) {
            let results = try ScenarioRunner.results(ofFile: file)
            runs.files += 1
            runs.scenarios += results.count
            runs.questions += results.reduce(0) { $0 + $1.steps.count }
            #expect(results.allSatisfy { $0.outcome == .passed }, "\(file)")
        }
        #expect(counts.files == runs.files)
        #expect(counts.scenarios == runs.scenarios)
        // For hosts without tasks, the identity of a task is one more question; a `wait` in an open app is none.
        #expect(counts.questions >= runs.questions)
        #expect(runs.scenarios > 600)
    }

    @Test("Swift answers the JSON on compiled policies like the scenarios")
    func swift() throws { try Self.check(SwiftHost.self) }

    @Test("C answers the JSON using only functions of the header")
    func c() throws { try Self.check(CHost.self) }

    @Test(
        "An unexpected answer is found",
        arguments: [
            (#""verdict":"allow""#, #""verdict":"block""#, "another verdict"),
            (#""page":"unmanaged""#, #""page":"managed""#, "another page"),
            (#""code":"page.external""#, #""code":"page.managed""#, "another reason"),
            (#""decidedBy":0"#, #""decidedBy":1"#, "another reason that decided"),
            (#""operation":"didNavigate""#, #""operation":"setApp""#, "what no host does"),
            (#""to":"dana@contoso.com""#, #""to":"kim""#, "an account that there is not"),
            ("pages-0.demarc", "pages-00.demarc", "a policy that there is not"),
        ]
    )
    func differences(text: String, replacement: String, why: Comment) throws {
        let folder = try Self.transcripts(of: "pages.yaml").folder
        let lines = try String(contentsOfFile: "\(folder.path)/pages.jsonl", encoding: .utf8)
        let line = try #require(lines.split(separator: "\n").first { $0.contains(text) }, "no transcript has \(text)")
        var player = TranscriptPlayer()
        try player.play(line: String(line), folder: folder.path, through: SwiftHost.self)
        #expect(player.differences == [])
        let wrong = line.replacingOccurrences(of: text, with: replacement)
        try player.play(line: wrong, folder: folder.path, through: SwiftHost.self)
        #expect(!player.differences.isEmpty, why)
    }
}
