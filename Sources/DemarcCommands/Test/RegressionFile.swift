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

    init(_ path: String, option: String = "--write-scenario") { (self.path, self.option) = (path, option) }

    /// The first line of a file of refuted claims.
    static let refuted = "What refuted claims, written by demarc: each fails until its claim holds."

    /// Writes scenarios; if there are none, the file is left unchanged.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios with the policies that they are about.
    ///   - note: A description of the file, for its first line.
    ///   - inputs: The files that were read, none of which is overwritten.
    /// - Throws: ``CommandError`` if the file cannot be written.
    func write(
        _ scenarios: [(scenario: Scenario, policy: ScenarioFile.Policy)],
        note: String = refuted,
        besides inputs: [FileStatus]
    ) throws {
        let patched = scenarios.filter { $0.policy.base != nil || $0.policy.path.isEmpty }
        for (scenario, _) in patched {
            Console.note(
                "warning: `\(VisibleText.of(scenario.name))` is about a patched policy, and is not written as a scenario\n"
            )
        }
        let written = scenarios.filter { $0.policy.base == nil && !$0.policy.path.isEmpty }
        guard !written.isEmpty else { return }
        let folder = try resolved(PathText.folder(of: path))
        let named = try written.map { scenario, policy in
            let policyPath = PathText.relative(try resolved(policy.path), from: folder)
            return (scenario, ScenarioFileText.Policy(path: policyPath, displayName: policy.displayName))
        }
        let file = try OutputFile(path, option: option)
        try file.begin(besides: inputs)
        var stream = OutputStream(descriptor: file.descriptor)
        stream.append(
            text: ScenarioFileText(note: note).text(of: named)
        )
        try stream.finish()
    }

    private func resolved(_ path: String) throws(CommandError) -> String {
        do throws(FileError) { return try DiskFiles().resolve(path) } catch {
            throw .unreadable("`\(VisibleText.of(path))` cannot be resolved")
        }
    }
}
