public import DemarcEngine
import PolicyModel
import URLStandard

/// Reads the requests of one proxy and decides on them.
///
/// A reader keeps buffers between requests, serves one request at a time, and is not copyable: create one for each
/// thread, next to the thread's `Evaluator`.
///
/// ```swift
/// var evaluator = engine.makeEvaluator()
/// var reader = RequestReader(RequestBinding(view: "editor", scheme: .https, absentAccount: .lockDown))
/// var request = ObservedRequest(method: Array("GET".utf8), target: Array("/reports".utf8))
/// request.add(authority: Array("contoso.example".utf8), from: .host)
/// let decision = reader.decide(request, with: &evaluator)
/// print(decision.verdict, decision.codes)
/// ```
public struct RequestReader: ~Copyable, Sendable {
    /// How requests are read.
    public let binding: RequestBinding
    private var hosts = AuthorityComparison()
    private var variants = URLVariants()
    /// The view of the binding, and the engine in which it was looked up.
    private var view: (id: ViewID, engine: NameLookup)?

    /// How often the readings of a request are decided again because the engine changed in the meantime.
    private static var attempts: Int { 8 }

    /// Creates a reader.
    public init(_ binding: RequestBinding) { self.binding = binding }

    /// Reads a request and decides on it.
    ///
    /// - Parameters:
    ///   - request: The request as the adapter observed it.
    ///   - evaluator: The evaluator of the thread. Evaluators of different engines may alternate, such as one for a
    ///     shadow policy, but every change of engine looks the view up again, under a lock.
    ///   - detail: The level of detail of the decision.
    /// - Returns: The decision. A request that cannot be read is blocked, with the fault.
    /// - Complexity: O(*n*) in the bytes of the request, plus the cost of the rules. A path or query that servers
    ///   read in different ways costs a decision for each reading.
    public mutating func decide(
        _ request: borrowing ObservedRequest,
        with evaluator: inout Evaluator,
        detail: RequestDecision.Detail = .all
    ) -> RequestDecision {
        do throws(RequestFault) {
            let read = try ReadRequest.read(request, binding, &hosts)
            let asker = try asker(of: read, &evaluator)
            guard let decision = decide(read, asker, detail, &evaluator) else { throw .viewUnknown }
            return decision
        } catch {
            let isTunnel = request.method.elementsEqual("CONNECT".utf8) && request.connectProtocol?.isEmpty != false
            return RequestDecision(blockedBy: error, kind: isTunnel ? .connection : .navigate)
        }
    }

    // MARK: Account and view

    private func asker(
        of read: borrowing ReadRequest,
        _ evaluator: inout Evaluator
    ) throws(RequestFault) -> Asker {
        if let account = read.account { return .account(account) }
        // The implicit account of a document without accounts acts, whatever the binding specifies for absent accounts.
        if evaluator.hasImplicitAccount { return .account(PolicyDocument.implicitAccount) }
        switch binding.absentAccount {
        case .block: throw .accountMissing
        case .lockDown: return .lockDown
        case .account(let account):
            guard !account.isNoUser else { throw .accountInvalid }
            return .account(account)
        }
    }

    /// Decides in the binding's view; nil if there is no view of that name.
    private mutating func decide(
        _ read: borrowing ReadRequest,
        _ asker: Asker,
        _ detail: RequestDecision.Detail,
        _ evaluator: inout Evaluator
    ) -> RequestDecision? {
        guard let view = view(evaluator, isKnownMissing: false) else { return nil }
        let decision = decide(read, asker, detail, in: view, &evaluator)
        // The view may have been removed, and another view added under its name; or a reload made a container of it,
        // which is not found under this name.
        guard decision.reasons.contains(where: { $0.code == .viewUnknown || $0.code == .viewNotAWebView }) else {
            return decision
        }
        guard let view = self.view(evaluator, isKnownMissing: true) else { return nil }
        return decide(read, asker, detail, in: view, &evaluator)
    }

    /// The view of the binding, looked up once for each engine: a view keeps its id across reloads.
    private mutating func view(_ evaluator: borrowing Evaluator, isKnownMissing: Bool) -> ViewID? {
        if let view, !isKnownMissing, evaluator.isOfEngine(view.engine) { return view.id }
        let names = evaluator.names
        view = (try? names.webView(named: binding.view)).map { ($0, names) }
        return view?.id
    }

    // MARK: Deciding

    private mutating func decide(
        _ read: borrowing ReadRequest,
        _ asker: Asker,
        _ detail: RequestDecision.Detail,
        in view: ViewID,
        _ evaluator: inout Evaluator
    ) -> RequestDecision {
        let question = AskedQuestion(view: view, frame: read.frame, asker: asker, detail: detail)
        switch read.subject {
        case .tunnel(let port):
            return question.connection(
                to: read.authority.span.extracting(..<read.hostEnd),
                port: port,
                isInspected: binding.tunnels == .inspected,
                &evaluator
            )
        case .url(let schemes):
            let readsPath = read.pathMayDiffer && binding.readings == .all
            // Not even a proxy that normalizes paths decodes all of a query, so it is read in all ways behind any proxy.
            guard readsPath || read.queryMayDiffer || schemes.isUncertain || schemes.mayStayRequest else {
                variants.write(schemes.scheme, read)
                return question.navigation(to: variants.url.span, &evaluator)
            }
            // If readings are decided differently, some of them are allowed, and a denial needs the details of both.
            let everything = AskedQuestion(view: view, frame: read.frame, asker: asker, detail: .all)
            for _ in 0..<Self.attempts {
                let decision = variants.decide(read, schemes, readsPath: readsPath, everything, &evaluator)
                if let decision { return decision }
            }
            return RequestDecision(blockedBy: .overloaded)
        }
    }
}
