extension ReaderCode {
    /// Scenario files.
    static let ofScenarios: [ReaderCode] = [
        ReaderCode(
            "too-many-scenarios",
            "too many scenarios",
            "The file and its matrices make more scenarios than are read.",
            page: "ScenarioFiles"
        ),
        ReaderCode(
            "too-many-policies",
            "too many policies",
            "The scenarios name or patch more policies than are read.",
            page: "ScenarioFiles"
        ),
        ReaderCode(
            "unknown-variable",
            "unknown variable",
            "`${name}` is not a variable of the scenario's matrix.",
            page: "ScenarioFiles"
        ),
        ReaderCode(
            "unused-variable",
            "unused variable",
            "The matrix has a variable that the scenario does not use.",
            page: "ScenarioFiles"
        ),
        ReaderCode(
            "several-requests",
            "several requests in one step",
            "A step asks one question; use `steps` for several.",
            page: "ScenarioFiles"
        ),
        ReaderCode(
            "nothing-copied",
            "nothing copied",
            "A step pastes from the pasteboard, and no step before it copied anything.",
            page: "ScenarioFiles"
        ),
        ReaderCode(
            "expects-nothing",
            "nothing expected",
            "A step or file expects nothing, so it cannot fail.",
            page: "ScenarioFiles"
        ),
    ]
}
