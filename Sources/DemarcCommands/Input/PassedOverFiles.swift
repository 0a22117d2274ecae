import ByteText
import Diagnostics
import DocumentReading
import Hosting
import PolicyFiles

/// The files in folders that were skipped, and findings about those that nearly were what was looked for.
///
/// A folder contains many files that are unrelated to Demarc, so unrecognized files are skipped. Without these
/// findings, a file with a typing error in its first key would also be skipped, and its absence would go unnoticed.
struct PassedOverFiles {
    /// The kinds of documents that are looked for.
    let kinds: [DocumentKind]
    /// Whether a near match is an error.
    let isStrict: Bool
    /// The number of skipped files with the names of documents.
    private(set) var count = 0
    /// Findings about the near matches.
    private(set) var findings: [Diagnostic] = []
    /// The files that the findings quote.
    private(set) var sources: [SourceFile] = []

    init(_ kinds: [DocumentKind], isStrict: Bool) {
        self.kinds = kinds
        self.isStrict = isStrict
    }

    /// Whether any near match is an error.
    var hasErrors: Bool { isStrict && !findings.isEmpty }

    /// Records a skipped file.
    mutating func add(_ path: String, _ bytes: [UInt8]) {
        count += 1
        guard
            let found = mistypedKey(in: bytes) ?? missingKey(in: bytes) ?? utf16(bytes)
                ?? brokenPolicies(in: bytes, path: path)
        else { return }
        var file = SourceFile(path: path, bytes: bytes)
        file.hideConfigurations()
        findings.append(
            Diagnostic(
                code: FindingCode.passedOver.rawValue,
                severity: isStrict ? .error : .warning,
                message: "skipped: \(found.cause)",
                places: [found.range.map { file.range($0) } ?? SourceRange(wholeFile: path)],
                help: found.help
            )
        )
        sources.append(file)
    }

    // MARK: Near matches

    /// Why a file is a near match, the place if known, and how to fix it.
    private typealias Cause = (cause: String, range: Range<Int>?, help: String?)

    /// How many bytes of a file are searched for its key: folders can also contain large unrelated files.
    private static let keyLimit = 1 << 14

    /// A key that resembles the key that identifies a document, or that is this key in the wrong place.
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
            // A nested key belongs to something else, unless the whole file is nested.
            if !key.isIndented || isFirst || isInBraces, let cause = cause(key, in: bytes, isFirst: isFirst) {
                return cause
            }
            isFirst = false
        }
        return nil
    }

    private func cause(_ key: KeyAtStart, in bytes: [UInt8], isFirst: Bool) -> Cause? {
        // PERF: a folder contains many keys, and a key that differs from `demarc` in one letter begins with its first
        // or second letter.
        guard let range = key.range, [UInt8(ascii: "d"), UInt8(ascii: "e")].contains(bytes[range.lowerBound] | 0x20),
            (5...32).contains(range.count)
        else { return nil }
        let text = String(decoding: bytes[range], as: UTF8.self)
        if let kind = kinds.first(where: { $0.rawValue == text }) {
            // The reader of this kind finds the key in its proper place.
            guard isFirst, key.isIndented, !kind.isKey(in: bytes) else { return nil }
            let space = key.beginsWithTab ? "tab" : "space"
            return ("`\(text)` does not begin the line: a \(space) is before it", range, "remove the \(space)")
        }
        guard let kind = Self.kind(near: text, among: kinds) else { return nil }
        return (
            "`\(text)` is not `\(kind.rawValue)`, which every \(kind.name) has", range, "write `\(kind.rawValue)`"
        )
    }

    /// The other keys of a scenario file: without the one that identifies it, its scenarios would not be run.
    private func missingKey(in bytes: [UInt8]) -> Cause? {
        guard kinds.contains(.scenarios) else { return nil }
        let head = Array(bytes.prefix(Self.keyLimit))
        func has(_ key: String) -> Bool { TopLevelKey(name: key).isWritten(in: head) }
        guard has("policy"), has("scenarios") || has("claims") else { return nil }
        let key = DocumentKind.scenarios.rawValue
        let isJSON = head.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        let help = isJSON ? "add `\"\(key)\": 1` to the object" : "begin it with `\(key): 1`"
        return ("it looks like a scenario file, but `\(key)` is missing", nil, help)
    }

    /// The keys of Demarc's other files, which are no documents.
    private static let otherFormats: Set = [ServerConfiguration.formatKey, AcceptedPathsReader.formatKey]

    /// The kind whose key is so similar that it was probably meant.
    ///
    /// Many words differ from `demarc` in two letters, so only one letter may differ.
    private static func kind(near key: String, among kinds: [DocumentKind]) -> DocumentKind? {
        let key = key.lowercased().replacing("_", with: "-")
        guard !otherFormats.contains(key) else { return nil }
        let nearest = DocumentKind.allCases.min { left, right in distance(key, left) < distance(key, right) }
        guard let nearest, kinds.contains(nearest) else { return nil }
        return distance(key, nearest) <= 1 || key.hasPrefix("demarc") ? nearest : nil
    }

    private static func distance(_ key: String, _ kind: DocumentKind) -> Int {
        NearMiss.editDistance(Array(key.unicodeScalars), Array(kind.rawValue.unicodeScalars))
    }

    /// JSON that contains settings of a policy but cannot be parsed, for example because it is truncated, or a policy
    /// of Graph in YAML.
    private func brokenPolicies(in bytes: [UInt8], path: String) -> Cause? {
        let isYAML = ForeignText.isGraphYAML(bytes) && PolicyFileNames.isTypeWritten(in: bytes)
        let isJSON = path.lowercased().hasSuffix(".json") && PolicyFileNames.isSettingWritten(in: bytes)
        guard isYAML || isJSON, kinds.contains(.policy) else { return nil }
        let result = LooseFileReader(files: MemoryFiles()).graph(bytes: bytes, path: path)
        let code = isYAML ? FindingCode.notJSON.rawValue : FindingCode.invalidJSON.rawValue
        guard result.content == nil, let error = result.diagnostics.first(where: { $0.code == code }) else {
            return nil
        }
        let range = error.places.first.map { $0.start.offset..<$0.end.offset }
        let cause = isYAML ? "" : "it names settings of policies, but it is not JSON: "
        return (cause + error.message, range, error.help)
    }

    /// A document in an encoding that the readers do not accept.
    private func utf16(_ bytes: [UInt8]) -> Cause? {
        guard YAMLTextCheck.isUTF16(bytes) else { return nil }
        let text = bytes.prefix(Self.keyLimit).filter { $0 != 0 && $0 < 0x80 }
        guard let kind = kinds.first(where: { $0.isKey(in: text) }) else { return nil }
        return ("this \(kind.name) is UTF-16", nil, "save it as UTF-8")
    }
}

extension DocumentKind {
    /// The name of the kind for people.
    fileprivate var name: String {
        switch self {
        case .policy: "policy document"
        case .rules: "rule file"
        case .scenarios: "scenario file"
        }
    }
}

/// The key at the beginning of a line of YAML or JSON.
private struct KeyAtStart {
    /// The range of the key, without quotes; nil if the line begins with something else.
    var range: Range<Int>?
    var isIndented: Bool
    var beginsWithTab: Bool
    /// Whether a brace precedes it.
    var isAfterBrace = false

    /// Nil for a line without content: an empty line, a comment, a directive, or a document marker.
    init?(of bytes: [UInt8], _ line: Range<Int>) {
        let isSpace = { (offset: Int) in offset < line.upperBound && bytes[offset].isSpaceOrTab }
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
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
