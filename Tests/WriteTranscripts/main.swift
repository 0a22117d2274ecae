import Foundation
import Transcripts

/// Writes the transcripts of scenario files: `WriteTranscripts FOLDER [SCENARIOS]`, by default those of `Rules/scenarios`.
let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first, arguments.count <= 2 else {
    print("usage: WriteTranscripts FOLDER [FOLDER OF SCENARIO FILES]")
    exit(64)
}
do {
    var written = try TranscriptFolder(folder)
    for file in try TranscriptFolder.scenarioFiles(in: arguments.dropFirst().first ?? "Rules/scenarios") {
        try written.write(scenarioFile: file)
    }
    print(written.counts)
} catch {
    print("error: \(error)")
    exit(1)
}
