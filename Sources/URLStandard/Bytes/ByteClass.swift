/// The sets of bytes that the URL Standard distinguishes, one bit each; a byte's class contains the sets it belongs to.
///
/// The [percent-encode sets](https://url.spec.whatwg.org/#percent-encoded-bytes) contain code points; here every byte
/// from 0x80 on is in each of them, because no set excludes a code point that is not ASCII.
struct ByteClass {
    let bits: UInt16

    @inline(__always)
    init(bits: UInt16) { self.bits = bits }

    /// The class of a byte.
    @inline(__always)
    init(of byte: UInt8) { bits = Self.table[Int(byte)] }

    /// The fragment percent-encode set.
    static var fragmentSet: ByteClass { ByteClass(bits: 1 << 0) }
    /// The query percent-encode set.
    static var querySet: ByteClass { ByteClass(bits: 1 << 1) }
    /// The special-query percent-encode set.
    static var specialQuerySet: ByteClass { ByteClass(bits: 1 << 2) }
    /// The path percent-encode set.
    static var pathSet: ByteClass { ByteClass(bits: 1 << 3) }
    /// The userinfo percent-encode set.
    static var userinfoSet: ByteClass { ByteClass(bits: 1 << 4) }
    /// The C0 control percent-encode set.
    static var c0ControlSet: ByteClass { ByteClass(bits: 1 << 5) }
    /// The [forbidden host code points](https://url.spec.whatwg.org/#forbidden-host-code-point).
    static var forbiddenHost: ByteClass { ByteClass(bits: 1 << 6) }
    /// The [forbidden domain code points](https://url.spec.whatwg.org/#forbidden-domain-code-point).
    static var forbiddenDomain: ByteClass { ByteClass(bits: 1 << 7) }
    /// The bytes that are permitted in a scheme after its first letter.
    static var schemeByte: ByteClass { ByteClass(bits: 1 << 8) }
    /// `A`–`Z` and `a`–`z`.
    static var alpha: ByteClass { ByteClass(bits: 1 << 9) }
    /// `0`–`9`.
    static var digit: ByteClass { ByteClass(bits: 1 << 10) }
    /// `0`–`9`, `A`–`F` and `a`–`f`.
    static var hexDigit: ByteClass { ByteClass(bits: 1 << 11) }
    /// `A`–`Z`.
    static var upperAlpha: ByteClass { ByteClass(bits: 1 << 12) }
    /// The bytes that divide or end an authority: `/` `\` `?` `#` `@` `:` `[` `]`.
    static var authorityDivider: ByteClass { ByteClass(bits: 1 << 13) }
    /// The path percent-encode set with `/` and `\`: the bytes at which plain copying of a path stops.
    static var pathStop: ByteClass { ByteClass(bits: 1 << 14) }
    /// Tab, line feed and carriage return, which are removed from the input.
    static var tabOrNewline: ByteClass { ByteClass(bits: 1 << 15) }

    /// Whether the two share a set; for a byte's class and a set, whether the byte is in the set.
    @inline(__always)
    func intersects(_ other: ByteClass) -> Bool { bits & other.bits != 0 }

    @inline(__always)
    static func | (left: ByteClass, right: ByteClass) -> ByteClass { ByteClass(bits: left.bits | right.bits) }

    /// PERF: a literal, which the compiler puts into read-only memory; a computed table would be initialized lazily and
    /// checked at each look-up.
    private static let table: InlineArray<256, UInt16> = [
        0x40FF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF,
        0x40BF, 0xC0FF, 0xC0FF, 0x40BF, 0x40BF, 0xC0FF, 0x40BF, 0x40BF,
        0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF,
        0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF, 0x40BF,
        0x40DF, 0x0000, 0x401F, 0x60DE, 0x0000, 0x0080, 0x0000, 0x0004,
        0x0000, 0x0000, 0x0000, 0x0100, 0x0000, 0x0100, 0x0100, 0x60D0,
        0x0D00, 0x0D00, 0x0D00, 0x0D00, 0x0D00, 0x0D00, 0x0D00, 0x0D00,
        0x0D00, 0x0D00, 0x20D0, 0x0010, 0x40DF, 0x0010, 0x40DF, 0x60D8,
        0x20D0, 0x1B00, 0x1B00, 0x1B00, 0x1B00, 0x1B00, 0x1B00, 0x1300,
        0x1300, 0x1300, 0x1300, 0x1300, 0x1300, 0x1300, 0x1300, 0x1300,
        0x1300, 0x1300, 0x1300, 0x1300, 0x1300, 0x1300, 0x1300, 0x1300,
        0x1300, 0x1300, 0x1300, 0x20D0, 0x60D0, 0x20D0, 0x40D8, 0x0000,
        0x4019, 0x0B00, 0x0B00, 0x0B00, 0x0B00, 0x0B00, 0x0B00, 0x0300,
        0x0300, 0x0300, 0x0300, 0x0300, 0x0300, 0x0300, 0x0300, 0x0300,
        0x0300, 0x0300, 0x0300, 0x0300, 0x0300, 0x0300, 0x0300, 0x0300,
        0x0300, 0x0300, 0x0300, 0x4018, 0x00D0, 0x4018, 0x0000, 0x40BF,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
        0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F, 0x403F,
    ]
}
