import ByteText
import DemarcEngine
import PolicyModel
import URLStandard

/// The URLs that different readers may see in one request, and the single decision on all of them.
struct URLVariants: ~Copyable, Sendable {
    /// The URL that is being written.
    private(set) var url: [UInt8] = []
    /// The request's URL as the URL Standard reads it.
    private var canonical = URLRecord()
    /// The readings of the path that differ from the URL Standard's reading and from each other.
    private var paths: [[UInt8]] = []
    private var pathCount = 0
    /// Whether some of the readings are those of the path as it was sent.
    private var readsSentPath = false
    private var scratch: [UInt8] = []

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
        decision.isDecidedAsSent = readsSentPath
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
        (pathCount, readsSentPath) = (0, false)
        if readsPath {
            write(schemes.scheme, read)
            (pathCount, readsSentPath) = Self.findPaths(
                of: url,
                sent: read.target.span.extracting(read.pathStart..<read.pathEnd),
                &canonical,
                &paths,
                &scratch
            )
        }
        for scheme in schemes.all {
            for path in 0..<pathCount {
                write(scheme, read, path: path)
                all.add(question.ask(url.span, &evaluator), Variant(scheme: scheme, path: path))
            }
            guard scheme != schemes.scheme else { continue }
            write(scheme, read)
            all.add(question.ask(url.span, &evaluator), Variant(scheme: scheme, path: nil))
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
            for path in [nil] + (0..<pathCount).map(Optional.some) {
                let variant = Variant(scheme: scheme.ofRequest, path: path)
                write(variant, read)
                let request = question.ask(url.span, &evaluator)
                let isLoosened = socket.verdict == .allow && !request.isSame(as: socket)
                if request.verdict == .block || isLoosened { return variant }
            }
        }
        return nil
    }

    // MARK: Writing

    private mutating func begin(_ scheme: WebScheme, _ read: borrowing ReadRequest) {
        url.removeAll(keepingCapacity: true)
        url.append(contentsOf: scheme.name.utf8)
        url.append(contentsOf: "://".utf8)
        url.append(contentsOf: read.authority)
    }

    private mutating func write(_ variant: Variant, _ read: borrowing ReadRequest) {
        guard let path = variant.path else { return write(variant.scheme, read) }
        write(variant.scheme, read, path: path)
    }

    private mutating func write(_ scheme: WebScheme, _ read: borrowing ReadRequest, path: Int) {
        begin(scheme, read)
        url.append(contentsOf: paths[path])
        url.append(contentsOf: read.target[read.pathEnd...])
    }

    /// Finds the readings of the path of a URL that need a decision of their own.
    ///
    /// If the path was sent with dot segments, it is also read as it was sent: a proxy may forward it so, and a server
    /// that merges slashes before it removes `..` goes from `/a//../b` to `/b`, and not to `/a/b`.
    ///
    /// - Returns: The number of readings at the start of `paths`, whose buffers are reused, and whether the path as it
    ///   was sent is among them.
    private static func findPaths(
        of url: [UInt8],
        sent: Span<UInt8>,
        _ canonical: inout URLRecord,
        _ paths: inout [[UInt8]],
        _ scratch: inout [UInt8]
    ) -> (count: Int, readsSent: Bool) {
        // An invalid URL is blocked when the unchanged reading is decided.
        do throws(URLParsingError) { try canonical.parse(url.span) } catch { return (0, false) }
        var count = 0
        addReadings(of: canonical.path, canonical, to: &paths, &count, &scratch)
        let readsSent = PathReading.hasDotSegment(sent)
        if readsSent { addReadings(of: sent, canonical, to: &paths, &count, &scratch) }
        return (count, readsSent)
    }

    private static func addReadings(
        of path: Span<UInt8>,
        _ canonical: borrowing URLRecord,
        to paths: inout [[UInt8]],
        _ count: inout Int,
        _ scratch: inout [UInt8]
    ) {
        for reading in PathReading.allCases {
            if paths.count == count { paths.append([]) }
            paths[count].removeAll(keepingCapacity: true)
            reading.append(of: path, to: &paths[count], scratch: &scratch)
            var isNew = !canonical.path.isEqual(toBytes: paths[count])
            for other in 0..<count where paths[other] == paths[count] { isNew = false }
            if isNew { count += 1 }
        }
    }
}

/// One reading of a request.
private struct Variant {
    var scheme: WebScheme
    /// Which reading of the path; nil for the reading of the URL Standard.
    var path: Int?
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
    fileprivate func isSame(as other: Decision) -> Bool {
        verdict == other.verdict && urlClass == other.urlClass && destination == other.destination
    }

    fileprivate func isSame(as other: RequestDecision) -> Bool {
        verdict == other.verdict && urlClass == other.urlClass && destination == other.destination
    }
}

extension Span<UInt8> {
    fileprivate func isEqual(toBytes bytes: [UInt8]) -> Bool { isEqual(to: bytes.span) }
}
