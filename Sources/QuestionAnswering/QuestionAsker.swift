public import DemarcEngine
import DocumentReading
public import PolicyModel

/// Asks a host's engine questions in JSON: the formats of `QuestionAnswerer`, with state.
///
/// ```swift
/// import Demarc
///
/// let engine = try PolicyEngine(contentsOf: "policy.yaml")
/// var evaluator = engine.makeEvaluator()
/// var asker = QuestionAsker(engine)
/// let asked = try asker.ask(Array(#"{"when": {"signOut": "dana@contoso.com"}}"#.utf8), with: &evaluator)
/// print(asked.json)
/// ```
///
/// Questions refer to the engine in its current state: its views, the acting identities, the reported pages. `signIn`,
/// `signOut` and `switchIdentity` change it. The asker keeps what was copied and the identity of a task, so a host has
/// one asker for each evaluator. A request with `given` is a *what if*: the policy answers it in a separate engine, and
/// it changes nothing here.
///
/// An allowed navigation is not assumed to have been carried out: report it with `PolicyEngine.didNavigate`. An asker
/// serves one question at a time.
public struct QuestionAsker: Sendable {
    /// The maximum number of bytes in a text.
    public static let byteLimit = 1 << 20
    /// The maximum number of requests in a batch.
    public static let batchLimit = 1_000

    /// The answer to one or several questions.
    public struct Asked: Sendable {
        /// The answer as a JSON object; `{"answers": […]}` for a batch.
        public let json: String
        /// The individual answers.
        public let answers: [Answer]
        /// The decision behind a single answer, which the evaluator can explain until its next question; nil for a
        /// batch, an identity question, and a what-if.
        public let decision: Decision?
        /// The view that the decision is about, for reporting that it was carried out; nil unless it is a navigation.
        public let view: ViewID?
    }

    private let engine: PolicyEngine
    /// The last copied item.
    private var copied: CopiedItem?
    /// The identity of the task in which questions are asked.
    private var task: AccountID?

    /// Creates an asker.
    ///
    /// - Parameter engine: The engine that answers.
    public init(_ engine: PolicyEngine) { self.engine = engine }

    /// Reads a request or a batch of requests, and answers it.
    ///
    /// If this throws, nothing has changed.
    ///
    /// - Parameters:
    ///   - json: `{"ref"?, "user"?, "window"?, "given"?, "when": {QUESTION: fields}}`, or `{"requests": […]}` with many
    ///     requests, one after the other, in UTF-8.
    ///   - evaluator: An evaluator of the engine.
    /// - Returns: The answer.
    /// - Throws: ``AskingError``. Identity questions are refused in a batch and in combination with `given`.
    /// - Complexity: O(*n*) in the bytes, plus the cost of the questions. A question with `given` costs a separate
    ///   engine.
    public mutating func ask(_ json: [UInt8], with evaluator: inout Evaluator) throws(AskingError) -> Asked {
        guard evaluator.isOfEngine(engine.names) else {
            throw AskingError(.invalid, code: "foreign-evaluator", message: "the evaluator is from another engine")
        }
        guard json.count <= Self.byteLimit else {
            throw AskingError(
                .tooLarge,
                code: "question.tooLarge",
                message: "the text has more than \(Self.byteLimit) bytes"
            )
        }
        let names = engine.names
        let live = LiveNames(hasView: { names.hasView(named: $0) }, hasAccount: { names.hasAccount($0) })
        let document = engine.policy.document
        switch QuestionRequestReader(document).read(json, limit: Self.batchLimit, live: live) {
        case .malformed(let findings): throw AskingError(.malformed, findings, code: "question.malformed")
        case .stateful(let findings): throw AskingError(.stateful, findings, code: QuestionRequestReader.statefulCode)
        case .unprocessable(let findings, let field): throw AskingError(.invalid, findings, field: field)
        case .tooMany(let limit):
            throw AskingError(.tooMany, code: "question.tooMany", message: "a batch has up to \(limit) requests")
        case .one(let request):
            do throws(QuestionError) {
                let (answered, decided) = try answer(to: request, with: &evaluator)
                return Asked(answered.form.text, [answered.answer], decided)
            } catch {
                throw AskingError(error)
            }
        case .batch(let requests): return try ask(requests, with: &evaluator)
        }
    }

