import ByteText
package import URLStandard

extension URLFilter {
    /// Whether a URL in matching form is one that the filter speaks of.
    ///
    /// - Complexity: O(*n*) in the bytes of the URL, for each token of the query; allocates nothing.
    package func matches(form url: borrowing URLRecord) -> Bool { matches(form: url, on: side) }

    /// The same for a filter that stands on another side than its own.
    func matches(form url: borrowing URLRecord, on side: Side) -> Bool {
        guard matchesScheme(of: url, on: side), matchesHost(of: url) else { return false }
        guard port == nil || port == url.effectivePort else { return false }
        guard path.isEmpty || url.path.begins(with: path.span) else { return false }
        for token in tokens where !token.isMet(by: url.query, on: side) { return false }
        return true
    }

    private func matchesScheme(of url: borrowing URLRecord, on side: Side) -> Bool {
        switch schemeRule {
        case .any: side == .allow || url.isSpecial || !Self.isSpared(url.scheme)
        case .standard: url.isSpecial || Self.isBrowserScheme(url.scheme)
        case .only(let scheme): url.scheme.isEqual(to: scheme.span)
        }
    }

    /// Whether the filter speaks of some hosts only.
    var namesHost: Bool { hostRule != .any }

    private func matchesHost(of url: borrowing URLRecord) -> Bool {
        switch hostRule {
        case .any: true
        case .exact: url.host.isEqual(to: host.span)
        case .subdomains: url.host.isWithin(domain: host.span)
        }
    }

    /// Whether a scheme is one that `*` on the block side does not reach.
    private static func isSpared(_ scheme: Span<UInt8>) -> Bool {
        scheme.isEqual(to: "chrome-extension") || scheme.isEqual(to: "chrome-native")
            || scheme.isEqual(to: "chrome-search")
    }

    private static func isBrowserScheme(_ scheme: Span<UInt8>) -> Bool {
        for name in browserSchemes where scheme.isEqual(to: name.utf8.span) { return true }
        return false
    }
}
