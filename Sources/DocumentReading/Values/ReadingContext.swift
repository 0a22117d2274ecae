package import Diagnostics
import PolicyModel

/// What the sections of a document have in common while it is read: the files that are open, what was found, and what may
/// still be spent.
///
/// A reader gives its part of the model and adds its findings here. Nothing stops at a problem: it is reported, and what
/// depends on it is left out, since a document with an error is never used.
///
/// It knows values and not how they are written: questions in JSON, which need no more, are read without YAML.
package final class ReadingContext {
    /// A file of this reading.
    package struct OpenFile {
        /// Its text, with the path that findings show.
        package var source: SourceFile
        /// Its absolute path, links resolved; empty for a text that is no file.
        package let resolvedPath: String
        /// How its values are typed; nil where they have no types of their own.
        package var typed: TypedFile?
        /// The keys of a property list in the binary form, by their places: lines mean nothing there.
        package var binaryKeys: [Range<Int>: String]?
        /// Whether places count other bytes than the file has, so that only lines and columns agree.
        package var isTranscoded = false
        /// Whether it holds what no message or report may show.
        package var isConfidential = false
        /// Texts that were read as JSON of their own: in them quotes are behind backslashes.
        fileprivate var embedded: [Range<Int>] = []
    }

    package let source: any FileSource
    package let bounds: ReadingBounds
    package let allowsOutside: Bool

    /// The resolved folder that everything the document refers to must lie below; nil where it has none.
    package var folder: String?
    /// Every file opened; ``DocumentNode/Place/file`` counts in it.
    package var files: [OpenFile] = []
    /// The key that a file of this kind begins with.
    package var formatKey = "demarc"
    /// Places whose text was made from more than what is written there, so that no edit of it is certain.
    package var computedPlaces: Set<DocumentNode.Place> = []

    // What is left of the bounds.
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

    /// Adds a file and gives its number.
    package func open(_ source: SourceFile, resolvedPath: String) -> Int32 {
        files.append(OpenFile(source: source, resolvedPath: resolvedPath))
        return Int32(files.count - 1)
    }

    /// Notes that a text was read as JSON of its own.
    package func noteEmbedded(_ place: DocumentNode.Place) { files[Int(place.file)].embedded.append(place.offsets) }

    /// The file that a node stands in.
    package func file(of place: DocumentNode.Place) -> OpenFile { files[Int(place.file)] }

    /// Where reasons say that a node stands.
    package func location(of place: DocumentNode.Place) -> SourceLocation {
        let source = file(of: place).source
        let position = source.position(at: Int(place.start))
        return SourceLocation(path: source.path, line: position.line, column: position.column)
    }

    /// Hides what is at a place from every report: it may be personal data.
    package func hideLines(of place: DocumentNode.Place) { files[Int(place.file)].source.hideLines(of: place.offsets) }

    // MARK: Findings

    /// The files that findings point into.
    package var sources: [SourceFile] { files.map(\.source) }

    /// Where a node stands, for findings that are made after the reading.
    package func range(of place: DocumentNode.Place) -> SourceRange { file(of: place).source.range(place.offsets) }

    /// Reports a finding about `place` and, where it is about several, `also` about others. The message is in lower
    /// case, on one line, without a final period; `fix` is what to write at `place`, if there is exactly one thing.
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

    /// Reports a finding whose code another module names.
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
        // An edit is by bytes, and those of a file in UTF-16 are others.
        let canEdit =
            !file(of: place).isTranscoded && !computedPlaces.contains(place)
            && !file(of: place).embedded.contains { $0.contains(Int(place.start)) }
        let edit = canEdit ? fix.map { TextEdit(range: places[0], replacement: $0) } : nil
        // Past the bound of findings nobody would read the path.
        let message = !findings.isFull ? located(message, at: place) : message
        add(Diagnostic(code: code, severity: severity, message: message, places: places, help: help, fix: edit))
    }

    /// Adds a finding that was made elsewhere.
    package func add(_ finding: Diagnostic) { findings.add(finding) }

    /// How many errors there are, those dropped included; a reader that compares it knows whether a part was sound.
    package var errorCount: Int { findings.errorCount }

    /// The findings in the order of the files.
    package func sortedFindings() -> [Diagnostic] { findings.sorted() }

    /// The known word that was probably meant. Past the bound of findings nobody would read it.
    package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        guard !findings.isFull else { return nil }
        return NearMiss.suggestion(for: word, among: candidates)
    }
}
