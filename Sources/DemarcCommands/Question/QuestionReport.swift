import ArgumentParser
import Diagnostics
import PolicyModel
import URLStandard

/// Writes answers to questions from the command line.
struct QuestionReport: ~Copyable {
    /// A question with its answer.
    struct Answered {
        var question: Question
        var answer: Answer
    }

    private let format: OutputFormat
    private let explains: Bool
    private let user: AccountID
    private let page: Page
    private let file: OutputFile
    private var output: OutputStream

    /// Opens the destination of answers.
    ///
    /// - Parameters:
    ///   - options: The output options.
    ///   - session: The session that answered.
    /// - Throws: ``CommandError`` if it cannot be written.
    init(_ options: QuestionOptions, of session: borrowing QuestionSession) throws(CommandError) {
        let file = try options.open(besides: session.files)
        format = options.format
        explains = options.explain
        user = session.user
        page = Page(of: file.descriptor)
        output = OutputStream(descriptor: file.descriptor)
        self.file = file
    }

    /// Writes the answers to all questions. In JSON, a single answer is an object rather than an array.
    mutating func write(_ answers: [Answered]) {
        switch format {
        case .table: output.append(text: answers.map { card($0) }.joined(separator: "\n"))
        case .ndjson: for answered in answers { output.append(text: object(answered) + "\n") }
        case .json:
            let objects = answers.map { object($0) }
            output.append(text: (objects.count == 1 ? objects[0] : JSONText.array(objects)) + "\n")
        }
    }

    /// Writes the answers to one question about all locations.
    ///
    /// - Parameters:
    ///   - locations: The locations with their answers.
    ///   - field: The field of the question that names the location.
    mutating func write(_ locations: LocationReport, field: Question.Field) {
        switch format {
        case .ndjson: write(locations.rows.flatMap(\.answers))
        case .table: output.append(text: locations.text(on: page))
        case .json:
            let question = locations.rows.first?.answers.first?.question
            let object = JSONForm.object([
                "request": question?.form(without: [field, .account]) ?? .null,
                "user": user.userForm,
                "locations": locations.form(explains: explains),
            ])
            output.append(text: object.text + "\n")
        }
    }

    /// Flushes everything.
    ///
    /// - Throws: ``CommandError``, or an exit code, if it could not be written.
    consuming func finish() throws {
        try output.finish()
    }

    private func object(_ answered: Answered) -> String {
        answered.answer.form(to: answered.question, as: user, explains: explains).text
    }

    // MARK: Cards

    private func card(_ answered: Answered) -> String {
        let answer = answered.answer
        let verdict = answer.verdictName
        let shown = page.painted(verdict, answer.verdict?.color)
        var text = page.labeled(verdict, shown: shown, answered.question.words, column: verdict.count + 2)
        let lines = [
            ("to", answer.destination?.rawValue), ("route", answer.route), ("account", answer.account?.description),
            ("value", answer.value?.rawValue), ("invalid", answer.parsingError.map { "\($0.rawValue): \($0)" }),
        ]
        for (label, value) in lines {
            if let value { text += line("  \(label)", value) }
        }
        // The deciding reason is distinguished from reasons that lead to it or follow from it.
        for (position, reason) in answer.reasons.enumerated() {
            text += line(position == answer.decidedBy ? "  because" : "  and", reason.line)
        }
        for rule in answer.overridden {
            text += line("  overridden", "\(rule.id) (\(rule.urlClass.rawValue)) \(rule.location)")
        }
        return text
    }

    private func line(_ label: String, _ text: String) -> String { page.labeled(label, text, column: 13) }
}

/// The output format of the answer to one question.
struct QuestionOptions: ParsableArguments, OutputFileOptions {
    @Option(
        help: ArgumentHelp(
            "table (for people), json (one object; an array for several questions), or ndjson (one object per line).",
            valueName: "format"
        )
    )
    var format: OutputFormat = .table

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the answer goes instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Write the sentence of each reason in JSON, and name the rules that also matched but lost.")
    var explain = false
}

/// Names that can be given individually or separated by commas.
enum NameArguments {
    static func split(_ arguments: [String]) -> [String] {
        arguments.flatMap { $0.split(separator: ",").map(String.init) }
    }
}
