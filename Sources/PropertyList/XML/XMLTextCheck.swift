import Diagnostics

/// What makes a text unfit for the XML parser, found before the parser sees it.
///
/// libxml2 then has nothing to decode: it gets UTF-8 whatever the XML declaration says, and offsets are the file's.
enum XMLTextCheck {
    /// The length of a byte order mark that UTF-8 may begin with.
    static func markLength(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// The first problem of a text; nil where the parser may have it.
    ///
    /// - Complexity: O(*n*).
    static func finding(in text: [UInt8], encoding: PropertyListFormat.Encoding) -> PropertyListFinding? {
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
            guard byte < 0x20, !TextScan.isSpace(byte) else { continue }
            let digits = String(byte, radix: 16, uppercase: true)
            let name = byte == 0 ? "a NUL byte" : "the control character U+00\(byte < 0x10 ? "0" : "")\(digits)"
            return PropertyListFinding(.controlCharacter, "\(name), which XML can't hold", at: offset..<offset + 1)
        }
        guard let name = declaredEncoding(text) else { return nil }
        let word = String(decoding: text[name], as: UTF8.self).lowercased()
        let known =
            switch encoding {
            case .utf8: word == "utf-8" || (isASCII && ["us-ascii", "iso-8859-1"].contains(word))
            case .utf16BigEndian, .utf16LittleEndian: word.hasPrefix("utf-16") || word == "utf-8"
            }
        if known { return nil }
        return PropertyListFinding(
            .unsupportedEncoding,
            "the file says that it is `\(Quoted.word(word))`, which is not read",
            at: name,
            help: "save it as UTF-8, and say `UTF-8` here"
        )
    }

    /// Where the XML declaration names an encoding. What is no such declaration the parser refuses.
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
