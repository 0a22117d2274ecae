extension ByteStorage {
    /// Appends a number in decimal, without leading zeros.
    mutating func append(decimal value: UInt32) {
        var divisor: UInt32 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

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
