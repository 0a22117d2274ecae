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
