package import Diagnostics
import PolicyFiles
import URLMatching

/// The result of importing foreign files, and what could not be imported.
package struct ImportResult: Hashable, Sendable {
    /// The kind of file that an import produces.
    package enum Product: String, CaseIterable, Hashable, Sendable {
        /// A policy document.
        case policyDocument = "policy-document"
        /// A list of format `domains`.
        case domainList = "domains"
        /// A list of format `hosts`.
        case hostList = "hosts"
    }

    /// The kind of ``text``.
    package var product: Product
    /// The Demarc file; empty if there is nothing to write.
    package var text: String
    /// How the input was interpreted, as one sentence without its period.
    package var reading: String
    /// How many entries were imported.
    package var carried: Int
    /// How many entries were not imported.
    package var dropped: Int
    /// The findings: errors for dropped entries, warnings for entries with a doubtful meaning, and notes.
    package var findings: [Diagnostic]
    /// The files that findings quote.
    package var sources: [SourceFile]
    /// How many entries could not be read. Entries that a browser does not read are not counted.
    private var failed = 0
    /// Whether a file was not in the expected format, so that nothing was produced.
    private(set) var isRefused = false

    init(_ product: Product, reading: String, sources: [SourceFile]) {
        self.product = product
        text = ""
        self.reading = reading
        carried = 0
        dropped = 0
        findings = []
        self.sources = sources
    }

    /// The maximum number of findings about dropped entries, and of those of any other kind about single entries.
    static var findingLimit: Int { 1000 }

    /// Records that an entry was not imported.
    mutating func drop(
        _ code: String,
        _ message: String,
        at place: SourceRange,
        help: String? = nil,
        severity: Diagnostic.Severity = .error
    ) {
        dropped += 1
        if severity == .error { failed += 1 }
        guard dropped <= Self.findingLimit else { return }
        findings.append(Diagnostic(code: code, severity: severity, message: message, places: [place], help: help))
    }

    /// Counts entries that could not be read and are not known individually.
    mutating func addFailed(_ count: Int) {
        dropped += count
        failed += count
    }

    /// Records that a file cannot be imported. What had been carried over is not written.
    mutating func refuse(_ finding: Diagnostic) {
        isRefused = true
        text = ""
        dropped += carried
        carried = 0
        findings.append(finding)
    }

    /// Records that a file cannot be imported.
    mutating func refuse(
        _ code: String,
        _ message: String,
        at place: SourceRange,
        also others: [SourceRange] = [],
        help: String?
    ) {
        refuse(Diagnostic(code: code, message: message, places: [place] + others, help: help))
    }

    /// Refuses JSON if a list of lines is expected, because the lines of the JSON would be taken for entries.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - help: What to do with the JSON.
    /// - Returns: Whether the file is JSON.
    mutating func refuseJSON(
        _ file: SourceFile,
        help: String = "`demarc import chrome` and `demarc import edge` read the lists of a browser's policy in JSON"
    ) -> Bool {
        guard ListAppearance.isJSON(file.bytes) else { return false }
        refuse(
            "is-json",
            "the file is JSON, and a list has an entry on each line",
            at: SourceRange(wholeFile: file.path),
            help: help
        )
        return true
    }

    /// Reports what a file looks like if most of its lines are not entries, instead of a finding for each line. The
    /// file is then the wrong one, and the lines that happened to be valid are discarded.
    ///
    /// JSON has already been recognized: its lists were found by their names, so each of their entries keeps its finding.
    ///
    /// - Parameter format: The format of the lists, or a format whose lists look the same.
    mutating func nameForeignFile(unless format: ListFormat) {
        guard !isRefused, failed > carried else { return }
        var isOwn = false
        for source in sources {
            guard let appearance = ListAppearance(of: source.bytes) else { continue }
            if appearance.kind == .json || format.appearances.contains(appearance.kind) { isOwn = true }
            guard appearance.kind != .json, appearance.explains(failed, unless: format.appearances) else { continue }
            let isMeant = findings.contains { $0.severity == .error && $0.places.first?.path == source.path }
            guard isMeant else { continue }
            carried = 0
            findings = []
            refuse(
                "foreign-file",
                "most lines are not entries of this format; the file looks like \(appearance.name)",
                at: SourceRange(wholeFile: source.path),
                help: appearance.help
            )
            return
        }
        // A list in the right format may contain many lines that cannot be imported; each of them keeps its finding.
        if !isOwn { keepFewErrors() }
    }

    /// Keeps only the first errors of a file in which most lines fail for an unknown reason.
    private mutating func keepFewErrors() {
        let kept = 10
        guard failed > 2 * kept else { return }
        var errors = 0
        findings = findings.filter { finding in
            guard finding.severity == .error else { return true }
            errors += 1
            return errors <= kept && finding.code != "more-lines"
        }
        note("more-lines", "\(failed - kept) more entries were left out", severity: .error)
    }

    /// Adds a finding about something that was imported, or about the whole file.
    mutating func note(
        _ code: String,
        _ message: String,
        at places: [SourceRange] = [],
        help: String? = nil,
        severity: Diagnostic.Severity = .note
    ) {
        findings.append(Diagnostic(code: code, severity: severity, message: message, places: places, help: help))
    }
}
