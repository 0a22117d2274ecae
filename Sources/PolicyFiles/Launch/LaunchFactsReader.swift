public import Diagnostics
import DocumentReading
public import PolicyModel

/// The facts of a launch, as a file states them.
public struct LaunchFacts: Hashable, Sendable {
    /// The facts about the device.
    public var device = DeviceFacts()
    /// The facts about the account's access to the app.
    public var access = AccessState()
    /// The time of the launch; nil if the file does not contain it.
    public var now: Instant?

    /// Creates a value without known facts.
    public init() {}
}

/// The result of reading a file of facts.
public struct LaunchFactsResult: Sendable {
    /// The facts; nil if there is an error in the file.
    public let facts: LaunchFacts?
    /// All findings.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for quoting their lines.
    public let sources: [SourceFile]
}

/// Reads facts about a device and an account's access, as YAML or JSON.
///
/// The file has the keys `device`, `access` and `now` of `given` in a scenario file. Each key is optional, and so is
/// each fact. An unknown key or a value of the wrong type is an error, because a misspelled fact would be missing.
public struct LaunchFactsReader: Sendable {
    /// The maximum size of a file in bytes.
    public static let byteLimit = 1 << 20

    /// Creates a reader.
    public init() {}

    /// Reads the file at a path.
    ///
    /// - Parameter path: The path; `-` is standard input.
    /// - Returns: The facts, or the problems that prevent them.
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
    ///   - path: The path shown in findings.
    /// - Returns: The facts, or the problems that prevent them.
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
        reading.formatKey = nil
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
        // Hosts write `null` for unknown facts.
        guard let fields = reading.fields(root, "what is known", keys: DocumentKeys.launchFacts, null: .missing) else {
            return
        }
        if let device = fields["device"].flatMap({ questions.deviceFacts($0) }) { facts.device = device }
        if let access = fields["access"].flatMap({ questions.accessState($0) }) { facts.access = access }
        facts.now = fields["now"].flatMap { questions.instant($0) }
    }
}
