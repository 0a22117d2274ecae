extension ByteStorage {
    /// Appends a number below 100,000 in decimal, without leading zeros.
    mutating func append(decimal value: UInt32) {
        // PERF: dividing by constants only, which the compiler turns into multiplications.
        if value >= 10_000 { append(digit: value / 10_000) }
        if value >= 1000 { append(digit: value / 1000 % 10) }
        if value >= 100 { append(digit: value / 100 % 10) }
        if value >= 10 { append(digit: value / 10 % 10) }
        append(digit: value % 10)
    }

    @inline(__always)
    private mutating func append(digit: UInt32) { append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)) }

    /// Appends a number in lower-case hexadecimal, without leading zeros.
    mutating func append(hexadecimal value: UInt16) {
        var shift: UInt16 = 12
        while shift > 0, value >> shift == 0 { shift -= 4 }
        while true {
            let digit = UInt8(truncatingIfNeeded: value >> shift & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            guard shift > 0 else { return }
            shift -= 4
        }
    }
}
