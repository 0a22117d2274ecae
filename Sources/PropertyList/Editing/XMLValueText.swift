import ByteText

/// Values as XML property lists write them.
struct XMLValueText {
    let style: XMLStyle

    /// A value.
    ///
    /// - Parameters:
    ///   - value: What is written; its texts must be such as XML can hold.
    ///   - indentation: That of the line on which it begins.
    /// - Returns: Its element.
    func element(_ value: PropertyListValue, _ indentation: [UInt8]) -> [UInt8] {
        switch value {
        case .string(let text): Array("<string>".utf8) + escaped(text) + Array("</string>".utf8)
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
    func key(_ key: String) -> [UInt8] { Array("<key>".utf8) + escaped(key) + Array("</key>".utf8) }

    private func container(_ name: String, _ indentation: [UInt8], _ items: [[UInt8]]) -> [UInt8] {
        guard !items.isEmpty else { return Array("<\(name)/>".utf8) }
        let inside = style.lineBreak.map { $0 + indentation + style.unit } ?? []
        let behind = style.lineBreak.map { $0 + indentation } ?? []
        return Array("<\(name)>".utf8) + items.flatMap { inside + $0 } + behind + Array("</\(name)>".utf8)
    }

    private func escaped(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            // A reader turns every line end into a line feed. So a line feed can be written as the line end of the
            // file, and a carriage return must be escaped.
            case 0x0D: result += "&#13;".utf8
            case 0x0A: result += style.lineBreak ?? [0x0A]
            default:
                if let reference = XMLEscaping.reference(for: Unicode.Scalar(byte)) {
                    result += reference.utf8
                } else {
                    result.append(byte)
                }
            }
        }
        return result
    }

    /// Whether every character of a text is one that [XML](https://www.w3.org/TR/xml/#charsets) can hold.
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
