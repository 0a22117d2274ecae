public import Diagnostics
import DocumentReading
public import PolicyModel

/// What is known when an app is to open, as a file says it.
public struct LaunchFacts: Hashable, Sendable {
    /// What is known of the device.
    public var device = DeviceFacts()
    /// What is known of the account's access to the app.
    public var access = AccessState()
    /// The moment; nil where the file does not say it.
    public var now: Instant?

    /// Facts of which none is known.
    public init() {}
}

/// What reading a file of facts gave.
public struct LaunchFactsResult: Sendable {
    /// The facts; nil where anything in the file is an error.
    public let facts: LaunchFacts?
    /// Everything that was found.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for the lines to quote.
    public let sources: [SourceFile]
}

/// Reads what is known of a device and of an account's access, as YAML or JSON.
///
/// The file has the keys `device`, `access` and `now` of `given` in a scenario file; each can be left out, and so can each
/// fact. A key that nobody knows and a value of another type are errors: a fact that was misspelt would be missing.
public struct LaunchFactsReader: Sendable {
    /// The most bytes that a file may have.
    public static let byteLimit = 1 << 20

    /// Makes a reader.
    public init() {}

    /// Reads the file at a path.
    ///
    /// - Parameter path: The path; `-` is standard input.
    /// - Returns: The facts, or what prevents them.
    /// - Complexity: O(*n*) in the bytes.
    public func load(path: String) -> LaunchFactsResult {
        do throws(FileError) {
            let files = DiskFiles()
            let bytes =
                path == "-"
                ? try files.readStandardInput(limit: Self.byteLimit)
                : try files.read(path, limit: Self.byteLimit, plainOnly: false)
            return load(bytes: bytes, path: path)
        } catch {
            let finding = FileError.diagnostic(error, path: path)
            return LaunchFactsResult(facts: nil, diagnostics: [finding], sources: [])
        }
    }

    /// Reads a file from memory.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: What findings call it.
    /// - Returns: The facts, or what prevents them.
    /// - Complexity: O(*n*) in the bytes.
    public func load(bytes: [UInt8], path: String) -> LaunchFactsResult {
        guard bytes.count <= Self.byteLimit else {
            let finding = FileError.diagnostic(.tooLarge(limit: Self.byteLimit), path: path)
            return LaunchFactsResult(facts: nil, diagnostics: [finding], sources: [])
        }
        var bounds = ReadingBounds()
        bounds.nodes = 10_000
        bounds.findings = 100
        let reading = ReadingContext(source: MemoryFiles(), bounds: bounds, allowsOutside: false)
        var facts = LaunchFacts()
        if let root = reading.open(bytes, path: path, resolvedPath: "") { read(root, reading, into: &facts) }
        return LaunchFactsResult(
            facts: reading.errorCount == 0 ? facts : nil,
            diagnostics: reading.sortedFindings(),
            sources: reading.sources
        )
    }

    private func read(_ root: DocumentNode, _ reading: ReadingContext, into facts: inout LaunchFacts) {
        let questions = QuestionReading(reading)
        // Hosts write `null` for what they do not know.
        guard let fields = reading.fields(root, "what is known", keys: DocumentKeys.launchFacts, null: .missing) else {
            return
        }
        if let device = fields["device"].flatMap({ questions.deviceFacts($0) }) { facts.device = device }
        if let access = fields["access"].flatMap({ questions.accessState($0) }) { facts.access = access }
        facts.now = fields["now"].flatMap { questions.instant($0) }
    }
}
