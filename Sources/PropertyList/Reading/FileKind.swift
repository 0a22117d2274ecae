import ByteText

/// The kind of a file, determined by its first bytes.
enum FileKind {
    /// Text for the XML parser.
    case utf8
    /// Text for the XML parser that must be decoded first.
    case utf16(PropertyListFormat.Encoding)
    /// A binary property list.
    case binary
    /// A file that is not supported, and its finding.
    case other(PropertyListFinding)

    init(of bytes: [UInt8]) {
        if bytes.starts(with: "bplist00".utf8) {
            self = .binary
        } else if bytes.starts(with: "bplist".utf8) {
            let message = "a binary property list of another version than `00` cannot be read"
            self = .other(PropertyListFinding(.invalidBinary, message, at: 0..<min(8, bytes.count)))
        } else if let finding = Self.wideFinding(bytes) {
            self = .other(finding)
        } else if let isBigEndian = ByteOrderMark.utf16IsBigEndian(in: bytes.span) {
            self = .utf16(isBigEndian ? .utf16BigEndian : .utf16LittleEndian)
        } else {
            self = .utf8
        }
    }

    /// Whether a file is intended as a property list, in any form and encoding, rather than JSON or another text.
    static func isMeant(by bytes: [UInt8], acceptsFragment: Bool) -> Bool {
        if bytes.starts(with: "bplist".utf8) { return true }
        // The relevant characters are ASCII, so in UTF-16 they appear with zeros in between. A comment may precede
        // them.
        let head = bytes.prefix(1 << 13).filter { $0 != 0 && $0 < 0x80 }
        var scan = TextScan(head, from: 0)
        scan.skipSpace()
        if scan.looksOldStyle() { return true }
        guard scan.byte == UInt8(ascii: "<"), !scan.hasPrefix("<!doctype html"), !scan.hasPrefix("<html") else {
            return false
        }
        while scan.byte != nil {
            if scan.hasPrefix("<plist") || scan.hasPrefix("<!doctype plist") { return true }
            if acceptsFragment, scan.hasPrefix("<dict>") || scan.hasPrefix("<dict/>") { return true }
            scan.skipTag()
        }
        return false
    }

    /// Detects UTF-32, and UTF-16 without its mark: a property list begins with ASCII, so zeros among the first bytes
    /// reveal it.
    private static func wideFinding(_ bytes: [UInt8]) -> PropertyListFinding? {
        guard bytes.count >= 2 else { return nil }
        let first = Array(bytes.prefix(4))
        let isUTF32 = first == [0x00, 0x00, 0xFE, 0xFF] || first == [0xFF, 0xFE, 0x00, 0x00]
        let lacksMark = (first[0] == 0) != (first[1] == 0) && first[0] < 0x80 && first[1] < 0x80
        guard isUTF32 || lacksMark else { return nil }
        return PropertyListFinding(
            .unsupportedEncoding,
            isUTF32 ? "the file is UTF-32" : "the file seems to be UTF-16 without a byte order mark",
            at: 0..<min(4, bytes.count),
            help: "save it as UTF-8"
        )
    }

    /// A finding if the first characters show that the file is not XML, or not the XML of a property list.
    static func textFinding(_ bytes: [UInt8]) -> PropertyListFinding? {
        var scan = TextScan(bytes, from: XMLTextCheck.markLength(bytes))
        scan.skipSpace()
        let start = scan.offset
        let line = start..<scan.endOfLine()
        guard let first = scan.byte else {
            return PropertyListFinding(.emptyDocument, "the file is empty", at: start..<start)
        }
        let oldStyle = PropertyListFinding(
            .oldStylePropertyList,
            "this is a property list in the old form, with braces, which is not read",
            at: line,
            help: "convert it: `plutil -convert xml1`"
        )
        switch first {
        case UInt8(ascii: "<"):
            if scan.hasPrefix("<!doctype html") || scan.hasPrefix("<html") {
                return PropertyListFinding(.notAPropertyList, "this is HTML, not a property list", at: line)
            }
            // `<0fbd77 1c2735>` is old-style data; element names do not begin with a digit.
            scan.advance()
            if let next = scan.byte, next.isASCIIDigit { return oldStyle }
            return nil
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return scan.looksLikeJSON()
                ? PropertyListFinding(.notAPropertyList, "this is JSON, not a property list", at: line) : oldStyle
        case UInt8(ascii: "("), UInt8(ascii: "/"), UInt8(ascii: "\""): return oldStyle
        default:
            // The check of the text reports bytes that are not text at all.
            guard first >= 0x20, first < 0x7F else {
                if String(validating: bytes, as: UTF8.self) != nil, first >= 0x80 { break }
                return PropertyListFinding(.notAPropertyList, "the file is not a property list", at: start..<start + 1)
            }
            if let directive = scan.directive() { return .directive(directive, at: line) }
            if scan.hasPrefix("=======") || scan.hasPrefix(">>>>>>>") { return .conflictMarker(at: line) }
        }
        let message = "a property list begins with `<?xml`, `<!DOCTYPE plist` or `<plist`; this is something else"
        return PropertyListFinding(.notAPropertyList, message, at: line)
    }
}
