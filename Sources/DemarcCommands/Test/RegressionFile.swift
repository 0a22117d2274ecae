import Demarc
import Diagnostics
import DocumentReading
import PolicyAnalysis
import PolicyFiles
import PolicyModel

/// A file to which scenarios are written: those that refuted claims, and those for questions that no scenario asks yet.
struct RegressionFile {
    private let path: String
    private let option: String
    private let advice: String
    private let bounds: ReadingBounds

    /// Names a file.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard output.
    ///   - option: The option that names it.
    ///   - advice: What to do if the scenarios do not fit in one file.
    ///   - bounds: The limits of the commands that read it.
    init(
        _ path: String,
        option: String = "--write-scenario",
        advice: String = "name fewer files at once",
        bounds: ReadingBounds = ReadingBounds()
    ) {
        (self.path, self.option, self.advice, self.bounds) = (path, option, advice, bounds)
    }

    /// The first line of a file of refuted claims.
    static let refuted = "What refuted claims, written by demarc: each fails until its claim holds."

    /// The text of a file that is not written yet.
    struct Prepared {
        fileprivate let path: String
        fileprivate let option: String
        fileprivate let bytes: [UInt8]

        /// Writes the file, in one step: with a part of the scenarios, tests would pass that should fail.
        ///
        /// - Parameter inputs: The files that were read, none of which is overwritten.
        /// - Throws: ``CommandError`` if the file cannot be written.
        func write(besides inputs: [FileStatus]) throws {
            try ReplacedFile.write(bytes, to: path, option: option, besides: inputs)
        }
    }

    /// Prepares a file with scenarios.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios with the policies that they are about.
    ///   - note: A description of the file, for its first line.
    /// - Returns: The file; nil if there are no scenarios, and then the file is left unchanged.
    /// - Throws: ``CommandError`` if no command could read the file.
    func prepare(
        _ scenarios: [(scenario: Scenario, policy: ScenarioFile.Policy)],
        note: String = refuted
    ) throws -> Prepared? {
        let patched = scenarios.filter { $0.policy.base != nil || $0.policy.path.isEmpty }
        for (scenario, _) in patched {
            Console.note(
                "warning: `\(VisibleText.of(scenario.name))` is about a patched policy, and is not written as a scenario\n"
            )
        }
        let written = scenarios.filter { $0.policy.base == nil && !$0.policy.path.isEmpty }
        guard !written.isEmpty else { return nil }
        let folder = try resolved(PathText.folder(of: path))
        let named = try written.map { scenario, policy in
            let policyPath = PathText.relative(try resolved(policy.path), from: folder)
            return (scenario, ScenarioFileText.Policy(path: policyPath, displayName: policy.displayName))
        }
        let bytes = Array(ScenarioFileText(note: note).text(of: named).utf8)
        try check(bytes, count: named.count, policies: Set(named.map { $0.1 }).count)
        return Prepared(path: path, option: option, bytes: bytes)
    }

    /// Checks that commands can read what is written.
    private func check(_ bytes: [UInt8], count: Int, policies: Int) throws(CommandError) {
        // The policies are read already. Without them, the reader finds nothing but the limits of the text itself.
        func hasTooManyValues() -> Bool {
            ScenarioFileReader(files: MemoryFiles(), bounds: bounds).load(bytes: bytes, path: path).diagnostics
                .contains { $0.code == FindingCode.tooManyValues.rawValue }
        }
        guard count <= bounds.scenarios, policies <= bounds.policyDocuments, bytes.count <= bounds.documentBytes,
            !hasTooManyValues()
        else {
            throw .unreadable(
                "\(option): \(DecisionCoverages.grouped(count)) scenarios do not fit in one file, which can have "
                    + "\(bounds.documentBytes >> 20) MiB, \(DecisionCoverages.grouped(bounds.nodes)) values, "
                    + "\(DecisionCoverages.grouped(bounds.scenarios)) scenarios and \(bounds.policyDocuments) policies; "
                    + "nothing was written; \(advice)"
            )
        }
    }

    private func resolved(_ path: String) throws(CommandError) -> String {
        do throws(FileError) { return try DiskFiles().resolve(path) } catch {
            throw .unreadable("`\(VisibleText.of(path))` cannot be resolved")
        }
    }
}
