import Diagnostics
public import DocumentReading
import PolicyModel

/// Reads policy documents and everything they refer to, and reports every problem rather than only the first.
///
/// ```swift
/// import Diagnostics
///
/// let result = PolicyDocumentReader().load(path: "policy.yaml")
/// print(TextReport(sources: result.sources).text(result.diagnostics))
/// if let document = result.document { print(document.views.count) }
/// ```
///
/// A Graph export or a device log can be named instead of a document. It stands for a document with that policy, one
/// account under it and one web view; see <doc:PolicyDocuments>.
///
/// The input may be hostile. The cost of reading is bounded by ``ReadingBounds``, and no path leads out of the
/// document's folder, after resolving symbolic links, unless that is explicitly allowed.
public struct PolicyDocumentReader: Sendable {
    /// The source of the files.
    public var files: any FileSource
    /// Whether a document may refer to files outside its folder.
    public var allowsOutside: Bool
    /// The limits on the cost of reading.
    public var bounds: ReadingBounds
    /// Whether a document with several managed accounts must name its `user`; false if the caller specifies who acts.
    public var requiresUser: Bool
    /// Whether a document may have a second managed account although the app can hold only one; true if accounts sign
    /// in one after the other, which the engine enforces.
    public var allowsSecondManagedAccount: Bool
    /// The policy to use from a Graph export with several policies: its display name or its id. A file with only one
    /// policy needs no name.
    public var displayName: String?
    /// Whether ``PolicyLoadResult/sources`` also contains lists without bad lines, for callers that inspect their
    /// lines.
    public var keepsLists = false
    /// Whether ``PolicyLoadResult/settings`` is filled, for callers that underline the values of settings.
    package var notesSettings = false
    /// Whether the document must be a plain file, or a link to one, for callers that read it again when it changes:
    /// opening a pipe in its place could wait forever.
    package var requiresPlainFile = false
    /// Whether ``displayName`` is ignored if the document is not an export, for callers that read several files and name
    /// a policy of the exports among them.
    package var allowsUnusedDisplayName = false

    /// Creates a reader.
    public init(
        files: any FileSource = DiskFiles(),
        allowsOutside: Bool = false,
        bounds: ReadingBounds = ReadingBounds(),
        requiresUser: Bool = true,
        allowsSecondManagedAccount: Bool = false
    ) {
        self.files = files
        self.allowsOutside = allowsOutside
        self.bounds = bounds
        self.requiresUser = requiresUser
        self.allowsSecondManagedAccount = allowsSecondManagedAccount
    }

    /// Reads the policy document at a path.
    ///
    /// - Complexity: O(*n*) in the bytes of all files, up to the bounds.
    public func load(path: String) -> PolicyLoadResult {
        let reading = ReadingContext(source: files, bounds: bounds, allowsOutside: allowsOutside)
        do throws(FileError) {
            // Links are resolved first, because a policy may be replaced by replacing a link.
            let target = try requiresPlainFile ? files.resolve(path) : path
            let bytes = try files.read(target, limit: reading.documentLimit, plainOnly: requiresPlainFile)
            return load(bytes, path: path, reading)
        } catch {
            return Self.failure(error, path: path)
        }
    }

    /// Reads a policy document from memory.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - path: The path shown in findings. Paths in the document are relative to its folder, so a real folder is
    ///     needed to find them; the document itself need not exist there.
    /// - Returns: The document, or the problems that prevent it.
    /// - Complexity: O(*n*) in the bytes of all files, up to the bounds.
    public func load(bytes: [UInt8], path: String) -> PolicyLoadResult {
        load(bytes, path: path, ReadingContext(source: files, bounds: bounds, allowsOutside: allowsOutside))
    }

    /// Reads a policy document from a text; see ``load(bytes:path:)``.
    public func load(text: String, path: String) -> PolicyLoadResult { load(bytes: Array(text.utf8), path: path) }

    private static func failure(_ error: FileError, path: String) -> PolicyLoadResult {
        PolicyLoadResult(document: nil, diagnostics: [FileError.diagnostic(error, path: path)], sources: [])
    }

    private func load(_ bytes: [UInt8], path: String, _ reading: ReadingContext) -> PolicyLoadResult {
        guard bytes.count <= reading.documentLimit else {
            return Self.failure(.tooLarge(limit: reading.documentLimit), path: path)
        }
        let resolved = (try? files.resolve(path)) ?? ""
        reading.folder = try? files.resolve(PathText.folder(of: path))
        reading.settingEntries = notesSettings ? [:] : nil
        let section = DocumentSection(
            context: reading,
            rules: RulesSection(reading, of: resolved, keepsLists: keepsLists),
            requiresUser: requiresUser,
            allowsSecondManagedAccount: allowsSecondManagedAccount
        )
        let document: PolicyDocument?
        let isExport = ExportSection.isExport(bytes)
        if isExport {
            let export = ExportSection(context: reading, document: section, displayName: displayName)
            document = export.read(bytes, path: path, resolvedPath: resolved)
        } else {
            let isRefused = displayName != nil && !allowsUnusedDisplayName
            document = reading.open(bytes, path: path, resolvedPath: resolved)
                .flatMap { isRefused ? section.refuseDisplayName($0) : section.read($0) }
        }
        // Configurations contain personal data, so no report shows a line of their files. A file may have been read
        // twice, for a policy too.
        let confidential = reading.files.filter(\.isConfidential)
        let hidden = Set(confidential.flatMap { [$0.resolvedPath, $0.source.path] })
        let quoted = reading.files.filter { !hidden.contains($0.resolvedPath) && !hidden.contains($0.source.path) }
        return PolicyLoadResult(
            document: document,
            diagnostics: reading.sortedFindings(),
            sources: quoted.map(\.source),
            resolvedPaths: reading.files.map(\.resolvedPath),
            unquotedPaths: confidential.map(\.source.path),
            confidentialPaths: confidential.map(\.source.path),
            settings: reading.settingExtents,
            isExport: isExport
        )
    }
}
