import Diagnostics
package import PolicyFiles
import PolicyModel

/// Paths that are accepted, individually and until a date.
extension PolicyAudit {
    /// Marks the paths that are accepted.
    ///
    /// - Parameters:
    ///   - accepted: The acceptances. An expired acceptance has no effect and is reported in ``expired``. One whose
    ///     path lets out more by now is in ``exceeded``. Both are left out if another acceptance covers the path. One
    ///     whose path no longer exists is in ``stale``.
    ///   - today: The day, as `YYYY-MM-DD`.
    /// - Complexity: O(*n*) in the acceptances and paths.
    package mutating func accept(_ accepted: [AcceptedPath], today: String) {
        let positions = Dictionary(paths.indices.map { (paths[$0].id, $0) }) { first, _ in first }
        for entry in accepted {
            guard let position = positions[entry.path] else {
                stale.append(entry)
                continue
            }
            if entry.until < today {
                expired.append(entry)
            } else if entry.covers(paths[position]) {
                paths[position].acceptance = entry
            } else {
                exceeded.append(entry)
            }
        }
        let covered = Set(paths.filter { $0.acceptance != nil }.map(\.id))
        expired.removeAll { covered.contains($0.path) }
        exceeded.removeAll { covered.contains($0.path) }
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

extension AcceptedPath {
    /// Whether a path with the accepted id lets out no more than what was accepted. The id says by which gates data
    /// leaves, but not whose data.
    package func covers(_ path: LeakPath) -> Bool {
        if let from { return path.from.allSatisfy { policy, capacity in from[policy].map { $0 >= capacity } ?? false } }
        // Without policies, only the code with which the words begin says what was accepted.
        let code = what.split(separator: " ").first.flatMap { AuditCode(rawValue: String($0)) }
        return code.map { path.code.rank >= $0.rank } ?? true
    }

    /// The acceptance of a path that lets out more by now, in words.
    package var exceededWords: String {
        "accepted, but more leaves now, so it must be accepted again: \(path.prefix(6))"
    }
}

extension LeakPath {
    /// The path in words, without accounts, so that later readers of an acceptance see what was accepted.
    package var words: String {
        let name = organization.isEmpty ? "organization" : organization
        return "\(code.rawValue) \(name) data → \(sink.words), opened by \(gates.map(\.words).joined(separator: "; "))"
    }
}
