import DemarcEngine
import PolicyModel
import URLStandard

/// The URLs that different readers may see in one request, and the single decision on all of them.
struct URLVariants: ~Copyable, Sendable {
    /// The URL that is being written.
    private(set) var url: [UInt8] = []
    /// The request's URL as the URL Standard reads it.
    private var canonical = URLRecord()
    /// The readings of the path that need a decision of their own.
    private var paths = PathReadings()
    /// The other reading of the query, with its `?`; empty if the query has only the Standard's.
    private var query: [UInt8] = []

    init() {}

    /// Writes the URL of a request unchanged.
    mutating func write(_ scheme: WebScheme, _ read: borrowing ReadRequest) {
        begin(scheme, read)
        url.append(contentsOf: read.target[read.pathStart...])
    }

    /// Decides on each reading of a request.
    ///
    /// The Standard's reading is decided last, so that if all readings agree, its details are available without another
    /// query.
    ///
    /// - Returns: The decision; nil if the engine changed between two readings. Combining the decisions of two policies
    ///   could produce an agreement, or a conflict, that neither policy has.
    mutating func decide(
        _ read: borrowing ReadRequest,
        _ schemes: SchemeReading,
        readsPath: Bool,
        _ question: AskedQuestion,
        _ evaluator: inout Evaluator
    ) -> RequestDecision? {
        let version = evaluator.takeLatest()
        var decision = decideUnderAny(read, schemes, readsPath: readsPath, question, &evaluator)
        decision.isDecidedAsSent = paths.readsSentPath
        return evaluator.stateVersion == version ? decision : nil
    }

    private mutating func decideUnderAny(
        _ read: borrowing ReadRequest,
        _ schemes: SchemeReading,
        readsPath: Bool,
        _ question: AskedQuestion,
        _ evaluator: inout Evaluator
    ) -> RequestDecision {
        var all = Agreement()
        paths.removeAll()
        query.removeAll(keepingCapacity: true)
        if read.queryMayDiffer {
            QueryReading.decoded.append(of: read.target.span.extracting(read.pathEnd...), to: &query)
        }
        if readsPath {
            write(schemes.scheme, read)
            Self.findPaths(
                of: url,
                sent: read.target.span.extracting(read.pathStart..<read.pathEnd),
                &canonical,
                &paths
            )
        }
        for scheme in schemes.all {
            // The Standard's reading under the request's own scheme is decided last.
            for reading in (scheme == schemes.scheme ? 1 : 0)..<readingCount {
                let other = variant(of: scheme, reading)
                write(other, read)
                all.add(question.ask(url.span, &evaluator), other)
            }
        }
        if let variant = deniedRequest(read, schemes, question, &evaluator) { all.block(variant) }
        write(schemes.scheme, read)
        let decision = question.navigation(to: url.span, &evaluator)
        guard let other = all.conflict(with: decision) else { return decision }
        write(other, read)
        return RequestDecision(differing: decision, question.navigation(to: url.span, &evaluator))
    }

    /// For a request that asks for a WebSocket, finds a reading as an ordinary request that blocks, or that decides
    /// differently although the WebSocket may open: the server may ignore the upgrade.
    private mutating func deniedRequest(
        _ read: borrowing ReadRequest,
        _ schemes: SchemeReading,
        _ question: AskedQuestion,
        _ evaluator: inout Evaluator
    ) -> Variant? {
        guard schemes.mayStayRequest else { return nil }
        write(schemes.scheme, read)
        let socket = question.ask(url.span, &evaluator)
        for scheme in schemes.all {
            for reading in 0..<readingCount {
                let other = variant(of: scheme.ofRequest, reading)
                write(other, read)
                let request = question.ask(url.span, &evaluator)
                let isLoosened = socket.verdict == .allow && !request.isSame(as: socket)
                if request.verdict == .block || isLoosened { return other }
            }
        }
        return nil
    }

