import Diagnostics
package import PolicyFiles

/// Paths that are accepted, individually and until a date.
extension PolicyAudit {
    /// Marks the paths that are accepted.
    ///
    /// - Parameters:
    ///   - accepted: The acceptances. An expired acceptance has no effect and is reported in ``expired``; an acceptance
    ///     whose path no longer exists is in ``stale``.
    ///   - today: The day, as `YYYY-MM-DD`.
    package mutating func accept(_ accepted: [AcceptedPath], today: String) {
        for entry in accepted {
            guard let position = paths.firstIndex(where: { $0.id == entry.path }) else {
                stale.append(entry)
                continue
            }
            if entry.until < today { expired.append(entry) } else { paths[position].acceptance = entry }
        }
    }

    /// The acceptances in force, in words: how many, how many in bulk, and the age of the oldest.
    ///
    /// - Parameter today: The day, as `YYYY-MM-DD`.
    /// - Returns: The words; nil if no path is accepted.
    package func acceptances(on today: String) -> String? {
        let accepted = paths.compactMap(\.acceptance)
        guard !accepted.isEmpty else { return nil }
        var words = "\(accepted.count) accepted"
        let bulk = accepted.count { $0.isBulk }
        if bulk > 0 { words += ", \(bulk) of them in bulk" }
        let ages = accepted.compactMap { $0.age(on: today) }
        guard let oldest = ages.max() else { return words + ", on an unknown day" }
        words += ", the oldest " + (oldest == 0 ? "today" : Quoted.count(oldest, "day") + " ago")
        let unknown = accepted.count - ages.count
        return unknown == 0 ? words : words + "; \(unknown) on an unknown day"
    }

    /// The paths whose ids start with a text.
    package func paths(named prefix: String) -> [LeakPath] {
        let digits = prefix.lowercased()
        return digits.utf8.count < 6 ? [] : paths.filter { $0.id.hasPrefix(digits) }
    }
}

extension LeakPath {
    /// The path in words, without accounts, so that later readers of an acceptance see what was accepted.
    package var words: String {
        let name = organization.isEmpty ? "organization" : organization
        return "\(code.rawValue) \(name) data → \(sink.words), opened by \(gates.map(\.words).joined(separator: "; "))"
    }
}
