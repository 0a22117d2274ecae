import ByteText
import CLibXML2
import Diagnostics

/// The cause of a libxml2 error as its author would describe it, and its position.
struct XMLSyntaxProblem {
    let finding: PropertyListFinding

    /// Determines the cause.
    ///
    /// - Parameters:
    ///   - code: libxml2's code of the error.
    ///   - message: libxml2's message.
    ///   - offset: The position of the error.
    ///   - builder: The state of the tree at that position.
    init(code: Int32, message: String, offset: Int, in builder: XMLTreeBuilder) {
        let bytes = builder.bytes
        let offset = min(max(offset, 0), bytes.count)
        finding =
            Self.conflict(at: offset, bytes)
            ?? Self.directive(at: offset, bytes)
            ?? Self.prologue(code, offset, bytes)
            ?? Self.truncation(offset, builder)
            ?? Self.mismatch(code, offset, builder)
            ?? Self.character(code, offset, bytes)
            ?? Self.trailing(code, offset, builder)
            ?? Self.plain(message, offset, bytes)
    }

    /// Detects a conflict marker: it stops the parser on its own line or, if it follows text, at the marker.
    private static func conflict(at offset: Int, _ bytes: [UInt8]) -> PropertyListFinding? {
        let line = line(at: offset, bytes)
        guard bytes[line].starts(with: "<<<<<<<".utf8) || bytes[line].starts(with: ">>>>>>>".utf8) else { return nil }
        return .conflictMarker(at: line)
    }

    /// Detects a preprocessor line before the root, which stops the parser.
    private static func directive(at offset: Int, _ bytes: [UInt8]) -> PropertyListFinding? {
        let line = line(at: offset, bytes)
        return TextScan(bytes, from: line.lowerBound).directive().map { .directive($0, at: line) }
    }

    private static func prologue(_ code: Int32, _ offset: Int, _ bytes: [UInt8]) -> PropertyListFinding? {
        guard code == Int32(XML_ERR_RESERVED_XML_NAME.rawValue) else { return nil }
        let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "<")) ?? offset
        let message = "the XML declaration is allowed only at the very beginning of the file"
        return PropertyListFinding(.invalidXML, message, at: start..<offset, help: "remove what comes before it")
    }

    /// Detects a truncated file: if the parser stopped at the end, that is the problem, whatever was missing there.
    private static func truncation(_ offset: Int, _ builder: XMLTreeBuilder) -> PropertyListFinding? {
        let bytes = builder.bytes
        let end = (bytes.lastIndex { !$0.isSpaceOrLineBreak } ?? -1) + 1
        guard offset >= end, builder.root == nil else { return nil }
        guard let open = builder.frames.last else {
            let start = bytes[..<end].lastIndex(of: UInt8(ascii: "<")) ?? 0
            // A file that contains only comments and declarations is complete, but empty.
            let isCut = bytes[..<end].last != UInt8(ascii: ">")
            return isCut
                ? PropertyListFinding(.truncatedFile, "the file ends in the middle of its markup", at: start..<end)
                : PropertyListFinding(.notAPropertyList, "the file has no `<plist>`", at: end..<end)
        }
        return PropertyListFinding(
            .truncatedFile,
            "the file ends before `</\(Quoted.word(open.name))>`",
            at: end..<end,
            and: open.tag,
            help: "the rest of the file is missing"
        )
    }

    private static func mismatch(_ code: Int32, _ offset: Int, _ builder: XMLTreeBuilder) -> PropertyListFinding? {
        guard code == Int32(XML_ERR_TAG_NAME_MISMATCH.rawValue), let open = builder.frames.last else { return nil }
        let start = builder.lastMarkup(before: offset)
        let tag = start..<max(offset, start)
        let written = Quoted.word(String(decoding: builder.bytes[tag], as: UTF8.self))
        return PropertyListFinding(
            .mismatchedTag,
            "`\(written)` where `</\(Quoted.word(open.name))>` should be",
            at: tag,
            and: open.tag
        )
    }

    /// Detects a character that must be escaped.
    private static func character(_ code: Int32, _ offset: Int, _ bytes: [UInt8]) -> PropertyListFinding? {
        let reference = [XML_ERR_NAME_REQUIRED, XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_INVALID_CHARREF]
        if reference.contains(where: { Int32($0.rawValue) == code }) {
            // The unescaped character directly precedes the text that was read as a name.
            let start = bytes[..<offset].lastIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }
            if let start, bytes[start] == UInt8(ascii: "&") {
                return PropertyListFinding(
                    .invalidXML,
                    "`&` begins a reference, and this is not one",
                    at: start..<start + 1,
                    help: "write `&amp;`",
                    fix: "&amp;"
                )
            }
            if let start, start + 1 >= offset {
                return PropertyListFinding(
                    .invalidXML,
                    "`<` begins a tag, and this is not one",
                    at: start..<start + 1,
                    help: "write `&lt;`",
                    fix: "&lt;"
                )
            }
        }
        // With an external document type, the entity could be declared there, so libxml2 only warns.
        if [XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY].contains(where: { Int32($0.rawValue) == code }) {
            let start = bytes[..<offset].lastIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "%") } ?? offset
            let name = String(decoding: bytes[start..<offset], as: UTF8.self)
            return .unknownEntity(name, at: start..<offset)
        }
        if code == Int32(XML_ERR_INVALID_CHAR.rawValue) {
            let line = Self.line(at: offset, bytes)
            let isReference = offset > 0 && bytes[offset - 1] == UInt8(ascii: ";")
            let start =
                isReference ? bytes[line.lowerBound..<offset].lastIndex(of: UInt8(ascii: "&")) ?? offset : offset
            let end = isReference ? offset : min(offset + 1, bytes.count)
            return PropertyListFinding(.controlCharacter, "a character that XML doesn't allow", at: start..<end)
        }
        guard code == Int32(XML_ERR_HYPHEN_IN_COMMENT.rawValue) else { return nil }
        let place = offset..<min(offset + 2, bytes.count)
        return PropertyListFinding(.invalidXML, "`--` is not allowed inside a comment", at: place)
    }

    private static func trailing(_ code: Int32, _ offset: Int, _ builder: XMLTreeBuilder) -> PropertyListFinding? {
        guard builder.frames.isEmpty, builder.root != nil || !builder.findings.isEmpty else { return nil }
        guard code == Int32(XML_ERR_DOCUMENT_END.rawValue) else { return nil }
        let bytes = builder.bytes
        let end = bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        let message = "there is something after `</\(Quoted.word(builder.rootName))>`"
        return PropertyListFinding(.trailingContent, message, at: offset..<end)
    }

    private static func plain(_ message: String, _ offset: Int, _ bytes: [UInt8]) -> PropertyListFinding {
        let line = message.split(separator: "\n").first.map(String.init) ?? "not well-formed"
        // Some messages begin with the name of a function.
        let text = line.hasPrefix("xml") ? line.drop { $0 != ":" }.drop { $0 == ":" || $0 == " " } : line[...]
        let words = Quoted.word(text.prefix(1).lowercased() + text.dropFirst())
        let start = min(offset, max(bytes.count - 1, 0))
        return PropertyListFinding(.invalidXML, "this is not XML: \(words)", at: start..<min(start + 1, bytes.count))
    }

    /// The line that contains an offset, or that ends at it.
    private static func line(at offset: Int, _ bytes: [UInt8]) -> Range<Int> {
        let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        let start = (bytes[..<offset].lastIndex(where: isBreak) ?? -1) + 1
        return start..<(bytes[offset...].firstIndex(where: isBreak) ?? bytes.count)
    }
}
