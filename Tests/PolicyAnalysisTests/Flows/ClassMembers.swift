import PolicyModel
import RuleIndex
import URLMatching

@testable import PolicyAnalysis

/// A decision without texts of its own URL, and without the rule or line that caused it.
struct Said: Hashable {
    var verdict: Verdict
    var destination: Destination?
    var page: PageClassification?
    var reasons: [String]

    init(_ step: FlowStep) {
        verdict = step.verdict
        destination = step.destination
        page = step.page
        reasons = step.reasons.map { "\($0.code.rawValue) \($0.setting ?? "") \($0.policy ?? "")" }
    }
}

/// A member of a class of requests, which may replace a member of another class.
struct ClassMember {
    /// What distinguishes the class. Except for the signature of a URL, it comes from the document and not from the
    /// code under test.
    var key: [(name: String, value: String)]
    var name: String
    /// The request with this member in its hole, or nil if the request has no hole.
    var fill: (FlowRequest) -> FlowRequest?

    /// The difference between two members.
    func difference(from other: ClassMember) -> String {
        let parts = zip(key, other.key).filter { $0.value != $1.value }.map { ($0.0.name, $0.0.value, $0.1.value) }
        // Each pair of words is a difference of its own.
        if parts.count == 1, ["value", "scheme"].contains(parts[0].0) {
            return "\(parts[0].0) \([parts[0].1, parts[0].2].sorted().joined(separator: "/"))"
        }
        return parts.map(\.0).joined(separator: "+")
    }
}

/// The members of every dimension of a document, one for each class.
struct ClassMembers {
    let document: PolicyDocument
    let policy: CompiledPolicy

    init(_ policy: CompiledPolicy) { (self.policy, document) = (policy, policy.document) }

    /// All members, by dimension.
    func all(urls: [String]) -> [(dimension: String, members: [ClassMember])] {
        [("account", accounts), ("app", apps), ("view", views), ("length", lengths), ("url", self.urls(urls))]
            + words + [("page", pages), ("enrolled", enrolled)]
    }

    private func firstOfEach(_ members: [ClassMember]) -> [ClassMember] {
        var seen: Set<[String]> = []
        return members.filter { seen.insert($0.key.map(\.value)).inserted }
    }

    // MARK: Names

    private var accounts: [ClassMember] {
        let members = document.accounts.accounts.enumerated().map { position, account in
            let organization = policy.identityOfAccount[position]?.organization
            let key = [
                (name: "organization", value: "\(organization.map(String.init) ?? "none")"),
                (name: "policy", value: account.policy ?? "none"),
            ]
            return ClassMember(key: key, name: account.id.canonical) { request in
                let fields = request.question.values.filter { $0.value.account != nil }.map(\.key)
                var filled = request
                guard let field = fields.min(by: { $0.rawValue < $1.rawValue }) else {
                    filled.user = account.id
                    return filled
                }
                return request.setting(field) { $0.filled(with: account.id) }
            }
        }
        return firstOfEach(members)
    }

    private var apps: [ClassMember] {
        let members = (document.apps ?? []).map { app in
            let key = [
                (name: "organization", value: app.organization ?? "none"), (name: "managed", value: "\(app.isManaged)"),
                (name: "policy", value: app.policy ?? "none"), (name: "device", value: "\(app.isMDMManaged)"),
                (name: "schemes", value: "\(Set(app.schemes).sorted())"),
                (name: "links", value: "\(app.universalLinks)"),
            ]
            return ClassMember(key: key, name: app.id.bundleID) { request in
                let fields = request.question.values.filter { $0.value.app != nil }.map(\.key)
                guard let field = fields.min(by: { $0.rawValue < $1.rawValue }) else { return nil }
                return request.setting(field) { if case .place = $0 { .place(.app(app.id)) } else { .app(app.id) } }
            }
        }
        return firstOfEach(members)
    }

    private var views: [ClassMember] {
        let members = document.views.map { view in
            let key = [
                (name: "tag", value: view.policy.rawValue), (name: "rules", value: view.ruleSet ?? "none"),
                (name: "document", value: view.document ?? "none"),
            ]
            return ClassMember(key: key, name: view.id) { request in
                let fields = request.question.values.filter { $0.value.view(of: $0.key) != nil }.map(\.key)
                guard let field = fields.min(by: { $0.rawValue < $1.rawValue }),
                    let old = request.question.values[field]?.view(of: field)
                else { return nil }
                var filled = request.setting(field) { $0.filled(withView: view.id) }
                filled?.pages[old] = nil
                filled?.pages[view.id] = request.pages[old]
                return filled
            }
        }
        return firstOfEach(members)
    }

