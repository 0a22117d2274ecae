/// The classes of ASCII bytes. A byte of a character beyond ASCII is in none of them.
extension UInt8 {
    // PERF: a byte below a range wraps around to a large one, so each range costs one comparison; no table is read.

    /// Whether the byte is a digit.
    @inlinable @inline(__always)
    package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether the byte is a letter, in either case.
    @inlinable @inline(__always)
    package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether the byte is a letter or a digit.
    @inlinable @inline(__always)
    package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// Whether the byte is a digit or one of the letters `a` to `f`, in either case.
    @inlinable @inline(__always)
    package var isHexadecimalDigit: Bool { Hexadecimal.value(of: self) != nil }

    /// Whether the byte is a digit or one of the letters `a` to `f` in lower case, as in hashes and the ids of Git.
    @inlinable @inline(__always)
    package var isLowercaseHexadecimalDigit: Bool { isASCIIDigit || self &- UInt8(ascii: "a") < 6 }

    /// Whether the byte is [unreserved](https://www.rfc-editor.org/rfc/rfc3986#section-2.3) in URLs: a letter, a digit,
    /// `-`, `.`, `_` or `~`.
    @inlinable @inline(__always)
    package var isUnreserved: Bool {
        isASCIIAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "~")
    }

    /// The byte with a letter in lower case; every other byte is unchanged.
    @inlinable @inline(__always)
    package var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

    // MARK: White space, which formats define differently

    /// Whether the byte is a space or a tab.
    @inlinable @inline(__always)
    package var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Whether the byte is a space, a tab, a line feed or a carriage return: the white space of JSON and of XML.
    @inlinable @inline(__always)
    package var isSpaceOrLineBreak: Bool {
        isSpaceOrTab || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
    }

    /// Whether the byte is white space in C: also a vertical tab or a form feed.
    @inlinable @inline(__always)
    package var isWhiteSpaceInC: Bool { self == UInt8(ascii: " ") || self &- UInt8(ascii: "\t") < 5 }
}
