import ByteText
import Diagnostics
import PolicyFiles

/// The files of folders that were passed over, and why some of them nearly were what was looked for.
///
/// A folder holds many files that have nothing to do with Demarc, so what isn't recognized is passed over. A file with
/// one wrong letter in its first key would be too, and nobody would miss what it says.
struct PassedOverFiles {
    /// Which documents are looked for.
    let kinds: [DocumentKind]
    /// Whether what nearly was one is an error.
    let isStrict: Bool
    /// How many files were passed over whose names are those of documents.
    private(set) var count = 0
    /// What is to be told of those that nearly were one.
    private(set) var findings: [Diagnostic] = []
    /// The files that the findings quote.
    private(set) var sources: [SourceFile] = []

    init(_ kinds: [DocumentKind], isStrict: Bool) {
        self.kinds = kinds
        self.isStrict = isStrict
    }

    /// Whether one of them is an error.
    var hasErrors: Bool { isStrict && !findings.isEmpty }

    /// Notes a file that was passed over.
    mutating func add(_ path: String, _ bytes: [UInt8]) {
        count += 1
        guard let found = mistypedKey(in: bytes) ?? utf16(bytes) ?? brokenPolicies(in: bytes, path: path) else {
            return
        }
        let file = SourceFile(path: path, bytes: bytes)
        findings.append(
            Diagnostic(
                code: "passed-over",
                severity: isStrict ? .error : .warning,
                message: "skipped: \(found.cause)",
                places: [found.range.map { file.range($0) } ?? SourceRange(wholeFile: path)],
                help: found.help
            )
        )
        sources.append(file)
    }

    // MARK: What a file nearly was

    /// Why a file nearly was a document, where that shows, and how to mend it.
    private typealias Cause = (cause: String, range: Range<Int>?, help: String?)

    /// How much of a file is looked at for its key: large files of other people are in folders too.
    private static let keyLimit = 1 << 14

    /// A key that looks like one that says what a document is, or is that key in the wrong place.
    private func mistypedKey(in bytes: [UInt8]) -> Cause? {
        var isFirst = true
        var isInBraces = false
        var start = ByteOrderMark.utf8Count(in: bytes.span)
        let limit = min(bytes.count, Self.keyLimit)
        while start < limit {
            var end = start
            while end < limit, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            let line = start..<end
            start = end + 1
            guard let key = KeyAtStart(of: bytes, line) else { continue }
            if isFirst { isInBraces = key.isAfterBrace }
            // What is further in is a key of something else, except where the whole file is.
            if !key.isIndented || isFirst || isInBraces, let cause = cause(key, in: bytes, isFirst: isFirst) {
                return cause
            }
            isFirst = false
        }
        return nil
    }

    private func cause(_ key: KeyAtStart, in bytes: [UInt8], isFirst: Bool) -> Cause? {
        // PERF: a folder has many keys, and one that is a letter away begins with the first or second letter of `demarc`.
        guard let range = key.range, [UInt8(ascii: "d"), UInt8(ascii: "e")].contains(bytes[range.lowerBound] | 0x20),
            (5...32).contains(range.count)
        else { return nil }
        let text = String(decoding: bytes[range], as: UTF8.self)
        if let kind = kinds.first(where: { $0.rawValue == text }) {
            // The reader of the kind finds it where it should be.
            guard isFirst, key.isIndented, !kind.isKey(in: bytes) else { return nil }
            let space = key.beginsWithTab ? "tab" : "space"
            return ("`\(text)` does not begin the line: a \(space) is before it", range, "remove the \(space)")
        }
        guard let kind = Self.kind(near: text, among: kinds) else { return nil }
        return (
            "`\(text)` is not `\(kind.rawValue)`, which every \(kind.name) has", range, "write `\(kind.rawValue)`"
        )
    }