    private mutating func ask(
        _ requests: [QuestionRequest],
        with evaluator: inout Evaluator
    ) throws(AskingError) -> Asked {
        let before = copied
        var answers: [AnsweredRequest] = []
        for (position, request) in requests.enumerated() {
            do throws(QuestionError) {
                answers.append(try answer(to: request, with: &evaluator).answered)
            } catch {
                copied = before
                throw AskingError(error, in: "requests[\(position)]")
            }
        }
        let form = JSONForm.object(["answers": .list(answers.map(\.form))])
        return Asked(form.text, answers.map(\.answer), nil)
    }

    // MARK: One request

    private mutating func answer(
        to request: QuestionRequest,
        with evaluator: inout Evaluator
    ) throws(QuestionError) -> (answered: AnsweredRequest, decided: DecidedQuestion?) {
        if let given = request.given {
            let policy = engine.policy
            let answer = try request.answer(given: given, under: policy)
            let user = request.user(or: policy.document.defaultUser)
            return (AnsweredRequest(request: request, user: user, answer: answer), nil)
        }
        guard let task else { return try decide(request, with: &evaluator) }
        return try engine.withTaskIdentity(task) { () -> Result<(AnsweredRequest, DecidedQuestion?), QuestionError> in
            do throws(QuestionError) {
                return .success(try decide(request, with: &evaluator))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private mutating func decide(
        _ request: QuestionRequest,
        with evaluator: inout Evaluator
    ) throws(QuestionError) -> (answered: AnsweredRequest, decided: DecidedQuestion?) {
        try engine.names.check(request.window)
        let decided = try evaluator.decide(
            request.question,
            as: request.user,
            in: request.window,
            pasteboard: copied
        )
        let answer = evaluator.spellOut(decided)
        switch request.question {
        // An item that could not be copied leaves the pasteboard unchanged.
        case .copy(let item, _) where answer.verdict != .block:
            copied = CopiedItem(item, ownedBy: evaluator.ownerOfCopy)
        case .switchIdentity(let account, .task, _) where answer.identityResult == .success: task = account
        case .navigate, .open, .canOpen, .universalLink, .incoming, .connection, .copy, .paste, .pasteCopied, .upload,
            .save, .openFrom, .send, .receive, .appSharing, .setting, .config, .launch, .unlock, .pin, .wait, .signIn,
            .signOut, .switchIdentity:
            break
        }
        let answered = AnsweredRequest(
            request: request,
            user: request.user ?? defaultUser(of: request),
            answer: answer
        )
        return (answered, decided)
    }

    /// The acting account, if the request leaves it to the identity levels.
    private func defaultUser(of request: QuestionRequest) -> AccountID? {
        let names = engine.names
        switch request.question {
        // What a window shows is irrelevant for files.
        case .setting(.fileEncryption, of: _):
            guard case .account(let account)? = engine.effectiveIdentity(for: .files) else { return nil }
            return account
        case .navigate(_, let view, _, _, _), .connection(_, _, let view, _):
            let view = view ?? names.onlyWebView
            return engine.effectiveIdentity(in: view.flatMap { names.window(ofViewNamed: $0) })
        case .upload(_, let view, _): return engine.effectiveIdentity(in: names.window(ofViewNamed: view))
        case .open, .canOpen, .universalLink, .incoming, .copy, .paste, .pasteCopied, .save, .openFrom, .send, .receive,
            .appSharing, .setting, .config, .launch, .unlock, .pin, .wait, .signIn, .signOut, .switchIdentity:
            return engine.effectiveIdentity(in: request.window)
        }
    }
}

extension QuestionAsker.Asked {
    fileprivate init(_ json: String, _ answers: [Answer], _ decided: DecidedQuestion?) {
        self.json = json
        self.answers = answers
        switch decided {
        case .navigation(let decision, let view): (self.decision, self.view) = (decision, view)
        case .connection(let decision), .decision(let decision): (self.decision, view) = (decision, nil)
        case .answered, .launch, .identity, nil: (decision, view) = (nil, nil)
        }
    }
}
