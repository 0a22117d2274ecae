import Diagnostics
import PolicyModel
public import URLMatching

/// Reads files that a policy document would refer to, each by itself, for whoever looks at one without its document.
///
/// What such a file says is given as a document that holds that and nothing else: no account, and no view. It serves to
/// look at, not to decide with. Bounds and confinement are those of ``PolicyDocumentReader``.
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
    public func graph(bytes: [UInt8], path: String) -> PolicyLoadResult {
        load(path: path) { section, resolved in section.graphDocument(bytes, path: path, resolvedPath: resolved) }
    }

    /// Reads a rule file with what it includes, as a rule set with the file's path as its name. A rule file has no
    /// default; here that is `external`.
    ///
    /// - Complexity: O(*n*) in the bytes of all files.
    public func rules(bytes: [UInt8], path: String) -> PolicyLoadResult {
        load(path: path) { section, resolved in section.rulesDocument(bytes, path: path, resolvedPath: resolved) }
    }

    /// Reads a list, as a rule set with one rule that has it.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public func list(bytes: [UInt8], path: String, format: ListFormat) -> PolicyLoadResult {
        load(path: path) { section, resolved in
            section.listDocument(bytes, path: path, resolvedPath: resolved, format: format)
        }
    }

    private func load(path: String, _ read: (LooseFileSection, String) -> PolicyDocument?) -> PolicyLoadResult {
        let reading = ReadingContext(source: files, bounds: bounds, allowsOutside: allowsOutside)
        let resolved = (try? files.resolve(path)) ?? ""
        reading.folder = try? files.resolve(PathText.folder(of: path))
        let rules = RulesSection(reading, of: resolved, keepsLists: true)
        let document = read(LooseFileSection(context: reading, rules: rules), resolved)
        return PolicyLoadResult(
            document: reading.errorCount == 0 ? document : nil,
            diagnostics: reading.sortedFindings(),
            sources: reading.files.map(\.source)
        )
    }
}
