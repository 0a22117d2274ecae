public import DemarcEngine
public import Diagnostics
import DocumentReading
public import PolicyModel
import RuleIndex

/// Answers questions in JSON, one by one or in batches. Each question has a state of its own: what is given for one
/// question does not affect any other.
///
/// ```swift
/// import Demarc
///
/// let engine = try PolicyEngine(contentsOf: "policy.yaml")
/// let answerer = QuestionAnswerer(engine)
/// let reply = answerer.reply(to: Array(#"{"when": {"navigate": {"url": "https://contoso.example/"}}}"#.utf8), limit: 1)
/// ```
///
/// An answerer is created for one engine, and is used by one thread at a time. Its questions change nothing in the
/// engine.
public final class QuestionAnswerer {
    /// One answered question.
    public struct Answered: Sendable {
        /// The question.
        public let question: Question
        /// The acting account; nil if there is none.
        public let user: AccountID?
        /// The answer.
        public let answer: Answer
        /// Whether the question was about a given state, and not about the policy as it is.
        public let hasGiven: Bool
    }

    /// The reply to a text.
    public enum Reply: Sendable {
        /// The answers, as JSON and individually.
        case answers(json: String, [Answered])
        /// The text is not JSON, with the findings.
        case malformed([Diagnostic])
        /// The batch has more requests than the limit, or than could be answered in time.
        case tooMany(limit: Int)
        /// A question would change the answers to later ones.
        case stateful([Diagnostic])
        /// Something in the text cannot be asked, with the findings.
        case unprocessable([Diagnostic])
    }

    /// The engine that answers.
    public let engine: PolicyEngine
    private let showsFolders: Bool
    private let policy: CompiledPolicy
    private let reader: QuestionRequestReader
    private var evaluator: Evaluator

    /// Creates an answerer.
    ///
    /// - Parameters:
    ///   - engine: The engine that answers. Questions with `given` use the policy that is in force in it now.
    ///   - showsFolders: Whether the place of a reason in the JSON has the whole path of its file, or only its name. A
    ///     server does not say where it keeps its files.
    /// - Complexity: O(*n*) in the names of its policy.
    public init(_ engine: PolicyEngine, showsFolders: Bool = true) {
        self.engine = engine
        self.showsFolders = showsFolders
        policy = engine.policy
        reader = QuestionRequestReader(policy.document)
        evaluator = engine.makeEvaluator()
    }

    /// Reads requests and answers them.
    ///
    /// - Parameters:
    ///   - bytes: `{"ref"?, "user"?, "given"?, "when": {QUESTION: fields}}`, or `{"requests": […]}` with many requests.
    ///   - limit: The maximum number of requests in a batch.
    ///   - time: How long a batch may take; nil for any time.
    /// - Returns: The answers: an object for one request, `{"answers": […]}` for a batch. One request that cannot be
    ///   asked causes the whole batch to be refused.
    /// - Complexity: O(*n*) in the bytes, plus the cost of the questions. A question with `given` costs a separate
    ///   engine.
    public func reply(to bytes: [UInt8], limit: Int, within time: Duration? = nil) -> Reply {
        let end = time.map { ContinuousClock.now + $0 }
        return switch reader.read(bytes, limit: limit) {
        case .malformed(let findings): .malformed(findings)
        case .tooMany(let limit): .tooMany(limit: limit)
        case .stateful(let findings): .stateful(findings)
        case .unprocessable(let findings, _): .unprocessable(findings)
        case .one(let request): reply(to: [request], until: nil) { $0.first ?? .null }
        case .batch(let requests): reply(to: requests, until: end) { .object(["answers": .list($0)]) }
        }
    }

    private func reply(
        to requests: [QuestionRequest],
        until end: ContinuousClock.Instant?,
        _ whole: ([JSONForm]) -> JSONForm
    ) -> Reply {
        var forms: [JSONForm] = []
        var answers: [Answered] = []
        for (position, request) in requests.enumerated() {
            if position > 0, let end, ContinuousClock.now >= end { return .tooMany(limit: position) }
            do throws(QuestionError) {
                let answered = try answer(to: request)
                forms.append(answered.form(shown(answered.answer)))
                answers.append(
                    Answered(
                        question: request.question,
                        user: answered.user,
                        answer: answered.answer,
                        hasGiven: request.given != nil
                    )
                )
            } catch {
                let place = requests.count > 1 ? "requests[\(position)]: " : ""
                return .unprocessable([
                    Diagnostic(
                        code: error.code.rawValue,
                        message: place + error.description,
                        places: [SourceRange(wholeFile: "request")]
                    )
                ])
            }
        }
        return .answers(json: whole(forms).text, answers)
    }

    /// Classifies a URL, as `demarc check` does: its class, and what a view does when it is to navigate to the URL.
    ///
    /// - Parameters:
    ///   - url: The URL; a URL that does not parse is blocked.
    ///   - view: The name of the view; nil if the policy has one web view.
    ///   - user: The acting account, or `none`; nil if the policy determines it.
    /// - Returns: The answer, as JSON and as a value.
    /// - Throws: `QuestionError` if there is no such view or account, or if it is undetermined which one is meant.
    public func classification(
        of url: String,
        view: String? = nil,
        user: String? = nil
    ) throws(QuestionError) -> (json: String, answered: Answered) {
        let account = user.map { AccountID(named: $0) }
        let defaultUser = policy.document.defaultUser
        if account == nil, defaultUser == nil, !policy.document.isUserExplicit,
            policy.document.accounts.managed.count > 1
        {
            throw .missingUser(among: policy.document.accounts.managed.map(\.id))
        }
        if let account, !account.isNoUser { try engine.names.check(account, field: "user") }
        // The answer and the log of a server name the view that decided.
        let view = view ?? engine.names.onlyWebView
        let question = Question.navigate(to: url, in: view)
        let acting = account ?? defaultUser
        let answer = try evaluator.answer(question, as: acting ?? .noUser)
        let form = JSONForm.object(
            [
                .init("input", .string(url)), .init("view", .string(orNull: view)),
                .init("user", acting?.userForm ?? .null),
            ] + shown(answer).members(explains: false)
        )
        return (form.text, Answered(question: question, user: acting, answer: answer, hasGiven: false))
    }

    /// The answer as the JSON has it.
    private func shown(_ answer: Answer) -> Answer {
        guard !showsFolders else { return answer }
        var shown = answer
        for index in shown.reasons.indices {
            guard let path = shown.reasons[index].location?.path, let slash = path.lastIndex(of: "/") else { continue }
            shown.reasons[index].location?.path = String(path[path.index(after: slash)...])
        }
        return shown
    }

    private func answer(to request: QuestionRequest) throws(QuestionError) -> AnsweredRequest {
        if let given = request.given { return try request.answer(given: given, under: policy) }
        let user = request.user ?? levelsUser(of: request.question)
        let decided = try evaluator.decide(request.question, as: user)
        let account = evaluator.actingAccount(of: request.question, decided, in: nil)
        return AnsweredRequest(request, evaluator.spellOut(decided), decided, as: user ?? account)
    }

    /// The account of the identity levels in a state of its own; nil for the level of files, which an acting account
    /// does not set: see ``ScenarioHost/apply(_:)``.
    private func levelsUser(of question: Question) -> AccountID? {
        guard case .setting(.fileEncryption, of: let owner) = question else { return policy.document.separateUser }
        // A file that is made of what a place shows belongs to whoever acts there.
        if case .place? = owner { return policy.document.separateUser }
        return nil
    }
}
