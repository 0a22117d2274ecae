import PolicyAnalysis
import PolicyFiles
import Synchronization
import Testing

@testable import DemarcCommands
@testable import FileLint

@Suite("A run of lint that applies fixes") struct LintFixRunTests {
    /// Files of which one disappears.
    private final class VanishingFiles: FileSource {
        let isGone = Mutex(false)
        private let files: MemoryFiles

        init(_ files: [String: String]) { self.files = MemoryFiles(files) }

        func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
            try files.read(path, limit: limit, plainOnly: plainOnly)
        }

        func resolve(_ path: String) throws(FileError) -> String {
            if path.hasSuffix("/rules.yaml"), isGone.withLock({ $0 }) { throw .missing }
            return try files.resolve(path)
        }
    }

    @Test("A file that could not be read after its fixes is left as it was, and the others are fixed")
    func damaged() {
        func document(_ more: String) -> String {
            """
            demarc: 1
            ruleSets:
              A:
                default: external
                rules: [{id: r, class: internal, regex: '^https?://www\\.contoso\\.com(:[0-9]+)?/'}]\(more)
            """
        }
        let source = VanishingFiles([
            "a.yaml": document("\n    include: [x/rules.yaml]"), "b.yaml": document(""),
            "x/rules.yaml": "demarc-rules: 1\nrules: [{id: s, class: blocked, host: contoso.example}]\n",
        ])
        func run() -> LintFixRun {
            LintFixRun(
                [.policy("a.yaml"), .policy("b.yaml")],
                in: ReadOnceFiles(source),
                options: LintOptions(),
                isDryRun: true
            )
        }
        var sound = run()
        sound.run()
        #expect(sound.errors.isEmpty)
        #expect(String(decoding: sound.diff, as: UTF8.self).contains("+++ a.yaml"))

        var damaging = run()
        var short = run()
        short.mostRounds = 1
        source.isGone.withLock { $0 = true }
        damaging.run()
        #expect(
            damaging.errors == "demarc: error: `a.yaml` is left as it was: it could not be read after its fixes\n"
        )
        let diff = String(decoding: damaging.diff, as: UTF8.self)
        #expect(diff.contains("+++ b.yaml") && !diff.contains("a.yaml"), "\(diff)")

        // The only round is the one that is repeated without the fix of the first file.
        short.run()
        let page = Page(columns: nil, usesColor: false)
        #expect(short.summary(on: page) == "note: fixes are left; run lint --fix again\n")
        #expect(!damaging.summary(on: page).contains("note:"))
    }

    @Test("Fixes of findings that are not shown are applied too, and nothing is left for a second run")
    func many() {
        let rules = (0..<520).map { number in
            #"      - {id: r\#(number), class: blocked, regex: '^https?://([^/]+\.)?a\#(number)\.example(:[0-9]+)?/'}"#
        }
        let head = "demarc: 1\nruleSets:\n  links:\n    default: external\n    rules:\n"
        let files = MemoryFiles(["p.yaml": head + rules.map { $0 + "\n" }.joined()])
        var run = LintFixRun(
            [.policy("p.yaml")],
            in: ReadOnceFiles(files),
            options: LintOptions(),
            isDryRun: true
        )
        run.run()
        #expect(run.lint.diagnostics.isEmpty, "\(run.lint.diagnostics)")
        let lines = run.summary(on: Page(columns: nil, usesColor: false)).split(separator: "\n")
        #expect(lines.count == 520 && lines.allSatisfy { $0.contains("fixed[DM021]") })
    }
}
