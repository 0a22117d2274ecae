import Diagnostics
import Foundation
import PolicyFiles
import PolicyModel

/// The transcripts of scenario files in a folder: `NAME.jsonl` for each file, with a scenario on each line, and the compiled
/// policies that they name beside it.
package struct TranscriptFolder {
    /// Why nothing was written.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// How many files, scenarios, policies and questions there are.
    package struct Counts: Equatable, CustomStringConvertible {
        package var files = 0
        package var scenarios = 0
        package var policies = 0
        package var questions = 0

        package var description: String {
            "\(scenarios) scenarios of \(files) files: \(questions) questions under \(policies) policies"
        }
    }

    /// The folder.
    package let path: String
    /// What was written so far.
    package private(set) var counts = Counts()

    /// Makes the folder, if it is not there.
    package init(_ path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// The scenario files of a folder.
    package static func scenarioFiles(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Plays a scenario file and writes its transcripts.
    package mutating func write(scenarioFile: String) throws {
        let loaded = ScenarioFileReader().load(path: scenarioFile)
        guard let file = loaded.file else {
            let findings = loaded.diagnostics.map(\.message).joined(separator: "; ")
            throw Failure(description: "\(scenarioFile) cannot be used: \(findings)")
        }
        let name = URL(filePath: scenarioFile).deletingPathExtension().lastPathComponent
        var recorder = TranscriptRecorder(file)
        var lines = ""
        var policies: Set<Int> = []
        for scenario in file.scenarios {
            let transcript = try recorder.record(scenario)
            let policyFile = "\(name)-\(transcript.policy).demarc"
            if policies.insert(transcript.policy).inserted {
                let bytes = try recorder.compiledFile(transcript.policy)
                try Data(bytes).write(to: URL(filePath: "\(path)/\(policyFile)"))
            }
            lines += transcript.line(policyFile: policyFile) + "\n"
            counts.questions += transcript.questionCount
        }
        try Data(lines.utf8).write(to: URL(filePath: "\(path)/\(name).jsonl"))
        counts.files += 1
        counts.scenarios += file.scenarios.count
        counts.policies += policies.count
    }
}
