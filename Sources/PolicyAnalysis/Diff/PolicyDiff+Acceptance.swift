public import PolicyFiles

/// Paths that somebody accepted: they open, and nobody is to be stopped by that.
extension PolicyDiff {
    /// Takes the paths that are accepted out of ``opens``.
    ///
    /// - Parameters:
    ///   - entries: The acceptances. One that has run out changes nothing, and is told as ``expired``; one of a path that
    ///     does not open is for the audit to tell.
    ///   - today: The day, as `YYYY-MM-DD`.
    /// - Complexity: O(*n* log *n*) in the groups, and in the entries and paths.
    public mutating func accept(_ entries: [AcceptedPath], today: String) {
        for entry in entries {
            guard let position = opens.firstIndex(where: { $0.id == entry.path }) else { continue }
            guard entry.until >= today else {
                expired.append(entry)
                continue
            }
            var path = opens.remove(at: position)
            path.acceptance = entry
            accepted.append(path)
        }
        let ids = Set(accepted.map(\.id))
        for position in groups.indices {
            groups[position].accepted += groups[position].opens.filter(ids.contains)
            groups[position].opens.removeAll(where: ids.contains)
        }
        sortGroups()
    }
}
