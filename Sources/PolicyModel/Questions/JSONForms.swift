import Diagnostics
package import URLStandard

/// The JSON forms of questions and answers, which every command, report and host uses.
extension Question {
    /// The question as scenario files write it: an object with one member named after the kind of question.
    ///
    /// - Parameter omitted: Fields to omit.
    /// - Returns: The object.
    package func form(without omitted: Set<Field> = []) -> JSONForm {
        let values = values
        let members = kind.fields.compactMap { rule in
            omitted.contains(rule.field)
                ? nil : values[rule.field].map { JSONForm.Member(rule.field.rawValue, $0.form) }
        }
        return .object([.init(kind.rawValue, .object(members))])
    }
}

extension Question.FieldValue {
    fileprivate var form: JSONForm {
        switch self {
        case .text(let text): .string(text)
        case .boolean(let isTrue): .boolean(isTrue)
        case .count(let count): .number(count)
        case .account(let account): .string(account.description)
        case .app(let app): .string(app.bundleID)
        case .place(.externalFrame(let view)): .object(["view": .string(view), "frame": .string("external")])
        case .place(let place): .string(place.name)
        case .pasteboard: .string(PlaceWord.pasteboard.rawValue)
        case .unset: .string(AccountWord.unset.rawValue)
        case .instant(let instant): .string(instant.description)
        case .duration(let duration): .string(duration.text)
        case .device(let facts): facts.form
        case .access(let state): state.form
        case .candidate: .string(PINCandidate.scrubbed)
        case .words(let words): .list(words.map { .string($0) })
        }
    }
}

extension Answer {
    /// A part of an answer by its name in the JSON form.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        /// What the host must do, or the result of an identity question.
        case verdict
        /// Where the URL opens.
        case to
        /// The canonical URL, which is the one to load.
        case url
        /// What the host must open instead.
        case route
        /// The classification of the page.
        case page
        /// The class that the rule set gives the URL.
        case `class`
        /// The id of the rule that decided.
        case rule
        /// The more detailed answer for a single setting, or the value of a key of the app configuration.
        case value
        /// The account to switch to.
        case account
        /// Whether the app configuration has several targeted values of a key.
        case conflict
        /// What the person must do before the app opens.
        case challenges
        /// When the result of a launch will change.
        case nextCheck
        /// The reasons.
        case reasons
    }

    /// The parts that the answer has, in the order of the JSON form. A part without a value is omitted if only some
    /// questions have it; otherwise it is null.
    public var parts: [Part] {
        switch outcome {
        case .identity: [.verdict]
        case .configuration: [.verdict, .value, .conflict, .reasons]
        case .launch: challenges == nil ? [.verdict, .reasons] : [.verdict, .challenges, .nextCheck, .reasons]
        case .navigation: Part.allCases.filter { has($0) }
        case .connection: Part.allCases.filter { $0 != .page && has($0) }
        case .decision: Part.allCases.filter { $0 != .page && $0 != .class && $0 != .rule && has($0) }
        }
    }

    /// Whether the question was about a URL, whether or not it could be read.
    private var isAboutURL: Bool {
        switch outcome {
        case .navigation, .connection: true
        case .decision, .configuration, .launch, .identity: url != nil || parsingError != nil
        }
    }

    private func has(_ part: Part) -> Bool {
        switch part {
        case .url: isAboutURL
        case .account: account != nil
        case .value: value != nil
        case .conflict: configuration != nil
        case .challenges, .nextCheck: challenges != nil
        case .verdict, .to, .route, .page, .class, .rule, .reasons: true
        }
    }

    /// A part as text; nil if it has no value, and for the reasons.
    public func text(of part: Part) -> String? {
        switch part {
        case .verdict: verdictName
        case .to: destination?.rawValue
        case .url: url
        case .route: route
        case .page: page?.rawValue
        case .class: urlClass?.rawValue
        case .rule: rule?.id
        case .account: account?.description
        case .value: value?.rawValue ?? configuration?.value?.text
        case .conflict: configuration.map { $0.hasConflict ? "true" : "false" }
        case .challenges: challenges?.description
        // After the year 9999 it counts as never: the form has no such time, and no host waits that long.
        case .nextCheck: nextCheck?.text
        case .reasons: nil
        }
    }

    /// The answer to a question as a JSON object.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - user: The acting account; ``AccountID/noUser`` is null.
    ///   - explains: Whether to include the sentences of the reasons, and the rules that also matched but lost.
    /// - Returns: The object.
    package func form(to question: Question, as user: AccountID, explains: Bool) -> JSONForm {
        .object([.init("request", question.form()), .init("user", user.userForm)] + members(explains: explains))
    }

    /// The members of that object that belong to the answer itself.
    package func members(explains: Bool) -> [JSONForm.Member] {
        var members = partMembers(explains: explains)
        if explains { members.append(.init("overridden", .list(overridden.map(\.form)))) }
        if let parsingError { members.append(.init("error", parsingError.form)) }
        return members
    }

    /// The parts alone as members of a JSON object, with the position of the reason that decided.
    ///
    /// - Parameter explains: Whether to include the sentences of the reasons.
    /// - Returns: The members.
    package func partMembers(explains: Bool) -> [JSONForm.Member] {
        let hasReasons = parts.contains(.reasons)
        let members = parts.map { part in
            JSONForm.Member(part.rawValue, form(of: part, explains: explains))
        }
        guard hasReasons else { return members }
        return members + [.init("decidedBy", decidedBy.map { .number($0) } ?? .null)]
    }

    private func form(of part: Part, explains: Bool) -> JSONForm {
        switch (part, configuration) {
        case (.reasons, _): .list(reasons.map { $0.form(explains: explains) })
        case (.value, let result?): result.value?.form ?? .null
        case (.conflict, let result?): .boolean(result.hasConflict)
        case (.challenges, _): .list((challenges ?? []).map { .string($0.rawValue) })
        default: .string(orNull: text(of: part))
        }
    }
}

