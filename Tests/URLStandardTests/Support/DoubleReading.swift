import URLStandard

/// The result of reading an input, including its ambiguities; unlike a record, it can be compared and printed by an
/// expectation.
struct DoubleReading {
    let href: String
    let disagrees: Bool
    let found: [Ambiguity]

    init(_ input: [UInt8], base: String? = nil) throws(URLParsingError) {
        var url = URLRecord()
        if let base {
            let base = try URLRecord(parsing: base.utf8.span)
            try url.parse(input.span, base: base)
            disagrees = url.disagreesOnAuthority(with: input.span, base: base)
            found = url.ambiguities(in: input.span, base: base)
        } else {
            try url.parse(input.span)
            disagrees = url.disagreesOnAuthority(with: input.span)
            found = url.ambiguities(in: input.span)
        }
        href = url.hrefString
    }
}
