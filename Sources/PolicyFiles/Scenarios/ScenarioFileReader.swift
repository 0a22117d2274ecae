public import Diagnostics
public import DocumentReading
public import PolicyModel

/// Reads scenario files and the policies they test, and reports every problem rather than only the first.
///
/// ```swift
/// import Diagnostics
///
/// let result = ScenarioFileReader().load(path: "scenarios.yaml")
/// print(TextReport(sources: result.sources).text(result.diagnostics))
/// if let file = result.file { print(file.scenarios.count) }
/// ```
///
/// The path of a policy is the author's own argument and may lead anywhere; files that the policy document refers to
/// must be in that document's folder. If any of these files is outside the folder of the scenario file, findings about
/// them contain place and code, but nothing from their content. The cost of reading is bounded by ``ReadingBounds``,
/// which apply to the scenario file and to each policy document separately.
public struct ScenarioFileReader: Sendable {
    /// The source of the files.
    public var files: any FileSource
    /// Whether policy documents may refer to files outside their folders.
    public var allowsOutside: Bool
    /// The limits on the cost of reading.
    public var bounds: ReadingBounds

    /// Creates a reader.
    public init(
        files: any FileSource = DiskFiles(),
        allowsOutside: Bool = false,
        bounds: ReadingBounds = ReadingBounds()
    ) {
        self.files = files
        self.allowsOutside = allowsOutside
        self.bounds = bounds
    }

    /// Reads the scenario file at a path.
    ///
    /// - Complexity: O(*n*) in the bytes of all files and in the scenarios that matrices generate, up to the bounds.
    public func load(path: String) -> ScenarioLoadResult {
        let reading = ReadingContext(source: files, bounds: bounds, allowsOutside: allowsOutside)
        do throws(FileError) {
            return load(try files.read(path, limit: reading.documentLimit, plainOnly: false), path: path, reading)
        } catch {
            return Self.failure(error, path: path)
        }
    }

    /// Reads a scenario file from memory.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: The path shown in findings. Paths of policies are relative to its folder; the file itself need not
    ///     exist there.
    /// - Returns: The file, or the problems that prevent it.
    /// - Complexity: O(*n*) in the bytes of all files and in the scenarios that matrices generate, up to the bounds.
    public func load(bytes: [UInt8], path: String) -> ScenarioLoadResult {
        load(bytes, path: path, ReadingContext(source: files, bounds: bounds, allowsOutside: allowsOutside))
    }

    /// Reads a scenario file from a text; see ``load(bytes:path:)``.
    public func load(text: String, path: String) -> ScenarioLoadResult { load(bytes: Array(text.utf8), path: path) }

    /// Reads the policy document of a scenario. The scenarios specify who acts, and a scenario that signs an account in
    /// may begin with a document that could not otherwise hold a second managed account.
    func policy(
        _ bytes: [UInt8],
        path: String,
        displayName: String?,
        allowsSecondManagedAccount: Bool
    ) -> PolicyLoadResult {
        var reader = PolicyDocumentReader(
            files: files,
            allowsOutside: allowsOutside,
            bounds: bounds,
            requiresUser: false,
            allowsSecondManagedAccount: allowsSecondManagedAccount
        )
        reader.displayName = displayName
        return reader.load(bytes: bytes, path: path)
    }

    private func load(_ bytes: [UInt8], path: String, _ reading: ReadingContext) -> ScenarioLoadResult {
        guard bytes.count <= reading.documentLimit else {
            return Self.failure(.tooLarge(limit: reading.documentLimit), path: path)
        }
        let resolved = (try? files.resolve(path)) ?? ""
        let scenarios = ScenarioReading(reading) {
            policy($0, path: $1, displayName: $2, allowsSecondManagedAccount: $3)
        }
        scenarios.quotedFolder = try? files.resolve(PathText.folder(of: path))
        // Lists in claims are in the folder of the scenario file, as lists of a policy are in the policy's folder.
        reading.folder = scenarios.quotedFolder
        return scenarios.load(bytes, path: path, resolvedPath: resolved)
    }

    private static func failure(_ error: FileError, path: String) -> ScenarioLoadResult {
        let finding = FileError.diagnostic(error, path: path)
        return ScenarioLoadResult(file: nil, diagnostics: [finding], sources: [], unquotedPaths: [])
    }
}

/// The result of reading a scenario file.
public struct ScenarioLoadResult: Sendable {
    /// The file; nil if there is an error in it or in a policy it names.
    public let file: ScenarioFile?
    /// All findings, in file order.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for quoting their lines.
    public let sources: [SourceFile]
    /// Policy documents and files they refer to, if any of these files is outside the folder of the scenario file:
    /// findings point into them, but nothing in them is quoted.
    public let unquotedPaths: [String]
    /// The files with app configurations, which no report may quote, even if they are also read for something else.
    package var confidentialPaths: [String] = []

    /// Whether the scenarios can be run.
    public var isUsable: Bool { file != nil }
}
