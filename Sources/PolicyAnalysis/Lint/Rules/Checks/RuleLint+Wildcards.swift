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

    /// The same for the host of a URLPattern that begins with `*` and is literal otherwise. There the `*` also matches
    /// dots.
    static func foreignHost(ofPattern host: String) -> String? {
        let rest = host.drop { $0 == "*" }
        guard rest.count < host.count, rest.first != ".", let dot = rest.firstIndex(of: "."),
            rest.utf8.allSatisfy({ !"*:{}()\\?+".utf8.contains($0) }),
            RegistrableDomain.isPublicSuffix(String(rest[dot...].dropFirst()))
        else { return nil }
        return example + rest
    }
}
