extension LinkPattern {
    /// Whether every URL that another entry speaks of is one that this entry speaks of too.
    ///
    /// A false answer says nothing: two entries with a `*` inside labels are compared as texts only.
    ///
    /// - Complexity: O(*n*) in the length of both.
    package func covers(_ other: LinkPattern) -> Bool {
        if case .block = hostRule { return other.hostRule == .block && other.text == text }
        if case .block = other.hostRule { return false }
        return scheme == other.scheme && (port == nil || port == other.port) && coversHost(of: other)
            && coversPath(of: other)
    }

    private func coversHost(of other: LinkPattern) -> Bool {
        if hostRule == other.hostRule, host == other.host { return true }
        guard hostRule == .subdomains else { return false }
        // Every label behind the first dots is written out, a `*` standing for no dot.
        let suffix = [UInt8(ascii: ".")] + host
        return other.host.count > suffix.count && other.host.suffix(suffix.count).elementsEqual(suffix)
            || other.hostRule == .labelsOfSubdomains && other.host == host
    }

    private func coversPath(of other: LinkPattern) -> Bool {
        let belongs =
            switch pathRule {
            case .any: true
            case .exact: other.pathRule == .exact && other.path == path
            case .prefix: other.pathRule != .any && other.path.starts(with: path)
            case .folder:
                other.path == path && (other.pathRule == .exact || other.pathRule == .folder)
                    || other.path.starts(with: path + [UInt8(ascii: "/")])
            }
        return belongs && (pathRule == .any || other.pathRule != .any)
    }
}
