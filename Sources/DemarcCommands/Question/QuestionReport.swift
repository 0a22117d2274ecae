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
    private let usesColor: Bool
    private let file: OutputFile
    private var output: OutputStream

    /// Opens what answers are written to.
    ///
    /// - Parameters:
    ///   - options: What the command line says of it.
    ///   - session: The session that answered.
    /// - Throws: ``CommandError`` where it cannot be written.
    init(_ options: QuestionOptions, of session: borrowing QuestionSession) throws(CommandError) {
        let file = try OutputFile(options.output)
        try file.begin(besides: session.files)
        format = options.format
        explains = options.explain
        user = session.user
        usesColor = Console.usesColor(file.descriptor)
        output = OutputStream(descriptor: file.descriptor)
        self.file = file
    }

    /// Writes the answers to all questions. In JSON, one answer alone is an object, not a list.
    mutating func write(_ answers: [Answered]) {
        switch format {
        case .table: output.append(text: answers.map { card($0) }.joined(separator: "\n"))
        case .ndjson: for answered in answers { output.append(text: object(answered) + "\n") }
        case .json:
            let objects = answers.map { object($0) }
            let text = objects.count == 1 ? objects[0] : "[\n\(objects.joined(separator: ",\n"))\n]"
            output.append(text: text + "\n")
        }
    }

    /// Writes the answers to one question about several locations.
    ///
    /// - Parameters:
    ///   - locations: The names of the locations with the answer for each, in their order.
    ///   - field: The field of the question that names the location.
    mutating func write(_ locations: [(name: String, answered: Answered)], field: Question.Field) {
        switch format {
        case .ndjson: write(locations.map(\.answered))
        case .table:
            for (name, answered) in locations {
                let why = answered.answer.reasons.first.map { "  \($0.code.rawValue)" } ?? ""
                let padding = String(repeating: " ", count: max(0, 20 - name.count))
                output.append(text: "\(name)\(padding)  \(paint(answered.answer))\(why)\n")
            }
        case .json:
            let request = locations.first?.answered.question.json(without: field) ?? "null"
            let answers = locations.map { name, answered in
                "\(JSONText.string(name)):{\(answered.answer.jsonMembers(explains: explains))}"
            }
            let text =
                "{\"request\":\(request),\"user\":\(user.userJSON),\"locations\":{\(answers.joined(separator: ","))}}"
            output.append(text: text + "\n")
        }
    }

    /// Hands everything on.
    ///
    /// - Throws: ``CommandError``, or an exit code, where it could not be written.
    consuming func finish() throws {
        try output.finish()
    }

    // MARK: JSON

    private func object(_ answered: Answered) -> String {
        answered.answer.json(to: answered.question, as: user, explains: explains)
    }

    // MARK: Cards

    private func card(_ answered: Answered) -> String {
        let answer = answered.answer
        var text = "\(paint(answer))  \(VisibleText.of(answered.question.words))\n"
        let lines = [
            ("to", answer.destination?.rawValue), ("route", answer.route), ("account", answer.account?.description),
            ("value", answer.value?.rawValue), ("invalid", answer.parsingError.map { "\($0.rawValue): \($0)" }),
        ]
        for (label, value) in lines {
            if let value { text += Self.line(label, value) }
        }
        for reason in answer.reasons { text += Self.line("because", reason.line) }
        for rule in answer.overridden {
            text += Self.line("overridden", "\(rule.id) (\(rule.urlClass.rawValue)) \(rule.location)")
        }
        return text
    }

    private static func line(_ label: String, _ value: String) -> String {
        "  \(label)\(String(repeating: " ", count: max(0, 11 - label.count)))\(VisibleText.of(value))\n"
    }

    private func paint(_ answer: Answer) -> String {
        guard usesColor, let verdict = answer.verdict else { return answer.verdictName }
        let color =
            switch verdict {
            case .allow, .plain: "32"
            case .block: "31"
            case .route, .allowEncrypted, .allowAsOrganizationData, .switchAccount, .protected: "33"
            }
        return "\u{1B}[\(color)m\(verdict.rawValue)\u{1B}[0m"
    }
}
