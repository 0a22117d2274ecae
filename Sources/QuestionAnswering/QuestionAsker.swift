public import DemarcEngine
import DocumentReading
public import PolicyModel
import RuleIndex

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
/// If another policy is put in force during a batch, it decides the rest of the batch. Only what-ifs are all answered by
/// the policy that was in force at the beginning.
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
        /// batch, an identity question, a what-if, and `launch`, `unlock`, `pin` and `config`.
        public let decision: Decision?
        /// The view that the decision is about, for reporting that it was carried out; nil unless it is a navigation.
        public let view: ViewID?
    }

    private let engine: PolicyEngine
    /// The last copied item.
    private var copied: CopiedItem?
    /// The identity of the task in which questions are asked.
    package private(set) var task: AccountID?

    /// Creates an asker.
    ///
    /// - Parameter engine: The engine that answers.
    public init(_ engine: PolicyEngine) { self.engine = engine }

    /// Notes that the evaluator has just decided a copy that is not blocked, for a later paste from the pasteboard.
    ///
    /// Call this for a copy that is decided without this asker, too: the pasteboard has the item that was copied last.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - evaluator: The evaluator whose last decision is the copy.
    package mutating func noteCopy(of item: ClipboardItem, by evaluator: inout Evaluator) {
        copied = CopiedItem(item, ownedBy: evaluator.ownerOfCopy)
    }

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
        // A what-if is answered by the policy whose names it was read with.
        let policy = engine.policy
        switch QuestionRequestReader(policy.document).read(json, limit: Self.batchLimit, live: live) {
        case .malformed(let findings): throw AskingError(.malformed, findings, code: "question.malformed")
        case .stateful(let findings): throw AskingError(.stateful, findings, code: QuestionRequestReader.statefulCode)
        case .unprocessable(let findings, let field): throw AskingError(.invalid, findings, field: field)
        case .tooMany(let limit):
            throw AskingError(.tooMany, code: "question.tooMany", message: "a batch has up to \(limit) requests")
        case .one(let request):
            do throws(QuestionError) {
                let (answered, decided) = try answer(to: request, under: policy, with: &evaluator)
                return Asked(answered.form(answered.answer).text, [answered.answer], decided)
            } catch {
                throw AskingError(error)
            }
        case .batch(let requests): return try ask(requests, under: policy, with: &evaluator)
        }
    }

    private mutating func ask(
        _ requests: [QuestionRequest],
        under policy: CompiledPolicy,
        with evaluator: inout Evaluator
    ) throws(AskingError) -> Asked {
        let before = copied
        var answers: [AnsweredRequest] = []
        for (position, request) in requests.enumerated() {
            do throws(QuestionError) {
                answers.append(try answer(to: request, under: policy, with: &evaluator).answered)
            } catch {
                copied = before
                throw AskingError(error, in: "requests[\(position)]")
            }
        }
        let form = JSONForm.object(["answers": .list(answers.map { $0.form($0.answer) })])
        return Asked(form.text, answers.map(\.answer), nil)
    }

    // MARK: One request

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - policy: The policy that answers a what-if.
    ///   - evaluator: The evaluator that decides any other question, by the policy in force.
    /// - Returns: The answer, and what it spells out; nil for a what-if, which another evaluator has decided.
    /// - Throws: The reason why the question cannot be asked.
    private mutating func answer(
        to request: QuestionRequest,
        under policy: CompiledPolicy,
        with evaluator: inout Evaluator
    ) throws(QuestionError) -> (answered: AnsweredRequest, decided: DecidedQuestion?) {
        if let given = request.given {
            return (try request.answer(given: given, under: policy), nil)
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
        let decided = try carryOut(request, with: &evaluator)
        let answer = evaluator.spellOut(decided)
        switch request.question {
        // An item that could not be copied leaves the pasteboard unchanged.
        case .copy(let item, _) where answer.verdict != .block: noteCopy(of: item, by: &evaluator)
        case .switchIdentity(let account, .task, _) where answer.identityResult == .success: task = account
        case .navigate, .open, .canOpen, .universalLink, .incoming, .connection, .copy, .paste, .pasteCopied, .upload,
            .save, .openFrom, .send, .receive, .appSharing, .setting, .config, .launch, .unlock, .pin, .wait, .signIn,
            .signOut, .switchIdentity:
            break
        }
        let account = evaluator.actingAccount(of: request.question, decided, in: request.window)
        return (AnsweredRequest(request, answer, decided, as: request.user ?? account), decided)
    }

    /// Decides a question, or carries out an identity question.
    ///
    /// A scenario opens the windows that it names. A host opens them itself, so a switch in a window that is not open is
    /// refused: its name may be misspelled, or the window may just have been closed.
    private func carryOut(
        _ request: QuestionRequest,
        with evaluator: inout Evaluator
    ) throws(QuestionError) -> DecidedQuestion {
        guard case .switchIdentity(let account, let level, let window?) = request.question else {
            return try evaluator.decide(request.question, as: request.user, in: request.window, pasteboard: copied)
        }
        try engine.names.check(window)
        guard case .ui = level else { return try evaluator.decide(request.question, as: request.user) }
        try engine.names.checkUser(request.user)
        guard let result = engine.switchIdentity(to: account, atOpen: .window(window)) else {
            throw .unknownWindow(window.name)
        }
        return .identity(result)
    }
}

extension QuestionAsker.Asked {
    fileprivate init(_ json: String, _ answers: [Answer], _ decided: DecidedQuestion?) {
        self.json = json
        self.answers = answers
        switch decided {
        case .navigation(let decision, let view): (self.decision, self.view) = (decision, view)
        case .connection(let decision, _), .decision(let decision, _): (self.decision, view) = (decision, nil)
        case .answered, .launch, .identity, nil: (decision, view) = (nil, nil)
        }
    }
}
