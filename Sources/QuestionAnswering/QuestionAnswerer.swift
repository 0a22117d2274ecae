public import DemarcEngine
public import Diagnostics
import DocumentReading
public import PolicyModel
import RuleIndex
import URLStandard

/// Answers questions in JSON, one by one or many at once, each in a state of its own: what one of them is given, no other
/// one sees.
///
/// ```swift
/// import Demarc
///
/// let engine = try PolicyEngine(contentsOf: "policy.yaml")
/// let answerer = QuestionAnswerer(engine)
/// let reply = answerer.reply(to: Array(#"{"when": {"navigate": {"url": "https://contoso.example/"}}}"#.utf8), limit: 1)
/// ```
///
/// It is made for one engine, and is used by one thread at a time. What it is asked changes nothing in the engine.
public final class QuestionAnswerer {
    /// One question that was answered.
    public struct Answered: Sendable {
        /// What was asked.
        public let question: Question
        /// Who acts; nil where nobody does.
        public let user: AccountID?
        /// What was answered.
        public let answer: Answer
    }

    /// What a text was replied to with.
    public enum Reply: Sendable {
        /// The answers, as JSON, and each by itself.
        case answers(json: String, [Answered])
        /// The text is no JSON; why.
        case malformed([Diagnostic])
        /// There are more requests in the batch than the limit.
        case tooMany(limit: Int)
        /// A question would change what later ones are answered.
        case stateful([Diagnostic])
        /// Something in it cannot be asked; why.
        case unprocessable([Diagnostic])
    }

    /// What is asked.
    public let engine: PolicyEngine
    private let policy: CompiledPolicy
    private let reader: QuestionRequestReader
    private var evaluator: Evaluator

    /// Makes an answerer.
    ///
    /// - Parameter engine: What is asked. Its policy at this moment is the one that questions with `given` are asked of.
    /// - Complexity: O(*n*) in the names of its policy.
    public init(_ engine: PolicyEngine) {
        self.engine = engine
        policy = engine.policy
        reader = QuestionRequestReader(policy.document)
        evaluator = engine.makeEvaluator()
    }

    /// Reads requests and answers them.
    ///
    /// - Parameters:
    ///   - bytes: `{"ref"?, "user"?, "given"?, "when": {QUESTION: fields}}`, or `{"requests": […]}` with many of them.
    ///   - limit: How many requests a batch may have.
    /// - Returns: The answers: an object for one request, `{"answers": […]}` for a batch. One request that cannot be asked
    ///   refuses the whole batch.
    /// - Complexity: O(*n*) in the bytes, and the cost of the questions. One with `given` costs an engine of its own.
    public func reply(to bytes: [UInt8], limit: Int) -> Reply {
        switch reader.read(bytes, limit: limit) {
        case .malformed(let findings): .malformed(findings)
        case .tooMany(let limit): .tooMany(limit: limit)
        case .stateful(let findings): .stateful(findings)
        case .unprocessable(let findings, _): .unprocessable(findings)
        case .one(let request): reply(to: [request]) { $0.first ?? .null }
        case .batch(let requests): reply(to: requests) { .object(["answers": .list($0)]) }
        }
    }

    private func reply(to requests: [QuestionRequest], _ whole: ([JSONForm]) -> JSONForm) -> Reply {
        var forms: [JSONForm] = []
        var answers: [Answered] = []
        for (position, request) in requests.enumerated() {
            do throws(QuestionError) {
                let answer = try answer(to: request)
                let user = request.user(or: policy.document.standingUser)
                forms.append(AnsweredRequest(request: request, user: user, answer: answer).form)
                answers.append(Answered(question: request.question, user: user, answer: answer))
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

    /// Says what a URL is, as `demarc check` does: its class, and what a view does when it is to go there.
    ///
    /// - Parameters:
    ///   - url: The URL; one that does not parse is blocked.
    ///   - view: The name of the view; nil where the policy has one web view.
    ///   - user: Who acts; nil where the policy says so.
    /// - Returns: The answer, as JSON and by itself.
    /// - Throws: `QuestionError` where there is no such view or account, or nothing says which is meant.
    public func classification(
        of url: String,
        view: String? = nil,
        user: String? = nil
    ) throws(QuestionError) -> (json: String, answered: Answered) {
        let account = user.map { $0.isEmpty || $0 == "none" ? .noUser : AccountID($0) }
        let standingUser = policy.document.standingUser
        if account == nil, standingUser == nil, !policy.document.isUserExplicit,
            policy.document.accounts.managed.count > 1
        {
            throw .missingUser(among: policy.document.accounts.managed.map(\.id))
        }
        if let account, !account.isNoUser { try engine.names.check(account, field: "user") }
        let question = Question.navigate(to: url, in: view)
        let answer = try evaluator.answer(question, as: account)
        let href = (try? URLRecord(parsing: url.utf8.span))?.hrefString
        let form = JSONForm.object(
            [
                .init("input", .string(url)), .init("url", .string(orNull: href)), .init("view", .string(orNull: view)),
                .init("user", (account ?? standingUser)?.userForm ?? .null),
            ] + answer.members(explains: false)
        )
        return (form.text, Answered(question: question, user: account ?? standingUser, answer: answer))
    }

    private func answer(to request: QuestionRequest) throws(QuestionError) -> Answer {
        guard let given = request.given else { return try evaluator.answer(request.question, as: request.user) }
        return try request.answer(given: given, under: policy)
    }
}
