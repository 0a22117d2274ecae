public import Diagnostics
public import DocumentReading
public import PolicyModel

/// Reads scenario files and the policies they test, reporting every problem and not only the first.
///
/// ```swift
/// import Diagnostics
///
/// let result = ScenarioFileReader().load(path: "scenarios.yaml")
/// print(TextReport(sources: result.sources).text(result.diagnostics))
/// if let file = result.file { print(file.scenarios.count) }
/// ```
///
/// The path of a policy is the author's own argument and may lead anywhere; what the policy document itself refers to
/// stays in that document's folder. Where any of these files is outside the folder of the scenario file, findings about
/// them give place and code, and nothing that is written in them. What reading costs is bounded by ``ReadingBounds``: the scenario file and each policy
/// document may cost as much as they say.
public struct ScenarioFileReader: Sendable {
    /// Where files are read from.
    public var files: any FileSource
    /// Whether policy documents may refer to files outside their folders.
    public var allowsOutside: Bool
    /// How much reading may cost.
    public var bounds: ReadingBounds

    /// Makes a reader.
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
    /// - Complexity: O(*n*) in the bytes of all files and in the scenarios that matrices make, up to the bounds.
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
    ///   - path: What findings call it. Paths of policies are relative to its folder; it need not exist itself.
    /// - Returns: The file, or what prevents it.
    /// - Complexity: O(*n*) in the bytes of all files and in the scenarios that matrices make, up to the bounds.
    public func load(bytes: [UInt8], path: String) -> ScenarioLoadResult {
        let reading = ReadingContext(source: files, bounds: bounds, allowsOutside: allowsOutside)
        guard bytes.count <= reading.documentLimit else {
            return Self.failure(.tooLarge(limit: reading.documentLimit), path: path)
        }
        return load(bytes, path: path, reading)
    }

    /// Reads a scenario file from a text; see ``load(bytes:path:)``.
    public func load(text: String, path: String) -> ScenarioLoadResult { load(bytes: Array(text.utf8), path: path) }

    /// Reads the policy document of a scenario; who acts is for the scenarios to say, and one that signs an account in may
    /// begin with a document that could not hold a second managed one.
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
        let resolved = (try? files.resolve(path)) ?? ""
        let scenarios = ScenarioReading(reading) {
            policy($0, path: $1, displayName: $2, allowsSecondManagedAccount: $3)
        }
        scenarios.quotedFolder = try? files.resolve(PathText.folder(of: path))
        // Lists in claims are in the folder of the file, as those of a policy are in its folder.
        reading.folder = scenarios.quotedFolder
        return scenarios.load(bytes, path: path, resolvedPath: resolved)
    }

    private static func failure(_ error: FileError, path: String) -> ScenarioLoadResult {
        let (code, message) = error.finding(path: path)
        let finding = Diagnostic(code: code.rawValue, message: message, places: [SourceRange(wholeFile: path)])
        return ScenarioLoadResult(file: nil, diagnostics: [finding], sources: [], unquotedPaths: [])
    }
}

/// What reading a scenario file gave.
public struct ScenarioLoadResult: Sendable {
    /// The file; nil where anything in it or in a policy it names is an error.
    public let file: ScenarioFile?
    /// Everything that was found, in the order of the files.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for the lines to quote.
    public let sources: [SourceFile]
    /// Policy documents and what they refer to, where any of these files is outside the folder of the scenario file:
    /// findings point into them, and nothing in them is quoted.
    public let unquotedPaths: [String]

    /// Whether nothing prevents running the scenarios.
    public var isUsable: Bool { file != nil }
}
