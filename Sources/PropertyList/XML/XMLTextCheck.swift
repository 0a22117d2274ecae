import ByteText
import Diagnostics

/// Problems that make a text unsuitable for the XML parser, found before parsing.
///
/// libxml2 then has nothing to decode: it receives UTF-8 regardless of the XML declaration, and offsets match the file.
enum XMLTextCheck {
    /// The length of the byte order mark with which UTF-8 may begin.
    static func markLength(_ bytes: [UInt8]) -> Int { ByteOrderMark.utf8Count(in: bytes.span) }

    /// The first problem of a text; nil if it can be parsed.
    ///
    /// - Complexity: O(*n*).
    static func finding(
        in text: [UInt8],
        encoding: PropertyListFormat.Encoding,
        bounds: PropertyListBounds
    ) -> PropertyListFinding? {
        do {
            _ = try UTF8Span(validating: text.span)
        } catch {
            return PropertyListFinding(
                .notUTF8,
                "the file is not UTF-8",
                at: error.byteOffsets,
                help: "save it as UTF-8"
            )
        }
        var isASCII = true
        for offset in text.indices {
            let byte = text[offset]
            if byte >= 0x80 { isASCII = false }
            guard byte < 0x20, !byte.isSpaceOrLineBreak else { continue }
            let name = byte == 0 ? "a NUL byte" : "the control character U+00\(Hexadecimal.upperText(of: byte))"
            return PropertyListFinding(.controlCharacter, "\(name), which XML doesn't allow", at: offset..<offset + 1)
        }
        if let finding = attributeFinding(in: text, limit: bounds.attributes) { return finding }
        guard let name = declaredEncoding(text) else { return nil }
        let word = String(decoding: text[name], as: UTF8.self).lowercased()
        let known =
            switch encoding {
            // Old tools write `US-ASCII` and then UTF-8, which contains it; the bytes are UTF-8 in any case.
            case .utf8: ["utf-8", "utf8", "us-ascii"].contains(word) || (isASCII && word == "iso-8859-1")
            case .utf16BigEndian, .utf16LittleEndian: word.hasPrefix("utf-16") || word == "utf-8"
            }
        if known { return nil }
        return PropertyListFinding(
            .unsupportedEncoding,
            "the file declares the encoding `\(Quoted.word(word))`, which is not read",
            at: name,
            help: "save it as UTF-8, and write `UTF-8` here"
        )
    }

    /// Finds the first start tag with too many attributes.
    ///
    /// libxml2 compares each attribute with all others of its element, and likewise each namespace: a hundred thousand
    /// of them took minutes. Every `<` followed by a name is treated as a tag, even in comments, so that no text can
    /// hide a tag that libxml2 sees. A tag ends before the next `<`, which no attribute can contain.
    private static func attributeFinding(in text: [UInt8], limit: Int) -> PropertyListFinding? {
        var offset = 0
        while let open = text[offset...].firstIndex(of: UInt8(ascii: "<")) {
            offset = open + 1
            guard offset < text.count, !"!?/".utf8.contains(text[offset]) else { continue }
            var quote: UInt8?
            var count = 0
            while offset < text.count, text[offset] != UInt8(ascii: "<") {
                let byte = text[offset]
                if let end = quote {
                    if byte == end { quote = nil }
                } else if byte == UInt8(ascii: ">") {
                    break
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if byte == UInt8(ascii: "=") {
                    count += 1
                }
                offset += 1
            }
            guard count > limit else { continue }
            let message = "an element with more than \(limit) attributes"
            return PropertyListFinding(.tooManyAttributes, message, at: open..<offset, help: "remove them")
        }
        return nil
    }

    /// The range of the encoding's name in the XML declaration. The parser rejects an invalid declaration.
    private static func declaredEncoding(_ text: [UInt8]) -> Range<Int>? {
        let start = markLength(text)
        guard TextScan(text, from: start).hasPrefix("<?xml"),
            let end = text[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        var offset = start
        while offset < end {
            defer { offset += 1 }
            guard text[offset] == UInt8(ascii: "e"), TextScan(text, from: offset).hasPrefix("encoding") else {
                continue
            }
            let isQuote = { (byte: UInt8) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
            guard let open = text[offset..<end].firstIndex(where: isQuote),
                let close = text[(open + 1)..<end].firstIndex(of: text[open])
            else { return nil }
            return open + 1..<close
        }
        return nil
    }
}
