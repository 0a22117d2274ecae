import ArgumentParser
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
    func ask(_ question: Question) throws { try ask { _ in question } }

    /// Asks one question that depends on what the document names, and writes the answer.
    func ask(_ question: (borrowing QuestionSession) -> Question) throws {
        var session = try session()
        let question = question(session)
        let answer = try session.answer(to: question)
        var report = try QuestionReport(output, of: session)
        report.write([.init(question: question, answer: answer)])
        try report.finish()
        try fail(on: [answer])
    }

    /// Asks the same of every location and writes the answers.
    ///
    /// - Parameters:
    ///   - locations: The locations.
    ///   - field: The field of the question that names the location.
    ///   - question: Makes the question for a location.
    /// - Throws: An exit code, or ``CommandError``.
    func ask<Location: RawRepresentable>(
        _ locations: [Location],
        field: Question.Field,
        _ question: (Location) -> Question
    ) throws where Location.RawValue == String {
        var session = try session()
        var answers: [(name: String, answered: QuestionReport.Answered)] = []
        for location in locations {
            let question = question(location)
            answers.append((location.rawValue, .init(question: question, answer: try session.answer(to: question))))
        }
        var report = try QuestionReport(output, of: session)
        report.write(answers, field: field)
        try report.finish()
        try fail(on: answers.map(\.answered.answer))
    }

    private func session() throws -> QuestionSession {
        let device = QuestionDevice(app: app.map { AppID($0) }, isEnrolled: mdmEnrolled)
        return try QuestionSession(policy, on: device, explains: output.explain)
    }

    private func fail(on answers: [Answer]) throws {
        let failures = failOn.flatMap(\.values).map(\.rawValue)
        if answers.contains(where: { failures.contains($0.verdictName) }) { throw ExitStatus.findings }
    }
}

/// A verdict that makes `demarc transfer` exit with 1 where `--fail-on` names it.
enum TransferFailure: String, CaseIterable {
    case block, allowEncrypted, allowAsOrganizationData, switchAccount
}

/// What the questions about locations have in common: whose the location is, and whether all of them are asked about.
struct LocationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The account that owns the location. Default: none.", valueName: "account"))
    var account: String?

    @Flag(help: "Ask about every location.")
    var allLocations = false

    /// The account that owns the location.
    var owner: AccountID? { account.map { AccountID(named: $0) } }

    /// Makes sure that either one location or all of them are asked about.
    func check(isNamed: Bool, by option: String) throws {
        guard isNamed == allLocations else { return }
        throw ValidationError("Name a location with \(option), or ask about all of them with --all-locations.")
    }
}
