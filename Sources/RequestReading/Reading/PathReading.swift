import ByteText

/// The ways in which servers read a path, other than that of the URL Standard.
///
/// Some server reads each of `/%61dmin/x`, `//admin/x` and `/a;b/..;/admin/x` as `/admin/x`. A checker that knows only
/// one reading of a path lets requests pass that a server behind the proxy reads in another way. Each reading starts
/// from the path that the Standard yields, or from the path as it was sent, ends with the removal of dot segments, and
/// is canonically encoded again before rules are applied.
public enum PathReading: String, CaseIterable, Hashable, Sendable {
    /// Consecutive slashes are merged into one.
    case merged = "path-merged"
    /// Every `%xx` is decoded once.
    case decoded = "path-decoded"
    /// Every `%xx` is decoded once and then consecutive slashes are merged, as nginx does on Windows.
    case decodedAndMerged = "path-decoded-merged"
    /// As ``decodedAndMerged``, but a decoded `\` is part of its segment, as for nginx on Unix.
    case decodedKeepingBackslashes = "path-decoded-backslash"
    /// Everything after a `;` in a segment is dropped.
    case withoutParameters = "path-without-parameters"
    /// All three, in this order: decoded, then parameters dropped, then slashes merged.
    case normalized = "path-normalized"
    /// All three in another order: parameters dropped, then decoded, then slashes merged, as Tomcat and Spring do.
    ///
    /// An encoded slash in a parameter, as in `/a;%2fb/c`, belongs to the parameter here, and divides segments in
    /// ``normalized``.
    case parametersFirst = "path-parameters-first"
    /// As ``parametersFirst``, but slashes are not merged, as in Jetty: its `..` removes an empty segment too.
    case parametersFirstUnmerged = "path-parameters-first-unmerged"
    /// As ``normalized``, but decoded twice.
    case decodedTwice = "path-decoded-twice"
    /// As ``decodedAndMerged``, but decoded twice, as behind a proxy that forwards what it has decoded.
    case decodedTwiceAndMerged = "path-decoded-twice-merged"
    /// Every `%xx` is decoded once, and `.` and `..` segments stay, as in frameworks whose routes are matched against the
    /// path as it was sent.
    ///
    /// No URL contains a dot segment, so each is written as the segment `...`, which a wildcard matches just as well.
    case unresolved = "path-unresolved"
    /// As ``unresolved``, and consecutive slashes are merged, as behind a proxy that merges them before such a framework.
    case unresolvedMerged = "path-unresolved-merged"
    /// As ``normalized``, but `.` and `..` segments stay.
    case unresolvedNormalized = "path-unresolved-normalized"
    /// As ``parametersFirst``, but `.` and `..` segments stay.
    case unresolvedParametersFirst = "path-unresolved-parameters-first"

    /// What a reader of this kind does, in a few words: its row on the page “Reading requests”.
    public var meaning: String {
        switch self {
        case .merged: "merges repeated slashes into one"
        case .decoded: "decodes every `%xx` once"
        case .decodedAndMerged: "decodes every `%xx` once, merges slashes"
        case .decodedKeepingBackslashes: #"decodes every `%xx` once, merges slashes, keeps each `\` in its segment"#
        case .withoutParameters: "drops what follows a `;` in a segment"
        case .normalized: "decodes once, drops parameters, merges slashes"
        case .parametersFirst: "drops parameters, decodes once, merges slashes"
        case .parametersFirstUnmerged: "drops parameters, decodes once"
        case .decodedTwice: "decodes twice, drops parameters, merges slashes"
        case .decodedTwiceAndMerged: "decodes twice, merges slashes"
        case .unresolved: "decodes every `%xx` once, keeps `.` and `..` segments"
        case .unresolvedMerged: "decodes every `%xx` once, merges slashes, keeps `.` and `..` segments"
        case .unresolvedNormalized: "decodes once, drops parameters, merges slashes, keeps `.` and `..` segments"
        case .unresolvedParametersFirst: "drops parameters, decodes once, merges slashes, keeps `.` and `..` segments"
        }
    }

    /// Whether `.` and `..` segments stay, each written as `...`.
    package var keepsDots: Bool {
        switch self {
        case .unresolved, .unresolvedMerged, .unresolvedNormalized, .unresolvedParametersFirst: true
        case .merged, .decoded, .decodedAndMerged, .decodedKeepingBackslashes, .withoutParameters, .normalized,
            .parametersFirst, .parametersFirstUnmerged, .decodedTwice, .decodedTwiceAndMerged:
            false
        }
    }

