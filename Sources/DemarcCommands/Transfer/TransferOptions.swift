import ArgumentParser
import PolicyAnalysis
import PolicyModel

/// What all questions about transfers have in common.
struct TransferOptions: ParsableArguments {
    @Flag(help: "Device management has the device.")
    var mdmEnrolled = false

    @Option(help: ArgumentHelp("This app. Default: the id of the document's app.", valueName: "id"))
    var app: String?

    @OptionGroup(title: "Policy") var policy: DocumentOptions
    @OptionGroup(title: "Output") var output: QuestionOptions

    @Option(
        help: ArgumentHelp(
            "Exit with 1 where this is the verdict. Repeat it, or separate with commas.",
            valueName: "verdict"
        )
    )
    var failOn: [FailureList<TransferFailure>] = []

    /// Asks one question and writes the answer.
    func ask(_ request: ScenarioRequest) throws { try ask { _ in request } }

    /// Asks one question that depends on what the document names, and writes the answer.
    func ask(_ request: (borrowing QuestionSession) -> ScenarioRequest) throws {
        var session = try session()
        let request = request(session)
        let answer = try session.answer(to: request)
        var report = try QuestionReport(output, of: session)
        report.write([.init(request: request, answer: answer)])
        try report.finish()
        try fail(on: [answer])
    }

    /// Asks the same of every location and writes the answers.
    ///
    /// - Parameters:
    ///   - locations: The locations.
    ///   - field: The field of the request that names the location.
    ///   - request: Makes the request for a location.
    /// - Throws: An exit code, or ``CommandError``.
    func ask<Location: RawRepresentable>(
        _ locations: [Location],
        field: String,
        _ request: (Location) -> ScenarioRequest
    ) throws where Location.RawValue == String {
        var session = try session()
        var answers: [(name: String, answered: QuestionReport.Answered)] = []
        for location in locations {
            let request = request(location)
            answers.append((location.rawValue, .init(request: request, answer: try session.answer(to: request))))
        }
        var report = try QuestionReport(output, of: session)
        report.write(answers, field: field)
        try report.finish()
        try fail(on: answers.map(\.answered.answer))
    }

    private func session() throws -> QuestionSession {
        let given = ScenarioGiven(app: app.map { AppID($0) }, mdmEnrolled: mdmEnrolled)
        return try QuestionSession(policy, given: given, explains: output.explain)
    }

    private func fail(on answers: [ScenarioAnswer]) throws {
        let failures = failOn.flatMap(\.values).map(\.rawValue)
        if answers.contains(where: { failures.contains($0.verdict) }) { throw ExitStatus.findings }
    }
}
