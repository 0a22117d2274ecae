public import Diagnostics
public import DocumentReading
public import PolicyModel
public import URLMatching

/// The result of reading a single file.
public struct LooseFileResult<Content: Sendable>: Sendable {
    /// The content of the file; nil if there is an error in it or in a file that it includes, or if it refers to a file
    /// outside its folder, which a note reports.
    public let content: Content?
    /// All findings, in file order.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for quoting their lines.
    public let sources: [SourceFile]
    /// The bytes of the settings of policies, by the locations of their keys.
    package let settings: [SourceLocation: SettingExtent]
}

/// Reads files that a policy document would refer to, each on its own, without the document.
///
/// Bounds and confinement are the same as for ``PolicyDocumentReader``.
public struct LooseFileReader: Sendable {
    /// The source of the files.
    public var files: any FileSource
    /// Whether rule files may include files outside their folder.
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

    /// Reads every iOS app protection policy in a file from Graph, in an export or in a device log; each is named by
    /// its display name.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public func graph(bytes: [UInt8], path: String) -> LooseFileResult<[AppProtectionPolicy]> {
        load(path: path) { section, resolved in section.policies(bytes, path: path, resolvedPath: resolved) }
    }

    /// Reads the rules of a rule file and of the files it includes.
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
        reading.settingEntries = [:]
        let rules = RulesSection(reading, of: resolved, keepsLists: true, hasDocument: false)
        let content = read(LooseFileSection(context: reading, rules: rules), resolved)
        return LooseFileResult(
            content: rules.problemCount == 0 ? content : nil,
            diagnostics: reading.sortedFindings(),
            sources: reading.files.map(\.source),
            settings: reading.settingExtents
        )
    }
}
