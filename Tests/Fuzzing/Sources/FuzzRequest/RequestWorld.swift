import RequestReading

/// A policy with rules that distinguish the readings of a request.
struct RequestWorld: Sendable {
    static let shared = RequestWorld()

    let engine: PolicyEngine
    let view: ViewID

    private init() {
        let place = SourceLocation(path: "fuzz", line: 1, column: 1)
        func rule(_ id: String, _ urlClass: URLClass, _ key: MatcherKey, _ text: String) -> Rule {
            guard let matcher = try? Matcher(key: key, text: text) else { fatalError("the rule \(text)") }
            return Rule(
                id: id,
                urlClass: urlClass,
                conditions: [Condition(key: key, alternatives: [matcher])],
                location: place
            )
        }
        let rules = [
            rule("good", .internal, .domain, "good.test"),
            rule("admin", .blocked, .pattern, "*://good.test/admin/*"),
            rule("out", .external, .pattern, "*://good.test/out/*"),
            rule("evil", .blocked, .domain, "evil.test"),
            rule("plain", .blocked, .pattern, "http://good.test/plain/*"),
            rule("role", .blocked, .chrome, "good.test/q?role=admin"),
        ]
        let ruleSet = RuleSet(name: "rules", defaultClass: .external, defaultLocation: place, rules: rules)
        let document = PolicyDocument(
            policies: ["p": AppProtectionPolicy(name: "p")],
            accounts: AccountDirectory([Account(id: AccountID("dana"), policy: "p")]),
            user: AccountID("dana"),
            ruleSets: [ruleSet],
            views: [ViewDeclaration(id: "v", policy: .currentIdentity, ruleSet: "rules")]
        )
        engine = PolicyEngine(document)
        guard let view = engine.view(named: "v") else { fatalError("no view") }
        self.view = view
    }

    /// A binding chosen by the bits of a byte.
    static func binding(_ choices: UInt8) -> RequestBinding {
        RequestBinding(
            view: "v",
            scheme: choices & 1 == 0 ? .https : choices & 2 == 0 ? .http : .claimed,
            absentAccount: choices & 4 == 0 ? .account(AccountID("dana")) : .lockDown,
            comparesSNI: choices & 8 != 0,
            tunnels: choices & 16 == 0 ? .opaque : .inspected,
            frames: choices & 32 == 0 ? .top : .secFetch
        )
    }
}
