import ByteText
package import Diagnostics
import PolicyFiles
import PolicyModel
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

/// What several imports do with entries.
extension ImportResult {
    /// Records an entry that is not valid in its format.
    mutating func drop(_ error: MatcherError, _ entry: ImportEntry) {
        drop(error.code.rawValue, error.message, at: entry.place(of: error.range), help: error.help)
    }

    /// Adds a finding if an entry names one page, although it looks like a block of addresses.
    mutating func noteAddressBlock(_ entry: ImportEntry, _ format: BrowserListFormat) {
        // Without a scheme, it is a block to the managed browser.
        guard format != .edge || entry.text.contains("://"), let block = AddressMatcher(meantBy: entry.text) else {
            return
        }
        let written = "\(block.network)/\(block.prefixLength)"
        note(
            "address-block",
            "`\(Quoted.word(entry.text))` is the path `/\(block.prefixLength)` of one host, and not a block of "
                + "addresses",
            at: [entry.place],
            help: format == .edge
                ? "write `\(written)` for the block of addresses"
                : "use a rule with `address: \(written)` for the block of addresses",
            severity: .warning
        )
    }

    /// Adds a finding unless there already is one with this code.
    mutating func noteOnce(_ code: String, _ message: String, at place: SourceRange, help: String?) {
        guard !findings.contains(where: { $0.code == code }) else { return }
        note(code, message, at: [place], help: help, severity: .warning)
    }

    /// Adds a finding about a list without entries: a download may have failed.
    ///
    /// - Parameters:
    ///   - file: The list.
    ///   - effect: What the list does not do, such as `blocks`.
    mutating func noteEmpty(_ file: SourceFile, effect: String) {
        let place = SourceRange(wholeFile: file.path)
        note("empty-list", "the list has no entries, so it \(effect) nothing", at: [place], severity: .warning)
    }

    /// Refuses a list that makes a document larger than one that can be read.
    mutating func refuseTooLarge(_ file: SourceFile, help: String) {
        let limit = ReadingBounds().documentBytes
        guard text.utf8.count > limit else { return }
        refuse(
            FindingCode.fileTooLarge.rawValue,
            "with this list, the document would be larger than \(limit >> 20) MiB, and could not be read",
            at: SourceRange(wholeFile: file.path),
            help: help
        )
    }

    /// Refuses a list of which nothing could be carried over, and that is stricter than the rest of the document.
    ///
    /// - Parameters:
    ///   - urlClass: The class of what the list matches; for a block list, `blocked`.
    ///   - place: A place in the list.
    mutating func refuseLostBlockList(as urlClass: URLClass, at place: SourceRange) {
        guard !isRefused else { return }
        let isBlockList = urlClass == .blocked
        refuse(
            "lost-block-list",
            "no entry of the \(isBlockList ? "block list" : "list") can be carried over: the document would "
                + (isBlockList ? "allow everything that the list blocks" : "make nothing `\(urlClass.rawValue)`"),
            at: place,
            help: "correct the entries that are reported"
        )
    }

    /// The entries of a list that a browser reads. Each of the others is an error.
    mutating func withinLimit(_ list: BrowserLists.Entries?) -> [ImportEntry] {
        guard let list else { return [] }
        let limit = BrowserListFormat.entryLimit
        for entry in list.kept.dropFirst(limit) {
            drop("over-limit", "the browser ignores everything after the first \(limit) entries", at: entry.place)
        }
        addFailed(list.more)
        return readable(list.kept.prefix(limit))
    }

    /// The entries that are text. Each of the others is an error: as a rule it would contain U+FFFD in place of the
    /// malformed bytes, which matches nothing. A character that cannot be seen, or was lost before, is a warning.
    mutating func readable(_ entries: some Sequence<ImportEntry>) -> [ImportEntry] {
        var readable: [ImportEntry] = []
        var doubtfulCount = 0
        for entry in entries {
            if let error = entry.encodingError {
                drop(error, entry)
                continue
            }
            readable.append(entry)
            let doubtful = entry.text.unicodeScalars.first { scalar in
                scalar == "\u{FFFD}" || !scalar.isASCII && scalar.isInvisible
            }
            guard let doubtful else { continue }
            doubtfulCount += 1
            guard doubtfulCount <= Self.findingLimit else { continue }
            note(
                "invisible-character",
                "the entry contains \(doubtful.notation), an invisible or lost character",
                at: [entry.place],
                help: "remove it, or write the character that is meant",
                severity: .warning
            )
        }
        if doubtfulCount > Self.findingLimit {
            note(
                "invisible-character",
                "\(doubtfulCount - Self.findingLimit) more entries contain an invisible or lost character",
                severity: .warning
            )
        }
        return readable
    }
}
