import Diagnostics
import PolicyModel

/// Where the settings of a policy are written, exact to the byte if the file is available.
struct SettingPlaces {
    private let policy: AppProtectionPolicy
    private let sources: [String: SourceFile]

    init(_ policy: AppProtectionPolicy, sources: [String: SourceFile]) {
        self.policy = policy
        self.sources = sources
    }

    /// The value of a setting, or its key if the value spans several lines. If the setting is not written, the first
    /// setting that is written.
    func value(of setting: PolicySetting) -> SourceRange {
        guard let location = policy.location(of: setting) else { return policyPlace }
        guard let (file, extent) = extent(at: location) else { return SourceRange(at: location) }
        let value = file.range(extent.value)
        return extent.value.isEmpty || value.start.line != value.end.line ? file.range(extent.key) : value
    }

    /// An element of a setting's value, as written; nil if it cannot be found.
    ///
    /// - Parameters:
    ///   - text: The text to find, in any case. It must be delimited by characters that no scheme or link contains.
    ///   - setting: The setting.
    /// - Returns: Its range.
    func element(_ text: String, of setting: PolicySetting) -> SourceRange? {
        guard let location = policy.location(of: setting), let (file, extent) = extent(at: location) else { return nil }
        guard setting.row.kind == .protocols else {
            return extent.firstRange(of: text, in: file.bytes).map { file.range($0) }
        }
        // The name of an exemption is for people, and often contains a scheme. Logs have no names.
        let values = extent.keys(named: "value", in: file.bytes)
        return (values.isEmpty ? [extent] : values).lazy
            .compactMap { $0.firstRange(of: text, in: file.bytes) }.first.map { file.range($0) }
    }

    /// The key at a location.
    func key(at location: SourceLocation) -> SourceRange {
        guard let (file, extent) = extent(at: location) else { return SourceRange(at: location) }
        return file.range(extent.key)
    }

    /// The first setting that is written: the place for findings about something missing.
    private var policyPlace: SourceRange {
        let written = PolicySetting.allCases.compactMap { policy.location(of: $0) }
        let first = written.min { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
        return first.map { key(at: $0) } ?? SourceRange(wholeFile: sources.keys.min() ?? "")
    }

    private func extent(at location: SourceLocation) -> (SourceFile, ValueExtent)? {
        guard let file = sources[location.path],
            let offset = file.offset(line: location.line, column: location.column),
            let extent = ValueExtent(
                ofKeyAt: offset,
                in: file.bytes,
                lineStart: file.contents(ofLine: location.line).lowerBound
            )
        else { return nil }
        return (file, extent)
    }
}

/// The bytes of a key and of its value, in YAML, JSON or an XML property list.
///
/// The file has already been read without an error, so this only finds where things end. If it cannot, it returns
/// nothing, and the finding underlines less.
struct ValueExtent {
    /// The key, with its quotes or tags.
    let key: Range<Int>
    /// The value; empty if its end is unknown.
    private(set) var value: Range<Int>

    /// Finds the value of the key that starts at an offset. The result is nil if there is none.
    ///
    /// - Parameters:
    ///   - start: The offset of the key.
    ///   - bytes: The file.
    ///   - lineStart: The offset of the key's line; nil if that is to be searched.
    ///   - isKnownInFlow: Whether the key is in brackets; nil if that is to be found out from its line.
    /// - Complexity: O(*n*) in the length of both. A key without quotes also costs the text before it on its line, up
    ///   to the first brace.
    init?(ofKeyAt start: Int, in bytes: [UInt8], lineStart: Int? = nil, isInFlow isKnownInFlow: Bool? = nil) {
        guard bytes.indices.contains(start), !bytes.starts(with: Array("bplist".utf8)) else { return nil }
        // In JSON in a string, backslashes precede the quotes of keys.
        let level = ByteScan.level(ofQuoteAt: start, in: bytes)
        guard bytes[start] != UInt8(ascii: "\\") || level > 0 else { return nil }
        var scan = ByteScan(bytes, at: start, level: level)
        if bytes[start] == UInt8(ascii: "<") {
            scan.skip(past: "</key>")
            key = start..<scan.offset
            scan.skipSpace()
            value = scan.element()
            return
        }
        let isQuoted = level > 0 || bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
        if isQuoted { scan.skipString() } else { scan.skipPlain(until: [UInt8(ascii: ":")]) }
        key = start..<scan.offset
        scan.skipSpace()
        guard scan.current == UInt8(ascii: ":") else {
            value = scan.offset..<scan.offset
            return
        }
        scan.advance()
        let colonLine = scan.offset
        scan.skipSpace()
        let isOnLine = !bytes[colonLine..<scan.offset].contains(UInt8(ascii: "\n"))
        // A quoted key is in JSON or, in YAML, has a value like one in JSON.
        let isInFlow = isQuoted || isKnownInFlow ?? Self.hasBrace(before: start, from: lineStart, bytes)
        value =
            isOnLine || isInFlow
            ? scan.value(inFlow: isInFlow)
            : scan.block(below: start - (lineStart ?? Self.lineStart(start, bytes)))
    }

    /// The range of a whole word in the value.
    func firstRange(of text: String, in bytes: [UInt8]) -> Range<Int>? {
        let word = Array(text.utf8)
        guard !word.isEmpty, value.count >= word.count else { return nil }
        for start in value.lowerBound...(value.upperBound - word.count) {
            let end = start + word.count
            guard zip(bytes[start..<end], word).allSatisfy({ Self.lowered($0) == Self.lowered($1) }) else { continue }
            let isAlone =
                (start == value.lowerBound || !Self.isWordByte(bytes[start - 1]))
                && (end == value.upperBound || !Self.isWordByte(bytes[end]))
            if isAlone { return start..<end }
        }
        return nil
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            || "+-./*_:".utf8.contains(byte)
    }

    /// Whether a mapping in braces starts on the same line before the key.
    private static func hasBrace(before start: Int, from lineStart: Int?, _ bytes: [UInt8]) -> Bool {
        bytes[(lineStart ?? Self.lineStart(start, bytes))..<start].contains(UInt8(ascii: "{"))
    }

    private static func lineStart(_ offset: Int, _ bytes: [UInt8]) -> Int {
        bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }
}
