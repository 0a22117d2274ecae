import Foundation
import TestSupport

/// Runs the built `demarc` as a separate process, like a shell.
enum Tool {
    struct Outcome {
        let status: Int32
        let output: [UInt8]
        let errors: String

        /// Standard output as text.
        var text: String { String(decoding: output, as: UTF8.self) }
        /// The lines of standard output.
        var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    /// The executable that was built next to the tests.
    static let path = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "demarc").path ?? "demarc"

    /// Runs the tool.
    ///
    /// Standard streams are files, so nothing blocks.
    static func run(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
        try runProcess(path, arguments, input)
    }

    static func run(_ arguments: [String], input: String) throws -> Outcome {
        try run(arguments, input: Array(input.utf8))
    }

    /// Runs a script with bash; in it, `$demarc` is the tool.
    static func bash(_ script: String) throws -> Outcome {
        try runProcess("/bin/bash", ["-c", "demarc='\(path)'\n\(script)"], [])
    }

    private static func runProcess(_ path: String, _ arguments: [String], _ input: [UInt8]) throws -> Outcome {
        let folder = try TemporaryFolder()
        let inputPath = try folder.write(input, to: "input")
        let outputPath = try folder.write([], to: "output")
        let errorPath = try folder.write([], to: "errors")
        let process = Process()
        // A hanging tool is a failure, and does not stop the test run.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["-k", "1", "60", path] + arguments
        process.standardInput = FileHandle(forReadingAtPath: inputPath)
        process.standardOutput = FileHandle(forWritingAtPath: outputPath)
        process.standardError = FileHandle(forWritingAtPath: errorPath)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: Array(try Data(contentsOf: URL(filePath: outputPath))),
            errors: String(decoding: try Data(contentsOf: URL(filePath: errorPath)), as: UTF8.self)
        )
    }
}
