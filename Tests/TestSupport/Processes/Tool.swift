import Foundation

/// Runs the built `demarc` as a separate process, like a shell.
public enum Tool {
    /// What a process wrote and how it ended.
    public struct Outcome: Sendable {
        /// The exit status.
        public let status: Int32
        /// The bytes of standard output.
        public let output: [UInt8]
        /// Standard error.
        public let errors: String

        /// Creates an outcome.
        public init(status: Int32, output: [UInt8], errors: String) {
            self.status = status
            self.output = output
            self.errors = errors
        }

        /// Standard output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
        /// The lines of standard output.
        public var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    /// The executable that was built next to the tests.
    public static let path =
        Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "demarc").path ?? "demarc"

    /// Runs the tool.
    ///
    /// Standard streams are files, so nothing blocks.
    public static func run(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
        try runProcess(path, arguments, input)
    }

    /// Runs the tool with a text as its standard input.
    public static func run(_ arguments: [String], input: String) throws -> Outcome {
        try run(arguments, input: Array(input.utf8))
    }

    /// Runs a script with bash; in it, `$demarc` is the tool.
    public static func bash(_ script: String) throws -> Outcome {
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
