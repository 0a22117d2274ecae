public import Diagnostics

/// What became of the scenarios of one file.
public struct ScenarioFileResult: Sendable {
    /// One scenario that was run, and how long that took.
    public struct Run: Sendable {
        /// What became of it.
        public var result: ScenarioResult
        /// How long it took.
        public var duration: Duration

        /// Makes a run.
        public init(_ result: ScenarioResult, duration: Duration) {
            self.result = result
            self.duration = duration
        }
    }

    /// The path of the file.
    public var path: String
    /// The scenarios, in the order they were run.
    public var runs: [Run]
    /// Why the file could not be read; nil where it could.
    public var error: Diagnostic?
    /// The files that errors point into.
    public var sources: [SourceFile]

    /// Makes the result of a file.
    public init(path: String, runs: [Run] = [], error: Diagnostic? = nil, sources: [SourceFile] = []) {
        self.path = path
        self.runs = runs
        self.error = error
        self.sources = sources
    }

    /// How many scenarios ended in a way.
    public func count(_ outcome: ScenarioOutcome) -> Int { runs.count { $0.result.outcome == outcome } }

    /// The results to report: those of the scenarios, behind one in error for a file that could not be read, so that no
    /// report is silent about it.
    var results: [Run] {
        guard let error else { return runs }
        // What is wrong may stand in the policy; the place in the error says so.
        let line = error.location.flatMap { $0.path == path ? $0.line : nil } ?? 1
        let unread = ScenarioResult(
            name: "(file)",
            location: SourceLocation(path: path, line: line, column: 1),
            outcome: .error,
            steps: [],
            error: error
        )
        return [Run(unread, duration: .zero)] + runs
    }
}
