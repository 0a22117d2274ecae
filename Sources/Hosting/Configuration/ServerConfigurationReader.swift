public import Diagnostics
public import DocumentReading
public import PolicyFiles

/// Reads the configuration of a server, and reports all problems rather than only the first.
///
/// ```swift
/// let result = ServerConfigurationReader().load(path: "serve.yaml")
/// print(TextReport(sources: result.sources).text(result.diagnostics))
/// if let configuration = result.configuration { print(configuration.listeners.count) }
/// ```
///
/// Only that file is read. The server reads the files that it names, such as policies and certificates; their paths are
/// the operator's own and may lead anywhere.
public struct ServerConfigurationReader: Sendable {
    /// The result of reading a configuration.
    public struct Result: Sendable {
        /// The configuration; nil if it contains an error.
        public let configuration: ServerConfiguration?
        /// All findings, in the order of the file.
        public let diagnostics: [Diagnostic]
        /// The file, for quoting lines.
        public let sources: [SourceFile]
    }

    /// The source of the file.
    public var files: any FileSource
    /// The limits of reading.
    public var bounds: ReadingBounds

    /// Creates a reader.
    public init(files: any FileSource = DiskFiles(), bounds: ReadingBounds = ReadingBounds()) {
        self.files = files
        self.bounds = bounds
        // A configuration contains no lists; a larger file is something else.
        self.bounds.documentBytes = min(bounds.documentBytes, 1 << 20)
    }

    /// Reads the configuration at a path.
    ///
    /// - Parameter path: The file.
    /// - Returns: The configuration, or the findings that prevent it.
    /// - Complexity: O(*n*) in the bytes, up to the bounds.
    public func load(path: String) -> Result {
        do throws(FileError) {
            return load(bytes: try files.read(path, limit: bounds.documentBytes, plainOnly: false), path: path)
        } catch {
            return Self.failure(error, path: path)
        }
    }

    /// Reads a configuration from memory.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: The name of the file in findings. Paths in the file are resolved against its folder; it need not exist.
    /// - Returns: The configuration, or the findings that prevent it.
    /// - Complexity: O(*n*) in the bytes, up to the bounds.
    public func load(bytes: [UInt8], path: String) -> Result {
        guard bytes.count <= bounds.documentBytes else {
            return Self.failure(.tooLarge(limit: bounds.documentBytes), path: path)
        }
        let reading = ReadingContext(source: files, bounds: bounds, allowsOutside: true)
        reading.formatKey = ServerConfiguration.formatKey
        let configuration = reading.open(bytes, path: path, resolvedPath: "")
            .flatMap { ServerReading(reading, path: path).configuration($0) }
        return Result(
            configuration: reading.errorCount == 0 ? configuration : nil,
            diagnostics: reading.sortedFindings(),
            sources: reading.sources
        )
    }

    /// Reads a configuration from a string; see ``load(bytes:path:)``.
    public func load(text: String, path: String) -> Result { load(bytes: Array(text.utf8), path: path) }

    private static func failure(_ error: FileError, path: String) -> Result {
        Result(configuration: nil, diagnostics: [FileError.diagnostic(error, path: path)], sources: [])
    }
}
