import ArgumentParser
import Diagnostics
import PolicyModel

/// The options that all questions about transfers share.
struct TransferOptions: ParsableArguments {
    @Flag(help: "The device is enrolled in device management.")
    var mdmEnrolled = false

    @Option(
        help: ArgumentHelp("This app. Default: the id of the document's app.", valueName: "id"),
        transform: OptionName.app
    )
    var app: String?

    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 if this is the verdict. Besides block, only `send` has allowEncrypted, and only `receive` has \
            allowAsOrganizationData and switchAccount. Repeat it, or use commas.
            """,
            valueName: "verdict"
        )
    )
    var failOn: [WordList<TransferFailure>] = []
}

/// A command that asks questions about a transfer.
protocol TransferQuestionCommand: ParsableCommand {
    var options: TransferOptions { get }
    var policy: DocumentOptions { get }
    var output: QuestionOptions { get }
}

extension TransferQuestionCommand {
    /// Asks one question and writes the answer.
    func ask(_ question: Question) throws { try ask { _ in question } }

    /// Asks one question that depends on the names in the document, and writes the answer.
    func ask(_ question: (borrowing QuestionSession) throws -> Question) throws {
        var session = try session()
        let question = try question(session)
        try checkFailures(of: question.kind)
        let answer = try session.answer(to: question)
        var report = try QuestionReport(output, of: session)
        report.write([.init(question: question, answer: answer)])
        try report.finish()
        try fail(on: [answer])
    }

    /// Asks the same question about every location, by owner, and writes the answers.
    ///
    /// - Parameters:
    ///   - locations: The locations.
    ///   - field: The field of the question that names the location.
    ///   - account: The account that owns all locations; nil asks for the account that owns or receives the data, for
    ///     an account without a policy, and for no account.
    ///   - own: The account that owns or receives the data; nil for the acting account.
    ///   - question: Creates the question for a location and its owner.
    /// - Throws: An exit code, or ``CommandError``.
    func ask<Location: RawRepresentable>(
        _ locations: [Location],
        field: Question.Field,
        of account: AccountID?,
        own: AccountID?,
        _ question: (Location, AccountID) -> Question
    ) throws where Location.RawValue == String {
        var session = try session(needsPersonal: account == nil)
        var report = LocationReport(
            columns: account.map { [.init(name: "account", title: "ACCOUNT", account: $0)] }
                ?? LocationReport.columns(own: own ?? session.user, personal: session.personal ?? .noUser)
        )
        for location in locations {
            var row = LocationReport.Row(location: location.rawValue, answers: [])
            for column in report.columns {
                let question = question(location, column.account)
                try checkFailures(of: question.kind)
                row.answers.append(.init(question: question, answer: try session.answer(to: question)))
            }
            report.rows.append(row)
        }
        var output = try QuestionReport(self.output, of: session)
        output.write(report, field: field)
        try output.finish()
        try fail(on: report.rows.flatMap(\.answers).map(\.answer))
    }

    private func session(needsPersonal: Bool = false) throws -> QuestionSession {
        let device = QuestionDevice(app: options.app.map { AppID($0) }, isEnrolled: options.mdmEnrolled)
        return try QuestionSession(policy, on: device, explains: output.explain, needsPersonal: needsPersonal)
    }

    /// Refuses a verdict of `--fail-on` that the question never gives, with which the command could not fail.
    private func checkFailures(of kind: Question.Kind) throws(CommandError) {
        let verdicts = kind.verdicts
        guard let other = options.failOn.values.first(where: { !verdicts.contains($0.rawValue) }) else { return }
        let failures = Quoted.list(TransferFailure.allCases.map(\.rawValue).filter { verdicts.contains($0) })
        throw .usage("--fail-on: this question never gives `\(other.rawValue)`; write \(failures)")
    }

    private func fail(on answers: [Answer]) throws {
        let failures = options.failOn.values.map(\.rawValue)
        if answers.contains(where: { failures.contains($0.verdictName) }) { throw ExitStatus.findings }
    }
}

/// A verdict for which `demarc transfer` exits with 1 if `--fail-on` names it.
enum TransferFailure: String, CaseIterable {
    case block, allowEncrypted, allowAsOrganizationData, switchAccount
}

/// The options that questions about locations share: the owner of the location, and whether to ask about all locations.
struct LocationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The account that owns the location. Default: none; with --all-locations each of the three.",
            valueName: "account"
        ),
        transform: OptionName.account
    )
    var account: String?

    @Flag(
        help: """
            Ask about every location: that of the account that owns or receives the data, that of an account without a \
            policy, and that of no account.
            """
    )
    var allLocations = false

    /// The account that owns the location.
    var owner: AccountID? { account.map { AccountID(named: $0) } }

    /// Throws unless either one location is named or all of them are requested.
    func check(isNamed: Bool, by option: String) throws {
        guard isNamed == allLocations else { return }
        throw ValidationError("Name a location with \(option), or ask about all of them with --all-locations.")
    }
}
