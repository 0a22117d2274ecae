import ByteText

/// Writes values in the form of XML property lists.
struct XMLValueText {
    let style: XMLStyle

    /// A value.
    ///
    /// - Parameters:
    ///   - value: The value; its texts must be representable in XML.
    ///   - indentation: The indentation of the line on which it begins.
    /// - Returns: Its element.
    func element(_ value: PropertyListValue, _ indentation: [UInt8]) -> [UInt8] {
        switch value {
        case .string(let text): Array("<string>".utf8) + self.text(text) + Array("</string>".utf8)
        case .integer(let number): Array("<integer>\(number)</integer>".utf8)
        case .boolean(let isTrue): Array((isTrue ? "<true/>" : "<false/>").utf8)
        case .array(let values):
            container("array", indentation, values.map { element($0, indentation + style.unit) })
        case .dictionary(let entries):
            container("dict", indentation, entries.map { entry($0.key, $0.value, indentation + style.unit) })
        }
    }

    /// A key with its value.
    func entry(_ key: String, _ value: PropertyListValue, _ indentation: [UInt8]) -> [UInt8] {
        self.key(key) + style.separator(behindKeyAt: indentation) + element(value, indentation)
    }

    /// A key.
    func key(_ key: String) -> [UInt8] { Array("<key>".utf8) + text(key) + Array("</key>".utf8) }

    private func container(_ name: String, _ indentation: [UInt8], _ items: [[UInt8]]) -> [UInt8] {
        guard !items.isEmpty else { return Array("<\(name)/>".utf8) }
        let inside = style.lineBreak.map { $0 + indentation + style.unit } ?? []
        let behind = style.lineBreak.map { $0 + indentation } ?? []
        return Array("<\(name)>".utf8) + items.flatMap { inside + $0 } + behind + Array("</\(name)>".utf8)
    }

    /// A text in which every character with a meaning in XML is written as a reference.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isQuoted: Whether to write a quote or apostrophe as a reference too, although XML does not require it.
    /// - Returns: Its bytes.
    func text(_ text: String, quoting isQuoted: (UInt8) -> Bool = { _ in false }) -> [UInt8] {
        var result: [UInt8] = []
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            // A reader turns every line end into a line feed, so a carriage return must be escaped.
            if byte == 0x0D {
                result += "&#13;".utf8
            } else if byte == 0x0A {
                result += style.textBreak
            } else if let reference = XMLEscaping.reference(for: scalar) {
                result += reference.utf8
            } else if isQuoted(byte), let reference = XMLEscaping.attributeReference(for: scalar) {
                result += reference.utf8
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// A text with the file's line ends and otherwise unchanged: the content of `<![CDATA[…]]>`.
    func lines(of text: String) -> [UInt8] { text.utf8.flatMap { $0 == 0x0A ? style.textBreak : [$0] } }

    /// Whether [XML](https://www.w3.org/TR/xml/#charsets) can represent every character of a text.
    static func canHold(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: true
            case ..<0x20, 0xFFFE, 0xFFFF: false
            default: true
            }
        }
    }
}
