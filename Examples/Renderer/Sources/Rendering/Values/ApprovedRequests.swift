import Demarc

/// The decided requests and loads of one browser that are in progress.
struct ApprovedRequests: Sendable {
    /// The decision on a document, until its commit.
    struct Load: Sendable {
        var decision: Decision
        var account: AccountID
    }

    /// The maximum number of waiting loads; any load beyond it commits without a decision, and is not shown.
    private static let loadLimit = 512
    /// The maximum time from a request's decision to its arrival at the gate.
    private static let requestLifetime: Duration = .seconds(60)

    private var loads: [String: Load] = [:]
    private var loadOrder: [String] = []
    private var requests: [String: ContinuousClock.Instant] = [:]

    /// Stores the decision on a document until it is committed.
    mutating func keep(_ load: Load, for loader: String) {
        if loads.updateValue(load, forKey: loader) == nil { loadOrder.append(loader) }
        if loadOrder.count > Self.loadLimit { loads[loadOrder.removeFirst()] = nil }
    }

    /// The decision on a document that is being committed. It is kept, because a document may be reported more than
    /// once.
    func load(_ loader: String) -> Load? { loads[loader] }

    /// Records that a request may pass the gate.
    mutating func approve(_ method: String, _ url: String, at now: ContinuousClock.Instant) {
        for key in [Self.key(method, url), Self.tunnelKey(url)].compactMap(\.self) { requests[key] = now }
        guard requests.count > 4096 else { return }
        requests = requests.filter { now - $0.value < Self.requestLifetime }
    }

    /// Whether a request to the gate was decided before: the request itself, or one inside the tunnel.
    ///
    /// It is not consumed: a browser sends a request again if a kept connection turns out to be closed.
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

    /// The tunnel of a request; nil for a request that is fully visible to the gate.
    private static func tunnelKey(_ url: String) -> String? {
        guard let record = URLRecord(url), let port = record.effectivePort,
            !url.lowercased().hasPrefix("http:")
        else { return nil }
        return "\(record.hostString):\(port)"
    }
}
