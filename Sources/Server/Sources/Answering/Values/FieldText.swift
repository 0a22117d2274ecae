extension Sequence<ArraySlice<UInt8>> {
    /// Whether a word is in a comma-separated list, which may be distributed over several fields.
    ///
    /// - Parameter word: The word in lower case.
    /// - Returns: Whether one of the values contains it, ignoring case.
    package func lists(_ word: StaticString) -> Bool {
        contains { value in
            value.split(separator: UInt8(ascii: ",")).contains { $0.trimmed.isEqual(toLowercase: word) }
        }
    }
}

extension Collection<UInt8> {
    /// Whether the bytes equal a word, ignoring case.
    ///
    /// - Parameter word: The word in lower case.
    /// - Returns: Whether they are equal.
    package func isEqual(toLowercase word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            // SAFETY: the buffer provides the literal's bytes for the call, and the elements are read within its
            // bounds.
            unsafe zip(self, letters)
                .allSatisfy { byte, letter in ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == letter }
        }
    }

    /// The bytes of a field name with `-` in place of `_` and `.`, which some servers treat as equal.
    private var dashed: [UInt8] {
        map { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") ? UInt8(ascii: "-") : $0 }
    }

    /// Whether some servers read a field name as another one: it differs, but only in `_` or `.` in place of `-`.
    ///
    /// - Parameter name: The other name in lower case.
    /// - Returns: Whether it is an alias; false if the names are equal.
    package func isAlias(of name: StaticString) -> Bool {
        count == name.utf8CodeUnitCount && !isEqual(toLowercase: name) && dashed.isEqual(toLowercase: name)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without surrounding spaces and tabs.
    package var trimmed: ArraySlice<UInt8> {
        var slice = self
        while let byte = slice.first, byte == 0x20 || byte == 0x09 { slice.removeFirst() }
        while let byte = slice.last, byte == 0x20 || byte == 0x09 { slice.removeLast() }
        return slice
    }
}

/// Hexadecimal digits. The library has the same functions, which other packages cannot use.
package enum HexDigit {
    /// The value of a digit in either case; nil for any other byte.
    package static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// The digit for a value from 0 to 15; letters are in upper case.
    package static func upper(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}

/// Classes of bytes.
package enum ByteClass {
    /// A character of a [token](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
    package static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether a reader cannot see the scalar, or cannot know what it shows. The library has the same rule, which other
    /// packages cannot use.
    var isInvisible: Bool {
        switch properties.generalCategory {
        // Controls, directional marks and other format characters, line separators, and code points without a
        // character.
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}
