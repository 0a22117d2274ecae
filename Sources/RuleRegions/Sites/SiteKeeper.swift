package import PolicyModel
import URLMatching

/// The owner of a site, as far as rules tell: a site belongs to the organization if an internal rule spells out its
/// domain.
///
/// A rule is *confined* if every URL that it matches is in one of finitely many registrable domains that it spells out,
/// or in a private network. `domain: contoso.com` is confined. A public suffix, `github.io`, an expression that finds
/// `contoso.com` anywhere in the URL, and a wildcard across domains are not: other people have sites there too, so
/// being internal does not make these sites the organization's.
///
/// If the document declares the hosts of an organization, these are its hosts, and nothing is inferred.
package struct SiteKeeper: Sendable {
    /// The organization's hosts as declared in the document, or nil if it declares none.
    let declared: HostSet?
    /// The known results for regular expressions.
    package let regexes: RegexConfinements

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - declaration: The document's declaration of the organization.
    ///   - regexes: Results for regular expressions from a keeper with the same declaration.
    package init(_ declaration: OrganizationDeclaration? = nil, regexes: RegexConfinements = RegexConfinements()) {
        declared = declaration.map { declaration in
            HostSet(
                declaration.hosts.map { host in
                    (try? AddressMatcher(host)).map { .network($0) } ?? .name(Array(host.utf8), .domain)
                }
            )
        }
        self.regexes = regexes
    }

    /// Whether the document declares a host as the organization's, or nil if it declares no hosts.
    func owns(_ host: [UInt8]) -> Bool? {
        declared.map { $0.contains(.name(host, .exact)) }
    }

    /// URLs of the declared hosts.
    package var declaredURLs: [String] { (declared?.scopes ?? []).map { "https://\($0.sample)/" } }

    /// Conditions that match the URLs of the declared hosts: one for names, and one for addresses.
    var declaredConditions: [Condition] {
        var names: [Matcher] = []
        var addresses: [Matcher] = []
        for host in declared?.scopes ?? [] {
            switch host {
            case .name(let name, _):
                if let domain = try? DomainMatcher(String(decoding: name, as: UTF8.self)) {
                    names.append(.domain(domain))
                }
            case .network(let block): addresses.append(.address(block))
            case .any: break
            }
        }
        return [Condition(key: .domain, alternatives: names), Condition(key: .address, alternatives: addresses)]
            .filter { !$0.alternatives.isEmpty }
    }

    /// The declared hosts that are names.
    var declaredNames: [String] {
        (declared?.scopes ?? []).compactMap { host in
            if case .name(let name, _) = host { String(decoding: name, as: UTF8.self) } else { nil }
        }
    }

    /// Whether a rule is confined.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - documents: The documents of the views that use the rule; a rule about a document's own site needs one.
    /// - Returns: Whether the rule is confined.
    package func isConfined(_ rule: Rule, documents: [String]) -> Bool {
        rule.conditions.contains { isConfined($0, documents) }
    }

    /// Whether a host, or everything below a name, has one owner.
    func hasOneOwner(_ name: [UInt8], _ reach: HostScope.Reach) -> Bool {
        if let declared { return declared.contains(.name(name, reach)) }
        if IPAddress(host: name) != nil { return isPrivate(name) }
        // A name with a single label, such as `intranet`, belongs to the local network.
        guard name.contains(UInt8(ascii: ".")) else { return reach == .exact || !isSuffix(name) }
        guard let registrable = RegistrableDomain.range(in: name.span) else { return false }
        return !registrable.isEmpty
            && (!SharedHosting.mayBeShared(name.span) || SharedHosting.owner(of: name) == .one)
    }

    /// Whether an expression of a rule spells out the domain of a URL, letter by letter.
    ///
    /// Such a URL is not evidence that the expression is not confined, even if there is no proof that it is confined.
    func isSpelledOut(_ url: String, by rule: Rule) -> Bool {
        guard declared == nil, let domain = OwnedHosts.domain(of: Array(url.utf8), self) else { return false }
        return rule.conditions.contains { condition in
            condition.alternatives.contains { matcher in
                guard case .regex(let regex) = matcher, let tree = RegexTree(regex.pattern) else { return false }
                return RegexLanguages(tree)?.spell(domain) ?? false
            }
        }
    }

    private func isSuffix(_ name: [UInt8]) -> Bool {
        RegistrableDomain.isPublicSuffix(String(decoding: name, as: UTF8.self))
    }

    private func isConfined(_ condition: Condition, _ documents: [String]) -> Bool {
        condition.alternatives.allSatisfy { matcher in
            switch matcher {
            case .list(let list): list.scopes.allSatisfy { isConfined($0, or: nil) }
            case .site(let site): isConfined(site, documents)
            case .pattern(let pattern):
                isConfined(MatcherScope(of: matcher), or: pattern.hostAnchors ?? pattern.fixedHostEnd)
            case .regex(let regex): isConfined(regex)
            case .url, .host, .domain, .scheme, .address, .edge, .chrome: isConfined(MatcherScope(of: matcher), or: nil)
            }
        }
    }

    private func isConfined(_ scope: MatcherScope, or anchors: [HostAnchor]?) -> Bool {
        switch scope.host {
        case .name(let name, let reach): return hasOneOwner(name, reach)
        case .network(let matcher): return isPrivate(matcher)
        case .any: break
        }
        guard let anchors, !anchors.isEmpty else { return false }
        return anchors.allSatisfy { anchor in
            switch anchor {
            case .host(let name): hasOneOwner(name, .exact)
            case .domain(let name): hasOneOwner(name, .domain)
            case .subdomains(let name): hasOneOwner(name, .subdomains)
            case .network(let matcher): isPrivate(matcher)
            }
        }
    }

    /// The automaton decides. The expression's host anchors are used only if the search was undecided.
    private func isConfined(_ regex: RegexMatcher) -> Bool {
        switch regexes.confinement(of: regex, self) {
        case .confined: true
        case .foreign: false
        case .undecided: isConfined(.unknown, or: regex.hostAnchors)
        }
    }

    /// The document's own site is spelled out if the view declares its document.
    private func isConfined(_ site: SiteMatcher, _ documents: [String]) -> Bool {
        guard !documents.isEmpty else { return false }
        return documents.allSatisfy { document in
            guard case .name(let name, _) = MatcherScope(ofURL: document).host else { return false }
            switch site.relation {
            case .sameDocument, .sameOrigin: return hasOneOwner(name, .exact)
            case .sameSite:
                guard let range = RegistrableDomain.range(in: name.span) else { return false }
                return hasOneOwner(Array(name[range]), .domain)
            }
        }
    }

    private func isPrivate(_ name: [UInt8]) -> Bool {
        (try? AddressMatcher(String(decoding: name.filter { $0 != 0x5B && $0 != 0x5D }, as: UTF8.self)))
            .map(isPrivate) ?? false
    }

    private func isPrivate(_ network: AddressMatcher) -> Bool {
        if let declared { return declared.contains(.network(network)) }
        return Self.privateNetworks.contains { row in
            (try? AddressMatcher(row.network)).map {
                $0.prefixLength <= network.prefixLength && $0.contains(network.network)
            } ?? false
        }
    }

    /// The networks of [RFC 1918](https://www.rfc-editor.org/rfc/rfc1918) and [RFC
    /// 4193](https://www.rfc-editor.org/rfc/rfc4193), and the loopback and link-local networks, each with a regular
    /// expression for its hosts in canonical URLs.
    static let privateNetworks: [(network: String, host: String)] = [
        ("10.0.0.0/8", #"10(?:\.[0-9]+){3}"#), ("172.16.0.0/12", #"172\.(?:1[6-9]|2[0-9]|3[01])(?:\.[0-9]+){2}"#),
        ("192.168.0.0/16", #"192\.168(?:\.[0-9]+){2}"#), ("127.0.0.0/8", #"127(?:\.[0-9]+){3}"#),
        ("169.254.0.0/16", #"169\.254(?:\.[0-9]+){2}"#), ("fc00::/7", #"\[f[cd][0-9a-f]{2}:[0-9a-f:]*\]"#),
        ("fe80::/10", #"\[fe[89ab][0-9a-f]:[0-9a-f:]*\]"#), ("::1/128", #"\[::1\]"#),
    ]
}
