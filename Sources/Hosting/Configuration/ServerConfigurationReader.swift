public import Diagnostics
public import DocumentReading
public import PolicyFiles

/// Reads the configuration of a server, reporting every problem and not only the first.
///
/// ```swift
/// let result = ServerConfigurationReader().load(path: "serve.yaml")
/// print(TextReport(sources: result.sources).text(result.diagnostics))
/// if let configuration = result.configuration { print(configuration.listeners.count) }
/// ```
///
/// It reads that one file. What the file names, such as policies and certificates, is for the server to read; paths are
/// the operator's own and may lead anywhere.
public struct ServerConfigurationReader: Sendable {
    /// What reading a configuration gave.
    public struct Result: Sendable {
        /// The configuration; nil where anything in it is an error.
        public let configuration: ServerConfiguration?
        /// Everything that was found, in the order of the file.
        public let diagnostics: [Diagnostic]
        /// The file, for the lines to quote.
        public let sources: [SourceFile]
    }

    /// Where the file is read from.
    public var files: any FileSource
    /// How much reading may cost.
    public var bounds: ReadingBounds

    /// Makes a reader.
    public init(files: any FileSource = DiskFiles(), bounds: ReadingBounds = ReadingBounds()) {
        self.files = files
        self.bounds = bounds
        // A configuration has no lists; more than this is another file.
        self.bounds.documentBytes = min(bounds.documentBytes, 1 << 20)
    }

    /// Reads the configuration at a path.
    ///
    /// - Parameter path: The file.
    /// - Returns: The configuration, or what prevents it.
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
    ///   - path: What findings call it. Paths in it are relative to its folder; it need not exist itself.
    /// - Returns: The configuration, or what prevents it.
    /// - Complexity: O(*n*) in the bytes, up to the bounds.
    public func load(bytes: [UInt8], path: String) -> Result {
        guard bytes.count <= bounds.documentBytes else {
            return Self.failure(.tooLarge(limit: bounds.documentBytes), path: path)
        }
        let reading = ReadingContext(source: files, bounds: bounds, allowsOutside: true)
        reading.formatKey = "demarc-serve"
        let configuration = reading.open(bytes, path: path, resolvedPath: "")
            .flatMap { ServerReading(reading, path: path).configuration($0) }
        return Result(
            configuration: reading.errorCount == 0 ? configuration : nil,
            diagnostics: reading.sortedFindings(),
            sources: reading.sources
        )
    }

    /// Reads a configuration from a text; see ``load(bytes:path:)``.
    public func load(text: String, path: String) -> Result { load(bytes: Array(text.utf8), path: path) }

    private static func failure(_ error: FileError, path: String) -> Result {
        Result(configuration: nil, diagnostics: [FileError.diagnostic(error, path: path)], sources: [])
    }
}
