import AppLint
import ByteText
import Diagnostics
import RuleRegions
import URLMatching
import URLStandard

/// Names whose hosts belong to others: a `*` that stands for a part of a registered domain, as in `*contoso.com`, because
/// anybody may register `evilcontoso.com`, and names that many organizations share.
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

    /// A host of somebody else that a URLPattern matches; nil if none was found.
    ///
    /// Wildcards, names and regular expressions of the host are replaced by text that nobody meant. If the pattern
    /// matches the result, the registrable domain must be one that the pattern spells out. A regular expression may
    /// require other text, so its language is searched, too.
    static func foreignHost(of matcher: PatternMatcher, _ keeper: SiteKeeper) -> String? {
        let text = matcher.pattern[.hostname]
        let pieces = PatternTexts.pieces(of: text)
        guard let last = pieces.lastIndex(of: nil) else { return nil }
        let fills: [(last: String, others: String)] = [
            (".evil.example", example), (example, example), ("evil.example", "evil.example"),
        ]
        let hosts = fills.map { fill in
            pieces.enumerated().map { $1 ?? ($0 == last ? fill.last : fill.others) }.joined()
        }
        if let host = hosts.first(where: { isForeign($0, pieces) && matches(matcher, $0) }) { return host }
        // In a host, a dot of the expression matches no `/`.
        let url = "^(?=https?://[^/:?]*/$)https?://(?:\(PatternTexts.expression(ofHost: text)))/$"
        guard text.contains("("), let expression = try? RegexMatcher(url),
            case .foreign(let url) = keeper.regexes.confinement(of: expression, keeper),
            let record = try? URLRecord(parsing: url.utf8.span)
        else { return nil }
        let host = record.host.string
        return isForeign(host, pieces) && matches(matcher, host) ? host : nil
    }

    /// Whether anybody may have registered the domain of a host that a URLPattern with these pieces matches.
    private static func isForeign(_ host: String, _ pieces: [String?]) -> Bool {
        guard !host.hasPrefix("."), let range = RegistrableDomain.range(in: host.utf8.span) else { return false }
        let domain = String(decoding: Array(host.utf8)[range], as: UTF8.self)
        guard !pieces.map({ $0 ?? "*" }).joined().contains(domain) else { return false }
        // Nobody registers names below the private top-level name of an intranet, unless the pattern leaves it open.
        return pieces.last == .some(nil)
            || domain.firstIndex(of: ".").map { RegistrableDomain.isPublicSuffix(String(domain[$0...].dropFirst())) }
                == true
    }

    /// A finding for a text that names hosts which many organizations share.
    func sharedHost(_ name: String, _ text: String, in holder: String, at places: [SourceRange]) -> LintFinding {
        LintFinding(
            .sharedHost,
            "\(Self.quote(text)) in \(holder) is a name that many organizations share",
            at: places,
            help: "name the host that is yours, such as `contoso.\(name)`, if the service gives you one"
        )
    }

    /// Whether a URLPattern matches whatever the host is.
    static func matchesEveryHost(_ matcher: PatternMatcher) -> Bool {
        PatternTexts.pieces(of: matcher.pattern[.hostname]).allSatisfy { $0 == nil || $0 == "." }
            && matches(matcher, "\(example).example")
    }

    private static func matches(_ matcher: PatternMatcher, _ host: String) -> Bool {
        var probe = RuleProbe()
        for url in RuleMap.samples(of: matcher.pattern, onHost: host) where probe.take(url) {
            probe.matchers.regex.renew()
            if matcher.matches(form: probe.form, scratch: &probe.matchers.regex) == .matched { return true }
        }
        return false
    }
}
