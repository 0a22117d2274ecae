import ByteText

extension URLRecord {
    /// Parses a URL given as a string.
    ///
    /// ```swift
    /// URLRecord("//b.example/x", base: "https://a.example/")?.hrefString  // https://b.example/x
    /// ```
    ///
    /// Nil where either is no URL; ``init(parsing:)`` says why.
    ///
    /// - Parameters:
    ///   - string: The URL, or the reference to resolve against `base`; at most ``defaultByteLimit`` bytes of UTF-8.
    ///   - base: The base URL.
    /// - Complexity: O(*n*) in the bytes of both.
    public init?(_ string: String, base: String? = nil) {
        self.init()
        do throws(URLParsingError) {
            if let base {
                let base = try URLRecord(parsing: base.utf8.span)
                try parse(string.utf8.span, base: base)
            } else {
                try parse(string.utf8.span)
            }
        } catch {
            return nil
        }
    }

    /// The serialized URL as a string of its own.
    ///
    /// - Complexity: O(*n*); one allocation.
    public var hrefString: String { href.string }

    /// The serialized host as a string of its own, IPv6 in brackets.
    ///
    /// - Complexity: O(*n*); one allocation if it is long.
    public var hostString: String { host.string }
}