    /// The kind whose key looks so much alike that it was probably meant.
    ///
    /// Many words are two letters away from `demarc`, so here one letter is all that may differ.
    private static func kind(near key: String, among kinds: [DocumentKind]) -> DocumentKind? {
        let key = key.lowercased().replacing("_", with: "-")
        let nearest = DocumentKind.allCases.min { left, right in distance(key, left) < distance(key, right) }
        guard let nearest, kinds.contains(nearest) else { return nil }
        return distance(key, nearest) <= 1 || key.hasPrefix("demarc") ? nearest : nil
    }

    private static func distance(_ key: String, _ kind: DocumentKind) -> Int {
        NearMiss.editDistance(Array(key.unicodeScalars), Array(kind.rawValue.unicodeScalars))
    }

    /// JSON that names settings of a policy, and cannot be read: one that was cut off, for instance.
    private func brokenPolicies(in bytes: [UInt8], path: String) -> Cause? {
        guard path.lowercased().hasSuffix(".json"), kinds.contains(.policy),
            PolicyFileNames.isSettingWritten(in: bytes)
        else { return nil }
        let result = LooseFileReader(files: MemoryFiles()).graph(bytes: bytes, path: path)
        guard result.content == nil, let error = result.diagnostics.first(where: { $0.code == "invalid-json" }) else {
            return nil
        }
        let range = error.places.first.map { $0.start.offset..<$0.end.offset }
        return ("it names settings of policies, but it is not JSON: \(error.message)", range, error.help)
    }

    /// A document in an encoding that no reader of documents takes.
    private func utf16(_ bytes: [UInt8]) -> Cause? {
        guard ByteOrderMark.utf16IsBigEndian(in: bytes.span) != nil else { return nil }
        let text = bytes.prefix(Self.keyLimit).filter { $0 != 0 && $0 < 0x80 }
        guard let kind = kinds.first(where: { $0.isKey(in: text) }) else { return nil }
        return ("this \(kind.name) is UTF-16", nil, "save it as UTF-8")
    }
}

extension DocumentKind {
    /// What people call it.
    fileprivate var name: String {
        switch self {
        case .policy: "policy document"
        case .rules: "rule file"
        case .scenarios: "scenario file"
        }
    }
}

/// The key that a line of YAML or JSON begins with.
private struct KeyAtStart {
    /// Where the key is, without quotes; nil where the line begins with something else.
    var range: Range<Int>?
    var isIndented: Bool
    var beginsWithTab: Bool
    /// Whether a brace is before it.
    var isAfterBrace = false

    /// Nil for a line without content: an empty one, a comment, a directive, or the mark that begins a document.
    init?(of bytes: [UInt8], _ line: Range<Int>) {
        let isSpace = { (offset: Int) in offset < line.upperBound && (bytes[offset] == 0x20 || bytes[offset] == 0x09) }
        var offset = line.lowerBound
        while isSpace(offset) { offset += 1 }
        guard offset < line.upperBound, bytes[offset] != UInt8(ascii: "#"), bytes[offset] != UInt8(ascii: "%"),
            !bytes[offset..<line.upperBound].elementsEqual("---".utf8)
        else { return nil }
        isIndented = offset > line.lowerBound
        beginsWithTab = bytes[line.lowerBound] == 0x09
        if bytes[offset] == UInt8(ascii: "{") {
            isAfterBrace = true
            offset += 1
            while isSpace(offset) { offset += 1 }
        }
        let first = offset < line.upperBound ? bytes[offset] : 0
        let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        if isQuoted { offset += 1 }
        var end = offset
        while end < line.upperBound, Self.isWord(bytes[end]) { end += 1 }
        var colon = end
        if isQuoted {
            guard colon < line.upperBound, bytes[colon] == first else { return }
            colon += 1
        }
        while isSpace(colon) { colon += 1 }
        guard colon < line.upperBound, bytes[colon] == UInt8(ascii: ":"), end > offset else { return }
        range = offset..<end
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
