package import Diagnostics
package import PolicyModel

/// A question in JSON as hosts in other languages ask it, with everything that it depends on.
package struct QuestionRequest {
    /// What the asker calls it; handed back as it is.
    package var ref: JSONForm?
    /// Who acts; nil where the policy says so.
    package var user: AccountID?
    /// What holds before it is asked; nil where it is asked of the policy as it stands.
    package var given: ScenarioGiven?
    /// The question.
    package var question: Question
}

/// Reads `{"ref"?, "user"?, "given"?, "when": {QUESTION: fields}}`, or `{"requests": […]}` with many of them.
///
/// `given` and `when` are those of scenario files, and are read by the same code: names are looked up in the policy, and
/// every problem is found. It is made for one policy, and is used by one thread at a time.
package final class QuestionRequestReader {
    /// What reading gave.
    package enum Result {
        /// One request, to be answered by one answer.
        case one(QuestionRequest)
        /// Several, to be answered by a list.
        case batch([QuestionRequest])
        /// The bytes are no JSON.
        case malformed([Diagnostic])
        /// There are more requests than are allowed.
        case tooMany(limit: Int)
        /// A question would change what later ones are answered.
        case stateful([Diagnostic])
        /// Something in it cannot be asked.
        case unprocessable([Diagnostic])
    }

    private static let requestKeys = ["ref", "user", "given", "when"]
    private static let malformedCodes: Set<FindingCode> = [
        .invalidJSON, .notJSON, .notUTF8, .isUTF16, .nestedTooDeeply, .tooManyValues, .emptyDocument, .controlCharacter,
    ]

    private let policy: ScenarioPolicy

    /// Makes a reader.
    ///
    /// - Parameter document: The policy that questions are asked of.
    /// - Complexity: O(*n*) in its names.
    package init(_ document: PolicyDocument) { policy = ScenarioPolicy(document, position: 0) }

    /// Reads requests.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - limit: How many requests a batch may have.
    /// - Returns: The requests, or what prevents them.
    /// - Complexity: O(*n*) in the bytes.
    package func read(_ bytes: [UInt8], limit: Int) -> Result {
        var bounds = ReadingBounds()
        bounds.findings = 20
        let reading = ReadingContext(source: MemoryFiles(), bounds: bounds, allowsOutside: false)
        guard let root = reading.json(bytes, path: "request", resolvedPath: "") else {
            return .malformed(reading.sortedFindings())
        }
        let scenarios = ScenarioReading(reading) { _, _, _, _ in
            PolicyLoadResult(document: nil, diagnostics: [], sources: [])
        }
        guard case .mapping(let entries) = root.content, let list = entries.first(where: { $0.key == "requests" })
        else {
            return result(reading, request(root, scenarios).map { [$0] } ?? [], isBatch: false)
        }
        guard reading.fields(root, "a batch", keys: ["requests"]) != nil,
            let elements = reading.elements(list.value, of: "requests")
        else { return result(reading, [], isBatch: true) }
        guard elements.count <= limit else { return .tooMany(limit: limit) }
        return result(reading, elements.compactMap { request($0, scenarios) }, isBatch: true)
    }

    private func result(_ reading: ReadingContext, _ requests: [QuestionRequest], isBatch: Bool) -> Result {
        guard reading.errorCount == 0 else {
            let findings = reading.sortedFindings().filter { $0.severity == .error }
            let codes = findings.compactMap { FindingCode(rawValue: $0.code) }
            if codes.contains(where: { Self.malformedCodes.contains($0) }) { return .malformed(findings) }
            return findings.contains { $0.code == Self.statefulCode } ? .stateful(findings) : .unprocessable(findings)
        }
        if isBatch { return .batch(requests) }
        return requests.first.map { .one($0) } ?? .unprocessable([])
    }

    /// The code of a question that a server without state does not answer.
    package static let statefulCode = "question.stateful"

    private func request(_ node: DocumentNode, _ scenarios: ScenarioReading) -> QuestionRequest? {
        let reading = scenarios.reading
        guard let fields = reading.fields(node, "a request", keys: Self.requestKeys, null: .missing),
            case .mapping(let entries) = node.content
        else { return nil }
        var scope = ScenarioScope(policy)
        // Answers write `null` for no account, and may be asked again as they are.
        let saysNobody = entries.contains { $0.key == "user" && $0.value.isNull }
        let user = fields["user"].flatMap { scenarios.account($0, in: scope) } ?? (saysNobody ? .noUser : nil)
        var given = fields["given"].map { scenarios.given($0, &scope) }
        if given?.user != nil, user != nil, let place = fields.keyPlace("user") {
            reading.report(
                .duplicateKey,
                "`user` and `given` both say who acts",
                at: place,
                help: "remove one of them"
            )
        }
        if given != nil, given?.user == nil { given?.user = user.map { .accounts([$0]) } }
        if policy.needsUser, !scope.saysUser, user == nil {
            reading.report(
                .severalManagedAccounts,
                "the policy has several managed accounts and no `user`: nothing says who acts",
                at: node.place,
                help: "add `user`"
            )
        }
        guard let when = reading.required("when", of: fields, help: "say what is asked") else { return nil }
        let (kind, question) = scenarios.question(when, &scope)
        switch kind {
        case .signIn?, .signOut?, .switchIdentity?:
            reading.report(
                Self.statefulCode,
                "`\(kind?.rawValue ?? "")` would change what later requests are answered",
                at: when.place,
                help: "say who acts with `user` in each request"
            )
        default: break
        }
        guard let question else { return nil }
        return QuestionRequest(ref: fields["ref"].map(Self.form), user: user, given: given, question: question)
    }

    /// What the asker calls the request, whatever it is made of.
    private static func form(_ node: DocumentNode) -> JSONForm {
        switch node.content {
        case .scalar(let text, isPlain: false): .string(text)
        case .scalar("true", _): .boolean(true)
        case .scalar("false", _): .boolean(false)
        case .scalar(let text, _): Int(text).map { .number($0) } ?? (node.isNull ? .null : .string(text))
        case .sequence(let elements): .list(elements.map(form))
        case .mapping(let entries): .object(entries.map { JSONForm.Member($0.key, form($0.value)) })
        }
    }
}
