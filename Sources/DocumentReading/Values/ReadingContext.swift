package import Diagnostics
import PolicyModel

/// The state that the sections of a document share while it is read: the open files, the findings, and the remaining
/// limits.
///
/// Each reader returns its part of the model and adds its findings here. Reading continues after a problem: the problem
/// is reported and dependent parts are omitted, because a document with an error is never used.
///
/// The context only handles values, regardless of their notation, so questions in JSON are read without YAML.
package final class ReadingContext {
    /// A file of this reading.
    package struct OpenFile {
        /// Its text, and the path shown in findings.
        package var source: SourceFile
        /// Its absolute path with links resolved; empty for a text that is not a file.
        package let resolvedPath: String
        /// The notation of its values; nil if they are untyped.
        package var typed: TypedFile?
        /// The keys of a binary property list, by their places; lines are meaningless there.
        package var binaryKeys: [Range<Int>: String]?
        /// Whether places refer to bytes that differ from the file's, so that only lines and columns match.
        package var isTranscoded = false
        /// Whether it contains text that no message or report may show.
        package var isConfidential = false
        /// Texts that were read as separate JSON; quotes inside them are escaped with backslashes.
        fileprivate var embedded: [Range<Int>] = []
    }

    package let source: any FileSource
    package let bounds: ReadingBounds
    package let allowsOutside: Bool

    /// The resolved folder that must contain everything the document refers to; nil if it has none.
    package var folder: String?
    /// Every file opened; ``DocumentNode/Place/file`` is an index into it.
    package var files: [OpenFile] = []
    /// The key with which a file of this kind begins; nil if its keys are optional.
    package var formatKey: String? = "demarc"
    /// Whether files opened from now on are confidential.
    package var opensConfidentially = false
    /// Places whose text was computed from more than what is written there, so that no edit is certain.
    package var computedPlaces: Set<DocumentNode.Place> = []
    /// The entries of policies by the locations of their keys, for findings created after reading; nil if nothing needs
    /// them.
    package var settingEntries: [SourceLocation: DocumentNode.Entry]?

    // The remaining limits.
    package var nodesLeft: Int
    package var aliasesLeft: Int
    package var documentBytesLeft: Int

    private var findings: FindingList

    package init(source: any FileSource, bounds: ReadingBounds, allowsOutside: Bool) {
        self.source = source
        self.bounds = bounds
        self.allowsOutside = allowsOutside
        nodesLeft = bounds.nodes
        aliasesLeft = bounds.aliases
        documentBytesLeft = bounds.allDocumentBytes
        findings = FindingList(limit: bounds.findings)
    }

    /// Adds a file and returns its number.
    package func open(_ source: SourceFile, resolvedPath: String) -> Int32 {
        files.append(OpenFile(source: source, resolvedPath: resolvedPath, isConfidential: opensConfidentially))
        return Int32(files.count - 1)
    }

    /// Records that a text was read as separate JSON.
    package func noteEmbedded(_ place: DocumentNode.Place) { files[Int(place.file)].embedded.append(place.offsets) }

    /// The file that contains a node.
    package func file(of place: DocumentNode.Place) -> OpenFile { files[Int(place.file)] }

    /// The location of a node in the form that reasons use.
    package func location(of place: DocumentNode.Place) -> SourceLocation {
        let source = file(of: place).source
        let position = source.position(at: Int(place.start))
        return SourceLocation(path: source.path, line: position.line, column: position.column)
    }

    /// Hides the lines of a place from every report, because they may contain personal data.
    package func hideLines(of place: DocumentNode.Place) { files[Int(place.file)].source.hideLines(of: place.offsets) }

    /// Whether no report may show the text at a place.
    package func isHidden(_ place: DocumentNode.Place) -> Bool {
        let file = file(of: place)
        return file.isConfidential
            || file.source.hiddenLines.contains(file.source.position(at: Int(place.start)).line)
    }

    // MARK: Findings

    /// The files that findings point into.
    package var sources: [SourceFile] { files.map(\.source) }

    /// The range of a node, for findings that are created after reading.
    package func range(of place: DocumentNode.Place) -> SourceRange { file(of: place).source.range(place.offsets) }

    /// Reports a finding about `place` and, if it concerns several places, also about those in `also`. The message is
    /// one line in lower case without a final period; `fix` is the replacement for `place`, if there is exactly one.
    package func report(
        _ code: FindingCode,
        _ message: String,
        at place: DocumentNode.Place,
        also: [DocumentNode.Place] = [],
        severity: Diagnostic.Severity = .error,
        help: String? = nil,
        fix: String? = nil
    ) {
        report(code.rawValue, message, at: place, also: also, severity: severity, help: help, fix: fix)
    }

    /// Reports a finding with a code of another module.
    package func report(
        _ code: String,
        _ message: String,
        at place: DocumentNode.Place,
        also: [DocumentNode.Place] = [],
        severity: Diagnostic.Severity = .error,
        help: String? = nil,
        fix: String? = nil
    ) {
        let places = ([place] + also).map { file(of: $0).source.range($0.offsets) }
        // An edit replaces bytes, and a UTF-16 file has different bytes.
        let canEdit =
            !file(of: place).isTranscoded && !computedPlaces.contains(place)
            && !file(of: place).embedded.contains { $0.contains(Int(place.start)) }
        let edit = canEdit ? fix.map { TextEdit(range: places[0], replacement: $0) } : nil
        // After the limit of findings, the path would not be shown.
        let message = !findings.isFull ? located(message, at: place) : message
        add(Diagnostic(code: code, severity: severity, message: message, places: places, help: help, fix: edit))
    }

    /// Adds a finding created elsewhere.
    package func add(_ finding: Diagnostic) { findings.add(finding) }

    /// Whether further findings are only counted, so that their help is not needed.
    var isFull: Bool { findings.isFull }

    /// The number of errors, including dropped ones; a reader compares it to determine whether a part was valid.
    package var errorCount: Int { findings.errorCount }

    /// The findings in file order.
    package func sortedFindings() -> [Diagnostic] { findings.sorted() }

    /// The known word that was probably intended. After the limit of findings, it would not be shown, and the candidates
    /// are not evaluated.
    package func suggestion<Candidates: Sequence<String>>(
        for word: String,
        among candidates: @autoclosure () -> Candidates
    ) -> String? {
        guard !isFull else { return nil }
        return NearMiss.suggestion(for: word, among: candidates())
    }
}