    /// Whether any reading of a path can differ from that of the URL Standard. False only if none does.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public static func mayDiffer(_ path: Span<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for offset in path.indices {
            let byte = path[offset]
            if byte == UInt8(ascii: "%") || byte == UInt8(ascii: ";") { return true }
            if byte == UInt8(ascii: "/"), previous == byte { return true }
            previous = byte
        }
        return false
    }

    /// A reading before this one in the order of all, that yields the same path.
    ///
    /// - Parameter contents: The contents of the decoded path.
    /// - Returns: The reading; nil if each may yield another path.
    func equivalent(in contents: DecodedContents) -> PathReading? {
        switch self {
        case .merged, .decoded, .decodedAndMerged, .withoutParameters, .normalized, .parametersFirst,
            .parametersFirstUnmerged:
            nil
        case .decodedKeepingBackslashes: contents.contains(.backslash) ? nil : .decodedAndMerged
        case .decodedTwice: contents.contains(.percent) ? nil : .normalized
        case .decodedTwiceAndMerged: contents.contains(.percent) ? nil : .decodedAndMerged
        case .unresolved: contents.contains(.dot) ? nil : .decoded
        case .unresolvedMerged: contents.contains(.dot) ? nil : .decodedAndMerged
        case .unresolvedNormalized: contents.contains(.dot) ? nil : .normalized
        case .unresolvedParametersFirst: contents.contains(.dot) ? nil : .parametersFirst
        }
    }

    /// Whether a path, or the rest of one, has a segment that the URL Standard removes: `.` or `..`, with `%2e` for a dot.
    ///
    /// The path ends with the text, or before its query.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package static func hasDotSegment(_ path: Span<UInt8>) -> Bool {
        var start = 0
        for offset in path.indices {
            let byte = path[offset]
            guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") else { continue }
            if SegmentWriter.dots(path.extracting(start..<offset), isDecoded: false) > 0 { return true }
            guard byte == UInt8(ascii: "/") else { return false }
            start = offset + 1
        }
        return SegmentWriter.dots(path.extracting(start...), isDecoded: false) > 0
    }

    /// Writes this reading of a path.
    ///
    /// A `%` that remains after decoding is a literal character of the path, and is therefore written as `%25`. A `\`
    /// separates segments, as in the URL Standard, or is written as `%5C`.
    ///
    /// - Parameters:
    ///   - path: A canonical path that begins with `/`, as returned by `URLRecord/path`; or a path as it was sent,
    ///     which may have dot segments, and bytes that are not yet encoded.
    ///   - output: The bytes are appended to it.
    ///   - scratch: A scratch buffer; a caller that reuses it avoids allocations.
    /// - Complexity: O(*n*) in the bytes.
    public func append(of path: Span<UInt8>, to output: inout [UInt8], scratch: inout [UInt8]) {
        preparation.prepare(path, in: &scratch)
        append(prepared: scratch, to: &output)
    }

    /// Writes this reading of a path to which its ``preparation`` has been applied.
    func append(prepared path: [UInt8], to output: inout [UInt8]) { SegmentWriter(self).write(path.span, to: &output) }

    /// What this reading does to a path before it is divided into segments.
    var preparation: PathPreparation {
        switch self {
        case .merged, .withoutParameters: .sent
        case .decoded, .decodedAndMerged, .decodedKeepingBackslashes, .normalized, .unresolved, .unresolvedMerged,
            .unresolvedNormalized:
            .decoded
        case .parametersFirst, .parametersFirstUnmerged, .unresolvedParametersFirst: .decodedWithoutParameters
        case .decodedTwice, .decodedTwiceAndMerged: .decodedTwice
        }
    }
}

/// What a decoded path contains that readings treat differently. Without any of it, all readings yield what
/// ``PathReading/decoded`` yields.
struct DecodedContents: OptionSet {
    let rawValue: UInt8

    static let percent = Self(rawValue: 1)
    static let parameter = Self(rawValue: 2)
    static let backslash = Self(rawValue: 4)
    static let emptySegment = Self(rawValue: 8)
    /// A segment that begins with a dot, after a `/` or a `\`.
    static let dot = Self(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of path: [UInt8]) {
        self = []
        var isStart = false
        for byte in path {
            let isDivider = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
            switch byte {
            case UInt8(ascii: "%"): insert(.percent)
            case UInt8(ascii: ";"): insert(.parameter)
            case UInt8(ascii: "."): if isStart { insert(.dot) }
            default: break
            }
            if byte == UInt8(ascii: "\\") { insert(.backslash) }
            if isStart, isDivider { insert(.emptySegment) }
            isStart = isDivider
        }
    }
}

/// What is done to a path before it is divided into segments. Several readings have it in common.
enum PathPreparation: Int, CaseIterable {
    case sent, decoded, decodedWithoutParameters, decodedTwice

    /// Replaces `output` by the prepared path.
    func prepare(_ path: Span<UInt8>, in output: inout [UInt8]) {
        output.removeAll(keepingCapacity: true)
        switch self {
        case .sent: Self.append(path, to: &output)
        case .decoded:
            Self.append(path, to: &output)
            Self.decode(&output)
        case .decodedWithoutParameters:
            Self.dropParameters(of: path, to: &output)
            Self.decode(&output)
        case .decodedTwice:
            Self.append(path, to: &output)
            Self.decode(&output)
            Self.decode(&output)
        }
    }

    private static func append(_ path: Span<UInt8>, to output: inout [UInt8]) {
        for offset in path.indices { output.append(path[offset]) }
    }

    /// Copies a path without what follows a `;` in each segment. A canonical path has no other divider than `/`.
    private static func dropParameters(of path: Span<UInt8>, to output: inout [UInt8]) {
        var isParameter = false
        for offset in path.indices {
            switch path[offset] {
            case UInt8(ascii: "/"): isParameter = false
            case UInt8(ascii: ";"): isParameter = true
            default: break
            }
            if !isParameter { output.append(path[offset]) }
        }
    }

    /// Decodes every `%xx` once.
    private static func decode(_ bytes: inout [UInt8]) {
        var (read, written) = (0, 0)
        while read < bytes.count {
            var byte = bytes[read]
            if let decoded = Hexadecimal.percentDecodedByte(in: bytes.span, at: read) {
                byte = decoded
                read += 2
            }
            bytes[written] = byte
            (read, written) = (read + 1, written + 1)
        }
        bytes.removeLast(bytes.count - written)
    }
}
