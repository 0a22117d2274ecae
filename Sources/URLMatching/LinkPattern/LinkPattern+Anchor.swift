import URLStandard

extension LinkPattern {
    /// What is known of the host of every URL that the entry speaks of.
    package var anchor: HostAnchor? {
        switch hostRule {
        case .exact: .host(host)
        case .subdomains: .subdomains(host)
        case .labels, .labelsOfSubdomains: fixedLabels.isEmpty ? nil : .domain(fixedLabels)
        case .block: block.map { .network($0) }
        }
    }

    /// The schemes and ports of every URL that the entry speaks of.
    package var originKinds: OriginKinds {
        guard let scheme else { return [.scheme(.http), .scheme(.https), .anyPort] }
        guard let port else { return [.scheme(scheme), .anyPort] }
        return [.scheme(scheme), port == scheme.defaultPort ? .ownPort : .otherPorts]
    }

    /// Whether the entry speaks of all URLs that ``anchor`` and ``originKinds`` leave.
    package var asksForOriginOnly: Bool {
        // Subdomains have to be looked at: `.contoso.com`, with nothing before the dot, is none.
        guard case .any = pathRule, case .exact = hostRule else { return false }
        return port == nil || port == scheme?.defaultPort
    }

    /// The labels behind the last one that has a `*`.
    private var fixedLabels: [UInt8] {
        guard let star = host.lastIndex(of: UInt8(ascii: "*")),
            let dot = host[star...].firstIndex(of: UInt8(ascii: "."))
        else { return [] }
        return Array(host[(dot + 1)...])
    }
}