    // MARK: Variants

    /// The number of readings of the request under one scheme: each reading of the path, with each of the query.
    private var readingCount: Int { (paths.count + 1) * (query.isEmpty ? 1 : 2) }

    /// One of these readings; the first is that of the URL Standard.
    private func variant(of scheme: WebScheme, _ reading: Int) -> Variant {
        let (decoding, path) = reading.quotientAndRemainder(dividingBy: paths.count + 1)
        return Variant(scheme: scheme, path: path > 0 ? path - 1 : nil, decodesQuery: decoding > 0)
    }

    // MARK: Writing

    private mutating func begin(_ scheme: WebScheme, _ read: borrowing ReadRequest) {
        url.removeAll(keepingCapacity: true)
        url.append(contentsOf: scheme.name.utf8)
        url.append(contentsOf: "://".utf8)
        url.append(contentsOf: read.authority)
    }

    private mutating func write(_ variant: Variant, _ read: borrowing ReadRequest) {
        begin(variant.scheme, read)
        if let path = variant.path {
            url.append(contentsOf: paths.found[path].bytes)
        } else {
            url.append(contentsOf: read.target[read.pathStart..<read.pathEnd])
        }
        if variant.decodesQuery {
            url.append(contentsOf: query)
        } else {
            url.append(contentsOf: read.target[read.pathEnd...])
        }
    }

    /// Finds the readings of the path of a URL.
    ///
    /// It is static because a method cannot change one property while it uses a span of another.
    private static func findPaths(
        of url: [UInt8],
        sent: Span<UInt8>,
        _ canonical: inout URLRecord,
        _ paths: inout PathReadings
    ) {
        // An invalid URL is blocked when the unchanged reading is decided.
        do throws(URLParsingError) { try canonical.parse(url.span) } catch { return }
        paths.find(of: canonical.path, sent: sent)
    }
}

/// One reading of a request.
private struct Variant {
    var scheme: WebScheme
    /// Which reading of the path; nil for the reading of the URL Standard.
    var path: Int?
    /// Whether the query is read as ``QueryReading/decoded``.
    var decodesQuery: Bool
}

extension SchemeReading {
    /// The schemes that are decided; the first is the scheme that is claimed for the request.
    fileprivate var all: [WebScheme] { isUncertain ? [scheme, scheme.other] : [scheme] }
}

/// Whether decisions on all readings are the same in verdict, class and destination.
private struct Agreement {
    private var first: (decision: Decision, variant: Variant)?
    private var other: Variant?

    mutating func add(_ decision: Decision, _ variant: Variant) {
        guard let first else {
            first = (decision, variant)
            return
        }
        if other == nil, !first.decision.isSame(as: decision) {
            // The stricter decision is more useful to people who read the reasons.
            other = decision.verdict == .block ? variant : first.variant
        }
    }

    /// Notes a reading that conflicts with any reading that does not block.
    mutating func block(_ variant: Variant) { blocked = variant }

    private var blocked: Variant?

    /// A reading that conflicts with the decision on the unchanged URL; nil if none does.
    func conflict(with decision: RequestDecision) -> Variant? {
        if let blocked, decision.verdict != .block { return blocked }
        if let first, !first.decision.isSame(as: decision) { return first.variant }
        return other
    }
}

extension Decision {
    /// Whether another decision says the same of a URL: verdict, class and destination.
    package func isSame(as other: Decision) -> Bool {
        verdict == other.verdict && urlClass == other.urlClass && destination == other.destination
    }

    fileprivate func isSame(as other: RequestDecision) -> Bool {
        verdict == other.verdict && urlClass == other.urlClass && destination == other.destination
    }
}

extension RequestDecision {
    /// Whether another decision says the same of a request: verdict, class and destination.
    package func isSame(as other: RequestDecision) -> Bool {
        verdict == other.verdict && urlClass == other.urlClass && destination == other.destination
    }
}
