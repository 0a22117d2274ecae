/// What to write instead of an entry. A help is often applied as it is, so it is offered only if it is accepted.
extension LinkPatternParts {
    /// What to write instead of an entry with a character that is not allowed; nil if that is unclear.
    ///
    /// - Parameters:
    ///   - text: What the author wrote.
    ///   - entry: The entry without the character; if it has no scheme, it gets one.
    ///   - dialect: The kind of list that it is in.
    /// - Returns: The help.
    static func help(
        insteadOf text: Span<UInt8>,
        writing entry: Span<UInt8>,
        _ dialect: LinkPattern.Dialect
    ) -> String? {
        if let help = HostText.helpIfEndIsUnclear(text, from: HostText.endOfScheme(text) ?? 0) { return help }
        // Without a scheme, a block of addresses is accepted.
        return help(writing: QuotedText.decode(entry), dialect) ?? help(writing: withScheme(entry), dialect)
    }

    /// The help to write an entry; nil if it would not be accepted.
    static func help(writing entry: String, _ dialect: LinkPattern.Dialect) -> String? {
        guard (try? LinkPattern(entry, as: dialect)) != nil else { return nil }
        return "write \(QuotedText.quote(entry))"
    }

    /// An entry with a scheme: its own, or `https` if it has none.
    static func withScheme(_ text: Span<UInt8>) -> String {
        let written = QuotedText.decode(text)
        guard text.firstRange(of: "://") == nil else { return written }
        if case .v6? = IPAddress(parsing: text) { return "https://[\(written)]" }
        let (scheme, hostAndPath) = HostText.incompleteScheme(text) ?? ("https", written)
        var entry = hostAndPath
        // A URL without a scheme begins with its slashes.
        if entry.hasPrefix("//") { entry.removeFirst(2) }
        let rest = entry.drop { $0 == "*" }
        // `https://*contoso.com` would match `evilcontoso.com` as well.
        if rest.count < entry.count, rest.first != "." { entry = "*." + rest }
        return "\(scheme)://\(entry)"
    }
}
