import ByteText
import Diagnostics
import DocumentReading
import PolicyModel

/// `given`: the state before something is asked, on top of the file's `defaults`.
extension ScenarioReading {
    /// The state that `defaults` give under a policy.
    func defaults(_ policy: ScenarioPolicy?) -> ScenarioDefaults {
        if let known = policy?.defaults { return known }
        hasReadDefaults = true
        var scope = ScenarioScope(policy?.names)
        let given = defaultGiven.map { questions.given($0, &scope) } ?? ScenarioGiven()
        let defaults = ScenarioDefaults(given: given, scope: scope)
        policy?.defaults = defaults
        return defaults
    }

    /// The state of a scenario, on top of the defaults.
    func given(_ node: DocumentNode?, over defaults: ScenarioDefaults, _ scope: inout ScenarioScope) -> ScenarioGiven {
        scope = defaults.scope
        var given = defaults.given
        guard let node else { return given }
        let errorCount = reading.errorCount
        let own = questions.given(node, &scope)
        given.user = own.user ?? given.user
        given.process = own.process ?? given.process
        given.task = own.task ?? given.task
        given.app = own.app ?? given.app
        given.installed = own.installed ?? given.installed
        given.mdmEnrolled = own.mdmEnrolled ?? given.mdmEnrolled
        given.window = own.window ?? given.window
        given.now = own.now ?? given.now
        given.device = own.device?.or(given.device ?? DeviceFacts()) ?? given.device
        given.access = own.access?.or(given.access ?? AccessState()) ?? given.access
        if !own.views.isEmpty, reading.errorCount == errorCount {
            given.views = questions.arranged(scope.views.all, in: scope, at: node.place)
        }
        return given
    }
}

/// The views that a scenario as written adds to its policy, and the views that it names, in all combinations of its
/// matrix.
struct AddedViews {
    /// The place of each added view, and the policy that lacks it.
    var added: [String: (place: DocumentNode.Place, policy: PolicyNames)] = [:]
    /// The views that a request is about.
    var asked: Set<String> = []
    /// The views of each situation.
    ///
    /// They are looked at only if a view is added: those of `defaults` are in the situation of every scenario.
    var situations: [[ScenarioGiven.View]] = []

    /// The views that decide something: those that a request is about, and those that contain or opened one of them, or
    /// a view that is not added. Added views that name only each other are not among them.
    ///
    /// - Complexity: O(*n*) in the views and what they name.
    var used: Set<String> {
        // By view, the views that contain it or opened it.
        var related: [String: Set<String>] = [:]
        for view in situations.joined() {
            related[view.id, default: []].formUnion([view.parent, view.opener].compactMap(\.self))
        }
        var used = asked
        for (id, others) in related where added[id] == nil { used.formUnion(others) }
        var rest = Array(used)
        while let id = rest.popLast() {
            for other in related[id] ?? [] where used.insert(other).inserted { rest.append(other) }
        }
        return used
    }
}

extension ScenarioReading {
    /// Reads a scenario or claim, and reports the views that it adds and names nowhere. They decide nothing, so one of
    /// them is probably a misspelled view of the policy.
    func reportingUnnamedViews(_ read: () -> Void) {
        addedViews = AddedViews()
        let errorsBefore = reading.errorCount
        read()
        // A request with a mistake may be the one that names the view.
        guard reading.errorCount == errorsBefore, !addedViews.added.isEmpty else { return }
        let used = addedViews.used
        for (id, view) in addedViews.added.sorted(on: { $0.key }) where !used.contains(id) {
            // A probable misspelling has already been reported.
            guard questions.nearestView(to: id, in: view.policy) == nil else { continue }
            reading.report(
                .unknownName,
                "the policy has no view `\(Quoted.word(id))`, and nothing names the one that is added",
                at: view.place,
                severity: .warning,
                help: "name it in a request, `parent` or `opener`, or remove it"
            )
        }
    }

    /// Notes the views of a situation, and of what is asked in it.
    ///
    /// - Parameters:
    ///   - node: The situation as written, without the file's `defaults`, which need not suit every scenario.
    ///   - given: The situation.
    ///   - question: The question; nil if there is none.
    ///   - policy: The names of the policy; nil if the policy cannot be used.
    func noteViews(_ node: DocumentNode?, _ given: ScenarioGiven, _ question: Question?, _ policy: PolicyNames?) {
        guard let policy else { return }
        for entry in node?.entries(of: "views") ?? []
        where policy.views[entry.key] == nil && addedViews.added[entry.key] == nil {
            addedViews.added[entry.key] = (entry.keyPlace, policy)
        }
        addedViews.situations.append(given.views)
        addedViews.asked.formUnion(question?.views ?? [])
    }
}

extension DocumentNode {
    /// How many values each scenario has from this `given` of `defaults`; a long text counts as several.
    var valueCount: Int {
        switch content {
        case .scalar(let text, _): text.utf8.count / 256
        case .sequence(let elements): elements.reduce(elements.count) { $0 + $1.valueCount }
        case .mapping(let entries):
            entries.reduce(entries.count) { $0 + $1.key.utf8.count / 256 + $1.value.valueCount }
        }
    }

    /// The entries of a mapping in this mapping.
    fileprivate func entries(of key: String) -> [Entry] {
        guard case .mapping(let entries) = content,
            case .mapping(let inner)? = entries.first(where: { $0.key == key })?.value.content
        else { return [] }
        return inner
    }
}
