import ByteText
import DemarcEngine
package import PolicyModel
import QuestionAnswering
import RuleIndex

/// Plays scenarios in Swift and writes down what a host in another language must do to ask the same: a ``Transcript``.
package struct TranscriptRecorder {
    /// Why a scenario has no transcript.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let file: ScenarioFile
    private var compiled: [CompiledPolicy?]

    /// Makes a recorder of the scenarios of one file.
    package init(_ file: ScenarioFile) {
        self.file = file
        compiled = Array(repeating: nil, count: file.policies.count)
    }

    /// Plays a scenario to its end, whatever it expects.
    ///
    /// - Throws: ``Failure`` where it cannot be played, or does something that no host can.
    package mutating func record(_ scenario: Scenario) throws -> Transcript {
        let host = ScenarioHost(policy(scenario.policy), for: scenario)
        var writer = OperationWriter()
        let signedIn = host.signedIn
        do throws(QuestionError) {
            let given = try host.complete(scenario.given)
            try writer.write(given, before: host)
            try host.apply(given)
            for step in scenario.steps {
                try writer.write(step.given, before: host)
                try host.apply(step.given)
                // Facts and time are the host's own: other hosts say them with each question.
                let asked = host.statelessForm(of: step.question)
                let answer = try host.answer(to: step.question)
                if let asked { writer.writeAnswer(answer, to: asked, of: host) }
            }
        } catch {
            throw Failure(description: "\(scenario.location): \(error)")
        }
        if let failure = writer.failure { throw Failure(description: "\(scenario.location): \(failure)") }
        return Transcript(
            name: scenario.name,
            location: scenario.location.description,
            policy: scenario.policy,
            signedIn: signedIn,
            operations: writer.operations
        )
    }

    /// The compiled policy at a position, as a file.
    package mutating func compiledFile(_ position: Int) throws -> [UInt8] {
        let bytes = try policy(position).compiledFile()
        return (0..<bytes.count).map { bytes.span[$0] }
    }

    private mutating func policy(_ position: Int) -> CompiledPolicy {
        if let known = compiled[position] { return known }
        let policy = CompiledPolicy(file.policies[position].document)
        compiled[position] = policy
        return policy
    }
}

/// Writes what is given and asked as operations of a host.
private struct OperationWriter {
    private(set) var operations: [JSONForm] = []
    /// What no host can do, where a scenario asks for it.
    private(set) var failure: String?
    private var windows: Set<String> = []

    // MARK: Given

    mutating func write(_ given: ScenarioGiven, before host: ScenarioHost) throws(QuestionError) {
        if let app = given.app { write("app", ["app": .string(app.bundleID)]) }
        if let isEnrolled = given.mdmEnrolled { write("mdmEnrolled", ["is": .boolean(isEnrolled)]) }
        if let apps = given.installed { write("installed", ["apps": .list(apps.map { .string($0.bundleID) })]) }
        open(given.window)
        if let process = given.process { write(process, level: .process) }
        if let user = given.user { write(user, level: .ui) }
        for view in given.views where view.opener == nil { write(view, before: host) }
        for view in given.views { if let page = view.page { write(page, of: view.id) } }
        // A view that is opened has its opener's page, which must be there by then.
        for view in given.views where view.opener != nil {
            if host.engine.view(named: view.id) != nil { failure = "no host can say who opened a view that is there" }
            write(view, before: host)
        }
        if let task = given.task {
            let account = task.accounts.first
            let question = Question.switchIdentity(to: account, at: .task)
            let request: JSONForm = .object(["when": question.form()])
            write("ask", ["request": request, "expected": .object(["verdict": .string("success")])])
        }
    }

    private mutating func write(_ identity: ScenarioGiven.Identity, level: Question.Level) {
        let names = identity.accounts.map { JSONForm.string($0.description) }
        switch identity {
        case .accounts where names.count > 1:
            write("showAccounts", ["accounts": .list(names), "level": .string(level.rawValue)])
        case .accounts:
            write("switchIdentity", ["to": names.first ?? .string("none"), "level": .string(level.rawValue)])
        case .unset: write("switchIdentity", ["to": .null, "level": .string(level.rawValue)])
        }
    }

    private mutating func write(_ view: ScenarioGiven.View, before host: ScenarioHost) {
        open(view.window)
        let (name, parent) = (JSONForm.string(view.id), view.parent.map { JSONForm.string($0) })
        let window = view.window.map { JSONForm.string($0.name) }
        let policy = view.policy.map { JSONForm.string($0.rawValue) }
        if host.engine.view(named: view.id) != nil {
            if let parent { write("moveView", ["view": name, "parent": parent]) }
            if let window { write("moveView", ["view": name, "window": window]) }
            if let policy { write("setPolicy", ["view": name, "policy": policy]) }
        } else {
            write(
                "addView",
                [
                    "view": name, "isContainer": .boolean(host.isContainer(view.id)), "parent": parent,
                    "policy": policy, "window": window, "opener": view.opener.map { .string($0) },
                ]
            )
        }
        if let document = view.document { write("setDocument", ["view": name, "url": .string(document)]) }
    }

    private mutating func write(_ page: ScenarioGiven.Page, of view: String) {
        let (word, account): (String, AccountID?) =
            switch page {
            case .external: ("external", nil)
            case .internal: ("internal", nil)
            case .loadedFor(let account): ("loadedFor", account)
            }
        write(
            "setPage",
            ["view": .string(view), "page": .string(word), "account": account.map { .string($0.description) }]
        )
    }

    // MARK: Asked

    mutating func writeAnswer(_ answer: Answer, to question: Question, of host: ScenarioHost) {
        if case .switchIdentity(_, _, let window) = question { open(window) }
        let request = JSONForm.object(["window": host.window.map { .string($0.name) }, "when": Self.form(of: question)])
        let expected = [JSONForm.Member("request", question.form())] + answer.members(explains: false)
        write("ask", ["request": request, "expected": .object(expected)])
        // Where it was allowed, it is carried out.
        guard case .navigate(_, let view, _, _, _) = question else { return }
        write("didNavigate", ["view": .string(orNull: view ?? host.engine.names.onlyWebView)])
    }

    /// The question as it is asked: with its PIN, which no report has.
    private static func form(of question: Question) -> JSONForm {
        guard case .pin(let candidate, let isReused, let account) = question else { return question.form() }
        let members: KeyValuePairs<String, JSONForm?> = [
            "candidate": .string(candidate.text), "reused": .boolean(isReused),
            "account": account.map { .string($0.description) },
        ]
        return .object(["pin": .object(members)])
    }

    // MARK: Writing

    private mutating func open(_ window: WindowID?) {
        guard let window, windows.insert(window.name).inserted else { return }
        write("openWindow", ["window": .string(window.name)])
    }

    private mutating func write(_ name: String, _ members: KeyValuePairs<String, JSONForm?>) {
        let present = members.compactMap { key, value in value.map { JSONForm.Member(key, $0) } }
        operations.append(.object([JSONForm.Member("operation", .string(name))] + present))
    }
}
