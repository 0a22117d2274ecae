/// What lenient software sees in a string that it reads by RFC 3986: the regular expression of
/// [appendix B](https://www.rfc-editor.org/rfc/rfc3986#appendix-B), which takes any string whatever.
///
/// The groups are those of the expression `^(([^:/?#]+):)?(//([^/?#]*))?…`; what is behind the authority does not matter
/// here. In the authority, user information ends at the last `@` and the port begins behind the last `:`, unless that
/// stands inside the brackets of an IPv6 address.
struct RFC3986Reading {
    /// The scheme without its `:`, never empty; nil where there is none.
    private(set) var scheme: Range<Int>?
    /// The host without the port; nil where there is no authority.
    private(set) var host: Range<Int>?
    /// The port without its `:`; nil where there is none.
    private(set) var port: Range<Int>?

    /// - Complexity: O(*n*) in the bytes up to the end of the authority; allocates nothing.
    init(_ input: Span<UInt8>) {
        var start = 0
        var offset = 0
        while offset < input.count, !Self.endsAuthority(input[offset]), !input.has(":", at: offset) { offset += 1 }
        if offset > 0, input.has(":", at: offset) {
            scheme = 0..<offset
            start = offset + 1
        }
        guard input.has("/", at: start), input.has("/", at: start + 1) else { return }
        start += 2
        var hostStart = start
        var colon: Int?
        offset = start
        while offset < input.count, !Self.endsAuthority(input[offset]) {
            switch input[offset] {
            case UInt8(ascii: "@"):
                hostStart = offset + 1
                colon = nil
            case UInt8(ascii: ":"): colon = offset
            case UInt8(ascii: "]"): colon = nil
            default: break
            }
            offset += 1
        }
        host = hostStart..<(colon ?? offset)
        if let colon { port = colon + 1..<offset }
    }

    /// Whether a byte ends an authority that it stands in or behind.
    static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
