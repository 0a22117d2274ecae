/// Determines which bytes of a JSON string are escaped, and how.
///
/// Quotes, backslashes, and every character that ``Unicode/Scalar/isInvisible`` describes are escaped: no reader sees a
/// value as more than one line, and no terminal shows it in another order than it is written in. Characters beyond
/// U+FFFF are exceptions: YAML, in which some of these strings are written, does not have JSON's escape for them. A `#`
/// before another one is escaped, because it can begin a ``RunnerCommand``, and results in JSON are often in a log.
package enum JSONEscaping {
    /// The form in the output.
    @frozen package enum Form: Equatable {
        case asIs
        case backslash(UInt8)
        case hexadecimal(UInt16)
        /// U+FFFD, for bytes that are not UTF-8.
        case replacement
    }

    /// The length of the longest escape of one byte: `\u0000`.
    @inlinable package static var longestEscape: Int { 6 }
    /// How many bytes are escaped at once, with room for the longest escape of each.
    @inlinable package static var pieceSize: Int { 1 << 14 }

    /// The bytes that cannot be copied unchanged, or that begin a code point that may have to be escaped.
    @inlinable @inline(__always)
    package static func bitsToEscape(_ vector: ByteVector) -> UInt64 {
        let controls = ByteVector.bits(vector.bytes .< ByteVector.all(0x20))
        let high = ByteVector.bits(vector.bytes .> ByteVector.all(0x7E))
        let marks = vector.bits(equalTo: UInt8(ascii: "\"")) | vector.bits(equalTo: UInt8(ascii: "#"))
        return controls | high | marks | vector.bits(equalTo: UInt8(ascii: "\\"))
    }

    /// Like ``bitsToEscape(_:)``, for one byte.
    @inlinable @inline(__always)
    package static func mustEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || byte == UInt8(ascii: "#")
    }

    /// The escape for the byte, or for the code point that begins, at an offset, and the number of bytes it replaces.
    package static func escape(_ bytes: Span<UInt8>, at offset: Int) -> (length: Int, form: Form) {
        let byte = bytes[offset]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return (1, .backslash(byte))
        case UInt8(ascii: "\n"): return (1, .backslash(UInt8(ascii: "n")))
        case UInt8(ascii: "\r"): return (1, .backslash(UInt8(ascii: "r")))
        case UInt8(ascii: "\t"): return (1, .backslash(UInt8(ascii: "t")))
        case 0..<0x20, 0x7F: return (1, .hexadecimal(UInt16(byte)))
        case UInt8(ascii: "#") where offset + 1 < bytes.count && bytes[offset + 1] == byte:
            return (1, .hexadecimal(UInt16(byte)))
        case 0x20..<0x80: return (1, .asIs)
        default: break
        }
        let (length, isValid) = UTF8Sequence.next(in: bytes, at: offset)
        guard isValid else { return (length, .replacement) }
        guard length < 4, !beginsVisible(byte) else { return (length, .asIs) }
        var unit = UInt16(byte & (length == 2 ? 0x1F : 0x0F))
        for place in offset + 1..<offset + length { unit = unit << 6 | UInt16(bytes[place] & 0x3F) }
        guard let scalar = Unicode.Scalar(unit), scalar.isInvisible else { return (length, .asIs) }
        return (length, .hexadecimal(unit))
    }

    /// Whether every code point that begins with this byte is visible: most letters of Latin and Cyrillic, and most
    /// Chinese characters.
    ///
    /// PERF: looking up the properties of a code point takes longer than copying it.
    private static func beginsVisible(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC3...0xCC, 0xD0, 0xD1, 0xE4...0xE8: true
        default: false
        }
    }

    /// A digit of a four-digit escape such as `\u0085`.
    ///
    /// - Parameters:
    ///   - unit: The code unit that is escaped.
    ///   - place: The place of the digit, from 0 for the first to 3 for the last.
    /// - Returns: The digit as ASCII; letters are in lower case.
    package static func hexadecimalDigit(of unit: UInt16, at place: Int) -> UInt8 {
        Hexadecimal.lowerDigit(UInt8(truncatingIfNeeded: unit >> (12 - 4 * place)) & 0xF)
    }

    /// A JSON string with its quotes, escaped as ``JSONEscaping`` says.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    package static func string(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 2)
        append(text.utf8.span, to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends a JSON string with its quotes, as ``string(_:)`` creates it.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    package static func append(_ bytes: Span<UInt8>, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        var offset = 0
        while offset < bytes.count {
            // PERF: nearly every byte can be copied without further checks.
            guard mustEscape(bytes[offset]) else {
                result.append(bytes[offset])
                offset += 1
                continue
            }
            let escape = escape(bytes, at: offset)
            switch escape.form {
            case .asIs: for place in offset..<offset + escape.length { result.append(bytes[place]) }
            case .backslash(let byte): result += [UInt8(ascii: "\\"), byte]
            case .hexadecimal(let unit):
                result += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
                for place in 0..<4 { result.append(hexadecimalDigit(of: unit, at: place)) }
            case .replacement: result += "\u{FFFD}".utf8
            }
            offset += escape.length
        }
        result.append(UInt8(ascii: "\""))
    }
}

/// The commands that the runners of CI systems obey wherever they are in a line of a log.
///
/// GitHub's runner reads `##[stop-commands]x`, and the agent of Azure Pipelines `##vso[task.setvariable variable=x]y`.
package enum RunnerCommand {
    /// What such a command begins with.
    package static let beginnings = ["##[", "##vso["]
}

/// Determines how text is written in XML.
package enum XMLEscaping {
    /// The reference for a character that has a meaning in XML; nil for every other character.
    package static func reference(for scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        // Only `]]>` would require it, but property lists always escape it.
        case ">": "&gt;"
        default: nil
        }
    }

    /// Like ``reference(for:)``, and additionally for the two quotes, as required in an attribute.
    package static func attributeReference(for scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "&quot;"
        case "'": "&apos;"
        default: reference(for: scalar)
        }
    }
}

/// Determines how text is written in YAML.
package enum YAMLEscaping {
    /// A text in single quotes, in which only a single quote is escaped: it is doubled.
    ///
    /// - Parameter text: A text on one line, without characters that YAML does not allow.
    /// - Returns: The text with its quotes.
    package static func singleQuoted(_ text: String) -> String {
        "'" + text.replacingScalars { $0 == "'" ? "''" : nil } + "'"
    }
}
