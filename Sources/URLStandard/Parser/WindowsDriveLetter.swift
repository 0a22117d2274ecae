/// The letters that name drives in `file:` URLs, which resolve like roots.
enum WindowsDriveLetter {
    /// Whether the two bytes at `offset` are a [drive letter](https://url.spec.whatwg.org/#windows-drive-letter).
    static func isOne(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        isNormalized(bytes, at: offset)
            || (offset + 1 < bytes.count && ByteClass(of: bytes[offset]).intersects(.alpha)
                && bytes[offset + 1] == UInt8(ascii: "|"))
    }

    /// Whether they are one written with `:`.
    static func isNormalized(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        offset + 1 < bytes.count && ByteClass(of: bytes[offset]).intersects(.alpha)
            && bytes[offset + 1] == UInt8(ascii: ":")
    }

    /// Whether the rest of `input` from `offset` on
    /// [starts with one](https://url.spec.whatwg.org/#start-with-a-windows-drive-letter).
    static func starts(_ input: Span<UInt8>, at offset: Int) -> Bool {
        guard isOne(input, at: offset) else { return false }
        guard offset + 2 < input.count else { return true }
        return switch input[offset + 2] {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
        default: false
        }
    }
}
