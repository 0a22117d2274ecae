import ByteText
package import URLStandard

extension LinkPattern {
    /// The longest host that a pattern with a `*` inside a label can match. Longer hosts are not in the DNS, and
    /// comparing them could take time proportional to the product of both lengths.
    private static var hostLimit: Int { 253 }

    /// Whether the entry matches a URL in matching form.
    ///
    /// - Complexity: O(*n*) in the bytes of the URL; allocates nothing.
    package func matches(form url: borrowing URLRecord) -> Bool { matchesOrigin(of: url) && matchesPath(of: url) }

    /// Whether the entry matches the scheme, host and port of a URL in matching form.
    func matchesOrigin(of url: borrowing URLRecord) -> Bool {
        guard let special = url.specialScheme, special == .http || special == .https else { return false }
        if case .block = hostRule { return block?.matches(form: url) ?? false }
        return special == scheme && (port == nil || port == url.effectivePort) && matchesHost(of: url)
    }

    private func matchesHost(of url: borrowing URLRecord) -> Bool {
        if case .exact = hostRule { return url.host.isEqual(to: host.span) }
        guard case .domain = url.hostKind else { return false }
        switch hostRule {
        case .exact, .block: return false
        case .subdomains: return url.host.count > host.count + 1 && url.host.isWithin(domain: host.span)
        case .labels: return url.host.count <= Self.hostLimit && matchesLabels(of: url.host, takesMore: false)
        case .labelsOfSubdomains:
            return url.host.count <= Self.hostLimit && matchesLabels(of: url.host, takesMore: true)
        }
    }

    private func matchesPath(of url: borrowing URLRecord) -> Bool {
        switch pathRule {
        case .any: true
        case .exact: url.path.isEqual(to: path.span)
        case .prefix: url.path.begins(with: path.span)
        case .folder:
            url.path.begins(with: path.span)
                && (url.path.count == path.count || url.path[path.count] == UInt8(ascii: "/"))
        }
    }

    /// Compares labels from the right, because both names end at a known position.
    private func matchesLabels(of name: Span<UInt8>, takesMore: Bool) -> Bool {
        let pattern = host.span
        var patternEnd = pattern.count
        var nameEnd = name.count
        while true {
            let patternStart = pattern.startOfLabel(endingAt: patternEnd)
            let nameStart = name.startOfLabel(endingAt: nameEnd)
            guard
                Self.matches(
                    label: name.extracting(nameStart..<nameEnd),
                    pattern.extracting(patternStart..<patternEnd)
                )
            else { return false }
            if patternStart == 0 {
                // The leading `*.` needs at least one more label that is not empty.
                return takesMore ? nameStart > 1 : nameStart == 0
            }
            guard nameStart > 0 else { return false }
            patternEnd = patternStart - 1
            nameEnd = nameStart - 1
        }
    }

    /// Whether a label matches a pattern. Backtracking to the last `*` alone is enough, because an earlier `*` could
    /// not cover more.
    private static func matches(label: Span<UInt8>, _ pattern: Span<UInt8>) -> Bool {
        var position = 0
        var offset = 0
        var star: Int?
        var retry = 0
        while offset < label.count {
            if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
                star = position
                retry = offset
                position += 1
            } else if position < pattern.count, pattern[position] == label[offset] {
                position += 1
                offset += 1
            } else if let last = star {
                position = last + 1
                retry += 1
                offset = retry
            } else {
                return false
            }
        }
        while position < pattern.count, pattern[position] == UInt8(ascii: "*") { position += 1 }
        return position == pattern.count
    }
}

extension Span<UInt8> {
    /// The start of the label that ends at an offset.
    fileprivate func startOfLabel(endingAt end: Int) -> Int {
        var start = end
        while start > 0, self[start - 1] != UInt8(ascii: ".") { start -= 1 }
        return start
    }
}
