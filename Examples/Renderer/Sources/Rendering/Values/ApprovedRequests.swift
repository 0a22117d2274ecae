import Demarc

/// Decisions in one browser that are still in progress.
struct ApprovedRequests: Sendable {
    /// A document's decision waits here for its commit.
    struct Load: Sendable {
        var decision: Decision
        var account: AccountID
    }

    /// The maximum number of waiting loads; further ones commit without a decision and are not shown.
    private static let loadLimit = 512
    /// How long a request may take from its decision to the gate.
    private static let requestLifetime: Duration = .seconds(60)

    private var loads: [String: Load] = [:]
    private var loadOrder: [String] = []
    private var requests: [String: ContinuousClock.Instant] = [:]

    /// Keeps the decision on a document until it is committed.
    mutating func keep(_ load: Load, for loader: String) {
        if loads.updateValue(load, forKey: loader) == nil { loadOrder.append(loader) }
        if loadOrder.count > Self.loadLimit { loads[loadOrder.removeFirst()] = nil }
    }

    /// The decision on a document that is now committed. It stays, because a document may be reported more than once.
    func load(_ loader: String) -> Load? { loads[loader] }

    /// Notes that a request may pass the gate.
    mutating func approve(_ method: String, _ url: String, at now: ContinuousClock.Instant) {
        for key in [Self.key(method, url), Self.tunnelKey(url)].compactMap(\.self) { requests[key] = now }
        guard requests.count > 4096 else { return }
        requests = requests.filter { now - $0.value < Self.requestLifetime }
    }

    /// Whether a request to the gate was decided before: the request itself, or one that goes through the tunnel.
    ///
    /// The approval is not used up: a browser repeats a request if a kept connection turns out to be closed.
    func hasApproved(_ question: GateQuestion, at now: ContinuousClock.Instant) -> Bool {
        let key =
            switch question {
            case .request(let method, let url, _): Self.key(method, url)
            case .tunnel(let host, let port): "\(host):\(port)"
            }
        return requests[key].map { now - $0 < Self.requestLifetime } ?? false
    }

    /// A request as the gate sees it: in canonical form, without the fragment, which is never sent.
    private static func key(_ method: String, _ url: String) -> String {
        method + " " + (URLRecord(url)?.hrefString ?? url).prefix { $0 != "#" }
    }

    /// The tunnel that a request goes through; nil for a request that the gate sees as a whole.
    private static func tunnelKey(_ url: String) -> String? {
        guard let record = URLRecord(url), let port = record.effectivePort,
            !url.lowercased().hasPrefix("http:")
        else { return nil }
        return "\(record.hostString):\(port)"
    }
}
