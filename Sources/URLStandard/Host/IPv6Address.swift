import ByteText

/// An [IPv6 address](https://url.spec.whatwg.org/#concept-ipv6), as its eight pieces.
struct IPv6Address: Sendable {
    private(set) var pieces: InlineArray<8, UInt16>

    /// Parses the text between the brackets; nil if it is not an address.
    ///
    /// Runs the [IPv6 parser](https://url.spec.whatwg.org/#concept-ipv6-parser).
    init?(parsing input: Span<UInt8>) {
        pieces = InlineArray(repeating: 0)
        var index = 0
        /// The position of `::`.
        var compress: Int?
        var offset = 0
        if input.has(":", at: 0) {
            guard input.has(":", at: 1) else { return nil }
            offset = 2
            index = 1
            compress = 1
        }
        while offset < input.count {
            guard index < 8 else { return nil }
            if input[offset] == UInt8(ascii: ":") {
                guard compress == nil else { return nil }
                offset += 1
                index += 1
                compress = index
                continue
            }
            let start = offset
            var value: UInt16 = 0
            while offset < input.count, offset < start + 4, let digit = Hexadecimal.value(of: input[offset]) {
                value = value << 4 | UInt16(digit)
                offset += 1
            }
            if input.has(".", at: offset) {
                guard offset > start, index <= 6, let address = Self.dottedDecimal(input, from: start) else {
                    return nil
                }
                pieces[index] = UInt16(truncatingIfNeeded: address >> 16)
                pieces[index + 1] = UInt16(truncatingIfNeeded: address)
                index += 2
                break
            }
            if offset < input.count {
                // A single colon must be followed by something.
                guard input[offset] == UInt8(ascii: ":"), offset + 1 < input.count else { return nil }
                offset += 1
            }
            pieces[index] = value
            index += 1
        }
        if let compress {
            expand(at: compress, before: index)
        } else if index != 8 {
            return nil
        }
    }

    /// Moves the pieces from `compress` to `index` to the end.
    private mutating func expand(at compress: Int, before index: Int) {
        var target = 7
        var source = index - 1
        while source >= compress {
            pieces.swapAt(target, source)
            target -= 1
            source -= 1
        }
    }

    /// Four decimal parts without leading zeros that must reach the end of the input; nil for anything else.
    private static func dottedDecimal(_ input: Span<UInt8>, from start: Int) -> UInt32? {
        var address: UInt32 = 0
        var offset = start
        for part in 0..<4 {
            if part > 0 {
                guard input.has(".", at: offset) else { return nil }
                offset += 1
            }
            let partStart = offset
            var value: UInt32 = 0
            while offset < input.count, ByteClass(of: input[offset]).intersects(.digit) {
                // Nothing may follow a leading zero.
                guard value > 0 || offset == partStart else { return nil }
                value = value * 10 + UInt32(input[offset] & 0xF)
                guard value <= 255 else { return nil }
                offset += 1
            }
            guard offset > partStart else { return nil }
            address = address << 8 | value
        }
        return offset == input.count ? address : nil
    }

    /// Parses an address with its brackets; nil if it is not an address.
    init?(inBrackets text: Span<UInt8>) {
        guard text.count > 2, text.has("[", at: 0), text.has("]", at: text.count - 1) else { return nil }
        self.init(parsing: text.extracting(1..<text.count - 1))
    }

    /// Whether both are the same address, regardless of how they were written.
    func isSame(as other: IPv6Address) -> Bool {
        for index in pieces.indices where pieces[index] != other.pieces[index] { return false }
        return true
    }

    /// Appends the address in brackets, with the longest run of zeros compressed.
    ///
    /// Runs the [IPv6 serializer](https://url.spec.whatwg.org/#concept-ipv6-serializer).
    func append(to output: inout ByteStorage) {
        let zeros = longestRunOfZeros
        output.append(UInt8(ascii: "["))
        var index = 0
        while index < 8 {
            if index == zeros.lowerBound, !zeros.isEmpty {
                if index == 0 { output.append(UInt8(ascii: ":")) }
                output.append(UInt8(ascii: ":"))
                index = zeros.upperBound
                continue
            }
            output.append(hexadecimal: pieces[index])
            if index < 7 { output.append(UInt8(ascii: ":")) }
            index += 1
        }
        output.append(UInt8(ascii: "]"))
    }

    /// The first of the longest runs of two or more zero pieces; empty if there is none.
    private var longestRunOfZeros: Range<Int> {
        var longest = 0..<0
        var start = 0
        for index in 0..<8 {
            guard pieces[index] == 0 else {
                start = index + 1
                continue
            }
            let run = start..<index + 1
            if run.count > max(longest.count, 1) { longest = run }
        }
        return longest
    }
}
