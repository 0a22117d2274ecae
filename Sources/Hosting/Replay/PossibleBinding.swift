import PolicyModel
import RequestReading

/// What a binding may have been, as far as it determines which readings of a logged request were decided.
///
/// A record does not contain its binding. Whether the other variant of the scheme was decided too, under which port,
/// and each reading of the path, is known only as far as the record itself shows it.
struct PossibleBinding {
    /// Who claimed the scheme: if a client may have done so, both variants of it are decided.
    let claimant: ObservedRequest.SchemeClaimant
    /// Which readings of the path are decided.
    let readings: RequestBinding.Readings
    /// Whether the client wrote the default port, which the URL does not show: the other scheme has that port too.
    let namesPort: Bool

    /// The bindings with which a host may have written a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - url: Its URL.
    /// - Returns: The bindings in groups, at least one. The first of a group decides everything that any other binding
    ///   of the group decides.
    /// - Throws: ``ReplayGap/path`` if the record shows that readings differed, and no binding reads what it contains
    ///   in two ways: then the path was sent with `.` or `..` segments, which older hosts did not note.
    static func groups(for record: DecisionRecord, of url: String) throws(ReplayGap) -> [[PossibleBinding]] {
        let claimants = Self.claimants(of: record, url)
        let mayDiffer = Self.mayDiffer(url)
        let hasOtherPaths = record.sent == .dots || mayDiffer.path
        // Every binding decides the readings of a query. Whether a masked one has several is unknown.
        let hasOtherQueries = record.masked.contains(.query) || mayDiffer.query
        // What was sent is decided too only by a binding that decides all readings.
        let readings: [RequestBinding.Readings] = record.sent == nil && hasOtherPaths ? [.all, .proxy] : [.all]
        let ports = claimants.contains(.client) && hasDefaultPort(url) ? [false, true] : [false]
        var groups: [[PossibleBinding]] = ports.map { namesPort in
            // A proxy's scheme has no other variant, so a written port makes no difference to it.
            (namesPort ? [.client] : claimants).flatMap { claimant in
                readings.map { PossibleBinding(claimant: claimant, readings: $0, namesPort: namesPort) }
            }
        }
        // A WebSocket is decided as an ordinary request too, so its readings differ under any binding.
        guard record.showsDifferentReadings, !url.hasPrefix("ws") || record.isExtendedConnect else { return groups }
        // At least two readings were decided.
        groups = groups.map { group in
            group.filter { $0.claimant == .client || hasOtherQueries || hasOtherPaths && $0.readings == .all }
        }
        .filter { !$0.isEmpty }
        guard !groups.isEmpty else { throw .path }
        return groups
    }

    /// Who may have claimed the scheme of a record; a client may first.
    static func claimants(of record: DecisionRecord, _ url: String) -> [ObservedRequest.SchemeClaimant] {
        record.hasSchemeOfProxy(url) ? [.proxy] : [.client, .proxy]
    }

    private static func hasDefaultPort(_ url: String) -> Bool {
        guard let record = try? URLRecord(parsing: url.utf8.span) else { return false }
        return record.port == nil
    }

    /// Whether servers may read the path and the query of a URL in different ways.
    private static func mayDiffer(_ url: String) -> (path: Bool, query: Bool) {
        guard let record = try? URLRecord(parsing: url.utf8.span) else { return (true, true) }
        return (PathReading.mayDiffer(record.path), QueryReading.mayDiffer(record.query))
    }
}

extension DecisionRecord {
    /// Whether the request was blocked because its readings were decided differently.
    var showsDifferentReadings: Bool { reasons.contains { $0.code == ReasonCode.urlReadingsDiffer.rawValue } }

    /// Whether the request was an extended CONNECT: a WebSocket that cannot stay an ordinary request.
    var isExtendedConnect: Bool { question == .navigate && method == "CONNECT" }

    /// Whether the proxy itself reported the scheme, whatever the binding: nginx always does, and over ICAP the URL has
    /// the scheme of an absolute target, or `https` if there was none.
    fileprivate func hasSchemeOfProxy(_ url: String) -> Bool {
        switch AdapterKind(rawValue: host) {
        case .nginx: true
        case .icap: url.hasPrefix("http:") || url.hasPrefix("ws:")
        case .forwarded, .envoy, .grpc, .json, nil: false
        }
    }
}
