/// Where the parts of an authority divide.
struct ScannedAuthority {
    /// The last `@`, which ends the credentials. A reader that stops at the first one judges another host than a browser
    /// opens.
    private(set) var lastAt: Int?
    /// The `:` between host and port.
    private(set) var colon: Int?
    /// The byte behind the authority.
    private(set) var end: Int

    /// - Complexity: O(*n*) in the bytes up to the end of the authority.
    @inline(__always)
    init(_ input: Span<UInt8>, from start: Int, isSpecial: Bool) {
        var isInBrackets = false
        end = start
        while end < input.count {
            let byte = input[end]
            guard ByteClass(of: byte).intersects(.authorityDivider) else {
                end &+= 1
                continue
            }
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return
            case UInt8(ascii: "\\"): if isSpecial { return }
            case UInt8(ascii: "@"):
                lastAt = end
                colon = nil
                isInBrackets = false
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            default: if !isInBrackets, colon == nil { colon = end }
            }
            end &+= 1
        }
    }
}
