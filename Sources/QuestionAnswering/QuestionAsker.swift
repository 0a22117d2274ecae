public import DemarcEngine
import DocumentReading
public import PolicyModel

/// Asks an engine that a host keeps questions in JSON: the forms of `QuestionAnswerer`, with state.
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
/// What is asked is the engine as it is now: its views, the identities that act, the pages it was told of. `signIn`,
/// `signOut` and `switchIdentity` change it. What was copied, and the identity of a task, are kept here, so a host has an
/// asker for each evaluator. A request with `given` is a *what if*: it is answered by the policy in an engine of its own,
/// and changes nothing here.
///
/// An allowed navigation is not taken for carried out: report it with `PolicyEngine.didNavigate`. An asker serves one
/// question at a time.
public struct QuestionAsker: Sendable {
    /// The most bytes that a text may have.
    public static let byteLimit = 1 << 20
    /// The most requests that a batch may have.
    public static let batchLimit = 1_000

    /// What one question, or several, were answered with.
    public struct Asked: Sendable {
        /// The answer as a JSON object; `{"answers": […]}` to a batch.
        public let json: String
        /// What was answered, one by one.
        public let answers: [Answer]
        /// The decision behind the only answer, of which the evaluator can be asked more until its next question; nil for
        /// a batch, an identity question, and where something was given.
        public let decision: Decision?
        /// The view that the decision is about, to report that it was carried out; nil unless it is a navigation.
        public let view: ViewID?
    }

    private let engine: PolicyEngine
    /// What was copied last.
    private var copied: CopiedItem?
    /// The identity of the task that questions are asked in.
    private var task: AccountID?

    /// Makes an asker.
    ///
    /// - Parameter engine: What is asked.
    public init(_ engine: PolicyEngine) { self.engine = engine }

    /// Reads a request, or a batch of them, and answers it.
    ///
    /// Nothing has changed where it throws.
    ///
    /// - Parameters:
    ///   - json: `{"ref"?, "user"?, "window"?, "given"?, "when": {QUESTION: fields}}`, or `{"requests": […]}` with many of
    ///     them, one after the other. It is UTF-8.
    ///   - evaluator: One of the engine's.
    /// - Returns: The answer.
    /// - Throws: ``AskingError``. Identity questions are refused in a batch and beside `given`.
    /// - Complexity: O(*n*) in the bytes, and the cost of the questions. One with `given` costs an engine of its own.
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
            let user = request.user(or: policy.document.standingUser)
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
        // What could not be copied leaves the pasteboard as it was.
        case .copy(let item, let source) where answer.verdict != .block:
            let place = try engine.names.place(source, field: Question.Field.from.rawValue, in: request.window)
            copied = CopiedItem(item, ownedBy: evaluator.owner(of: place, identity: request.user))
        case .switchIdentity(let account, .task, _) where answer.identityResult == .success: task = account
        case .navigate, .open, .canOpen, .universalLink, .incoming, .connection, .copy, .paste, .pasteCopied, .upload,
            .save, .openFrom, .send, .receive, .appSharing, .setting, .config, .launch, .unlock, .pin, .wait, .signIn,
            .signOut, .switchIdentity:
            break
        }
        let answered = AnsweredRequest(
            request: request,
            user: request.user ?? standingUser(of: request),
            answer: answer
        )
        return (answered, decided)
    }

    /// Who acts where the request leaves it to the levels of identity.
    private func standingUser(of request: QuestionRequest) -> AccountID? {
        let names = engine.names
        switch request.question {
        // What a window shows says nothing about files.
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
        case .decision(let decision): (self.decision, view) = (decision, nil)
        case .answered, .launch, .identity, nil: (decision, view) = (nil, nil)
        }
    }
}
