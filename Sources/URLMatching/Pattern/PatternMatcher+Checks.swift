import ByteText
import URLStandard

/// Rejects well-formed patterns that match no URL as rules see it: a block rule that never matches blocks nothing.
extension PatternMatcher {
    func check() throws(URLPatternError) {
        try checkCredentials()
        try checkHost()
        try checkPath()
    }

    private func checkCredentials() throws(URLPatternError) {
        for component in [URLPatternComponent.username, .password] where !matchesNothing(component) {
            throw refusal(
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
        guard host.utf8.count > 1 else { return }
        if host.utf8.last == UInt8(ascii: ".") { throw trailingDot(host) }
        guard host.utf8.first == UInt8(ascii: "["), let seen = Self.matchingHost(host), seen != host else { return }
        throw refusal(
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
        return refusal(
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
            throw refusal(
                .hostname,
                .isAddress,
                "a piece of the host is read as the address \(QuotedText.quote(text)) by itself",
                help: "write the addresses with `address`, such as `address: 10.0.0.0/24`"
            )
        }
    }

    private func checkPath() throws(URLPatternError) {
        let path = pattern.compiled[.pathname]
        guard case .pathname = path.encoder, !matchesNothing(.hostname), path.form.alwaysBeginsWithOther("/") else {
            return
        }
        throw refusal(
            .pathname,
            .invalidPattern,
            "the path after a host begins with `/`",
            help: "write \(QuotedText.quote("/" + path.text))"
        )
    }

    /// Whether a component matches the empty text.
    private func matchesNothing(_ component: URLPatternComponent) -> Bool {
        var scratch = RegexScratch()
        return pattern.compiled[component].form.matches(Span(), scratch: &scratch) != .notMatched
    }

    private func refusal(
        _ component: URLPatternComponent,
        _ code: MatcherError.Code,
        _ message: String,
        help: String
    ) -> URLPatternError {
        URLPatternError(component: component, error: MatcherError(code, message, help: help))
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
