extension LinkPattern {
    /// What is known of the host of every URL that the entry speaks of.
    package var anchor: HostAnchor? {
        switch hostRule {
        case .exact: .host(host)
        case .subdomains: .domain(host)
        case .labels, .labelsOfSubdomains: fixedLabels.isEmpty ? nil : .domain(fixedLabels)
        case .block: block.map { .network($0) }
        }
    }

    /// The labels behind the last one that has a `*`.
    private var fixedLabels: [UInt8] {
        guard let star = host.lastIndex(of: UInt8(ascii: "*")),
            let dot = host[star...].firstIndex(of: UInt8(ascii: "."))
        else { return [] }
        return Array(host[(dot + 1)...])
    }
}
