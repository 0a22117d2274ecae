import Diagnostics
package import URLStandard

/// The JSON forms of questions and answers, which every command, report and host writes through these.
extension Question {
    /// The question as scenario files write it: an object with one member named after what is asked.
    ///
    /// - Parameter omitted: A field that is left out.
    /// - Returns: The object.
    package func json(without omitted: Field? = nil) -> String {
        let values = values
        let members = kind.fields.compactMap { rule in
            rule.field == omitted
                ? nil : values[rule.field].map { "\(JSONText.string(rule.field.rawValue)):\($0.json)" }
        }
        return "{\"\(kind.rawValue)\":{\(members.joined(separator: ","))}}"
    }
}

extension Question.FieldValue {
    fileprivate var json: String {
        switch self {
        case .text(let text): JSONText.string(text)
        case .boolean(let isTrue): "\(isTrue)"
        case .count(let count): "\(count)"
        case .account(let account): JSONText.string(account.description)
        case .app(let app): JSONText.string(app.bundleID)
        case .place(.externalFrame(let view)): "{\"view\":\(JSONText.string(view)),\"frame\":\"external\"}"
        case .place(let place): JSONText.string(place.name)
        case .pasteboard: "\"pasteboard\""
        case .unset: "\"unset\""
        }
    }
}

extension Answer {
    /// A part of an answer by its name in the JSON form.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        /// What the host must do, or how an identity question ended.
        case verdict
        /// Where it goes.
        case to
        /// What the host must open instead.
        case route
        /// Whose content the page is.
        case page
        /// What the rule set says of the URL.
        case `class`
        /// The id of the rule that decided.
        case rule
        /// The finer answer of a single setting.
        case value
        /// The account to switch to.
        case account
        /// Why.
        case reasons
    }

    /// The parts that the answer has, in the order of the JSON form. What only some questions have is left out where
    /// there is nothing of it; everything else is null then.
    public var parts: [Part] {
        switch outcome {
        case .identity: [.verdict]
        case .navigation: Part.allCases.filter { has($0) }
        case .decision: Part.allCases.filter { $0 != .page && $0 != .class && $0 != .rule && has($0) }
        }
    }

    private func has(_ part: Part) -> Bool {
        switch part {
        case .account: account != nil
        case .value: value != nil
        case .verdict, .to, .route, .page, .class, .rule, .reasons: true
        }
    }

    /// A part as a text; nil where there is nothing of it, and for the reasons.
    public func text(of part: Part) -> String? {
        switch part {
        case .verdict: verdictName
        case .to: destination?.rawValue
        case .route: route
        case .page: page?.rawValue
        case .class: urlClass?.rawValue
        case .rule: rule?.id
        case .account: account?.description
        case .value: value?.rawValue
        case .reasons: nil
        }
    }

    /// The answer to a question as a JSON object.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - user: Who acts; ``AccountID/noUser`` is null.
    ///   - explains: Whether reasons bring their sentences, and the rules that matched too and lost are named.
    /// - Returns: The object, on one line.
    package func json(to question: Question, as user: AccountID, explains: Bool) -> String {
        "{\"request\":\(question.json()),\"user\":\(user.userJSON),\(jsonMembers(explains: explains))}"
    }

    /// The members of that object that are the answer's own, without the braces.
    package func jsonMembers(explains: Bool) -> String {
        var members = [jsonParts(explains: explains)]
        if explains { members.append("\"overridden\":[\(overridden.map(\.json).joined(separator: ","))]") }
        if let parsingError { members.append("\"error\":\(parsingError.json)") }
        return members.joined(separator: ",")
    }

    /// The parts alone as members of a JSON object, without the braces.
    ///
    /// - Parameter explains: Whether reasons bring their sentences.
    /// - Returns: The members.
    package func jsonParts(explains: Bool) -> String {
        parts.map { part in
            let value =
                part == .reasons
                ? "[\(reasons.map { $0.json(explains: explains) }.joined(separator: ","))]"
                : text(of: part).map(JSONText.string) ?? "null"
            return "\(JSONText.string(part.rawValue)):\(value)"
        }
        .joined(separator: ",")
    }
}

extension AccountID {
    /// Who acts, under `user`: null for no account.
    package var userJSON: String { isNoUser ? "null" : JSONText.string(canonical) }
}

extension Reason {
    /// The reason as a JSON object.
    ///
    /// - Parameter explains: Whether it brings its sentence.
    /// - Returns: The object.
    package func json(explains: Bool) -> String {
        "{\"code\":\"\(code.rawValue)\""
            + ",\"rule\":\(rule.map { JSONText.string($0.id) } ?? "null")"
            + ",\"setting\":\(setting.map { JSONText.string($0) } ?? "null")"
            + ",\"at\":\(location.map { JSONText.string($0.description) } ?? "null")"
            + (explains ? ",\"message\":\(JSONText.string(message))}" : "}")
    }

    /// The reason in one line for people: its code, its sentence, and the rule or setting it comes from.
    package var line: String {
        let source = [rule?.id ?? setting, location?.description].compactMap(\.self)
        return "\(code.rawValue): \(message)" + (source.isEmpty ? "" : " [\(source.joined(separator: " "))]")
    }
}

extension RuleReference {
    /// A rule that lost as a JSON object.
    package var json: String {
        "{\"rule\":\(JSONText.string(id)),\"class\":\"\(urlClass.rawValue)\""
            + ",\"at\":\(JSONText.string(location.description))}"
    }
}

extension URLParsingError {
    /// The error as a JSON object.
    package var json: String { "{\"code\":\"\(rawValue)\",\"message\":\(JSONText.string(description))}" }
}
