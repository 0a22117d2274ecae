import ByteText
import URLMatching

/// A `*` that stands for a part of a registered domain, as in `*contoso.com`: anybody may register `evilcontoso.com`.
extension RuleLint {
    /// What a `*` stands for in an example.
    private static let example = "evil"

    /// A host of somebody else that an entry matches, because the label below a public suffix contains a `*`; nil if
    /// there is none.
    static func foreignHost(of pattern: LinkPattern) -> String? {
        guard case .wildcards = pattern.hostScope, let host = pattern.hostText else { return nil }
        let text = String(decoding: host.text, as: UTF8.self)
        guard let star = text.lastIndex(of: "*"), let dot = text[star...].firstIndex(of: "."),
            RegistrableDomain.isPublicSuffix(String(text[dot...].dropFirst()))
        else { return nil }
        return (host.takesMore ? "www." : "") + text.replacing("*", with: example)
    }

    /// A host of somebody else that a URLPattern matches; nil if none of the usual ones is.
    ///
    /// Wildcards, names and regular expressions of the host are replaced by text that nobody meant. If the pattern
    /// matches the result, the registrable domain must be one that the pattern spells out.
    static func foreignHost(of matcher: PatternMatcher) -> String? {
        let pieces = PatternTexts.pieces(of: matcher.pattern[.hostname])
        guard let last = pieces.lastIndex(of: nil) else { return nil }
        let written = pieces.map { $0 ?? "*" }.joined()
        let fills: [(last: String, others: String)] = [
            (".evil.example", example), (example, example), ("evil.example", "evil.example"),
        ]
        var probe = RuleProbe()
        for fill in fills {
            let host = pieces.enumerated().map { $1 ?? ($0 == last ? fill.last : fill.others) }.joined()
            // A name that is its own public suffix belongs to nobody else.
            guard !host.hasPrefix("."), let domain = RegistrableDomain.range(in: host.utf8.span),
                !written.contains(String(decoding: Array(host.utf8)[domain], as: UTF8.self))
            else { continue }
            for url in RuleMap.samples(of: matcher.pattern, onHost: host) where probe.take(url) {
                probe.matchers.regex.renew()
                guard matcher.matches(form: probe.form, scratch: &probe.matchers.regex) != .matched else { return host }
            }
        }
        return nil
    }
}
