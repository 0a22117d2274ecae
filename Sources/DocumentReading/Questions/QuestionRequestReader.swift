package import Diagnostics
package import PolicyModel

/// A question in JSON, as hosts in other languages send it, with everything that it depends on.
package struct QuestionRequest {
    /// The sender's name for the question, returned unchanged.
    package var ref: JSONForm?
    /// The acting account; nil if the policy determines it.
    package var user: AccountID?
    /// The window that the question comes from; nil if it comes from none, or if `given` specifies it.
    package var window: WindowID?
    /// The state before the question; nil if the question is about the policy or the host's engine as it is.
    package var given: ScenarioGiven?
    /// The question.
    package var question: Question
}

/// Reads `{"ref"?, "user"?, "given"?, "when": {QUESTION: fields}}`, or `{"requests": […]}` with many of them.
///
/// `given` and `when` are those of scenario files and are read by the same code, which reports every problem. Names are
/// looked up in the policy, or left to an engine that a host keeps. A reader is made for one policy, and is used by one
/// thread at a time.
package final class QuestionRequestReader {
    /// The result of reading.
    package enum Result {
        /// One request, which gets a single answer.
        case one(QuestionRequest)
        /// Several requests, which get a list of answers.
        case batch([QuestionRequest])
        /// The bytes are not JSON.
        case malformed([Diagnostic])
        /// There are more requests than are allowed.
        case tooMany(limit: Int)
        /// A question would change the answers to later ones.
        case stateful([Diagnostic])
        /// A request is invalid; `field` is the field of the first finding, if it is about one.
        case unprocessable([Diagnostic], field: String?)
    }

    private let document: PolicyDocument
    /// Lazy, because most questions to an engine that a host keeps do not need it.
    private lazy var policy = PolicyNames(document)

    /// Creates a reader.
    ///
    /// - Parameter document: The policy that the questions are about.
    package init(_ document: PolicyDocument) { self.document = document }

    /// Reads requests.
    ///
    /// - Parameters:
    ///   - bytes: The text, which is UTF-8.
    ///   - limit: The maximum number of requests in a batch.
    ///   - live: The names in an engine that a host keeps; nil if every request is about the policy alone.
    /// - Returns: The requests, or the problems that prevent them.
    /// - Complexity: O(*n*) in the bytes, plus once in the number of names of the policy.
    package func read(_ bytes: [UInt8], limit: Int, live: LiveNames? = nil) -> Result {
        var bounds = ReadingBounds()
        bounds.findings = 20
        let reading = ReadingContext(source: MemoryFiles(), bounds: bounds, allowsOutside: false)
        let file = reading.open(SourceFile(path: "request", bytes: bytes), resolvedPath: "")
        let root: DocumentNode
        do throws(JSONProblem) {
            root = try reading.json(try Self.text(bytes), file: file)
        } catch {
            reading.report(error, in: file)
            return .malformed(reading.sortedFindings())
        }
        guard case .mapping(let entries) = root.content, let list = entries.first(where: { $0.key == "requests" })
        else {
            return result(reading, request(root, reading, live, isAlone: true).map { [$0] } ?? [], isBatch: false)
        }
        guard reading.fields(root, "a batch", keys: DocumentKeys.batch) != nil,
            let elements = reading.elements(list.value, of: "requests")
        else { return result(reading, [], isBatch: true) }
        guard elements.count <= limit else { return .tooMany(limit: limit) }
        return result(reading, elements.compactMap { request($0, reading, live, isAlone: false) }, isBatch: true)
    }

    /// The bytes, if they are UTF-8.
    private static func text(_ bytes: [UInt8]) throws(JSONProblem) -> [UInt8] {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw JSONProblem(.notUTF8, "the text is not UTF-8", at: error.byteOffsets, help: "send it as UTF-8")
        }
        return bytes
    }

    private func result(_ reading: ReadingContext, _ requests: [QuestionRequest], isBatch: Bool) -> Result {
        guard reading.errorCount == 0 else {
            let findings = reading.sortedFindings().filter { $0.severity == .error }
            if findings.contains(where: { $0.code == Self.statefulCode }) { return .stateful(findings) }
            return .unprocessable(findings, field: findings.first.flatMap { reading.path(of: $0) })
        }
        if isBatch { return .batch(requests) }
        return requests.first.map { .one($0) } ?? .unprocessable([], field: nil)
    }

    /// The code of a question that would change the answers to later ones, in a context that forbids it.
    package static let statefulCode = "question.stateful"

    private func request(
        _ node: DocumentNode,
        _ reading: ReadingContext,
        _ live: LiveNames?,
        isAlone: Bool
    ) -> QuestionRequest? {
        let questions = QuestionReading(reading, readsFile: false)
        let keys = live == nil ? DocumentKeys.request : DocumentKeys.liveRequest
        guard let fields = reading.fields(node, "a request", keys: keys, null: .missing),
            case .mapping(let entries) = node.content
        else { return nil }
        // A given state refers to the policy, and the host's engine is not involved.
        let live = fields.has("given") ? nil : live
        var scope = live.map { ScenarioScope(live: $0) } ?? ScenarioScope(policy)
        // Answers contain `null` for no account, and can be sent again unchanged.
        let namesNoUser = entries.contains { $0.key == "user" && $0.value.isNull }
        let user = fields["user"].flatMap { questions.account($0, in: scope) } ?? (namesNoUser ? .noUser : nil)
        let window = fields["window"].flatMap { reading.name($0) }.map { WindowID($0) }
        var given = fields["given"].map { questions.given($0, &scope) }
        checkGiven(given, user, window, fields, reading)
        if given != nil, given?.user == nil { given?.user = user.map { .accounts([$0]) } }
        if given != nil, given?.window == nil { given?.window = window }
        if live == nil, policy.needsUser, !scope.namesUser, user == nil, !fields.has("user") {
            reading.report(
                .severalManagedAccounts,
                "the policy has several managed accounts and no `user`: it is unclear who acts",
                at: node.place,
                help: "add `user`"
            )
        }
        guard let when = reading.required("when", of: fields, help: "specify what is asked") else { return nil }
        let (kind, question) = questions.question(when, &scope)
        switch kind {
        case .signIn?, .signOut?, .switchIdentity?:
            guard live == nil || !isAlone else { break }
            reading.report(
                Self.statefulCode,
                "`\(kind?.rawValue ?? "")` would change the answers to later requests",
                at: when.place,
                help: live == nil ? "specify who acts with `user` in each request" : "ask it by itself, without `given`"
            )
        case .wait?:
            reading.report(
                Self.statefulCode,
                "only scenario files have a clock that `wait` can advance",
                at: when.place,
                help: "set `at` in each request"
            )
        default: break
        }
        guard let question else { return nil }
        return QuestionRequest(
            ref: fields["ref"].map(Self.form),
            user: user,
            window: given == nil ? window : nil,
            given: given,
            question: question
        )
    }

    /// Reports values that are specified twice.
    private func checkGiven(
        _ given: ScenarioGiven?,
        _ user: AccountID?,
        _ window: WindowID?,
        _ fields: Fields,
        _ reading: ReadingContext
    ) {
        let said = [
            ("user", "who acts", given?.user != nil && user != nil),
            ("window", "which window it comes from", given?.window != nil && window != nil),
        ]
        for (key, what, isTwice) in said where isTwice {
            guard let place = fields.keyPlace(key) else { continue }
            reading.report(
                .duplicateKey,
                "`\(key)` and `given` both specify \(what)",
                at: place,
                help: "remove one of them"
            )
        }
    }

    /// The sender's name for the request, of any type. Numbers keep their spelling: senders compare them as text, or with
    /// more digits than a number of ours has.
    private static func form(_ node: DocumentNode) -> JSONForm {
        switch node.content {
        case .scalar(let text, isPlain: false): .string(text)
        case .scalar("null", _): .null
        case .scalar("true", _): .boolean(true)
        case .scalar("false", _): .boolean(false)
        // INVARIANT: the JSON reader makes plain scalars only of these three words and of JSON numbers.
        case .scalar(let text, _): .numeral(text)
        case .sequence(let elements): .list(elements.map(form))
        case .mapping(let entries): .object(entries.map { JSONForm.Member($0.key, form($0.value)) })
        }
    }
}
