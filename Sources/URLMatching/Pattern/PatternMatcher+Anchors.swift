import URLStandard

/// Where an index can put a pattern, and what is left to ask there.
extension PatternMatcher {
    /// One of these holds for every URL that matches; nil where the host may be any.
    ///
    /// `*.contoso.com` gives everything below `contoso.com`, `{*.}?contoso.com` the host itself too; `*contoso.com` gives
    /// everything below `com`.
    package var hostAnchors: [HostAnchor]? { pattern.compiled[.hostname].form.hostAnchors }

    /// Whether every host matches.
    var takesAnyHost: Bool { pattern.compiled[.hostname].form.isAny }

    /// The schemes and ports of every URL that matches, as far as they can be told apart.
    package var originKinds: OriginKinds { schemeKinds.union(portKinds) }

    private var schemeKinds: OriginKinds {
        guard let schemes = pattern.compiled[.protocol].form.onlyTexts else { return .anyScheme }
        return schemes.reduce([]) { $0.union(.scheme(SpecialScheme(named: $1))) }
    }

    private var portKinds: OriginKinds {
        guard let ports = pattern.compiled[.port].form.onlyTexts else { return .anyPort }
        return ports.reduce([]) { $0.union($1.isEmpty ? .ownPort : .otherPorts) }
    }

    /// Whether every URL matches that one of ``hostAnchors`` holds for and that has ``originKinds``.
    package var asksForOriginOnly: Bool {
        let compiled = pattern.compiled
        guard compiled[.hostname].form.isAllOfHostAnchors, compiled[.pathname].form.isAnyPath,
            // A scheme that isn't special has bits in common with others, and paths without a `/`.
            schemeKinds.isSubset(of: .specialSchemes), !schemeKinds.isEmpty
        else { return false }
        let asksForNumber = !compiled[.port].form.isAny && portKinds.contains(.otherPorts)
        return !asksForNumber
            && [URLPatternComponent.username, .password, .search, .hash].allSatisfy { compiled[$0].form.isAny }
    }
}

extension ComponentForm {
    /// Whether it says that everything matches.
    fileprivate var isAny: Bool { if case .any = self { true } else { false } }
}