extension Answer: Encodable {
    /// Encodes the members that `demarc` writes for an answer with `--explain`: each reason includes its sentence.
    public func encode(to encoder: any Encoder) throws {
        try JSONForm.object(members(explains: true)).encode(to: encoder)
    }
}

extension AppConfigurationValue {
    /// The value as the JSON type that corresponds to its type.
    package var form: JSONForm {
        switch self {
        case .string(let text), .token(let text): .string(text)
        case .boolean(let value): .boolean(value)
        case .number(let value): Int(exactly: value).map { .number($0) } ?? .real(value)
        }
    }
}

extension AccountID {
    /// The acting account, under `user`: null for no account.
    package var userForm: JSONForm { isNoUser ? .null : .string(canonical) }
}

extension Reason {
    /// The reason as a JSON object.
    ///
    /// - Parameter explains: Whether to include its sentence.
    /// - Returns: The object.
    package func form(explains: Bool) -> JSONForm {
        .object([
            "code": .string(code.rawValue), "rule": .string(orNull: rule?.id), "setting": .string(orNull: setting),
            "at": .string(orNull: location?.description), "action": action.map { .string($0.rawValue) },
            "fact": fact.map { .string($0.rawValue) }, "limit": limit.map { .string($0) },
            "message": explains ? .string(message) : nil,
        ])
    }

    /// The reason as one line for people: its code, its sentence, and the rule or setting it comes from.
    package var line: String {
        let source = [rule?.id ?? setting, location?.description].compactMap(\.self)
        return "\(code.rawValue): \(message)" + (source.isEmpty ? "" : " [\(source.joined(separator: " "))]")
    }
}

extension RuleReference {
    /// A rule that lost, as a JSON object.
    package var form: JSONForm {
        .object([
            "rule": .string(id), "class": .string(urlClass.rawValue), "at": .string(location.description),
        ])
    }
}

extension URLParsingError {
    /// The error as a JSON object.
    package var form: JSONForm { .object(["code": .string(rawValue), "message": .string(description)]) }
}
