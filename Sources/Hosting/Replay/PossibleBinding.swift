import PolicyModel
import RequestReading

/// What a binding may have been, as far as it determines which readings of a logged request were decided.
///
/// A record does not contain its binding. Whether the other variant of the scheme was decided too, and each reading of
/// the path, is known only as far as the record itself shows it.
struct PossibleBinding {
    /// Who claimed the scheme: if a client may have done so, both variants of it are decided.
    let claimant: ObservedRequest.SchemeClaimant
    /// Which readings of the path are decided.
    let readings: RequestBinding.Readings

    /// The bindings with which a host may have written a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - url: Its URL.
    /// - Returns: The bindings, at least one. The first decides everything that any of the others decides.
    static func all(for record: DecisionRecord, of url: String) -> [PossibleBinding] {
        let claimants: [ObservedRequest.SchemeClaimant] =
            record.hasSchemeOfProxy(url) ? [.proxy] : [.client, .proxy]
        let readings: [RequestBinding.Readings] = mayReadDifferently(url) ? [.all, .proxy] : [.all]
        let all = claimants.flatMap { claimant in
            readings.map { PossibleBinding(claimant: claimant, readings: $0) }
        }
        // A WebSocket is always decided as an ordinary request too, so its readings differ under any binding.
        guard record.showsDifferentReadings, !url.hasPrefix("ws") else { return all }
        // At least two readings were decided.
        let several = all.filter { $0.claimant == .client || readings.count > 1 && $0.readings == .all }
        return several.isEmpty ? all : several
    }

    private static func mayReadDifferently(_ url: String) -> Bool {
        guard let record = try? URLRecord(parsing: url.utf8.span) else { return true }
        return PathReading.mayDiffer(record.path)
    }
}

extension DecisionRecord {
    /// Whether the request was blocked because its readings were decided differently.
    var showsDifferentReadings: Bool { reasons.contains { $0.code == ReasonCode.urlReadingsDiffer.rawValue } }

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
