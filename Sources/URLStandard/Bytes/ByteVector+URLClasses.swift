import ByteText

extension ByteVector {
    /// The bytes that may stand in a canonical domain without a thought: `a`–`z`, `0`–`9`, `-`, `.`; and `/` with them,
    /// because its neighbours make one comparison of them all.
    @inline(__always)
    var domainOrSlashBits: UInt64 {
        let letters = (bytes &- Self.all(0x61)) .<= Self.all(25)
        let dashToNine = (bytes &- Self.all(0x2D)) .<= Self.all(12)
        return Self.bits(letters .| dashToNine)
    }

    /// The bytes that mean something, or may have to be encoded, somewhere in a path, query or fragment: controls,
    /// space, `"` `#` `%` `'` `<` `>` `?` `\` `^` `` ` `` `{` `|` `}` `~`, DEL and everything that is not ASCII.
    @inline(__always)
    var exceptionalBits: UInt64 {
        let outsideBangToZ = (bytes &- Self.all(0x21)) .> Self.all(0x59)
        let quoteOrHash = (bytes | Self.all(0x01)) .== Self.all(0x23)
        let percentOrApostrophe = (bytes | Self.all(0x02)) .== Self.all(0x27)
        let angle = (bytes | Self.all(0x02)) .== Self.all(0x3E)
        let question = bytes .== Self.all(0x3F)
        let backslashOrCaret = (bytes | Self.all(0x02)) .== Self.all(0x5E)
        let backtick = bytes .== Self.all(0x60)
        return Self.bits(
            outsideBangToZ .| quoteOrHash .| percentOrApostrophe .| angle .| question .| backslashOrCaret .| backtick
        )
    }

    /// The same bytes with `A`–`Z` in lower case.
    @inline(__always)
    var lowercased: ByteVector {
        let isUpper = (bytes &- Self.all(0x41)) .<= Self.all(25)
        return ByteVector(bytes: bytes | Self.all(0x20).replacing(with: Self.all(0), where: .!isUpper))
    }

    /// Whether there is a byte from tab to carriage return, the narrowest range that holds every newline.
    @inline(__always)
    var hasTabToCarriageReturn: Bool { Self.bits((bytes &- Self.all(0x09)) .<= Self.all(4)) != 0 }
}
