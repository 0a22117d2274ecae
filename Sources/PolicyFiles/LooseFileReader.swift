public import Diagnostics
public import DocumentReading
public import PolicyModel
public import URLMatching

/// What reading a file by itself gave.
public struct LooseFileResult<Content: Sendable>: Sendable {
    /// What the file says; nil if there is an error in it or in a file that it includes.
    public let content: Content?
    /// Everything that was found, in the order of the files.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for the lines to quote.
    public let sources: [SourceFile]
}

/// Reads files that a policy document would refer to, each by itself, without its document.
///
/// Bounds and confinement are those of ``PolicyDocumentReader``.
public struct LooseFileReader: Sendable {
    /// Where files are read from.
    public var files: any FileSource
    /// Whether rule files may include files outside their folder.
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

    /// Reads every iOS app protection policy in what Graph, an export or a device's log gave, each under its display
    /// name.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public func graph(bytes: [UInt8], path: String) -> LooseFileResult<[AppProtectionPolicy]> {
        load(path: path) { section, resolved in section.policies(bytes, path: path, resolvedPath: resolved) }
    }

    /// Reads the rules of a rule file and of those it includes.
    ///
    /// - Complexity: O(*n*) in the bytes of all files.
    public func rules(bytes: [UInt8], path: String) -> LooseFileResult<[Rule]> {
        load(path: path) { section, resolved in section.rules(bytes, path: path, resolvedPath: resolved) }
    }

    /// Reads a list.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public func list(bytes: [UInt8], path: String, format: ListFormat) -> LooseFileResult<EntryList> {
        load(path: path) { section, resolved in
            section.list(bytes, path: path, resolvedPath: resolved, format: format)
        }
    }

    private func load<Content>(
        path: String,
        _ read: (LooseFileSection, String) -> Content?
    ) -> LooseFileResult<Content> {
        let reading = ReadingContext(source: files, bounds: bounds, allowsOutside: allowsOutside)
        let resolved = (try? files.resolve(path)) ?? ""
        reading.folder = try? files.resolve(PathText.folder(of: path))
        let rules = RulesSection(reading, of: resolved, keepsLists: true)
        let content = read(LooseFileSection(context: reading, rules: rules), resolved)
        return LooseFileResult(
            content: reading.errorCount == 0 ? content : nil,
            diagnostics: reading.sortedFindings(),
            sources: reading.files.map(\.source)
        )
    }
}
