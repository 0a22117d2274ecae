import ByteText
import URLStandard

/// What to write instead of a text that contains a host and more, or that is a block of addresses.
///
/// A help is often applied as it is, so it is offered only if the value that it names is accepted and means the same
/// host: for `10.0.0.0/8`, a rule for `10.0.0.0` would be valid and block one address of 16 million.
extension HostText {
    /// What to write instead of a text that is not a host; nil if that is unclear.
    ///
    /// The URL parser finds the host, because it reads a text like a browser.
    ///
    /// - Parameters:
    ///   - text: What the author wrote, without spaces.
    ///   - purpose: What the host is for. The help may name another key, such as `domain` for `*.contoso.com`.
    /// - Returns: The help, whose value is accepted.
    /// - Complexity: O(*n*) in the length of the text.
    static func help(insteadOf text: Span<UInt8>, for purpose: Purpose) -> String? {
        let start = endOfScheme(text) ?? 0
        if let block = AddressMatcher.block(text.extracting(start...)) { return "use `address` with `\(block.text)`" }
        if let help = helpIfEndIsUnclear(text, from: start) { return help }
        guard let url = urlText(around: text), let record = try? URLRecord(parsing: url.span) else { return nil }
        let isAddress = record.hostKind == .ipv4 || record.hostKind == .ipv6
        // It may be a block with a mistake, such as `10.0.0.7/24`. In a URL it is more likely a path.
        if start == 0, isAddress, hasPrefixLength(record.path) {
            return "use `address` for a block of addresses, such as `10.0.0.0/8`"
        }
        let whole = record.matchingHost
        let isWildcard = whole.begins(with: "*.".utf8.span)
        var nameStart = isWildcard ? 2 : 0
        while nameStart < whole.count, whole[nameStart] == UInt8(ascii: ".") { nameStart += 1 }
        let name = whole.extracting(nameStart...)
        // Any other shape would be an error with a help of its own.
        guard hasHostShape(name) || record.hostKind == .ipv6 else { return nil }
        let target: Purpose = isWildcard ? .domain : isAddress ? .host : purpose
        var host = URLRecord()
        guard (try? parse(name, for: target, into: &host)) != nil else { return nil }
        let quoted = QuotedText.quote(host.host)
        var help = target == purpose ? "write \(quoted)" : "use `\(target.noun)` with \(quoted)"
        if purpose == .domain, nameStart > 0 { help += ", which covers its subdomains" }
        return isMoreThanHost(record) ? "\(help), or \(pathHelp)" : help
    }

    /// What to write if a path matters.
    static var pathHelp: String { "use `url` or `regex` to match a path" }

    /// What to write if a `?`, `#` or `\` is probably a part of the name that the author means, as in `casino?.example`;
    /// otherwise nil.
    ///
    /// In a URL it ends the host: a rule for `casino` would be valid, and block nothing of what was meant. In
    /// `contoso.com?q=a.b` the host is complete, because what precedes the next dot is not a label.
    ///
    /// - Parameters:
    ///   - text: What the author wrote.
    ///   - start: Where the host begins.
    /// - Returns: The help, which names no host.
    static func helpIfEndIsUnclear(_ text: Span<UInt8>, from start: Int) -> String? {
        let dot = UInt8(ascii: ".")
        let start = text.extracting(start...).begins(with: "//".utf8.span) ? start + 2 : start
        for index in start..<text.count where isDelimiter(text[index]) {
            let host = text.extracting(start..<index)
            guard text[index] != UInt8(ascii: "/"), host.isEmpty || host[0] != UInt8(ascii: "[") else { return nil }
            var labelEnd = index + 1
            while labelEnd < text.count, text[labelEnd] != dot,
                text[labelEnd] >= 0x80 || isHostCharacter(text[labelEnd])
            { labelEnd += 1 }
            let continues = labelEnd < text.count && text[labelEnd] == dot
            guard continues || host.firstOffset(of: dot) == nil else { return nil }
            let end = QuotedText.quote(text.extracting(index..<index + 1))
            return "a host ends before \(end); write it in full, or name each host that is meant"
        }
        return nil
    }

