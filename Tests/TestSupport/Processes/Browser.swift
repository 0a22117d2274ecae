import Foundation

/// A headless Chromium that tests control over DevTools, using the programs in `Tests/Reports`.
///
/// The driver is the one from the rendering service's tests, in Python without additional packages.
public enum Browser {
    /// The output of a program, and how it ended.
    public struct Outcome: Sendable {
        /// The exit status.
        public let status: Int32
        /// Standard output and standard error.
        public let text: String
    }

    /// Whether Chromium and Python are installed; `CHROMIUM` names another program.
    public static let isThere = has(ProcessInfo.processInfo.environment["CHROMIUM"] ?? "chromium") && has("python3")

    /// Why tests are skipped without them, and how to install them.
    public static let hint = "skipped: no Chromium and Python here (apt-get install chromium python3)"

    /// Runs a program of `Tests/Reports`.
    ///
    /// - Parameters:
    ///   - program: Its file name.
    ///   - arguments: Its arguments.
    ///   - seconds: The time limit.
    /// - Returns: Its output, and how it ended.
    /// - Throws: An error if it cannot be started.
    public static func run(_ program: String, _ arguments: [String], seconds: Int = 120) throws -> Outcome {
        let folder = try TemporaryFolder()
        let output = try folder.write("", to: "output")
        let process = Process()
        // A program that hangs is a failure, and must not keep the test run from ending.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments =
            ["-k", "5", "\(seconds)", "python3", Repository.path("Tests/Reports/\(program)")] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PYTHONPATH": Repository.path("Examples/Renderer/Tests"), "PYTHONDONTWRITEBYTECODE": "1"]
        ) { $1 }
        let file = FileHandle(forWritingAtPath: output)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file
        process.standardError = file
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
        return Outcome(status: process.terminationStatus, text: text)
    }

    private static func has(_ program: String) -> Bool {
        let folders =
            program.contains("/")
            ? [""] : (ProcessInfo.processInfo.environment["PATH"] ?? "").components(separatedBy: ":")
        return folders.contains {
            FileManager.default.isExecutableFile(atPath: $0.isEmpty ? program : "\($0)/\(program)")
        }
    }
}
