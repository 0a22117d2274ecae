public import PolicyFiles

/// Paths that somebody accepted, one by one and for a time.
extension PolicyAudit {
    /// Marks the paths that are accepted.
    ///
    /// - Parameters:
    ///   - accepted: The acceptances. One that has run out changes nothing, and is told as ``expired``; one whose path is
    ///     gone is ``stale``.
    ///   - today: The day, as `YYYY-MM-DD`.
    public mutating func accept(_ accepted: [AcceptedPath], today: String) {
        for entry in accepted {
            guard let position = paths.firstIndex(where: { $0.id == entry.path }) else {
                stale.append(entry)
                continue
            }
            if entry.until < today { expired.append(entry) } else { paths[position].acceptance = entry }
        }
    }

    /// The paths whose ids begin with a text.
    public func paths(named prefix: String) -> [LeakPath] {
        let digits = prefix.lowercased()
        return digits.utf8.count < 6 ? [] : paths.filter { $0.id.hasPrefix(digits) }
    }
}

extension LeakPath {
    /// The path in words, without accounts: who accepts it later on reads what it was.
    public var words: String {
        let name = organization.isEmpty ? "organization" : organization
        return "\(code.rawValue) \(name) data → \(sink.words), open by \(gates.map(\.words).joined(separator: "; "))"
    }
}
