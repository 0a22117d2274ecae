import ByteText
import Diagnostics
package import PolicyModel
import Scenarios

/// Writes scenarios as a scenario file, so that the counterexample to a claim becomes a regression test.
///
/// The output is YAML with values in JSON syntax, so it can contain any text.
package struct ScenarioFileText {
    /// A reference to a policy document in a scenario file.
    package struct Policy: Hashable {
        /// The path, relative to the folder of the scenario file.
        package var path: String
        /// The display name of the policy, if the file is a Graph export with several.
        package var displayName: String?

        /// Creates a reference.
        package init(path: String, displayName: String? = nil) { (self.path, self.displayName) = (path, displayName) }

        fileprivate var form: JSONForm {
            guard let displayName else { return .string(path) }
            return .object(["file": .string(path), "displayName": .string(displayName)])
        }
    }

    private let note: String

    /// Creates a writer.
    ///
    /// - Parameter note: A description of the file, for its first line.
    package init(note: String) { self.note = note }

    /// The text of the file.
    ///
    /// - Parameter scenarios: The scenarios with their policies; at least one, because a file without scenarios is an
    ///   error.
    /// - Returns: The text, which ends with a line break.
    /// - Complexity: O(*n*) in the length of the text.
    package func text(of scenarios: [(scenario: Scenario, policy: Policy)]) -> String {
        var names: Set<String> = []
        let first = scenarios.first?.policy
        var text = "# \(VisibleText.of(note))\ndemarc-test: 1\n"
        if let first { text += "policy: \(first.form.text)\n" }
        text += "scenarios:\n"
        for (scenario, policy) in scenarios {
            var name = scenario.name
            var number = 2
            while !names.insert(name).inserted {
                name = "\(scenario.name) (\(number))"
                number += 1
            }
            text += self.text(of: scenario, named: name, policy == first ? nil : policy)
        }
        return text
    }

    private func text(of scenario: Scenario, named name: String, _ policy: Policy?) -> String {
        // `${` starts a variable.
        var text = "  - name: \(escaped(JSONText.string(name)))\n"
        if let policy {
            let form = JSONForm.object([
                "file": .string(policy.path), "displayName": policy.displayName.map { .string($0) },
            ])
            text += "    policy: \(escaped(form.text))\n"
        }
        if let given = scenario.given.form { text += "    given: \(escaped(given.text))\n" }
        if scenario.steps.count == 1, let step = scenario.steps.first, step.given.form == nil {
            return text + "    when: \(when(step))\n    then: \(then(step))\n"
        }
        text += "    steps:\n"
        for step in scenario.steps {
            let given = step.given.form.map { "given: \(escaped($0.text))\n        " } ?? ""
            text += "      - \(given)when: \(when(step))\n        then: \(then(step))\n"
        }
        return text
    }

    private func when(_ step: Scenario.Step) -> String { escaped(step.question.form().text) }

    private func then(_ step: Scenario.Step) -> String {
        let members = step.expected.map { JSONForm.Member($0.part.expectationName, $0.form) }
        return escaped(JSONForm.object(members).text)
    }

    private func escaped(_ text: String) -> String {
        // By scalars: U+0D4E and `$` after it are one character in Swift, and a variable still starts there.
        text.replacingScalars("${", with: "$${")
    }
}

extension ScenarioGiven {
    /// The givens in the syntax of `given`, or nil if there are none.
    fileprivate var form: JSONForm? {
        var members: [JSONForm.Member] = []
        for (name, identity) in [("user", user), ("process", process), ("task", task)] {
            guard let identity else { continue }
            members.append(.init(name, identity.form))
        }
        if let app { members.append(.init("app", .string(app.bundleID))) }
        if let installed { members.append(.init("installed", .list(installed.map { .string($0.bundleID) }))) }
        if let mdmEnrolled { members.append(.init("mdmEnrolled", .boolean(mdmEnrolled))) }
        if let window { members.append(.init("window", .string(window.name))) }
        if let now { members.append(.init("now", .string(now.description))) }
        if let device { members.append(.init("device", device.form)) }
        if let access { members.append(.init("access", access.form)) }
        if !views.isEmpty {
            members.append(.init("views", .object(views.map { JSONForm.Member($0.id, $0.form) })))
        }
        return members.isEmpty ? nil : .object(members)
    }
}

extension ScenarioGiven.Identity {
    fileprivate var form: JSONForm {
        switch self {
        case .unset: .string("unset")
        case .accounts(let accounts) where accounts.count == 1: .string(accounts[0].description)
        case .accounts(let accounts): .list(accounts.map { .string($0.description) })
        }
    }
}

extension ScenarioGiven.View {
    fileprivate var form: JSONForm {
        let page: JSONForm? =
            switch self.page {
            case .external?: .string("external")
            case .internal?: .string("internal")
            case .loadedFor(let account)?: .object(["loadedFor": .string(account.description)])
            case nil: nil
            }
        return .object([
            "policy": policy.map { .string($0.rawValue) }, "parent": parent.map { .string($0) },
            "document": document.map { .string($0) }, "window": window.map { .string($0.name) },
            "opener": opener.map { .string($0) }, "page": page,
        ])
    }
}
