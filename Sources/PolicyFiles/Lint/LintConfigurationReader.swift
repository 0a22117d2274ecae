public import Diagnostics
import DocumentReading

/// Reads lint configuration files, and reports every problem rather than only the first.
public struct LintConfigurationReader: Sendable {
    /// The result of reading a file.
    public struct Result: Sendable {
        /// The part that could be read.
        public var configuration: LintConfiguration
        /// The problems of the rest.
        public var diagnostics: [Diagnostic]
        /// The file, for quoting its lines.
        public var sources: [SourceFile]

        package init(configuration: LintConfiguration, diagnostics: [Diagnostic], sources: [SourceFile]) {
            self.configuration = configuration
            self.diagnostics = diagnostics
            self.sources = sources
        }
    }

    /// Creates a reader.
    public init() {}

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: The path shown in findings.
    ///   - folder: The resolved folder to which its patterns are relative.
    /// - Returns: The part that could be read, and the problems.
    /// - Complexity: O(*n*) in the bytes, up to the bounds of reading.
    public func load(bytes: [UInt8], path: String, folder: String) -> Result {
        let reading = ReadingContext(source: MemoryFiles(), bounds: ReadingBounds(), allowsOutside: false)
        // A file with only comments is an empty configuration.
        let isEmpty = bytes.split(separator: UInt8(ascii: "\n"))
            .allSatisfy { line in
                let first = line.first { $0 > 0x20 }
                return first == nil || first == UInt8(ascii: "#")
            }
        guard !isEmpty else {
            let nothing = LintConfiguration(path: path, folder: folder)
            return Result(configuration: nothing, diagnostics: [], sources: [SourceFile(path: path, bytes: bytes)])
        }
        let root = reading.open(bytes, path: path, resolvedPath: "")
        let configuration = root.flatMap { reading.lintConfiguration($0, path: path, folder: folder) }
        return Result(
            configuration: configuration ?? LintConfiguration(path: path, folder: folder),
            diagnostics: reading.sortedFindings(),
            sources: reading.files.map(\.source)
        )
    }
}

extension ReadingContext {
    fileprivate func lintConfiguration(_ root: DocumentNode, path: String, folder: String) -> LintConfiguration? {
        guard let fields = fields(root, "a configuration of lint", keys: ["ignore", "severity", "baseline"]) else {
            return nil
        }
        var result = LintConfiguration(path: path, folder: folder)
        if let node = fields["ignore"] {
            result.ignores = (elements(node, of: "findings to ignore") ?? []).compactMap { ignore($0) }
        }
        if let node = fields["severity"] { result.severities = severities(node) }
        if let node = fields["baseline"] { result.baseline = integer(node, in: 1...3) }
        return result
    }

    private func ignore(_ node: DocumentNode) -> LintConfiguration.Ignore? {
        guard let fields = fields(node, "an entry of `ignore`", keys: ["code", "file", "reason"]),
            let code = required("code", of: fields, help: "specify which findings: `code: DM012`")
        else { return nil }
        let nodes: [DocumentNode]
        if case .sequence(let elements) = code.content { nodes = elements } else { nodes = [code] }
        let codes = nodes.compactMap { node in
            name(node).map { LintConfiguration.Code(text: $0, place: range(of: node.place)) }
        }
        let file = fields["file"].flatMap { name($0) }
        // A pattern that could not be read must not become a pattern for every file.
        guard !codes.isEmpty, file != nil || fields["file"] == nil else { return nil }
        let reason = fields["reason"].flatMap { text($0) }
        return LintConfiguration.Ignore(
            codes: codes,
            file: file,
            reason: reason?.isEmpty == false ? reason : nil,
            place: range(of: code.place)
        )
    }

    private func severities(_ node: DocumentNode) -> [LintConfiguration.CodeSeverity] {
        guard case .mapping(let entries) = node.content else {
            report(.wrongType, "expected severities by code, found \(description(of: node))", at: node.place)
            return []
        }
        return entries.compactMap { entry in
            guard let text = name(entry.value) else { return nil }
            let severity = Diagnostic.Severity(rawValue: text)
            guard severity != nil || text == "off" else {
                let known = Diagnostic.Severity.allCases.map(\.rawValue) + ["off"]
                reportUnknownValue(text, at: entry.value.place, called: "severity", among: known)
                return nil
            }
            let code = LintConfiguration.Code(text: entry.key, place: range(of: entry.keyPlace))
            return LintConfiguration.CodeSeverity(code: code, severity: severity)
        }
    }
}
