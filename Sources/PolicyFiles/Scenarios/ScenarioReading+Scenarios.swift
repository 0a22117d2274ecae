import Diagnostics
import DocumentReading
import PolicyModel

/// A single scenario with its variables replaced.
extension ScenarioReading {
    /// Reads a scenario.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - label: The text that distinguishes it from the others of its matrix.
    func read(_ node: DocumentNode, label: String) {
        guard let fields = reading.fields(node, "a scenario", keys: DocumentKeys.scenario) else { return }
        let name = reading.required("name", of: fields).flatMap { reading.name($0) }.map { $0 + label }
        let policy = policy(
            fields["policy"].map { policyText($0) },
            signsIn: Self.signsIn(fields),
            at: fields.place
        )
        let defaults = defaults(policy?.policy)
        var scope = defaults.scope
        let given = given(fields["given"], over: defaults, &scope)
        noteViews(fields["given"], given, nil, scope.policy)
        scope.unclearUserPlace = fields.keyPlace("name") ?? fields.place
        let steps = steps(fields, &scope)
        guard let name, let place = fields["name"]?.place else { return }
        checkName(name, at: place)
        guard let policy else { return }
        scenarios.append(
            Scenario(
                name: name,
                location: reading.location(of: fields.place),
                policy: policy.position,
                given: given,
                steps: steps
            )
        )
    }

    // MARK: Steps

    private func steps(_ fields: Fields, _ scope: inout ScenarioScope) -> [Scenario.Step] {
        guard fields.has("steps") else {
            let place = fields.keyPlace("when") ?? fields.place
            return step(fields, given: nil, at: place, &scope).map { [$0] } ?? []
        }
        for key in ["when", "then"] {
            guard let place = fields.keyPlace(key) else { continue }
            reading.report(
                .unknownKey,
                "a scenario with `steps` has its `\(key)` in the steps",
                at: place,
                help: "put it into a step, or remove `steps`"
            )
        }
        guard let node = fields["steps"], let elements = reading.elements(node, of: "steps") else { return [] }
        if elements.isEmpty {
            reading.report(.expectsNothing, "the scenario has no step", at: node.place, help: "add one")
        }
        return elements.compactMap { element in
            guard let fields = reading.fields(element, "a step", keys: DocumentKeys.step) else { return nil }
            return step(fields, given: fields["given"], at: element.place, &scope)
        }
    }

    private func step(
        _ fields: Fields,
        given: DocumentNode?,
        at place: DocumentNode.Place,
        _ scope: inout ScenarioScope
    ) -> Scenario.Step? {
        let state = given.map { questions.given($0, &scope) } ?? ScenarioGiven()
        checkUser(&scope)
        let asked = reading.required("when", of: fields, help: "specify what is asked").map {
            questions.question($0, &scope)
        }
        noteViews(given, state, asked?.question, scope.policy)
        let help = "specify the expected answer; a test that expects nothing cannot fail"
        let expected = reading.required("then", of: fields, help: help)
            .map { expectations($0, asked?.kind, asked?.question, scope) }
        guard let question = asked?.question, let expected else { return nil }
        return Scenario.Step(
            given: state,
            question: question,
            expected: expected,
            location: reading.location(of: place)
        )
    }

    /// Whether an account signs in during any step.
    private static func signsIn(_ fields: Fields) -> Bool {
        func asks(_ when: DocumentNode?) -> Bool {
            guard case .mapping(let entries)? = when?.content else { return false }
            return entries.contains { $0.key == Question.Kind.signIn.rawValue }
        }
        if asks(fields["when"]) { return true }
        guard case .sequence(let steps)? = fields["steps"]?.content else { return false }
        return steps.contains { step in
            guard case .mapping(let entries) = step.content else { return false }
            return asks(entries.first { $0.key == "when" }?.value)
        }
    }

    // MARK: The scenario as a whole

    /// Checks that the scenario specifies who acts before anything is asked, if its document has several managed
    /// accounts.
    private func checkUser(_ scope: inout ScenarioScope) {
        guard let policy = scope.policy, policy.needsUser, !scope.namesUser, let place = scope.unclearUserPlace else {
            return
        }
        scope.unclearUserPlace = nil
        let names = policy.document.accounts.managed.prefix(10).map { Quoted.word($0.id.canonical) }
        reading.report(
            .severalManagedAccounts,
            "the policy has several managed accounts and no `user`: it is unclear who acts",
            at: place,
            help: "add `user` to `given` with \(Quoted.list(names + ["none"]))"
        )
    }

    /// Reports two scenarios with the same name, which `--filter` and reports could not distinguish.
    func checkName(_ name: String, at place: DocumentNode.Place) {
        guard let other = names.updateValue(place, forKey: name) else { return }
        reading.report(
            .duplicateName,
            "there are two scenarios `\(Quoted.word(name))`",
            at: place,
            also: other == place ? [] : [other],
            severity: .warning,
            help: "give each a name of its own"
        )
    }
}
