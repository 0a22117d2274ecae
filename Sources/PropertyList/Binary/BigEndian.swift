/// Numbers of binary property lists. Callers see to it that the bytes are there.
enum BigEndian {
    /// A number without a sign, of up to eight bytes.
    static func unsigned(_ bytes: [UInt8], at offset: Int, count: Int) -> UInt64 {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A number with a sign, of sixteen bytes.
    static func wide(_ bytes: [UInt8], at offset: Int) -> Int128 {
        let high = Int128(Int64(bitPattern: unsigned(bytes, at: offset, count: 8)))
        return high << 64 | Int128(unsigned(bytes, at: offset + 8, count: 8))
    }
}
