import ByteText
package import URLStandard

/// Rejects well-formed patterns that match no URL as rules see it: a block rule that never matches blocks nothing.
extension PatternMatcher {
    func check() throws(URLPatternError) {
        try checkScheme()
        try checkCredentials()
        try checkHost()
        try checkPath()
    }

    /// Whether the scheme is a host, and the path its port.
    ///
    /// `casino.example:8080/*` and `casino.example:*/*` are patterns for URLs of the scheme `casino.example`, and would
    /// block none of the host. A mapping can still say so.
    var looksLikeHostAndPort: Bool {
        guard let scheme, pattern.compiled[.hostname].form.onlyText?.isEmpty == true,
            Self.beginsWithPort(pattern[.pathname])
        else { return false }
        return scheme == "localhost" || scheme.utf8.contains(UInt8(ascii: "."))
    }

    /// Whether a path begins with a number, with a group of numbers such as `(80|8080)`, or with the `*` for any port.
    private static func beginsWithPort(_ path: String) -> Bool {
        if path == "*" || path.utf8.starts(with: "*/".utf8) { return true }
        let number = path.utf8.first == UInt8(ascii: "(") ? path.utf8.dropFirst() : path.utf8[...]
        return number.first?.isASCIIDigit == true
    }

    /// Whether a host is a number, or a group of numbers: a port, of which `*:8080/*` makes the address 0.0.31.144.
    static func isPort(_ host: String) -> Bool {
        if !host.isEmpty, host.utf8.allSatisfy(\.isASCIIDigit) { return true }
        return host.utf8.first == UInt8(ascii: "(") && host.utf8.last == UInt8(ascii: ")") && beginsWithPort(host)
    }

    /// The schemes of which the pattern names the port, without matching a URL that has this port. Rules see no port if
    /// it is that of the scheme.
    package var schemesOfUnseenPort: [SpecialScheme] {
        guard !matches(.port, "") else { return [] }
        return [SpecialScheme.https, .http].filter { scheme in
            // Neither `8*` nor `:port` names the port of a scheme.
            guard let port = scheme.defaultPort, !matches(.port, "\(port)0") else { return false }
            return matches(.port, "\(port)") && matches(.protocol, scheme.name)
        }
    }

    private func checkScheme() throws(URLPatternError) {
        guard let scheme, scheme.isEmpty else { return }
        throw URLPatternError(
            .protocol,
            .invalidPattern,
            "every URL has a scheme",
            help: "write a scheme such as `https`, or `*` for any scheme"
        )
    }

    /// The special schemes, if the scheme is one of these for every URL that matches. Then the path begins with `/`.
    private var specialSchemes: [SpecialScheme]? {
        guard let names = pattern.compiled[.protocol].form.onlyTexts else { return nil }
        let schemes = names.compactMap { SpecialScheme(named: $0) }
        return schemes.count == names.count ? schemes : nil
    }

    private func checkCredentials() throws(URLPatternError) {
        for component in [URLPatternComponent.username, .password] where !matches(component, "") {
            throw URLPatternError(
                component,
                .hasCredentials,
                "the pattern has credentials, which rules never see",
                help: "write it without them"
            )
        }
    }

    private func checkHost() throws(URLPatternError) {
        let component = pattern.compiled[.hostname]
        guard let host = component.form.onlyText else {
            if Self.endsInDot(component.parts) { throw trailingDot(component.text) }
            return try checkPieces(of: component)
        }
        // Only a `file` URL can have an empty host.
        if host.isEmpty, let schemes = specialSchemes, !schemes.contains(.file), let scheme = schemes.first {
            throw URLPatternError(
                .hostname,
                .invalidPattern,
                "a URL with the scheme `\(scheme.name)` has a host",
                help: "name the host, or write `*` for every host"
            )
        }
        if host.isEmpty, !matches(.port, "") {
            throw URLPatternError(
                .hostname,
                .invalidPattern,
                "a URL with a port has a host",
                help: "name the host, or write `*` for every host"
            )
        }
        guard host.utf8.count > 1 else { return }
        if host.utf8.last == UInt8(ascii: ".") { throw trailingDot(host) }
        guard host.utf8.first == UInt8(ascii: "["), let seen = Self.matchingHost(host), seen != host else { return }
        throw URLPatternError(
            .hostname,
            .addressSpelling,
            "a canonical URL never has the host \(QuotedText.quote(host))",
            help: "write \(QuotedText.quote(PatternStringWriter.escape(seen)))"
        )
    }

    /// Whether every host that the parts of a pattern match ends in a dot, whichever optional parts are present.
    private static func endsInDot(_ parts: [PatternPart]) -> Bool {
        for part in parts.reversed() {
            let end = part.kind == .fixedText ? part.value : part.suffix
            guard end.utf8.last == UInt8(ascii: ".") else { return false }
            if !part.modifier.isOptional { return true }
        }
        return false
    }

    private func trailingDot(_ host: String) -> URLPatternError {
        let isLast = host.utf8.last == UInt8(ascii: ".")
        return URLPatternError(
            .hostname,
            .trailingDot,
            "the host \(QuotedText.quote(host)) has a dot at its end, which rules do not see",
            help: isLast ? "write \(QuotedText.quote(String(host.dropLast())))" : "write it without the dot"
        )
    }

    /// The Standard canonicalizes each piece of a host as a whole host, so `10.0.0.*` has become `10.0.0.0*`.
    private func checkPieces(of component: PatternComponent) throws(URLPatternError) {
        for text in component.parts.flatMap({ $0.kind == .fixedText ? [$0.value] : [$0.prefix, $0.suffix] }) {
            guard let record = URLRecord("https://\(text)/"), record.hostKind == .ipv4 else { continue }
            throw URLPatternError(
                .hostname,
                .isAddress,
                "a piece of the host is read as the address \(QuotedText.quote(text)) by itself",
                help: "write the addresses with `address`, such as `address: 10.0.0.0/24`"
            )
        }
    }

    private func checkPath() throws(URLPatternError) {
        let path = pattern.compiled[.pathname]
        guard case .pathname = path.encoder, !matches(.hostname, "") || specialSchemes != nil,
            path.form.alwaysBeginsWithOther("/")
        else { return }
        throw URLPatternError(
            .pathname,
            .invalidPattern,
            "the path after a host begins with `/`",
            help: "write \(QuotedText.quote("/" + path.text))"
        )
    }

    private func matches(_ component: URLPatternComponent, _ text: String) -> Bool {
        var scratch = RegexScratch()
        return pattern.compiled[component].form.matches(text.utf8.span, scratch: &scratch) != .notMatched
    }

    /// A host as rules see it.
    private static func matchingHost(_ host: String) -> String? {
        guard let record = URLRecord("https://\(host)/") else { return nil }
        var form = URLRecord()
        form.become(matchingFormOf: record)
        return form.hostString
    }
}

extension ComponentForm {
    /// Whether everything that matches is empty or begins with a character other than this one.
    fileprivate func alwaysBeginsWithOther(_ character: Unicode.Scalar) -> Bool {
        switch self {
        case .any, .regex: false
        case .exact(let text, _): text.first != UInt8(ascii: character)
        case .oneOf(let sequences):
            sequences.allSatisfy { sequence in
                guard let first = sequence.prefix.first else { return sequence.elements.isEmpty }
                return first != UInt8(ascii: character)
            }
        }
    }
}