    /// The end of the scheme with which a URL begins, and of the `:` and the slashes after it; nil for a text without a
    /// scheme.
    ///
    /// In `https:contoso.com` and `https//contoso.com`, some of them are missing.
    static func endOfScheme(_ text: Span<UInt8>) -> Int? {
        if let separator = text.firstRange(of: "://") { return separator.upperBound }
        return endOfIncompleteScheme(text)
    }

    /// The scheme with which a text begins, and what follows it, if some of the `://` between them is missing, as in
    /// `https//contoso.com`; otherwise nil.
    static func incompleteScheme(_ text: Span<UInt8>) -> (name: String, rest: String)? {
        guard let nameEnd = endOfWebScheme(text), let end = endOfIncompleteScheme(text) else { return nil }
        let name = QuotedText.decode(text.extracting(..<nameEnd)).lowercased()
        return (name, QuotedText.decode(text.extracting(end...)))
    }

    private static func endOfIncompleteScheme(_ text: Span<UInt8>) -> Int? {
        guard let nameEnd = endOfWebScheme(text) else { return nil }
        var end = nameEnd
        while end < text.count, text[end] == UInt8(ascii: ":") || text[end] == UInt8(ascii: "/") { end += 1 }
        guard end < text.count else { return nil }
        let isColon = text[nameEnd] == UInt8(ascii: ":")
        // `https:443` is a port, and `https/x` a path.
        if end - nameEnd == 1, !isColon || text[end].isASCIIDigit { return nil }
        return end
    }

    /// The end of `http` or `https`, in any case, at the beginning of a text, followed by a `:` or a slash; otherwise
    /// nil.
    private static func endOfWebScheme(_ text: Span<UInt8>) -> Int? {
        guard let end = endOfName(text),
            text[end] == UInt8(ascii: ":") || text[end] == UInt8(ascii: "/")
        else { return nil }
        let name = QuotedText.decode(text.extracting(..<end)).lowercased()
        return name == SpecialScheme.http.name || name == SpecialScheme.https.name ? end : nil
    }

    /// The URL that a text is, or is the end of; nil if that is unclear.
    private static func urlText(around text: Span<UInt8>) -> [UInt8]? {
        if text.firstRange(of: "://") != nil { return text.array }
        var start = endOfScheme(text) ?? 0
        var end = text.count
        if start == 0, text[0] == UInt8(ascii: "/") {
            // One slash begins a path, and two a host.
            guard text.count > 2, text[1] == text[0], text[2] != text[0] else { return nil }
            start = 2
        } else if start == 0, !isClearlyHost(text) {
            return nil
        }
        // The URL parser does not know `*` as a port.
        if end - start > 2, text[end - 2] == UInt8(ascii: ":"), text[end - 1] == UInt8(ascii: "*") { end -= 2 }
        return Array("https://".utf8) + text.extracting(start..<end).array
    }

    /// Whether a text begins with a host rather than with a scheme, which `tel:112`, `https/x` and `ftp//x` do.
    private static func isClearlyHost(_ text: Span<UInt8>) -> Bool {
        if endOfWebScheme(text) != nil { return false }
        guard text[0] != UInt8(ascii: "["), let end = endOfName(text) else { return true }
        let name = text.extracting(..<end)
        if name.firstOffset(of: UInt8(ascii: ".")) != nil || name.isEqual(to: "localhost") { return true }
        return text[end] != UInt8(ascii: ":") && (end + 1 == text.count || text[end + 1] != UInt8(ascii: "/"))
    }

    /// The offset of the first byte that ends a host or a scheme, or nil.
    private static func endOfName(_ text: Span<UInt8>) -> Int? {
        for index in text.indices where isDelimiter(text[index]) || text[index] == UInt8(ascii: ":") { return index }
        return nil
    }

    /// Whether a path looks like the length of a prefix, or like a mask, which some tools write in its place.
    static func hasPrefixLength(_ path: Span<UInt8>) -> Bool {
        for index in path.indices where index > 0 {
            guard path[index].isASCIIDigit || path[index] == UInt8(ascii: ".") else { return false }
        }
        return path.count > 1
    }

    /// Whether a URL has a path other than the one of every URL with this host, or a query.
    private static func isMoreThanHost(_ url: borrowing URLRecord) -> Bool {
        if url.hasQuery { return true }
        return !url.path.isEmpty && !url.path.isEqual(to: "/") && !url.path.isEqual(to: "/*")
    }
}