    private var lengths: [ClassMember] {
        ([0] + RequestClasses(policy).lengths).map { length in
            ClassMember(key: [(name: "length", value: "\(length)")], name: "\(length)") { request in
                guard request.question.values[.type] == .text("text") else { return nil }
                return request.setting(.characters) { _ in .count(length) }
            }
        }
    }

    private func urls(_ urls: [String]) -> [ClassMember] {
        let reading = URLSignature.Reading(policy)
        let members = urls.map { url in
            let parts = Mirror(reflecting: reading.signature(of: url)).children
            let key = parts.map { (name: $0.label ?? "", value: "\($0.value)") }
            return ClassMember(key: key, name: url) { $0.setting(.url) { _ in .text(url) } }
        }
        return firstOfEach(members)
    }

    // MARK: Words

    /// Every word of every field that has words, by question.
    private var words: [(dimension: String, members: [ClassMember])] {
        Claim.Flow.questions.flatMap { kind in
            kind.fields.compactMap { row -> (String, [ClassMember])? in
                let values: [(String, Question.FieldValue)]
                switch row.form {
                case .word(_, let words): values = words.map { ($0, .text($0)) }
                case .boolean: values = [("false", .boolean(false)), ("true", .boolean(true))]
                default: return nil
                }
                let members = values.map { name, value in
                    ClassMember(key: [(name: "value", value: name)], name: name) { request in
                        guard request.question.kind == kind else { return nil }
                        var values = request.question.values
                        values[row.field] = value
                        // Only text has a length.
                        if row.field == .type, name != "text" { values[.characters] = nil }
                        return Question(kind, values).map { request.asking($0) }
                    }
                }
                return ("\(kind.rawValue).\(row.field.rawValue)", members)
            }
        }
    }

    /// What the view of a question shows.
    private var pages: [ClassMember] {
        let user = document.accounts.managed.first?.id ?? .noUser
        let pages: [(String, ScenarioGiven.Page)] = [
            ("internal", .internal), ("external", .external), ("loaded", .loadedFor(user)),
            ("nobody", .loadedFor(.noUser)),
        ]
        return pages.map { name, page in
            ClassMember(key: [(name: "value", value: name)], name: name) { request in
                let fields = request.question.values.filter { $0.value.view(of: $0.key) != nil }
                guard
                    let view = fields.min(by: { $0.key.rawValue < $1.key.rawValue }).flatMap({
                        $0.value.view(of: $0.key)
                    })
                else { return nil }
                var filled = request
                filled.pages[view] = page
                return filled
            }
        }
    }

    private var enrolled: [ClassMember] {
        [false, true].map { isEnrolled in
            ClassMember(key: [(name: "value", value: "\(isEnrolled)")], name: "\(isEnrolled)") { request in
                var filled = request
                filled.isEnrolled = isEnrolled
                return filled
            }
        }
    }
}

extension FlowRequest {
    func asking(_ question: Question) -> FlowRequest {
        var request = self
        request.question = question
        return request
    }

    /// The request with another value of a field, or nil if it does not have the field.
    fileprivate func setting(
        _ field: Question.Field,
        _ value: (Question.FieldValue) -> Question.FieldValue?
    ) -> FlowRequest? {
        var values = question.values
        guard let old = values[field], let new = value(old) else { return nil }
        values[field] = new
        return Question(question.kind, values).map(asking)
    }

    /// How often the request names an account, an app or a view.
    func mentions(of name: String) -> Int {
        let values = question.values.map { field, value in
            [value.account?.canonical, value.app?.bundleID, value.view(of: field)].compactMap(\.self).count {
                $0 == name
            }
        }
        let shown = pages.map { view, page in
            if case .loadedFor(let account) = page {
                (view == name ? 1 : 0) + (account.canonical == name ? 1 : 0)
            } else {
                view == name ? 1 : 0
            }
        }
        return values.reduce(0, +) + shown.reduce(0, +) + (user.canonical == name ? 1 : 0)
    }
}

extension Question.FieldValue {
    fileprivate var account: AccountID? {
        switch self {
        case .account(let account), .place(.account(let account)): account
        default: nil
        }
    }

    fileprivate var app: AppID? {
        switch self {
        case .app(let app), .place(.app(let app)): app
        default: nil
        }
    }

    fileprivate func view(of field: Question.Field) -> String? {
        switch self {
        case .text(let view) where field == .view: view
        case .place(.view(let view)), .place(.externalFrame(let view)): view
        default: nil
        }
    }

    fileprivate func filled(with account: AccountID) -> Self {
        if case .place = self { .place(.account(account)) } else { .account(account) }
    }

    fileprivate func filled(withView view: String) -> Self {
        switch self {
        case .place(.externalFrame): .place(.externalFrame(view))
        case .place: .place(.view(view))
        default: .text(view)
        }
    }
}
